/// Schema 4: attachments become files; the one file becomes a tree.
public enum Version4 {
  public static let number = 4

  static let row = SchemaVersion(
    number: number, summary: "attachments as files, digests of all payload, exact mirrors", isTree: true,
    schema: { PackageResources.slipbox_4_xsd },
    schemaDigest: "fa60a8564fe22e288fef1073e1153e7b180be69a8473c1b0af156a1026f1d5e3")
}
