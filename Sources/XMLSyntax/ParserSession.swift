internal import CLibXML2
internal import SlipCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#else
  internal import Darwin
#endif

/// One run of the parser: the document, the handler, and the state that libxml2's callbacks share.
///
/// libxml2 pulls bytes by `read` and pushes events by `start`, `end`, `text` and `schemaFault`:
///
///     document → ByteGate → libxml2 → (schema validator) → ParserCallbacks → handler
///
/// The first fault, or an error that the handler throws, ends the run: from then on there is no
/// more input, and no event reaches the handler. Limits are checked here rather than left to
/// libxml2, whose own limits differ between versions.
final class ParserSession {
  /// The largest number of attributes, or of namespace declarations, of one element. libxml2 2.9
  /// compares each with each other, which takes quadratic time.
  static let attributeLimit = 4_096

  /// The number of bytes between two calls of `done`.
  private static let stride = 4 << 20

  /// Takes the events.
  let handler: any XMLHandler
  /// The limits on depth and on the length of values.
  let limits: Limits
  /// The whole document.
  private let source: UnsafeRawBufferPointer
  /// The number of bytes that libxml2 was given.
  private var position = 0
  /// Called now and then with the number of bytes that have been read.
  private let done: ((Int) -> Void)?
  /// The number of bytes that `done` was called with last.
  private var released = 0
  /// Checks bytes before libxml2 gets them.
  private var gate: ByteGate
  /// libxml2's parser while it runs.
  private(set) var context: xmlParserCtxtPtr?
  /// The fault that has ended the run.
  private(set) var fault: XMLFault? { didSet { hasEnded = true } }
  /// The error by which the handler has ended the run.
  private(set) var thrown: SlipError? { didSet { hasEnded = true } }
  /// The names of the open elements. libxml2's dictionary keeps them alive as long as the context.
  private var openNames: [UnsafePointer<UInt8>] = []
  /// Where the tags of the open elements end.
  private var openTagEnds: [Int] = []
  /// Where the last start tag ended.
  private var lastTagEnd = 0
  /// The element that has ended last, until another one starts. A schema fault may be about it.
  private var lastClosed: (name: UnsafePointer<UInt8>, tagEnd: Int)?

  /// Creates a session for one document.
  init(source: UnsafeRawBufferPointer, limits: Limits, done: ((Int) -> Void)?, handler: some XMLHandler) {
    self.done = done
    self.source = source
    self.limits = limits
    self.handler = handler
    gate = ByteGate(source)
  }

  /// Whether the run has ended early, by `fault` or `thrown`.
  private(set) var hasEnded = false

