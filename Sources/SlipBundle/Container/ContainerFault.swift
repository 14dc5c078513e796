internal import SlipFiles
internal import SlipBase
internal import ZipContainer

/// Codes of errors and findings about a container (C) and about paths in it (S).
///
/// Most of the codes are also issued by the layers below; here are all that someone who opens a bundle can
/// get.
public enum ContainerFault {
  /// There is no bundle at this place.
  public static let noBundle = "SBXC001"
  /// A directory holds more than one bundle.
  public static let severalBundles = "SBXC002"
  /// Not a ZIP file, or a damaged one.
  public static let badZip = ZipFault.badZip
  /// A ZIP entry is encrypted.
  public static let encrypted = ZipFault.encrypted
  /// A ZIP entry or a whole ZIP expands beyond its limit.
  public static let expandsTooFar = ZipFault.expandsTooFar
  /// More files than the limit.
  public static let tooManyFiles = ZipFault.tooManyFiles
  /// The first entry is not `mimetype`, stored, with this format's media type.
  public static let mimetypeEntry = "SBXC007"
  /// Data of a ZIP entry don't fit its checksum or length.
  public static let damagedEntry = ZipFault.damagedEntry
  /// A compression method this program can't read.
  public static let unknownMethod = ZipFault.unknownMethod
  /// A directory of the tree can't be read.
  public static let unreadableDirectory = "SBXC010"
  /// A bundle was replaced by another version while it was read.
  public static let replacedMeanwhile = "SBXC011"
  /// Entries of a ZIP file overlap.
  public static let overlappingEntries = ZipFault.overlappingEntries

  /// A path that could leave the bundle or that not every system can hold.
  public static let unsafePath = SafePath.code
  /// Two paths that some file system takes for the same.
  public static let collidingPaths = ZipFault.collidingPaths
  /// A symbolic link.
  public static let symbolicLink = ZipFault.symbolicLink
  /// A device, socket or pipe.
  public static let specialFile = ZipFault.specialFile
  /// A name that is not UTF-8.
  public static let nameNotUnicode = ZipFault.nameNotUnicode
  /// The same name twice.
  public static let duplicatePath = ZipFault.duplicatePath
  /// A file that is none of this format's kinds.
  public static let foreignFile = "SBXS007"
}
