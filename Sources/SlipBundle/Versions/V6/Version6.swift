/// Schema 6: properties, nested keywords, and a history that can be read and taken back.
enum Version6 {
  /// The version's number.
  static let number = 6

  /// The version's row of `VersionTable`.
  static let row = SchemaVersion(
    number: number, summary: "properties, nested keywords, manual links, a history of transactions",
    isTree: true, schema: { PackageResources.slipbox_6_xsd },
    schemaDigest: "c9fa9178cafa0938b35bd0730097349ab6931f194b82a1d031c2936fa621a8cf",
    form: .manifest(.version6), sections: [])
}
