internal import CLibXML2
public import SlipCore

/// A compiled XSD 1.0 schema, which must not import or include others.
///
/// A value may be used by one parse at a time. Compiling a manifest's schema takes about a
/// millisecond.
public final class XMLSchema {
  /// libxml2's schema, freed with the object.
  let pointer: xmlSchemaPtr

  /// Compiles a schema.
  ///
  /// - Parameter text: The schema's text.
  /// - Throws: `SlipError` of kind `cannotDo` where the text is no schema. Schemas are part of the
  ///   program, not input.
  public init(_ text: [UInt8]) throws(SlipError) {
    _ = XMLLibrary.ready
    let compiled: xmlSchemaPtr? = text.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let context = xmlSchemaNewMemParserCtxt(start, Int32(clamping: bytes.count)) else { return nil }
      defer { xmlSchemaFreeParserCtxt(context) }
      // Without a callback libxml2 would print to the standard error stream.
      xmlSchemaSetParserStructuredErrors(context, { _, _ in }, nil)
      return xmlSchemaParse(context)
    }
    guard let compiled else { throw SlipError(.cannotDo, "the schema can't be compiled") }
    pointer = compiled
  }

  deinit { xmlSchemaFree(pointer) }
}
