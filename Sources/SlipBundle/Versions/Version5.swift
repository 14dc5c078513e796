internal import SlipBase
internal import SlipNotes

/// Schema 5, the current one: folders, keywords, attachments, sources, origins and the fixity of all payload.
public enum Version5 {
  public static let number = 5

  static let row = SchemaVersion(
    number: number, summary: "attachments used by many notes, sources, origins, thumbnails", isTree: true,
    schema: { PackageResources.slipbox_5_xsd },
    read: { (bytes, file, limits) throws(SlipError) in
      try ManifestReader.read(bytes, file: file, limits: limits)
    },
    write: { box, output in try ManifestWriter.write(box, to: output) })
}
