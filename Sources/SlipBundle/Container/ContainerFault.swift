internal import SlipBase

/// Codes of faults of the container (C) and of paths in it (S).
public enum ContainerFault {
  /// There is no bundle at this place.
  public static let noBundle = "SBXC001"
  /// A directory holds more than one bundle.
  public static let severalBundles = "SBXC002"
  /// Not a ZIP file, or a damaged one.
  public static let badZip = "SBXC003"
  /// A ZIP entry is encrypted.
  public static let encrypted = "SBXC004"
  /// A ZIP entry or a whole ZIP expands beyond its limit.
  public static let expandsTooFar = "SBXC005"
  /// More files than the limit.
  public static let tooManyFiles = "SBXC006"
  /// The first entry is not `mimetype`, stored, with this format's media type.
  public static let mimetypeEntry = "SBXC007"
  /// Data of a ZIP entry don't fit its checksum or length.
  public static let damagedEntry = "SBXC008"
  /// A compression method this program can't read.
  public static let unknownMethod = "SBXC009"
  /// A directory of the tree can't be read.
  public static let unreadableDirectory = "SBXC010"
  /// A bundle was replaced by another version while it was read.
  public static let replacedMeanwhile = "SBXC011"
  /// Entries of a ZIP file overlap.
  public static let overlappingEntries = "SBXC012"

  /// A path that could leave the bundle or that not every system can hold.
  public static let unsafePath = SafePath.code
  /// Two paths that some file system takes for the same.
  public static let collidingPaths = "SBXS002"
  /// A symbolic link.
  public static let symbolicLink = "SBXS003"
  /// A device, socket or pipe.
  public static let specialFile = "SBXS004"
  /// A name that is not UTF-8.
  public static let nameNotUnicode = "SBXS005"
  /// The same name twice.
  public static let duplicatePath = "SBXS006"
  /// A file that is none of this format's kinds.
  public static let foreignFile = "SBXS007"
}