  /// Reads the document, and validates it in the same pass where there is a schema.
  func run(schema: XMLSchema?) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    var sax = ParserCallbacks.table
    guard
      let context = xmlCreateIOParserCtxt(
        &sax, me, ParserCallbacks.read, ParserCallbacks.close, me, XML_CHAR_ENCODING_UTF8)
    else {
      thrown = SlipError(.cannotDo, "libxml2 can't create a parser")
      return
    }
    self.context = context
    defer {
      self.context = nil
      xmlFreeParserCtxt(context)
    }
    // NOENT, because without it `&amp;` in an attribute arrives as `&#38;`. A DOCTYPE is refused, so there
    // are no other entities to be replaced.
    var options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOENT.rawValue
    // HUGE lifts libxml2's own limits of 10 MB for a value and 256 for depth. This type has limits of its
    // own.
    if limits.xmlValueBytes > 10_000_000 || limits.xmlDepth > 256 { options |= XML_PARSE_HUGE.rawValue }
    xmlCtxtUseOptions(context, Int32(bitPattern: options))
    context.pointee._private = me
    if let schema {
      parse(context, plugging: schema)
    } else {
      xmlParseDocument(context)
    }
    if !hasEnded, context.pointee.wellFormed == 0 {
      stop(
        XMLFault(
          code: XMLCode.notWellFormed, message: "the document isn't well-formed", path: path, offset: position
        ))
    }
  }

  /// Reads the document with a validator between libxml2 and the callbacks.
  private func parse(_ context: xmlParserCtxtPtr, plugging schema: XMLSchema) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    guard let valid = xmlSchemaNewValidCtxt(schema.pointer) else {
      thrown = SlipError(.cannotDo, "libxml2 can't create a schema validator")
      return
    }
    defer { xmlSchemaFreeValidCtxt(valid) }
    xmlSchemaSetValidStructuredErrors(valid, ParserCallbacks.schemaError, me)
    guard let plug = xmlSchemaSAXPlug(valid, &context.pointee.sax, &context.pointee.userData) else {
      thrown = SlipError(.cannotDo, "libxml2 can't create a schema validator")
      return
    }
    // The validator's table lacks this callback. Without it libxml2 would print to the standard error stream.
    context.pointee.sax.pointee.serror = ParserCallbacks.parserError
    xmlParseDocument(context)
    xmlSchemaSAXUnplug(plug)
  }

  // MARK: Input

  /// Copies the next bytes into libxml2's buffer.
  ///
  /// Before that, the bytes are checked, and so is the number of attributes that libxml2 has
  /// collected for the current tag: its tables for them grow as the tag is read, and no callback
  /// comes before the tag's end.
  ///
  /// - Returns: The number of bytes; 0 at the end, and after the run has ended.
  func read(into buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Int {
    guard !hasEnded else { return 0 }
    if let context,
      context.pointee.maxatts > 5 * ParserSession.attributeLimit
        || context.pointee.nsMax > 2 * ParserSession.attributeLimit
    {
      return refuse(
        XMLCode.limit, "an element has more than \(ParserSession.attributeLimit) attributes", at: position)
    }
    let count = min(capacity, source.count - position)
    switch gate.check(upTo: position + count) {
    case .notUTF8(let offset):
      return refuse(XMLCode.encoding, "the bytes are not well-formed UTF-8", at: offset)
    case .nul(let offset): return refuse(XMLCode.encoding, "the document contains a NUL byte", at: offset)
    case nil: break
    }
    guard count > 0, let start = source.baseAddress else { return 0 }
    memcpy(buffer, start + position, count)
    position += count
    if position - released >= ParserSession.stride {
      if let done {
        done(position)
      } else {
        MappedPages.release(UnsafeRawBufferPointer(rebasing: source[released..<position]))
      }
      released = position
    }
    return count
  }

  /// Ends the run because of the document's bytes.
  private func refuse(_ code: String, _ message: String, at offset: Int) -> Int {
    fault = fault(code, message, at: offset)
    return 0
  }

  // MARK: Events

  /// The offset in the document up to which libxml2 has read.
  var offset: Int {
    guard let input = context?.pointee.input, let current = input.pointee.cur, let base = input.pointee.base
    else { return position }
    return Int(clamping: input.pointee.consumed) + (current - base)
  }

  /// Passes a start tag on, unless it exceeds a limit.
  func start(_ element: XMLElement, name: UnsafePointer<UInt8>) {
    guard !hasEnded else { return }
    openNames.append(name)
    openTagEnds.append(element.tagEnd)
    lastClosed = nil
    if openNames.count > limits.xmlDepth {
      return refuse(element, "more than \(limits.xmlDepth) elements are open at once")
    }
    // No value can be longer than what was read since the last tag, so few tags need a closer look.
    if element.tagEnd - lastTagEnd > limits.xmlValueBytes, element.longestValue > limits.xmlValueBytes {
      return refuse(element, "an attribute is longer than \(limits.xmlValueBytes) bytes")
    }
    lastTagEnd = element.tagEnd
    do { try handler.startElement(element) } catch { stop(error) }
  }

  /// Ends the run because an element exceeds a limit.
  private func refuse(_ element: XMLElement, _ message: String) {
    stop(fault(XMLCode.limit, message, at: LineIndex.tagStart(endingAt: element.tagEnd, in: source)))
  }

  /// Passes an end tag on.
  func end() {
    guard !hasEnded, let name = openNames.popLast(), let tagEnd = openTagEnds.popLast() else { return }
    lastClosed = (name, tagEnd)
    do { try handler.endElement() } catch { stop(error) }
  }

  /// Passes character data on.
  func text(_ bytes: UnsafeRawBufferPointer) {
    guard !hasEnded else { return }
    do { try handler.text(bytes) } catch { stop(error) }
  }

  /// Passes a violation of the schema on, with the place of the tag that it is about.
  ///
  /// libxml2 reports no offsets, so the place is derived from the events: a violation is about the
  /// element that has just ended, or else about the innermost open one.
  func schemaFault(_ error: UnsafePointer<xmlError>) {
    guard !hasEnded else { return }
    let message = SchemaMessage.translate(error.pointee)
    let tagEnd = lastClosed?.tagEnd ?? openTagEnds.last ?? offset
    let start = LineIndex.tagStart(endingAt: tagEnd, in: source)
    let fault = XMLFault(code: XMLCode.schema, message: message, path: path, offset: start)
    do { try handler.schemaFault(fault) } catch { stop(error) }
  }

  // MARK: Stopping

  /// The path of the element that a fault is about: the names of the 16 innermost open elements,
  /// joined by `/`.
  var path: String {
    var names = openNames.suffix(16).map { String(cString: $0) }
    if let lastClosed { names.append(String(cString: lastClosed.name)) }
    return names.joined(separator: "/")
  }

  /// A fault at the current element.
  func fault(_ code: String, _ message: String, at offset: Int) -> XMLFault {
    XMLFault(code: code, message: message, path: path, offset: offset)
  }

  /// Ends the run with a fault.
  func stop(_ fault: XMLFault) {
    guard !hasEnded else { return }
    self.fault = fault
    halt()
  }

  /// Ends the run with an error of the handler's.
  private func stop(_ error: SlipError) {
    guard !hasEnded else { return }
    thrown = error
    halt()
  }

  /// Keeps libxml2 from calling back. `xmlStopParser` would free the input, which libxml2 may be
  /// working on.
  private func halt() { context?.pointee.disableSAX = 1 }

  /// Ends the run at a DOCTYPE. libxml2 stops at once, rather than at the end of its buffer, so
  /// that no declaration is read.
  func stopAtDoctype() {
    stop(fault(XMLCode.doctype, "a DOCTYPE is not allowed; entities are never read", at: offset))
    if let context { xmlStopParser(context) }
  }
}
