/// Schema 2: notes in RTF, each with at most one picture, and a list of keywords.
enum Version2 {
  /// The version's number.
  static let number = 2

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "RTF bodies with lower-case mirrors, one inline image, a palette of keywords",
    isTree: false,
    schema: { PackageResources.slipbox_2_xsd },
    schemaDigest: "ed2b8528b4af8fec289496097b5963a2e9b6f3c9a12f15bcf870cda1897a31ce",
    form: .old(V2Format.form), sections: ["keywords"])
}
