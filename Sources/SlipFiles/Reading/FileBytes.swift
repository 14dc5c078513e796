public import SlipBase

/// The bytes of a file, wherever they are: in memory, or in a file that is mapped.
public final class FileBytes: Sendable {
  /// Where they are.
  private enum Medium: Sendable {
    /// In memory.
    case array([UInt8])
    /// In a file that is mapped: pages that aren't needed cost nothing.
    case mapped(MappedFile)
  }
  /// Where they are.
  private let medium: Medium

  /// Wraps bytes in memory.
  public init(_ bytes: [UInt8] = []) { medium = .array(bytes) }

  /// Wraps a mapped file.
  public init(_ file: MappedFile) { medium = .mapped(file) }

  /// How many they are.
  public var count: Int {
    switch medium {
    case .array(let bytes): bytes.count
    case .mapped(let file): file.count
    }
  }

  /// Whether they are in memory, and not in a file.
  public var isInMemory: Bool {
    switch medium {
    case .array: true
    case .mapped(let file): file.isInMemory
    }
  }

  /// Calls `body` with all bytes, which are valid during the call only.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    switch medium {
    case .array(let bytes):
      try bytes.withUnsafeBufferPointer { buffer throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
    case .mapped(let file): try file.withBytes(body)
    }
  }

  /// The bytes as an array.
  public var array: [UInt8] {
    switch medium {
    case .array(let bytes): bytes
    case .mapped(let file): file.withBytes { Array($0) }
    }
  }

  /// Drops the pages of a mapped file before an offset from memory, because they aren't needed for now.
  public func release(upTo offset: Int) {
    if case .mapped(let file) = medium { file.release(upTo: offset) }
  }

  /// Throws where the file changed since it was opened.
  ///
  /// - Throws: `SlipError` with code `FileCode.changedMeanwhile`.
  public func expectUnchanged() throws(SlipError) {
    if case .mapped(let file) = medium { try file.expectUnchanged() }
  }
}

/// Collects bytes that come in pieces: in memory while they are few, and then in a temporary file without a name.
public struct BytesCollector {
  /// The most bytes that stay in memory: 1 MiB.
  public static let mostInMemory = 1 << 20

  /// The bytes while they are few.
  private var bytes: [UInt8] = []
  /// Where they are as soon as they are many.
  private var spool: Spool?

  /// Has no bytes yet.
  public init() {}

  /// How many bytes came.
  public var count: Int { spool?.count ?? bytes.count }

  /// Takes the next bytes.
  ///
  /// - Returns: False where the temporary file can't be created, or the disk is full.
  public mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
    if let spool { return spool.append(piece) }
    bytes.append(contentsOf: piece)
    guard bytes.count > BytesCollector.mostInMemory else { return true }
    let spool = Spool()
    self.spool = spool
    defer { bytes = [] }
    return bytes.withUnsafeBytes { spool.append($0) }
  }

  /// All bytes.
  ///
  /// - Throws: `SlipError` where the temporary file can't be mapped.
  public func finish() throws(SlipError) -> FileBytes {
    if let spool { return FileBytes(try spool.mapped()) }
    return FileBytes(bytes)
  }
}
