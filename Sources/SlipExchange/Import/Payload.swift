public import SlipBase

/// Bytes with their digest, which is computed once.
public struct Payload: Sendable, Equatable {
  public let bytes: [UInt8]
  public let fact: FileFact

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    fact = FileFact(of: bytes)
  }

  /// For bytes whose digest is known already.
  init(_ bytes: [UInt8], fact: FileFact) {
    self.bytes = bytes
    self.fact = fact
  }

  public static func == (a: Payload, b: Payload) -> Bool { a.fact == b.fact }
}

/// A payload file that an import asks to be written.
public struct ImportedPayload: Sendable, Equatable {
  public enum Place: Sendable, Hashable {
    case body(UniqueID)
    case mirror(UniqueID)
    case attachment(Digest, fileExtension: String)
    /// In `sources/`.
    case kept(Digest, fileExtension: String)
  }
  public var place: Place
  public var payload: Payload

  public init(_ place: Place, _ payload: Payload) {
    self.place = place
    self.payload = payload
  }
}
