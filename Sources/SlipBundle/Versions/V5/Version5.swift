/// Schema 5: attachments that notes share, sources and origins of imports.
enum Version5 {
  /// The version's number.
  static let number = 5

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "attachments used by many notes, sources, origins, thumbnails", isTree: true,
    schema: { PackageResources.slipbox_5_xsd },
    schemaDigest: "1a701e1f7f025af292ebcd9a88d1bf93a717fb46aa72ab4bbbc254222b8384d1",
    form: .manifest(.version5), sections: ["origins", "sources"])
}
