/// Schema 1: a flat list of plain texts.
public enum Version1 {
  public static let number = 1

  static let row = SchemaVersion(
    number: number, summary: "titles, dates and plain text", isTree: false,
    schema: { PackageResources.slipbox_1_xsd },
    schemaDigest: "d718a1aab50a0bed2c92994b2f2e4663deaa90147a7a1e33f1566d7c75b261b3")
}
