/// Schema 5, the current one: folders, keywords, attachments, sources, origins and the fixity of all payload.
public enum Version5 {
  public static let number = 5

  static let row = SchemaVersion(
    number: number, summary: "attachments used by many notes, sources, origins, thumbnails", isTree: true,
    schema: { PackageResources.slipbox_5_xsd },
    schemaDigest: "1a701e1f7f025af292ebcd9a88d1bf93a717fb46aa72ab4bbbc254222b8384d1")
}
