/// Schema 7: facts about files stand where the files belong, and large boxes have parts.
enum Version7 {
  /// The version's number.
  static let number = 7

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "parts of a large manifest, so that an edit costs what it changes",
    isTree: true, schema: { PackageResources.slipbox_7_xsd },
    schemaDigest: "ddbedf5e1a10156c69b7946d65a26b6cb4fc95aed1fa3710c01b7a13b6f2d061",
    form: .manifest(.version7), part: .part7, sections: ["parts"])
}
