/// One schema version: a row of `VersionTable`.
public struct SchemaVersion: Sendable {
  /// What `version` on the root element says.
  public var number: Int
  /// A few words on what it holds.
  public var summary: String
  /// Whether it is a tree with payload files; versions 1 to 3 are one XML file.
  public var isTree: Bool
  /// The version's XSD.
  public var schema: @Sendable () -> [UInt8]
  /// SHA-256 of the XSD as it was published; it never changes again.
  public var schemaDigest: String
}

/// Schema 1: a flat list of plain texts.
public enum Version1 {
  public static let number = 1

  static let row = SchemaVersion(
    number: number, summary: "titles, dates and plain text", isTree: false,
    schema: { PackageResources.slipbox_1_xsd },
    schemaDigest: "d718a1aab50a0bed2c92994b2f2e4663deaa90147a7a1e33f1566d7c75b261b3")
}

/// Schema 2: rich notes.
public enum Version2 {
  public static let number = 2

  static let row = SchemaVersion(
    number: number, summary: "RTF bodies with lower-case mirrors, one inline image, a palette of keywords",
    isTree: false,
    schema: { PackageResources.slipbox_2_xsd },
    schemaDigest: "ed2b8528b4af8fec289496097b5963a2e9b6f3c9a12f15bcf870cda1897a31ce")
}

/// Schema 3: connected notes.
public enum Version3 {
  public static let number = 3

  static let row = SchemaVersion(
    number: number, summary: "nested folders, keywords and links of notes", isTree: false,
    schema: { PackageResources.slipbox_3_xsd },
    schemaDigest: "c833aa7db9dd907fe89cce10fd7af57f7e40ee6919db3750eea84bd8763908b3")
}

/// Schema 4: attachments become files; the one file becomes a tree.
public enum Version4 {
  public static let number = 4

  static let row = SchemaVersion(
    number: number, summary: "attachments as files, digests of all payload, exact mirrors", isTree: true,
    schema: { PackageResources.slipbox_4_xsd },
    schemaDigest: "fa60a8564fe22e288fef1073e1153e7b180be69a8473c1b0af156a1026f1d5e3")
}

/// Schema 5, the current one: folders, keywords, attachments, sources, origins and the fixity of all payload.
public enum Version5 {
  public static let number = 5

  static let row = SchemaVersion(
    number: number, summary: "attachments used by many notes, sources, origins, thumbnails", isTree: true,
    schema: { PackageResources.slipbox_5_xsd },
    schemaDigest: "1a701e1f7f025af292ebcd9a88d1bf93a717fb46aa72ab4bbbc254222b8384d1")
}
