public import SlipBase
public import SlipNotes

/// Payload that an export asks for.
public enum ExportPayload: Sendable, Hashable {
  case body(Note.ID)
  case mirror(Note.ID)
  case attachment(Attachment.ID)
  case kept(Source.ID)
}

/// Gives an export the payload of its slip-box; any thread may ask.
public protocol ExportPayloadReader: Sendable {
  /// The bytes of a whole file; they are valid during the call only.
  func withBytes<R>(of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R

  /// The bytes of a file in pieces, in bounded memory whatever the file's length.
  func forEachChunk(of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}
