internal import SlipRTF
public import SlipRTFD
public import SlipBase
public import SlipDocument

/// An imported file that can be restored byte for byte.
///
/// A bundle stores an imported file in parts: the file without its pictures, the pictures
/// as attachments, and a record of where each one belongs. This type puts them together
/// again and checks the result by the digest of the original. Export writes files by this
/// code and validation checks them by it, so that what is valid can be exported.
public struct OriginalFile: Sendable {
  /// The code of the error for a restored file that differs from the one that was
  /// imported.
  public static let differs = "SBXG205"
  /// The code of the error for a package whose stream is malformed or too large.
  public static let malformedPackage = "SBXG206"

  /// Gives the bytes of the attachment with this digest.
  public typealias Blob = (Digest) throws -> [UInt8]

  /// Digest and length of the imported file or, for a package, of the stream of its
  /// files.
  public var fact: FileFact
  /// The pictures that were extracted, in the order of the file. Empty if the stored file
  /// is the imported one.
  public var lifted: [ExtractedData]
  /// Whether a directory (RTFD) was imported.
  public var isPackage: Bool

  /// Creates a file from what a manifest says of it. See the properties.
  public init(fact: FileFact, lifted: [ExtractedData], isPackage: Bool) {
    (self.fact, self.lifted, self.isPackage) = (fact, lifted, isPackage)
  }

  /// Writes the imported file, or a package's stream, in pieces.
  ///
  /// Memory holds one picture at a time. The digest is known only at the end, so a caller
  /// must discard what was written when this throws.
  ///
  /// - Parameters:
  ///   - kept: the stored file.
  ///   - blob: gives the bytes of attachments.
  ///   - write: takes the bytes, in order.
  /// - Throws: `SlipError` with the code `differs` if the result isn't what was imported,
  ///   and whatever the closures throw.
  public func write(
    kept: UnsafeRawBufferPointer, blob: Blob, to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var digester = Digester()
    try RTFPictures.restore(kept: kept, lifted: lifted, blob: blob) { chunk in
      digester.update(chunk)
      try write(chunk)
    }
    let length = digester.length
    guard FileFact(digest: digester.finish(), length: length) == fact else {
      throw SlipError(
        .badInput, code: OriginalFile.differs, "The imported file can't be restored exactly.")
    }
  }

  /// Restores a package that was imported, in memory.
  ///
  /// - Throws: what `write` throws, and `SlipError` with the code `malformedPackage` for
  ///   a stream that is malformed or exceeds the limits.
  public func package(
    kept: UnsafeRawBufferPointer, limits: Limits, blob: Blob
  ) throws -> FilePackage {
    var collector = PackageStreamCollector(limits: limits)
    try write(kept: kept, blob: blob) { collector.feed($0) }
    guard let package = collector.package else { throw OriginalFile.malformed() }
    return package
  }

  /// Checks that the file can be restored, without keeping the result: memory holds one
  /// picture at a time.
  ///
  /// - Returns: whether all names in a package may leave the bundle as they are. Always
  ///   true for plain files.
  /// - Throws: what `write` and `package` throw.
  public func check(kept: UnsafeRawBufferPointer, limits: Limits, blob: Blob) throws -> Bool {
    var isHarmless = true
    var parser = PackageStreamParser(limits: limits)
    try write(kept: kept, blob: blob) { chunk in
      guard isPackage else { return }
      parser.feed(chunk) { event in
        if case .entry(let path, _) = event, !FilePackage.isHarmless(path) { isHarmless = false }
      }
    }
    if isPackage, !parser.isComplete { throw OriginalFile.malformed() }
    return isHarmless
  }

  /// The error for a package's stream that can't be read.
  private static func malformed() -> SlipError {
    SlipError(
      .badInput, code: malformedPackage, "The stored data of an imported package is malformed or too large.")
  }
}
