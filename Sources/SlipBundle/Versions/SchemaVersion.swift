/// One schema version: a row of `VersionTable`.
///
/// A published version never changes: its XSD is compared with `schemaDigest` by a test.
public struct SchemaVersion: Sendable {
  /// The value of `version` on the root element.
  public var number: Int
  /// A few words on what the version added.
  public var summary: String
  /// Whether its bundles are trees with payload files. Versions 1 to 3 are one XML file.
  public var isTree: Bool
  /// The bytes of the XSD, which is part of the program.
  public var schema: @Sendable () -> [UInt8]
  /// SHA-256 of the XSD as it was published, in hexadecimal digits.
  public var schemaDigest: String
}

/// Schema 1: a flat list of titles, dates and plain texts.
public enum Version1 {
  /// The version's number.
  public static let number = 1

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "titles, dates and plain text", isTree: false,
    schema: { PackageResources.slipbox_1_xsd },
    schemaDigest: "d718a1aab50a0bed2c92994b2f2e4663deaa90147a7a1e33f1566d7c75b261b3")
}

/// Schema 2: notes in RTF, each with at most one picture, and a list of keywords.
public enum Version2 {
  /// The version's number.
  public static let number = 2

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "RTF bodies with lower-case mirrors, one inline image, a palette of keywords",
    isTree: false,
    schema: { PackageResources.slipbox_2_xsd },
    schemaDigest: "ed2b8528b4af8fec289496097b5963a2e9b6f3c9a12f15bcf870cda1897a31ce")
}

/// Schema 3: notes in folders, with keywords and links.
public enum Version3 {
  /// The version's number.
  public static let number = 3

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "nested folders, keywords and links of notes", isTree: false,
    schema: { PackageResources.slipbox_3_xsd },
    schemaDigest: "c833aa7db9dd907fe89cce10fd7af57f7e40ee6919db3750eea84bd8763908b3")
}

/// Schema 4: one file becomes a tree, and pictures become files in it.
public enum Version4 {
  /// The version's number.
  public static let number = 4

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "attachments as files, digests of all payload, exact mirrors", isTree: true,
    schema: { PackageResources.slipbox_4_xsd },
    schemaDigest: "fa60a8564fe22e288fef1073e1153e7b180be69a8473c1b0af156a1026f1d5e3")
}

/// Schema 5: attachments that notes share, sources and origins of imports.
public enum Version5 {
  /// The version's number.
  public static let number = 5

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "attachments used by many notes, sources, origins, thumbnails", isTree: true,
    schema: { PackageResources.slipbox_5_xsd },
    schemaDigest: "1a701e1f7f025af292ebcd9a88d1bf93a717fb46aa72ab4bbbc254222b8384d1")
}

/// Schema 6, the current one: properties, nested keywords, and a history that can be read and taken back.
public enum Version6 {
  /// The version's number.
  public static let number = 6

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "properties, nested keywords, manual links, a history of transactions",
    isTree: true, schema: { PackageResources.slipbox_6_xsd },
    schemaDigest: "c9fa9178cafa0938b35bd0730097349ab6931f194b82a1d031c2936fa621a8cf")
}
