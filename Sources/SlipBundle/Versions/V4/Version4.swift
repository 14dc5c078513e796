/// Schema 4: one file becomes a tree, and pictures become files in it.
enum Version4 {
  /// The version's number.
  static let number = 4

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "attachments as files, digests of all payload, exact mirrors", isTree: true,
    schema: { PackageResources.slipbox_4_xsd },
    schemaDigest: "fa60a8564fe22e288fef1073e1153e7b180be69a8473c1b0af156a1026f1d5e3",
    form: .old(V4Format.form), sections: ["attachments", "files"])
}
