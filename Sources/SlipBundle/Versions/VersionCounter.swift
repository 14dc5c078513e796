package import SlipBase
internal import XMLSyntax

/// Counts what any version's XML holds, known or newer: elements by their names and places.
package final class VersionCounter {
  package private(set) var notes = 0
  package private(set) var folders = 0
  package private(set) var keywords = 0
  package private(set) var attachments = 0
  package private(set) var links = 0
  /// Bytes of payload that are listed.
  package private(set) var payloadBytes = 0

  package init() {}

  /// Reads as far as the document is well-formed.
  package func count(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(SlipError) {
    _ = try XMLParser.parse(bytes, limits: limits, handler: Handler(self))
  }

  private final class Handler: XMLHandler {
    private let counter: VersionCounter
    private var depth = 0
    private var isInNotes = false

    init(_ counter: VersionCounter) { self.counter = counter }

    func startElement(_ element: XMLElement) throws(SlipError) {
      depth += 1
      if depth == 2 { isInNotes = element.isNamed("notes") }
      if depth == 3 { counter.take(element) }
      if depth == 4, isInNotes, element.isNamed("link") { counter.links += 1 }
      if depth == 4, isInNotes, element.isNamed("image") { counter.attachments += 1 }
    }

    func endElement() throws(SlipError) { depth -= 1 }
  }

  private func take(_ element: XMLElement) {
    if element.isNamed("note") {
      notes += 1
    } else if element.isNamed("folder") {
      folders += 1
    } else if element.isNamed("keyword") {
      keywords += 1
    } else if element.isNamed("attachment") {
      attachments += 1
    } else if element.isNamed("file"), let length = element.value("length").flatMap(ManifestValue.length) {
      payloadBytes += length
    }
  }
}
