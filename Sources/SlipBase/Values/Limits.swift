/// Bounds on what input may ask for. Each is on by default; raising one is the caller's explicit choice.
public struct Limits: Sendable, Hashable {
  /// RTF groups open at once; deeper ones are read as if flat. Real files stay below 200.
  public var rtfGroupDepth = 100_000
  /// Tables within table cells; deeper ones are flattened into the cell. Word stops at 64.
  public var tableDepth = 32
  /// Pixels (width × height) of a picture that is decoded. 268 million are a 16k × 16k picture.
  public var picturePixels = 268_435_456
  /// Columns, or rows, of a picture that is decoded: a row must fit into memory. JPEG stops at 65,500.
  public var pictureSide = 1_000_000
  /// Pixels of a picture that is decoded as a whole, at 4 bytes each: GIF, TIFF, WebP, BMP, and what metafiles hold.
  public var wholePicturePixels = 67_108_864
  /// Bytes of SVG that a metafile may become, its bitmaps included.
  public var drawingBytes = 64 << 20
  /// XML elements open at once. A manifest has 4.
  public var xmlDepth = 64
  /// Bytes of one attribute or text in XML.
  public var xmlValueBytes = 10_000_000
  /// Bytes of all foreign elements of a manifest: they are held in memory.
  public var foreignBytes = 64 << 20
  /// Faults of form that are reported of a manifest; more end the search.
  public var schemaFaults = 1_000
  /// Folders on the way from the top to a folder, itself included. Imported directories have as many at most.
  public var folderDepth = 128
  /// Files in a bundle or ZIP.
  public var files = 20_000_000
  /// Bytes of a manifest. One of a million notes has less than 1 GiB.
  public var manifestBytes = 4 << 30
  /// Bytes of one payload file.
  public var fileBytes = 16 << 30
  /// Unpacked bytes of a ZIP divided by its packed bytes, looked at entry by entry past 1 MiB. Deflate reaches 1,032.
  public var zipRatio = 200
  /// Unpacked bytes of a whole ZIP.
  public var zipBytes = 1 << 40
  /// Files and folders in a package such as RTFD, and entries of a flat one.
  public var packageFiles = 10_000
  /// Bytes of a package's files together: they are in memory at once.
  public var packageBytes = 1 << 30

  public init() {}
}
