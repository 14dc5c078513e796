public import SlipBase
public import SlipNotes

/// Takes the files of a site. Any thread may call it at any time.
public protocol SiteOutput: Sendable {
  /// Writes a file.
  func write(_ path: String, _ bytes: [UInt8]) throws

  /// Writes a file in pieces, unless it is there already.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - fact: The length and digest that the file will have.
  ///   - produce: Called with a function that appends bytes.
  func write(
    _ path: String, _ fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws
}

/// Supplies thumbnails of a box. Any thread may ask at any time.
public protocol ThumbnailReader: Sendable {
  /// Calls `body` with the bytes of a thumbnail in pieces.
  func forEachChunk(
    ofThumbnail attachment: Attachment, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws
}
