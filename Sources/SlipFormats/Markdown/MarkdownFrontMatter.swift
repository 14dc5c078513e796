internal import SlipDocument

/// A YAML front matter: `---`, lines, `---` at the very beginning of a file. Only flat `key: value` lines and lists
/// of plain words are understood.
struct MarkdownFrontMatter {
  /// Where the text begins.
  private(set) var end = 0
  private var values: [(key: String, value: [String])] = []

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
      // A blank line is a sign that the line at the top was a thematic break.
      if bare.isEmpty { return }
      MarkdownFrontMatter.read(line, bare, &found)
    }
  }

  private static func read(_ line: String, _ bare: String, _ found: inout [(key: String, value: [String])]) {
    if bare.hasPrefix("- "), let last = found.indices.last {
      found[last].value.append(unquoted(String(bare.dropFirst(2))))
    } else if let colon = line.firstIndex(of: ":"), line.utf8.first != 0x20 {
      let value = String(line[line.index(after: colon)...]).trimmingSpaces()
      let items =
        value.hasPrefix("[") && value.hasSuffix("]")
        ? value.dropFirst().dropLast().split(separator: ",").map { unquoted(String($0)) }
        : value.isEmpty ? [] : [unquoted(value)]
      found.append((line[..<colon].lowercased(), items))
    }
  }

  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingSpaces()
    guard text.utf8.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first
    else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

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
