internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Values in the content of elements.
enum VersionText {
  static func text(_ content: [UInt8]) -> String { content.withUnsafeBytes { XMLEscapedText.unescape($0) } }

  /// A body's bytes; nil where they are said to be Base64 and aren't.
  static func body(_ content: [UInt8], isBase64: Bool) -> [UInt8]? {
    isBase64 ? Base64.bytes(content) : Array(text(content).utf8)
  }

  static func malformed(_ what: String, _ id: UniqueID?) -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unexpected, "\(what) is malformed",
      at: SourceLocation(.object(id?.description ?? "")))
  }
}

extension HistoryEvent {
  init(_ attributes: ManifestAttributes) throws(SlipError) {
    guard let kind: HistoryEvent.Kind = try attributes.word("kind") else {
      throw attributes.malformed("kind")
    }
    self.init(
      kind: kind, from: attributes.text("from"), to: attributes.text("to"),
      tool: attributes.requiredText("tool"))
  }
}
