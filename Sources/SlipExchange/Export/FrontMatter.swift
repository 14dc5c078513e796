internal import SlipNotes

/// Facts about a note as lines of YAML 1.2, for the beginning of Markdown files.
///
/// ```
/// title: "Plan"
/// id: 5f0c2b1e-…
/// status: draft
/// created: 2024-05-06T07:08:09Z
/// keywords:
///   - "work"
/// ```
enum FrontMatter {
  /// The lines without the `---` around them: title, id, status, dates and keywords. Defaults and
  /// unknown facts are left out.
  static func lines(_ note: Note, in box: SlipBox) -> [String] {
    var lines = ["title: " + quoted(note.title), "id: " + note.id.description]
    lines.append("status: " + note.status.rawValue)
    if note.isFavorite { lines.append("favorite: true") }
    if let created = note.created { lines.append("created: " + created.rfc3339) }
    if let modified = note.modified { lines.append("modified: " + modified.rfc3339) }
    let keywords = note.keywords.compactMap { box.keyword($0)?.name }
    if !keywords.isEmpty {
      lines.append("keywords:")
      lines += keywords.map { "  - " + quoted($0) }
    }
    return lines
  }

  /// The text as a double-quoted scalar (YAML 1.2.2, section 7.3.1). Whatever the text is, the
  /// result is one line and is read as a string.
  static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      default:
        if isPrintable(scalar) {
          output.unicodeScalars.append(scalar)
        } else {
          output += escape(scalar.value)
        }
      }
    }
    return output + "\""
  }

  /// Whether YAML allows the code point to stand for itself, and people can see it.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202F...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
      true
    default: false
    }
  }

  /// The escape of a code point: `\x07`, `\u2028` or `\U0001f600`.
  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    let width = value < 0x100 ? 2 : value < 0x10000 ? 4 : 8
    let letter = width == 2 ? "x" : width == 4 ? "u" : "U"
    return "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
  }
}
