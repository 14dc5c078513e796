public import SlipBase

/// Something wrong in a document, with its place as a byte offset; `LineIndex` makes lines of offsets.
public struct XMLFault: Sendable, Hashable {
  public var code: String
  /// One sentence without the document's own values.
  public var message: String
  /// The open elements' names joined with `/`; empty outside the root element.
  public var path: String
  /// In bytes from the start of the document, a byte order mark included.
  public var offset: Int

  public init(code: String, message: String, path: String, offset: Int) {
    self.code = code
    self.message = message
    self.path = path
    self.offset = offset
  }

  /// The fault as an error that stops, placed by line and column.
  public func error(in bytes: UnsafeRawBufferPointer, file: String?) -> SlipError {
    let place = SourceLocation.position(of: offset, in: bytes)
    return SlipError(.badInput, code: code, message, at: SourceLocation(file: file, place))
  }
}
