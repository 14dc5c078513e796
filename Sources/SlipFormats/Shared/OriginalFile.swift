public import SlipRTF
public import SlipBase
public import SlipDocument

/// An imported file, to be put together from what is kept of it. Export writes it and validation checks it by this code.
public struct OriginalFile: Sendable {
  /// The code of the error for a file that comes out different from the one that was imported.
  public static let differs = "SBXG205"
  /// The code of the error for a package whose stream is malformed.
  public static let malformedPackage = "SBXG206"

  /// Gives the bytes of a blob.
  public typealias Blob = (Digest) throws -> [UInt8]

  /// What was imported; of a package, its stream.
  public var fact: FileFact
  /// In the order of the file; empty where all of it is kept.
  public var lifted: [ExtractedData]
  /// Whether it was a directory.
  public var isPackage: Bool

  public init(fact: FileFact, lifted: [ExtractedData], isPackage: Bool) {
    (self.fact, self.lifted, self.isPackage) = (fact, lifted, isPackage)
  }

  /// Writes the file, or a package's stream, in pieces.
  ///
  /// - Throws: `SlipError` where the result isn't what was imported – then all of it was written – and what the closures throw.
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
        .badInput, code: OriginalFile.differs, "The imported file can't be put together exactly.")
    }
  }

  /// The package that was imported.
  ///
  /// - Throws: As `write`, and for a stream that is malformed or too large.
  public func package(
    kept: UnsafeRawBufferPointer, limits: Limits, blob: Blob
  ) throws -> FilePackage {
    var collector = PackageStreamCollector(limits: limits)
    try write(kept: kept, blob: blob) { collector.feed($0) }
    guard let package = collector.package else { throw OriginalFile.malformed() }
    return package
  }

  /// Checks that the file can be written, in memory for one blob.
  ///
  /// - Returns: Whether all names in a package may leave the bundle as they are.
  /// - Throws: As `write` and `package`.
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

  private static func malformed() -> SlipError {
    SlipError(
      .badInput, code: malformedPackage, "What is kept of an imported package is malformed or too large.")
  }
}
