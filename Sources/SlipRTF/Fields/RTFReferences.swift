package import SlipDocument

/// Fields that refer to bookmarks, whose names word processors compare without regard to case (ECMA-376-1, 17.16.5).
extension RTFField {
  /// The names of such fields.
  package static let references: Set<String> = ["REF", "PAGEREF", "NOTEREF", "FTNREF"]

  /// The bookmark that the field refers to; nil for other fields.
  package var bookmark: String? { bookmarkArgument?.text }

  private var bookmarkArgument: Argument? {
    guard RTFField.references.contains(name), let first = arguments.first, !first.isSwitch,
      !first.text.isEmpty
    else { return nil }
    return first
  }

  /// An instruction with another name for the bookmark that it refers to; other instructions stay as they are.
  package static func replacingBookmark(in instruction: String, _ name: (String) -> String) -> String {
    let bytes = Array(instruction.utf8)
    guard let argument = RTFField(parsing: bytes, most: 8).bookmarkArgument else { return instruction }
    let new = name(argument.text)
    guard new != argument.text else { return instruction }
    let isPlain = new.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x5C }
    let spelled = isPlain ? new : quoted(new)
    return String(
      decoding: bytes[..<argument.range.lowerBound] + Array(spelled.utf8)
        + bytes[argument.range.upperBound...], as: UTF8.self)
  }
}

extension Document {
  /// Spells the names of bookmarks in fields and links as the bookmarks themselves do. Word finds `_ref1` where `_Ref1`
  /// begins; LibreOffice and browsers don't.
  package mutating func spellReferences() {
    var finder = ReferenceFinder()
    walk(&finder)
    let spelled = finder.spelled
    guard !spelled.isEmpty else { return }
    editInlines { inline in
      guard case .run(var run) = inline, run.style.link != nil || run.style.field != nil else { return nil }
      let old = run.style
      run.style.edit { style in
        if let target = style.link?.target, target.hasPrefix("#"),
          let name = spelled[String(target.dropFirst())]
        {
          style.link?.target = "#" + name
        }
        if let field = style.field {
          style.field = RTFField.replacingBookmark(in: field) { spelled[$0] ?? $0 }
        }
      }
      return run.style == old ? nil : [.run(run)]
    }
  }

  /// Collects the names of bookmarks, and those by which fields and links refer to them.
  private struct ReferenceFinder: DocumentVisitor {
    private var names: Set<String> = []
    /// The names by themselves in lower case; of several the first.
    private var byFolded: [String: String] = [:]
    private var wanted: Set<String> = []

    /// For each name that is no bookmark's, the bookmark that it means.
    var spelled: [String: String] {
      var result: [String: String] = [:]
      for name in wanted where !names.contains(name) { result[name] = byFolded[name.lowercased()] }
      return result
    }

    mutating func visit(_ inline: Inline) {
      switch inline {
      case .bookmarkStart(let name):
        if names.insert(name).inserted, byFolded[name.lowercased()] == nil {
          byFolded[name.lowercased()] = name
        }
      case .run(let run):
        guard !run.style.isPlain else { return }
        if let target = run.style.link?.target, target.hasPrefix("#") {
          wanted.insert(String(target.dropFirst()))
        }
        if let field = run.style.field, let name = RTFField(parsing: Array(field.utf8), most: 8).bookmark {
          wanted.insert(name)
        }
      default: break
      }
    }
  }
}
