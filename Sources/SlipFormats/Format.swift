public import SlipBase
public import SlipDocument

/// A document format: how it is called and recognised, read and written.
public struct Format: Sendable {
  public typealias Read = @Sendable (UnsafeRawBufferPointer, Limits) -> ReadResult
  public typealias Write = @Sendable (Document, WriteOptions) -> [UInt8]

  /// What commands call it, such as `html`.
  public let name: String
  /// For people: `HTML 5`.
  public let title: String
  /// File suffixes, lower case, without the dot; the first one is written.
  public let suffixes: [String]
  public let mediaType: MediaType
  /// Text may be shown in a terminal and is UTF-8 or ASCII when we write it.
  public let isText: Bool
  /// Whether bytes look like this format; formats without marks of their own never do.
  public let sniff: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Nil where the format can only be written.
  public let read: Read?
  /// Nil where the format can only be read.
  public let write: Write?
}
