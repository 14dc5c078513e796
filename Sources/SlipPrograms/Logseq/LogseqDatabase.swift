internal import SlipBase
internal import SlipExchange

/// Graphs that newer versions of Logseq keep in a database instead of in files: they are named, and not read.
///
/// ```
/// db.sqlite        the store of a graph: a table of keys and values in the program's own form
/// graph.edn        an export of it
/// ```
enum LogseqDatabase {
  /// How many bytes at the beginning of a file are looked at.
  private static let head = 65_536

  /// Whether a container is such a graph.
  static func isGraph(_ tree: SourceTree) -> Bool {
    let files = tree.files.indices.filter { place in
      ["sqlite", "db", "edn"].contains(tree.files[place].path.suffixName)
        && !tree.files[place].path.hasPrefix("logseq/")
    }
    return files.prefix(2).contains { place in
      tree.soundBytes(at: place)?.withBytes { bytes in
        let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(head))
        func has(_ text: StaticString) -> Bool { LooseXML.find(text, in: start, from: 0) != nil }
        if start.starts(with: "SQLite format 3".utf8) {
          return has("CREATE TABLE kvs") || has("create table kvs") || has("CREATE TABLE IF NOT EXISTS kvs")
        }
        let first = start.first { !LooseXML.isSpace($0) }
        return first == UInt8(ascii: "{")
          && (has(":logseq.property") || has(":logseq.class") || has(":logseq.db.sqlite"))
      } ?? false
    }
  }

  /// The error that says what it is, and what to do about it.
  static let error = SlipError(
    .badInput, code: ExchangeCode.badContainer,
    "The graph is a database of Logseq, which isn't read. Export it in Logseq as Markdown (Export graph), and import that folder."
  )
}
