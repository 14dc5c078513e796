/// Schema 3: connected notes.
public enum Version3 {
  public static let number = 3

  static let row = SchemaVersion(
    number: number, summary: "nested folders, keywords and links of notes", isTree: false,
    schema: { PackageResources.slipbox_3_xsd },
    schemaDigest: "c833aa7db9dd907fe89cce10fd7af57f7e40ee6919db3750eea84bd8763908b3")
}
