public import SlipBase
public import SlipDocument

/// What reading gives: always a document, and what there is to say about it.
public struct ReadResult: Sendable {
  public var document: Document
  public var diagnostics: [Diagnostic]

  public init(document: Document, diagnostics: [Diagnostic] = []) {
    self.document = document
    self.diagnostics = diagnostics
  }
}
