public import SlipBase
internal import SlipNotes

/// What makes an imported file the same one the next time: the source's name and the path below it, in NFC and without
/// characters that a manifest can't hold.
public struct ImportKey: Sendable, Hashable {
  public let sourceName: String
  /// Relative, `/` between components.
  public let path: String
  /// Tells files apart whose paths are the same in NFC: nil for one of them.
  public let variant: String?

  /// `sourceName` must have passed `check(sourceName:)`.
  public init(sourceName: String, path: String, variant: String? = nil) {
    self.sourceName = TextFolding.nfc(sourceName)
    self.path = ImportKey.path(of: path)
    self.variant = variant
  }

  /// A file's path as keys have it: in NFC, with `-` in the place of control characters and noncharacters.
  static func path(of path: String) -> String {
    guard path.unicodeScalars.contains(where: isUnwritable) else { return TextFolding.nfc(path) }
    let scalars = path.unicodeScalars.map { isUnwritable($0) ? "-" : $0 }
    return TextFolding.nfc(String(String.UnicodeScalarView(scalars)))
  }

  /// XML can't hold these characters, or holds them by references only.
  private static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }

  /// The variant that a path stands for beside another one: from its bytes, so that it stays the same.
  static func variant(of path: String) -> String { String(Digest(of: Array(path.utf8)).hex.prefix(16)) }

  /// The id of the source in the slip-box. Nothing lies below a file, so a variant's is that of no other file.
  public var text: String { sourceName + "/" + path + (variant.map { "/" + $0 } ?? "") }

  /// The UUID of the note that comes of it: RFC 9562, version 5.
  public var noteID: UniqueID { UniqueID(namespace: IdentityNamespace.note, name: text) }

  /// The key of this source as it was before a conflicting version came in beside it.
  ///
  /// No key of a file has two slashes in a row, so it is none of those.
  func superseded(_ original: Digest) -> String { text + "//" + original.hex }

  static func isSuperseded(_ key: String) -> Bool { key.contains("//") }

  public var folder: [String] { path.split(separator: "/").dropLast().map(String.init) }

  /// The file's name without its last extension.
  public var stem: String { ImportKey.stem(of: path) }

  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// Refuses names that a key can't be made with.
  public static func check(sourceName: String) throws(SlipError) {
    let isSound =
      !sourceName.isEmpty && !sourceName.contains("/")
      && sourceName.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isSound else {
      throw SlipError(
        .usage, code: ExchangeCode.badSourceName,
        "A source name must have at least one character, and no slash or control character.")
    }
  }
}
