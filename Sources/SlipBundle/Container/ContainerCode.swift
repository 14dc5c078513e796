internal import SlipFiles
public import SlipBase
internal import ZipContainer

/// Codes of errors and findings about a container (C) and about paths in it (S).
///
/// Most of the codes are also issued by the layers below; here are all that someone who opens a bundle can
/// get.
public enum ContainerCode {
  /// There is no bundle at this place.
  public static let noBundle = "SBXC001"
  /// A directory holds more than one bundle.
  public static let severalBundles = "SBXC002"
  /// Not a ZIP file, or a damaged one.
  public static let badZip = ZipCode.badZip
  /// A ZIP entry is encrypted.
  public static let encrypted = ZipCode.encrypted
  /// A ZIP entry or a whole ZIP expands beyond its limit.
  public static let expandsTooFar = ZipCode.expandsTooFar
  /// More files than the limit.
  public static let tooManyFiles = ZipCode.tooManyFiles
  /// The first entry is not `mimetype`, stored, with this format's media type.
  public static let mimetypeEntry = "SBXC007"
  /// Data of a ZIP entry don't fit its checksum or length.
  public static let damagedEntry = ZipCode.damagedEntry
  /// A compression method this program can't read.
  public static let unknownMethod = ZipCode.unknownMethod
  /// A directory of the tree can't be read.
  public static let unreadableDirectory = "SBXC010"
  /// A bundle was replaced by another version while it was read.
  public static let replacedMeanwhile = "SBXC011"
  /// Entries of a ZIP file overlap.
  public static let overlappingEntries = ZipCode.overlappingEntries

  /// A path that could leave the bundle or that not every system can hold.
  public static let unsafePath = SafePath.code
  /// Two paths that some file system takes for the same.
  public static let collidingPaths = ZipCode.collidingPaths
  /// A symbolic link.
  public static let symbolicLink = ZipCode.symbolicLink
  /// A device, socket or pipe.
  public static let specialFile = ZipCode.specialFile
  /// A name that is not UTF-8.
  public static let nameNotUnicode = ZipCode.nameNotUnicode
  /// The same name twice.
  public static let duplicatePath = ZipCode.duplicatePath
  /// A file that is none of this format's kinds.
  public static let foreignFile = "SBXS007"
}

extension ContainerCode {
  /// What each code means, in one line, as `slipconv explain` shows it.
  public static let texts = [
    CodeText(noBundle, "There is no bundle at this place"),
    CodeText(severalBundles, "A directory holds more than one bundle"),
    CodeText(badZip, "The file is not a ZIP file, or is damaged"),
    CodeText(encrypted, "A ZIP entry is encrypted"),
    CodeText(expandsTooFar, "A ZIP entry or a whole ZIP expands beyond its limit"),
    CodeText(tooManyFiles, "There are more files than the limit"),
    CodeText(mimetypeEntry, "The first ZIP entry is not `mimetype`, stored, with this format's media type"),
    CodeText(damagedEntry, "The data of a ZIP entry don't match its checksum or length"),
    CodeText(unknownMethod, "A ZIP entry has an unsupported compression method"),
    CodeText(overlappingEntries, "Entries of a ZIP file overlap"),
    CodeText(unreadableDirectory, "A directory of the tree can't be read"),
    CodeText(replacedMeanwhile, "A bundle was replaced by another version while it was read"),
    CodeText(duplicatePath, "A ZIP file has the same name twice"),
    CodeText(foreignFile, "A file doesn't belong to the format"),
  ]
}
