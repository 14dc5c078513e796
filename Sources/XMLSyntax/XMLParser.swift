internal import CLibXML2
public import SlipCore

/// Reads an XML 1.0 document with namespaces as a stream of events, in memory that doesn't grow
/// with the document.
///
/// It is made for documents from anyone. Only UTF-8 is read. A DOCTYPE is refused, so no entity is
/// ever declared. No file or network is accessed: libxml2 gets its bytes from here alone.
///
///     if let fault = try XMLParser.parse(bytes, schema: schema, handler: reader) {
///         throw fault.error(in: bytes, file: path)
///     }
public enum XMLParser {
  /// Reads a whole document.
  ///
  /// - Parameters:
  ///   - bytes: The document, such as a mapped file.
  ///   - schema: A schema that the document is validated against in the same pass. Violations go to
  ///     `handler`.
  ///   - limits: `xmlDepth` and `xmlValueBytes` apply.
  ///   - done: Called every few megabytes with the number of bytes read so far; some before them
  ///     may be read again. By default, the pages of a mapped file are released instead.
  ///   - handler: Receives the events.
  /// - Returns: The fault that has ended the reading early; nil where the document was read to its
  ///   end.
  /// - Throws: `SlipError` from `handler`, or where libxml2 can't allocate memory.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, schema: XMLSchema? = nil, limits: Limits = Limits(),
    done: ((Int) -> Void)? = nil, handler: some XMLHandler
  ) throws(SlipError) -> XMLFault? {
    _ = XMLLibrary.ready
    if let fault = encodingFault(bytes) { return fault }
    let session = ParserSession(source: bytes, limits: limits, done: done, handler: handler)
    session.run(schema: schema)
    if let error = session.thrown { throw error }
    return session.fault
  }

  /// The fault of a document that isn't XML 1.0 in UTF-8. Other encodings are refused before
  /// libxml2 would switch to them.
  private static func encodingFault(_ bytes: UnsafeRawBufferPointer) -> XMLFault? {
    func fault(_ message: String) -> XMLFault {
      XMLFault(code: XMLCode.encoding, message: message, path: "", offset: 0)
    }
    if bytes.isEmpty {
      return XMLFault(code: XMLCode.notWellFormed, message: "the document is empty", path: "", offset: 0)
    }
    let head = Array(bytes.prefix(4))
    let marks: [[UInt8]] = [
      [0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x00, 0xFE, 0xFF], [0x00, 0x3C], [0x3C, 0x00], [0x00, 0x00],
    ]
    if marks.contains(where: { head.starts(with: $0) }) {
      return fault("the document is in UTF-16 or UTF-32; only UTF-8 is read")
    }
    if let name = ByteGate.declared("encoding", bytes), name.lowercased() != "utf-8" {
      return fault("the document declares an encoding other than UTF-8")
    }
    // libxml2 reads XML 1.1 by the rules of 1.0, which differ.
    if let version = ByteGate.declared("version", bytes), version != "1.0" {
      return XMLFault(
        code: XMLCode.notWellFormed, message: "the document declares an XML version other than 1.0", path: "",
        offset: 0)
    }
    return nil
  }
}

/// Receives what `XMLParser` reads, in document order.
///
/// An error that a function throws ends the reading. Comments and processing instructions are
/// skipped. All functions but `startElement` do nothing by default.
public protocol XMLHandler: AnyObject {
  /// An element starts. `element` is a view into the parser's buffers and must not outlive the
  /// call.
  func startElement(_ element: XMLElement) throws(SlipError)
  /// The innermost open element ends. An empty element `<a/>` ends right after its start.
  func endElement() throws(SlipError)
  /// A piece of character data or CDATA, with references resolved. Adjacent pieces belong together,
  /// and may be split anywhere. `bytes` must not outlive the call.
  func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError)
  /// The document violates its schema; reading continues. The call comes right after the event that
  /// shows the fault.
  func schemaFault(_ fault: XMLFault) throws(SlipError)
}

extension XMLHandler {
  /// Does nothing.
  public func endElement() throws(SlipError) {}
  /// Ignores the text.
  public func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {}
  /// Ignores the fault.
  public func schemaFault(_ fault: XMLFault) throws(SlipError) {}
}

/// libxml2's set-up for the whole process.
enum XMLLibrary {
  /// Sets libxml2 up when it is first accessed, on one thread only. libxml2's own set-up on first
  /// use isn't safe when several threads come first. The parser and the types of schemas are set up apart: two schemas
  /// that are compiled at the same time would each make the table of types, and none could be compiled after that.
  static let ready: Void = {
    xmlInitParser()
    xmlSchemaInitTypes()
  }()
}
