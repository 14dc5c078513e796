internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Takes the elements of an old version as `VersionWalker` tells them apart.
protocol VersionConsumer: AnyObject {
  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError)
  /// `text` is empty but for elements that hold text.
  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError)
}

/// Follows the nesting of an old version's elements. What the version doesn't have is an error.
final class VersionWalker: XMLHandler {
  private let form: VersionForm
  private let consumer: any VersionConsumer
  private var open: [VersionElement] = []
  private var content: [UInt8] = []
  private var lastTagEnd = 0

  init(_ form: VersionForm, _ consumer: any VersionConsumer) {
    self.form = form
    self.consumer = consumer
  }

  /// Reads a whole document. Errors have line and column.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ form: VersionForm, file: String?, limits: Limits,
    _ consumer: some VersionConsumer
  ) throws(SlipError) {
    do throws(SlipError) {
      let walker = VersionWalker(form, consumer)
      if let fault = try XMLParser.parse(bytes, limits: limits, handler: walker) {
        throw fault.error(in: bytes, file: file)
      }
    } catch {
      throw ManifestReader.placed(error, in: bytes, file: file)
    }
  }

  func startElement(_ element: XMLElement) throws(SlipError) {
    lastTagEnd = element.tagEnd
    guard let kind = form.child(of: open.last, element), let rows = form.attributes(of: kind) else {
      throw unexpected()
    }
    open.append(kind)
    content.removeAll(keepingCapacity: true)
    try consumer.start(kind, try ManifestAttributes(element, kind.name, rows))
  }

  func endElement() throws(SlipError) {
    guard let kind = open.popLast() else { return }
    try consumer.end(kind, text: content)
    content.removeAll(keepingCapacity: true)
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    if open.last?.holdsText == true {
      content.append(contentsOf: bytes)
    } else if bytes.contains(where: { $0 > 0x20 }) {
      throw unexpected()
    }
  }

  private func unexpected() -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that this schema version doesn't have",
      at: SourceLocation(.byte(lastTagEnd)))
  }
}

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
