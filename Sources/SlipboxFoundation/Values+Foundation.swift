public import Foundation
public import SlipCore
public import SlipDocument

extension Timestamp {
  /// The moment of a date. Fractions of a microsecond are cut off.
  ///
  /// - Parameter date: A date; one that is further away than 292,000 years becomes the furthest moment.
  public init(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded(.down)
    if let exact = Int64(exactly: microseconds) {
      self.init(microseconds: exact)
    } else {
      self.init(microseconds: microseconds < 0 ? .min : .max)
    }
  }

  /// The same moment as a date. Near today a date is exact to less than a microsecond.
  public var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

extension Date {
  /// The date of a moment.
  public init(_ timestamp: Timestamp) { self = timestamp.date }
}

extension UniqueID {
  /// The same UUID in two machine words.
  public init(_ uuid: UUID) {
    let (high, low) = withUnsafeBytes(of: uuid.uuid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self.init(high: high, low: low)
  }

  /// The same UUID as Foundation has it.
  public var uuid: UUID { UUID(self) }
}

extension UUID {
  /// The same UUID as Foundation has it.
  public init(_ id: UniqueID) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) {
      $0.storeBytes(of: id.high.bigEndian, toByteOffset: 0, as: UInt64.self)
      $0.storeBytes(of: id.low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }
}

extension Hyperlink {
  /// A link to a URL.
  public init(_ url: URL) { self.init(target: url.relativeString) }

  /// The target as a URL; nil where it isn't one.
  public var url: URL? { URL(string: target) }
}

extension SourceLocation {
  /// A whole file, such as for `SlipError.location`; a URL that isn't one of a file gives its text.
  public init(_ url: URL) { self.init(file: url.isFileURL ? url.path : url.absoluteString) }

  /// The file as a URL; nil where the place names none.
  public var url: URL? { file.map { URL(fileURLWithPath: $0) } }
}

extension URL {
  /// The path of a file as the requests of Slipbox take it: `OpenBundle(url.slipboxPath)`.
  public var slipboxPath: String { isFileURL ? path : absoluteString }
}
