internal import SlipDocument

/// A YAML front matter: the lines between `---` and `---` or `...` at the very beginning
/// of a file.
///
/// ```
/// ---
/// title: "A day in May"
/// author: A. Writer
/// keywords: [travel, work]
/// ---
/// ```
///
/// Only flat `key: value` lines and lists of plain words are understood, which is what
/// publishing tools write. Everything else is ignored. The front matter is never part of
/// the text.
struct MarkdownFrontMatter {
  /// Where the text begins, in bytes; 0 without a front matter.
  private(set) var end = 0
  /// Keys in lower case, each with its values, in order.
  private var values: [(key: String, value: [String])] = []

  /// Reads the front matter of a file, if there is one that ends.
  init(_ source: [UInt8]) {
    guard source.starts(with: Array("---\n".utf8)) else { return }
    var position = 4
    var found: [(key: String, value: [String])] = []
    while position < source.count {
      let lineEnd = source[position...].firstIndex(of: 0x0A) ?? source.count
      let line = String(decoding: source[position..<lineEnd], as: UTF8.self)
      position = min(lineEnd + 1, source.count)
      let bare = line.trimmingSpaces()
      if bare == "---" || bare == "..." {
        (end, values) = (position, found)
        return
      }
      // Front matters have no blank lines: the line at the top was a thematic break.
      if bare.isEmpty { return }
      MarkdownFrontMatter.read(line, bare, &found)
    }
  }

  /// Reads a line: a further item of the last key, or a key with a value or a list in
  /// brackets.
  ///
  /// - Parameters:
  ///   - line: the line as it stands; keys begin in its first column.
  ///   - bare: the line without white space at its ends.
  ///   - found: what was read so far.
  private static func read(_ line: String, _ bare: String, _ found: inout [(key: String, value: [String])]) {
    if bare.hasPrefix("- "), let last = found.indices.last {
      found[last].value.append(unquoted(String(bare.dropFirst(2))))
    } else if let colon = line.firstIndex(of: ":"), line.utf8.first != UInt8(ascii: " ") {
      let value = String(line[line.index(after: colon)...]).trimmingSpaces()
      let items =
        value.hasPrefix("[") && value.hasSuffix("]")
        ? value.dropFirst().dropLast().split(separator: ",").map { unquoted(String($0)) }
        : value.isEmpty ? [] : [unquoted(value)]
      found.append((line[..<colon].lowercased(), items))
    }
  }

  /// A value without white space and quotation marks around it.
  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingSpaces()
    guard text.utf8.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first
    else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// Sets title, author, subject and keywords. Other keys are ignored, and a later key
  /// replaces an earlier one, except that keywords add up.
  func apply(to info: inout DocumentInfo) {
    for (key, value) in values {
      switch key {
      case "title": info.title = value.first
      case "author": info.author = value.isEmpty ? nil : value.joined(separator: ", ")
      case "description", "subject": info.subject = value.first
      case "keywords", "tags": info.keywords += value.filter { !$0.isEmpty }
      default: break
      }
    }
  }
}
