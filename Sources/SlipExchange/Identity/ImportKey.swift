public import SlipBase
internal import SlipNotes

/// Identifies an imported file, so that the next import recognizes it.
///
/// It consists of the name of the source (such as `notes`) and the path below it (`Work/a.rtf`), in
/// NFC and without characters that a manifest can't contain. The note's UUID is derived from it.
///
/// ```
/// file                            key
/// notes/Work/a.rtf                notes/Work/a.rtf
/// notes/é.rtf in NFD              notes/é.rtf in NFC
/// the same beside one in NFC      notes/é.rtf/<16 digits>
/// an older version, superseded    notes/Work/a.rtf//<digest>
/// ```
public struct ImportKey: Sendable, Hashable {
  /// The name of the source, in NFC.
  public let sourceName: String
  /// The relative path, with `/` between names.
  public let path: String
  /// Distinguishes files whose paths are the same in NFC; nil for one of them.
  public let variant: String?

  /// Creates a key.
  ///
  /// - Parameter sourceName: A name that has passed `check(sourceName:)`.
  public init(sourceName: String, path: String, variant: String? = nil) {
    self.sourceName = TextFolding.nfc(sourceName)
    self.path = ImportKey.path(of: path)
    self.variant = variant
  }

  /// A file's path in the form that keys have: in NFC, with `-` instead of control characters and
  /// noncharacters.
  package static func path(of path: String) -> String {
    guard path.unicodeScalars.contains(where: isUnwritable) else { return TextFolding.nfc(path) }
    let scalars = path.unicodeScalars.map { isUnwritable($0) ? "-" : $0 }
    return TextFolding.nfc(String(String.UnicodeScalarView(scalars)))
  }

  /// Whether XML can't contain the character, or only as a reference.
  private static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }

  /// The variant for a path beside an equivalent one. It depends only on the path's bytes, so it
  /// stays the same.
  static func variant(of path: String) -> String { String(Digest(of: Array(path.utf8)).hex.prefix(16)) }

  /// The id of the source in the slip-box, such as `notes/Work/a.rtf`.
  ///
  /// A variant follows behind another `/`. As nothing lies below a file, no other file has this id.
  public var text: String { sourceName + "/" + path + (variant.map { "/" + $0 } ?? "") }

  /// The UUID of the note that is imported from the file (RFC 9562, version 5).
  public var noteID: UniqueID { UniqueID(namespace: IdentityNamespace.note, name: text) }

  /// The id that the source gets when a conflicting version comes in beside it.
  ///
  /// It contains two slashes in a row, which no path does, so it is the id of no other file.
  ///
  /// - Parameter original: The digest of the older version.
  func superseded(_ original: Digest) -> String { text + "//" + original.hex }

  /// Whether this is the id of a source that a conflicting version came in beside.
  static func isSuperseded(_ key: String) -> Bool { key.contains("//") }

  /// The names of the folders that contain the file, from the top.
  public var folder: [String] { path.split(separator: "/").dropLast().map(String.init) }

  /// The file's name without its last extension.
  public var stem: String { ImportKey.stem(of: path) }

  /// The last name of a path without its last extension: `a.b` for `x/a.b.rtf`.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// Checks whether keys can be made with a source name.
  ///
  /// - Throws: `ExchangeCode.badSourceName` for names that are empty, or contain a slash or a
  ///   control character.
  public static func check(sourceName: String) throws(SlipError) {
    let isSound =
      !sourceName.isEmpty && !sourceName.contains("/")
      && sourceName.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isSound else {
      throw SlipError(
        .usage, code: ExchangeCode.badSourceName,
        "A source name must not be empty, and must not contain slashes or control characters.")
    }
  }
}
