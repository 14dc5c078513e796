/// Bounds on what input may demand in memory, time or disk space.
///
/// Each bound is on by default, and far above what real files need. Raising one is the caller's
/// explicit choice. Input that exceeds a bound is refused or read in a simpler way, and a
/// diagnostic with a code of its own reports it.
public struct Limits: Sendable, Hashable {
  /// RTF groups that are open at once. Groups beyond it are read as if they were not nested. Real
  /// files stay below 200.
  public var rtfGroupDepth = 100_000
  /// Tables within cells of tables. The text of deeper tables is put into the cell around them.
  /// Word allows 64.
  public var tableDepth = 32
  /// Cells that a document has without a cell of the file for each: repeated ones, and those that merged cells cover.
  /// Further ones are left out. Empty ones after the last cell of a row, and empty rows after the last, don't count.
  public var repeatedCells = 250_000
  /// How much of a document is read again: notes that are referred to several times, deletions, parts of other formats,
  /// blanks. Bytes of text count, and 512 more for each element. What is beyond it is there once.
  public var repeatedBytes = 16 << 20
  /// Bytes of pictures that a file holds again, because its format has them wherever they are shown, as RTF does. The
  /// description replaces further ones.
  public var repeatedPictureBytes = 32 << 20
  /// Bytes of a written document divided by those of the file that it was read from and its pictures. Documents of no
  /// more than 64 MiB aren't checked, and repeated pictures have a limit of their own. Text reaches 20.
  public var documentRatio = 200
  /// Bytes of a plain text, page or Markdown that becomes one document. They are in memory several times.
  public var textBytes = 32 << 20
  /// Pixels (width × height) of a picture that is decoded. The default is a picture of 16,384 ×
  /// 16,384.
  public var picturePixels = 268_435_456
  /// Width, and height, in pixels of a picture that is decoded: one row must fit into memory. JPEG
  /// allows 65,500.
  public var pictureSide = 1_000_000
  /// Pixels of a picture that can only be decoded as a whole, with 4 bytes each: GIF, TIFF, WebP,
  /// BMP and bitmaps in metafiles.
  public var wholePicturePixels = 67_108_864
  /// Bytes of the SVG that a metafile is turned into, its bitmaps included.
  public var drawingBytes = 64 << 20
  /// XML elements that are open at once. A manifest has 4.
  public var xmlDepth = 64
  /// Bytes of one attribute value or one text in XML.
  public var xmlValueBytes = 10_000_000
  /// Bytes of all foreign elements of a manifest together. They are held in memory.
  public var foreignBytes = 64 << 20
  /// Violations of the schema that are reported of one manifest. After that many, checking stops.
  public var schemaFaults = 1_000
  /// Folders on the path from the root to a folder, the folder included. It also bounds imported
  /// directories.
  public var folderDepth = 128
  /// Files in a bundle or a ZIP file.
  public var files = 20_000_000
  /// Bytes of a manifest. The manifest of a million notes has less than 1 GiB.
  public var manifestBytes = 4 << 30
  /// Bytes of one payload file.
  public var fileBytes = 16 << 30
  /// Unpacked bytes of a ZIP entry divided by its packed bytes. Entries that unpack to no more than
  /// 1 MiB aren't checked. Deflate can reach 1,032.
  public var zipRatio = 200
  /// The same for the manifest of a pack, which is all in memory. UUIDs and digests don't repeat, so that real ones reach 20.
  public var manifestRatio = 40
  /// Bytes of a title, or of the name of a folder, keyword or file. Titles that are longer are cut in imports and refused
  /// elsewhere.
  public var nameBytes = 64 << 10
  /// Bytes of the text of one note in JSON. It is in memory several times while it is read.
  public var jsonTextBytes = 24 << 20
  /// Bytes of all pages of a feed together.
  public var feedBytes = 4 << 30
  /// Pages of a feed, each of which names the next one.
  public var feedPages = 5_000
  /// Unpacked bytes of an archive of notes divided by its length. Archives that unpack to no more than 64 MiB
  /// aren't checked. Text alone reaches 10.
  public var archiveRatio = 20
  /// Unpacked bytes of a whole ZIP file.
  public var zipBytes = 1 << 40
  /// Files and folders in a package such as RTFD, or entries of a package in one file.
  public var packageFiles = 1_000_000
  /// Bytes of a package's files together. They are in memory at once.
  public var packageBytes = 1 << 30

  /// Creates the default limits; change single ones afterwards.
  public init() {}

  /// How many bytes a document may have when it is written, if it was read from a file of this length.
  package func documentBytes(readFrom length: Int) -> Int {
    let (bytes, isOver) = max(length, 0).multipliedReportingOverflow(by: documentRatio)
    // Pictures that are there again are bounded by themselves; as hexadecimal digits they need more than twice their bytes.
    let (sum, isTooMuch) = max(64 << 20, bytes).addingReportingOverflow(3 * repeatedPictureBytes)
    return isOver || isTooMuch ? .max : sum
  }

  /// How far the entry of a ZIP may expand: see `zipRatio` and `manifestRatio`.
  package func ratio(ofEntry name: String) -> Int {
    let isManifest = name == "manifest.xml" || name.hasPrefix("manifest/")
    return isManifest ? min(zipRatio, manifestRatio) : zipRatio
  }
}
