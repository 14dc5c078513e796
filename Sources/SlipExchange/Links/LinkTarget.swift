public import SlipBase
internal import SlipFormats

/// What a note's text points to, before it is known which note that is.
public enum LinkTarget: Sendable, Hashable {
  /// `slipbox:note/<uuid>`.
  case note(UniqueID)
  /// A relative reference to a file, as the hyperlink says it.
  case file(String)
  /// What stands between `[[` and `]]`.
  case title(String)

  /// The scheme and path that links to notes begin with.
  public static let notePrefix = "slipbox:note/"

  /// The target of a hyperlink; nil for those that can't lead to a note: other schemes, absolute paths, anchors.
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
    // A blob of the bundle is no note.
    if PayloadPath.attachment(fromBody: text) != nil { return nil }
    self = .file(text)
  }

  /// A drive letter counts as a scheme, too.
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

extension String {
  /// Without blanks, tabs and line ends at both ends.
  func trimmingBlanks() -> String { String(Substring(self).trimmingBlanks()) }
}

extension Substring {
  func trimmingBlanks() -> Substring {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar.value < 0x20 }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return Substring(scalars[start...end])
  }
}
