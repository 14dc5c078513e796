public import SlipBase
public import SlipNotes

/// Payload that an export asks for.
public enum ExportPayload: Sendable, Hashable {
  case body(Note.ID)
  case mirror(Note.ID)
  case attachment(Attachment.ID)
  case kept(Source.ID)
}
