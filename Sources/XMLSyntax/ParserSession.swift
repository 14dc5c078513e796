internal import CLibXML2
internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One parse: what libxml2's callbacks share.
final class ParserSession {
  /// Attributes or namespace declarations on one element. libxml2 2.9 compares each with each.
  static let attributeLimit = 4_096

  /// Bytes between two calls of `done`.
  private static let stride = 4 << 20

  let handler: any XMLHandler
  let limits: Limits
  private let source: UnsafeRawBufferPointer
  private var position = 0
  private let done: ((Int) -> Void)?
  /// What `done` was told last.
  private var released = 0
  private var gate: ByteGate
  private(set) var context: xmlParserCtxtPtr?
  private(set) var fault: XMLFault? { didSet { hasEnded = true } }
  private(set) var thrown: SlipError? { didSet { hasEnded = true } }
  /// Names of the open elements; libxml2's dictionary keeps them alive as long as the context.
  private var openNames: [UnsafePointer<UInt8>] = []
  private var openTagEnds: [Int] = []
  private var lastTagEnd = 0
  /// The element that ended last, until another one starts: what a schema fault may be about.
  private var lastClosed: (name: UnsafePointer<UInt8>, tagEnd: Int)?

  init(source: UnsafeRawBufferPointer, limits: Limits, done: ((Int) -> Void)?, handler: some XMLHandler) {
    self.done = done
    self.source = source
    self.limits = limits
    self.handler = handler
    gate = ByteGate(source)
  }

  /// `fault` or `thrown` is set.
  private(set) var hasEnded = false

  func run(schema: XMLSchema?) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    var sax = ParserCallbacks.table
    guard
      let context = xmlCreateIOParserCtxt(
        &sax, me, ParserCallbacks.read, ParserCallbacks.close, me, XML_CHAR_ENCODING_UTF8)
    else {
      thrown = SlipError(.cannotDo, "libxml2 gave no parser")
      return
    }
    self.context = context
    defer {
      self.context = nil
      xmlFreeParserCtxt(context)
    }
    // NOENT: without it `&amp;` in an attribute comes as `&#38;`. There are no other entities to replace.
    var options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOENT.rawValue
    // HUGE lifts libxml2's bound of 10 MB on a value; depth and length are bounded here in any case.
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

  private func parse(_ context: xmlParserCtxtPtr, plugging schema: XMLSchema) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    guard let valid = xmlSchemaNewValidCtxt(schema.pointer) else {
      thrown = SlipError(.cannotDo, "libxml2 gave no schema validator")
      return
    }
    defer { xmlSchemaFreeValidCtxt(valid) }
    xmlSchemaSetValidStructuredErrors(valid, ParserCallbacks.schemaError, me)
    guard let plug = xmlSchemaSAXPlug(valid, &context.pointee.sax, &context.pointee.userData) else {
      thrown = SlipError(.cannotDo, "libxml2 gave no schema validator")
      return
    }
    // The plug leaves this one out, and libxml2 would print to the standard error stream.
    context.pointee.sax.pointee.serror = ParserCallbacks.parserError
    xmlParseDocument(context)
    xmlSchemaSAXUnplug(plug)
  }

  // MARK: Input

  /// Fills libxml2's buffer; 0 is the end.
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

  private func refuse(_ code: String, _ message: String, at offset: Int) -> Int {
    fault = fault(code, message, at: offset)
    return 0
  }

  // MARK: Events

  /// Bytes of the document that libxml2 has read.
  var offset: Int {
    guard let input = context?.pointee.input, let current = input.pointee.cur, let base = input.pointee.base
    else { return position }
    return Int(clamping: input.pointee.consumed) + (current - base)
  }

  func start(_ element: XMLElement, name: UnsafePointer<UInt8>) {
    guard !hasEnded else { return }
    openNames.append(name)
    openTagEnds.append(element.tagEnd)
    lastClosed = nil
    if openNames.count > limits.xmlDepth {
      return refuse(element, "more than \(limits.xmlDepth) elements are open at once")
    }
    // No value is longer than what was read since the last tag, so most tags needn't be looked at.
    if element.tagEnd - lastTagEnd > limits.xmlValueBytes, element.longestValue > limits.xmlValueBytes {
      return refuse(element, "an attribute is longer than \(limits.xmlValueBytes) bytes")
    }
    lastTagEnd = element.tagEnd
    do { try handler.startElement(element) } catch { stop(error) }
  }

  private func refuse(_ element: XMLElement, _ message: String) {
    stop(fault(XMLCode.limit, message, at: LineIndex.tagStart(endingAt: element.tagEnd, in: source)))
  }

  func end() {
    guard !hasEnded, let name = openNames.popLast(), let tagEnd = openTagEnds.popLast() else { return }
    lastClosed = (name, tagEnd)
    do { try handler.endElement() } catch { stop(error) }
  }

  func text(_ bytes: UnsafeRawBufferPointer) {
    guard !hasEnded else { return }
    do { try handler.text(bytes) } catch { stop(error) }
  }

  func schemaFault(_ error: UnsafePointer<xmlError>) {
    guard !hasEnded else { return }
    let message = SchemaMessage.translate(error.pointee)
    let tagEnd = lastClosed?.tagEnd ?? openTagEnds.last ?? offset
    let start = LineIndex.tagStart(endingAt: tagEnd, in: source)
    let fault = XMLFault(code: XMLCode.schema, message: message, path: path, offset: start)
    do { try handler.schemaFault(fault) } catch { stop(error) }
  }

  // MARK: Stopping

  var path: String {
    var names = openNames.suffix(16).map { String(cString: $0) }
    if let lastClosed { names.append(String(cString: lastClosed.name)) }
    return names.joined(separator: "/")
  }

  func fault(_ code: String, _ message: String, at offset: Int) -> XMLFault {
    XMLFault(code: code, message: message, path: path, offset: offset)
  }

  func stop(_ fault: XMLFault) {
    guard !hasEnded else { return }
    self.fault = fault
    halt()
  }

  private func stop(_ error: SlipError) {
    guard !hasEnded else { return }
    thrown = error
    halt()
  }

  /// No more events, and no more input. `xmlStopParser` would free the input, which libxml2 may be in the midst of.
  private func halt() { context?.pointee.disableSAX = 1 }

  /// Stops on the spot; only for the callbacks of a DOCTYPE, whose declarations must not be read to the buffer's end.
  func stopAtDoctype() {
    stop(fault(XMLCode.doctype, "a DOCTYPE is not allowed; entities are never read", at: offset))
    if let context { xmlStopParser(context) }
  }
}
