public import SlipBase
public import SlipNotes

/// Paths of payload inside a bundle. Each is made from an id, so the manifest needs no references to paths.
public enum PayloadPath {
  public static let notes = "notes"
  public static let attachments = "attachments"
  public static let thumbnails = "thumbnails"
  public static let sources = "sources"

  public static let bodyExtension = "rtf"
  public static let mirrorExtension = "txt"

  /// A note's RTF body.
  public static func body(_ id: Note.ID) -> String { join(notes, id.description, bodyExtension) }
  /// The plain text of that body.
  public static func mirror(_ id: Note.ID) -> String { join(notes, id.description, mirrorExtension) }
  /// An attachment's bytes.
  public static func blob(_ digest: Digest, _ fileExtension: String) -> String {
    join(attachments, digest.hex, fileExtension)
  }
  /// The thumbnail of the attachment with that digest.
  public static func thumbnail(_ digest: Digest, _ fileExtension: String) -> String {
    join(thumbnails, digest.hex, fileExtension)
  }
  /// What is kept of an imported file.
  public static func kept(_ digest: Digest, _ fileExtension: String) -> String {
    join(sources, digest.hex, fileExtension)
  }

  /// The first two digits make a folder, so that none has a million entries.
  private static func join(_ folder: String, _ name: String, _ fileExtension: String) -> String {
    "\(folder)/\(name.prefix(2))/\(name).\(fileExtension)"
  }
}
