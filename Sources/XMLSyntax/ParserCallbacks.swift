internal import CLibXML2

/// The C functions that libxml2 calls. Each finds its `ParserSession` and passes the event on.
///
/// A C function can't capture anything, so the session travels as an untyped pointer: as libxml2's
/// user data for events and input, and in the parser's context for errors. The session isn't
/// retained; it outlives the run.
enum ParserCallbacks {
  /// The session that a callback's untyped pointer stands for.
  private static func session(_ pointer: UnsafeMutableRawPointer?) -> ParserSession? {
    pointer.map { Unmanaged<ParserSession>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The table of callbacks for a parser. Comments, processing instructions and entities have none,
  /// so libxml2 skips them.
  static var table: xmlSAXHandler {
    var table = xmlSAXHandler()
    table.initialized = UInt32(XML_SAX2_MAGIC)
    table.internalSubset = { pointer, _, _, _ in
      ParserCallbacks.refuseDoctype(pointer)
    }
    table.entityDecl = { pointer, _, _, _, _, _ in
      ParserCallbacks.refuseDoctype(pointer)
    }
    table.startElementNs = ParserCallbacks.start
    table.endElementNs = { pointer, _, _, _ in ParserCallbacks.session(pointer)?.end() }
    table.characters = ParserCallbacks.text
    table.cdataBlock = ParserCallbacks.text
    table.ignorableWhitespace = ParserCallbacks.text
    table.serror = ParserCallbacks.parserError
    return table
  }

  /// Stops at a DOCTYPE or a declaration in it.
  private static func refuseDoctype(_ pointer: UnsafeMutableRawPointer?) { session(pointer)?.stopAtDoctype() }

  /// Passes on character data. CDATA and white space arrive in the same way, so the handler sees no
  /// difference.
  private static let text: charactersSAXFunc = { pointer, characters, length in
    guard let characters, length > 0 else { return }
    ParserCallbacks.session(pointer)?.text(UnsafeRawBufferPointer(start: characters, count: Int(length)))
  }

  /// Passes on a start tag. libxml2's arrays become an `XMLElement`, without copies.
  private static let start: startElementNsSAX2Func = {
    pointer, name, prefix, namespace, declarationCount, declarations, attributeCount, _, attributes in
    guard let session = ParserCallbacks.session(pointer), let name else { return }
    let element = XMLElement(
      name: name, prefix: prefix, namespace: namespace, declarations: declarations,
      declarationCount: Int(declarationCount), attributes: attributes, attributeCount: Int(attributeCount),
      tagEnd: session.offset)
    session.start(element, name: name)
  }

  /// Gives libxml2 the next bytes of the document. The result 0 means its end.
  static let read: xmlInputReadCallback = { pointer, buffer, capacity in
    guard let session = ParserCallbacks.session(pointer), let buffer else { return 0 }
    return Int32(clamping: session.read(into: buffer, capacity: Int(capacity)))
  }

  /// Does nothing: the document belongs to the caller.
  static let close: xmlInputCloseCallback = { _ in 0 }

  /// Takes the parser's errors. The first real one ends the reading; warnings are ignored.
  static let parserError: xmlStructuredErrorFunc = { _, error in
    // While a schema is checked, the user data is the validator's. The context always knows its session.
    guard let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue,
      let context = error.pointee.ctxt?.assumingMemoryBound(to: xmlParserCtxt.self),
      let session = ParserCallbacks.session(context.pointee._private)
    else { return }
    let (code, message) = ParserMessage.translate(UnsafePointer(error).pointee)
    session.stop(session.fault(code, message, at: session.offset))
  }

  /// Takes the schema validator's errors. They don't end the reading.
  static let schemaError: xmlStructuredErrorFunc = { pointer, error in
    guard let error else { return }
    ParserCallbacks.session(pointer)?.schemaFault(UnsafePointer(error))
  }
}
