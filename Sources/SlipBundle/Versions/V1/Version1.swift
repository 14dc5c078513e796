/// Schema 1: a flat list of titles, dates and plain texts.
enum Version1 {
  /// The version's number.
  static let number = 1

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "titles, dates and plain text", isTree: false,
    schema: { PackageResources.slipbox_1_xsd },
    schemaDigest: "d718a1aab50a0bed2c92994b2f2e4663deaa90147a7a1e33f1566d7c75b261b3",
    form: .old(V1Format.form), sections: ["notes"])
}
