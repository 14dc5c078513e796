/// Schema 3: notes in folders, with keywords and links.
enum Version3 {
  /// The version's number.
  static let number = 3

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "nested folders, keywords and links of notes", isTree: false,
    schema: { PackageResources.slipbox_3_xsd },
    schemaDigest: "c833aa7db9dd907fe89cce10fd7af57f7e40ee6919db3750eea84bd8763908b3",
    form: .old(V3Format.form), sections: ["folders"])
}
