internal import CLibXML2
public import SlipBase

/// A compiled XSD 1.0 schema. It must stand alone: nothing is imported or included.
///
/// One value serves one parse at a time; compiling a manifest's schema takes about a millisecond.
public final class XMLSchema {
  let pointer: xmlSchemaPtr

  /// - Throws: `.cannotDo` when `text` is not a schema; schemas are part of the program, not input.
  public init(_ text: [UInt8]) throws(SlipError) {
    _ = XMLLibrary.ready
    let compiled: xmlSchemaPtr? = text.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let context = xmlSchemaNewMemParserCtxt(start, Int32(clamping: bytes.count)) else { return nil }
      defer { xmlSchemaFreeParserCtxt(context) }
      // Without a receiver libxml2 would print to the standard error stream.
      xmlSchemaSetParserStructuredErrors(context, { _, _ in }, nil)
      return xmlSchemaParse(context)
    }
    guard let compiled else { throw SlipError(.cannotDo, "the schema can't be compiled") }
    pointer = compiled
  }

  deinit { xmlSchemaFree(pointer) }
}
