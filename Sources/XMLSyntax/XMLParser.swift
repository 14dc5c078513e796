internal import CLibXML2
public import SlipBase

/// Reads an XML 1.0 document with namespaces as a stream of events.
///
/// Only UTF-8 is read. A DOCTYPE is refused, so no entity is ever declared, and nothing is opened or fetched:
/// libxml2 gets its bytes from this type alone.
public enum XMLParser {
  /// - Parameters:
  ///   - bytes: The whole document, such as a mapped file.
  ///   - schema: Where there is one, the document is checked in the same pass; faults go to `handler`.
  ///   - limits: `xmlDepth` and `xmlValueBytes` count here.
  ///   - done: Told now and then how many bytes have been read; some before them may be looked at again.
  ///   - handler: Takes the events.
  /// - Returns: What ended the reading early; nil when the document was read to its end.
  /// - Throws: Only what `handler` throws.
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

  /// Refuses other encodings before libxml2 switches to them.
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
    // libxml2 reads it as 1.0, by whose rules it may not be well-formed.
    if let version = ByteGate.declared("version", bytes), version != "1.0" {
      return XMLFault(
        code: XMLCode.notWellFormed, message: "the document declares an XML version other than 1.0", path: "",
        offset: 0)
    }
    return nil
  }
}
