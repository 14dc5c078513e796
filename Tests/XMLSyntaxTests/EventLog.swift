import SlipBase
import XMLSyntax

/// Writes down what a parser reports.
final class EventLog: XMLHandler {
  var events: [String] = []
  var schemaFaults: [XMLFault] = []
  var tagEnds: [Int] = []
  private var pending = ""

  func startElement(_ element: XMLElement) throws(SlipError) {
    flush()
    var text = "<" + (element.namespace.map { "{\($0)}" } ?? "") + element.localName
    for index in 0..<element.attributeCount {
      let attribute = element.attribute(at: index)
      text +=
        " " + (attribute.namespace.map { "{\($0)}" } ?? "") + attribute.localName + "=" + attribute.value
    }
    events.append(text + ">")
    tagEnds.append(element.tagEnd)
  }

  func endElement() throws(SlipError) {
    flush()
    events.append("/")
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    pending += String(decoding: bytes, as: UTF8.self)
  }

  func schemaFault(_ fault: XMLFault) throws(SlipError) { schemaFaults.append(fault) }

  private func flush() {
    if !pending.isEmpty { events.append("\"\(pending)\"") }
    pending = ""
  }

  static func read(
    _ text: String, schema: String? = nil, limits: Limits = Limits()
  ) throws -> (log: EventLog, fault: XMLFault?) {
    try read(Array(text.utf8), schema: schema, limits: limits)
  }

  static func read(
    _ bytes: [UInt8], schema: String? = nil, limits: Limits = Limits()
  ) throws -> (log: EventLog, fault: XMLFault?) {
    let log = EventLog()
    let compiled = try schema.map { try XMLSchema(Array($0.utf8)) }
    let fault = try bytes.withUnsafeBytes {
      try XMLParser.parse($0, schema: compiled, limits: limits, handler: log)
    }
    return (log, fault)
  }
}
