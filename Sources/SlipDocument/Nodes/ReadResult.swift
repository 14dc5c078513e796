public import SlipBase

/// What reading gives: always a document, and what there is to say about it.
public struct ReadResult: Sendable {
  public var document: Document
  public var diagnostics: [Diagnostic]
  /// Whether the document is as `Document.normalized()` would make it.
  public var isNormalForm: Bool

  public init(document: Document, diagnostics: [Diagnostic] = [], isNormalForm: Bool = false) {
    self.document = document
    self.diagnostics = diagnostics
    self.isNormalForm = isNormalForm
  }
}
