/// Schema 2: rich notes.
public enum Version2 {
  public static let number = 2

  static let row = SchemaVersion(
    number: number, summary: "RTF bodies with lower-case mirrors, one inline image, a palette of keywords",
    isTree: false,
    schema: { PackageResources.slipbox_2_xsd },
    schemaDigest: "ed2b8528b4af8fec289496097b5963a2e9b6f3c9a12f15bcf870cda1897a31ce")
}
