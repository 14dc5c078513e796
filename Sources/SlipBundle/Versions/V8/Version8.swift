/// Schema 8, the current one: sources say how they were read, and whether something of them couldn't be.
enum Version8 {
  /// The version's number.
  static let number = 8

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "how sources were read, and which of them not completely",
    isTree: true, schema: { PackageResources.slipbox_8_xsd },
    schemaDigest: "8569e496093384dca7a36561784ce30a344d8b98b9d19c1bece0844d11e0a4d7",
    form: .manifest(.current), part: .part, sections: [])
}
