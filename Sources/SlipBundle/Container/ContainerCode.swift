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
  /// An encrypted pack has another passphrase, or none was given.
  public static let wrongPassphrase = ZipCode.wrongPassphrase
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
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      noBundle, "There is no bundle at this place",
      advice: """
        Name a .slipbox folder, a path in it, a folder that contains one bundle, or a .slippack file. \
        `slipconv import` makes a bundle of notes.
        """),
    CodeText(
      severalBundles, "A directory holds more than one bundle",
      advice: "Name one of the bundles that the message lists."),
    CodeText(
      badZip, "The file is not a ZIP file, or is damaged",
      advice: "Fetch the file again, since a download may have been cut off, or take it from a backup."),
    CodeText(
      encrypted, "A file in a ZIP archive is encrypted",
      advice: "Unpack the file with its password in another program, and give slipconv the result."),
    CodeText(
      wrongPassphrase, "An encrypted pack has another passphrase, or none was given",
      advice: """
        Give the passphrase in a file with --passphrase-file, or in the environment as SLIPBOX_PASSPHRASE. Without it \
        nobody can read the pack.
        """),
    CodeText(
      expandsTooFar, "A ZIP entry or a whole ZIP expands beyond its limit",
      advice: """
        The limits protect against files that are made to fill disks. If you trust this one, unpack it with \
        another program and give slipconv the folder.
        """),
    CodeText(
      tooManyFiles, "There are more files than the limit",
      advice: "Divide the notes among several bundles or archives."),
    CodeText(
      mimetypeEntry, "The first ZIP entry is not `mimetype`, stored, with this format's media type",
      advice: """
        In a bundle that is a folder, `slipconv validate --fix` writes the file anew. Unpack a packed one \
        with a ZIP program, and do the same there.
        """),
    CodeText(
      damagedEntry, "The data of a ZIP entry don't match its checksum or length",
      advice: "Fetch the ZIP file again, or take it from a backup."),
    CodeText(
      unknownMethod, "A ZIP entry has an unsupported compression method",
      advice: """
        Unpack the file with a program that knows the method, such as 7-Zip, and pack it again with Deflate.
        """),
    CodeText(
      overlappingEntries, "Entries of a ZIP file overlap",
      advice: """
        Don't trust this file: overlaps are used to fill disks. Ask whoever made it for one that an ordinary \
        ZIP program or `slipconv pack` wrote.
        """),
    CodeText(
      unreadableDirectory, "A directory of the tree can't be read",
      advice: "Get the right to read the directory that the message names, and run the command again."),
    CodeText(
      replacedMeanwhile, "A bundle was replaced by another version while it was read",
      advice: "Nothing was changed. Run the command again when the other program is done."),
    CodeText(
      duplicatePath, "A ZIP file has the same name twice",
      advice: """
        Unpack the file with another program, keep the version of the file that is right, and pack the \
        folder again.
        """),
    CodeText(
      foreignFile, "A file doesn't belong to the format",
      advice: """
        Move the file out of the bundle, or delete it from the packed one with a ZIP program, and run the \
        command again.
        """),
  ]
}
