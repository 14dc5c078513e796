public import SlipBase

/// Takes what `XMLParser` reads, in document order. An error that is thrown ends the reading.
///
/// Comments and processing instructions are passed over.
public protocol XMLHandler: AnyObject {
  /// `element` is a view that must not outlive the call.
  func startElement(_ element: XMLElement) throws(SlipError)
  func endElement() throws(SlipError)
  /// A piece of character data or CDATA; neighbouring pieces belong together. Must not outlive the call.
  func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError)
  /// The document breaks its schema; reading goes on. Comes right after the event that shows the fault.
  func schemaFault(_ fault: XMLFault) throws(SlipError)
}

extension XMLHandler {
  public func endElement() throws(SlipError) {}
  public func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {}
  public func schemaFault(_ fault: XMLFault) throws(SlipError) {}
}
