internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Takes the elements of an old version that `VersionWalker` has recognised.
protocol VersionConsumer: AnyObject {
  /// An element starts. Names of attributes are checked already.
  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError)
  /// An element ends. `text` is empty for elements that don't hold text.
  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError)
}

/// Follows the nesting of an old version's elements. What the version doesn't have is an error.
final class VersionWalker: XMLHandler {
  /// The version's elements.
  private let form: VersionForm
  /// Takes what is recognised.
  private let consumer: any VersionConsumer
  /// The elements that are open, from the root.
  private var open: [VersionElement] = []
  /// The text of the element that is open.
  private var content: [UInt8] = []
  /// Where the last start tag ended, for errors.
  private var lastTagEnd = 0

  /// Reads a version's elements for a consumer.
  init(_ form: VersionForm, _ consumer: any VersionConsumer) {
    self.form = form
    self.consumer = consumer
  }

  /// Reads a whole document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - form: The version's elements.
  ///   - file: The document's name for messages.
  ///   - limits: Bounds for its XML.
  ///   - consumer: Takes the elements.
  /// - Throws: `SlipError` with line and column.
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
    if open.last?.containsText == true {
      content.append(contentsOf: bytes)
    } else if bytes.contains(where: { $0 > 0x20 }) {
      throw unexpected()
    }
  }

  /// The error for an element or text that the version doesn't have.
  private func unexpected() -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that this schema version doesn't have",
      at: SourceLocation(.byte(lastTagEnd)))
  }
}

/// Reads values that are the content of elements.
enum VersionText {
  /// The text, unescaped.
  static func text(_ content: [UInt8]) -> String { content.withUnsafeBytes { XMLEscapedText.unescape($0) } }

  /// A body's bytes; nil where they should be Base64 (RFC 4648) and aren't.
  static func body(_ content: [UInt8], isBase64: Bool) -> [UInt8]? {
    isBase64 ? Base64.bytes(content) : Array(text(content).utf8)
  }

  /// The error for content that can't be read.
  static func malformed(_ what: String, _ id: UniqueID?) -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unexpected, "\(what) is malformed",
      at: SourceLocation(.object(id?.description ?? "")))
  }
}

extension HistoryEvent {
  /// Reads an event of the history.
  init(_ attributes: ManifestAttributes) throws(SlipError) {
    guard let kind: HistoryEvent.Kind = try attributes.word("kind") else {
      throw attributes.malformed("kind")
    }
    self.init(
      kind: kind, from: attributes.text("from"), to: attributes.text("to"),
      tool: attributes.requiredText("tool"))
  }
}
