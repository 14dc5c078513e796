public import SlipBase
internal import SlipRTF

/// What a note's text links to, before it is known which note that is.
public enum LinkTarget: Sendable, Hashable {
  /// A note by its UUID: `slipbox:note/<uuid>`.
  case note(UniqueID)
  /// A file by a relative reference, as the hyperlink spells it.
  case file(String)
  /// A note by its title: the text between `[[` and `]]`.
  case title(String)

  /// The target as text.
  public var text: String {
    switch self {
    case .note(let id): LinkTarget.notePrefix + id.description
    case .file(let text), .title(let text): text
    }
  }

  /// Whether a file is meant whose name has no suffix: what an import makes of a link by title that found no note.
  package var isWithoutSuffix: Bool {
    guard case .file(let text) = self, let name = text.split(separator: "/").last else { return false }
    return !text.hasSuffix("/") && !name.prefix { $0 != "#" }.contains(".")
  }

  /// What links to notes begin with.
  public static let notePrefix = "slipbox:note/"

  /// The target of a hyperlink.
  ///
  /// Nil for hyperlinks that can't lead to a note: those with another scheme, absolute paths,
  /// anchors, and attachments.
  ///
  /// ```
  /// slipbox:note/5f0c2b1e-…   ->   .note
  /// ../Work/a%20b.rtf#top     ->   .file
  /// https://example.org       ->   nil
  /// #top                      ->   nil
  /// C:\a.rtf                  ->   nil
  /// ```
  public init?(hyperlink: String) {
    let text = hyperlink.trimmingBlanks()
    if text.utf8.count >= Self.notePrefix.utf8.count,
      text.prefix(Self.notePrefix.count).lowercased() == Self.notePrefix
    {
      guard let id = UniqueID(text.dropFirst(Self.notePrefix.count).prefix(36)) else { return nil }
      self = .note(id)
      return
    }
    guard let first = text.utf8.first, !Array("#/\\?".utf8).contains(first), !Self.hasScheme(text) else {
      return nil
    }
    // Attachments of the bundle are not notes.
    if PayloadPath.attachment(fromBody: text) != nil { return nil }
    self = .file(text)
  }

  /// Whether the text begins with a scheme. A drive letter counts as one.
  private static func hasScheme(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case 0x3A: return true
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2D, 0x2E: continue
      default: return false
      }
    }
    return false
  }
}

extension LinkTarget {
  /// What a body links to: its hyperlinks, then the `[[titles]]` in its text, not in code; each once.
  ///
  /// - Parameters:
  ///   - body: The RTF body.
  ///   - mirror: Its plain text in UTF-8.
  public static func targets(body: UnsafeRawBufferPointer, mirror: UnsafeRawBufferPointer) -> [LinkTarget] {
    var targets = RTFHyperlinks.targets(in: body).compactMap(LinkTarget.init(hyperlink:))
    var titles = WikiLinks.titles(in: mirror)
    // Few texts have any, so hardly any body is read for its code.
    if !titles.isEmpty {
      var counts: [String: Int] = [:]
      for title in WikiLinks.titlesInCode(of: RTFReader.read(body).document) {
        counts[title, default: 0] += 1
      }
      for title in titles where counts[title] != nil { counts[title, default: 0] -= 1 }
      // What the text has more often than its code is a link.
      titles.removeAll { (counts[$0] ?? -1) >= 0 }
    }
    targets += titles.map(LinkTarget.title)
    targets.removeRepetitions()
    return targets
  }
}

extension LinkTarget {
  /// Targets as one text, from which `list(_:)` makes them again; nil where one has a NUL.
  package static func text(of targets: [LinkTarget]) -> String? {
    var text = ""
    for target in targets {
      let (kind, value) =
        switch target {
        case .note(let id): ("n", id.description)
        case .file(let path): ("f", path)
        case .title(let title): ("t", title)
        }
      if value.utf8.contains(0) { return nil }
      text += kind + value + "\0"
    }
    return text
  }

  /// The targets in such a text; nil where it is none.
  package static func list(_ text: String) -> [LinkTarget]? {
    var targets: [LinkTarget] = []
    for part in text.utf8.split(separator: 0) {
      let value = String(decoding: part.dropFirst(), as: UTF8.self)
      switch part.first {
      case UInt8(ascii: "n"):
        guard let id = UniqueID(value) else { return nil }
        targets.append(.note(id))
      case UInt8(ascii: "f"): targets.append(.file(value))
      case UInt8(ascii: "t"): targets.append(.title(value))
      default: return nil
      }
    }
    return targets
  }
}
