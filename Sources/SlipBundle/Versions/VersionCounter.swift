package import SlipBase
internal import XMLSyntax

/// Counts what the XML of any version holds, known or newer, by the names and places of elements.
///
/// For summaries of bundles that this program can't read otherwise.
package final class VersionCounter {
  /// Notes.
  package private(set) var notes = 0
  /// Folders.
  package private(set) var folders = 0
  /// Keywords.
  package private(set) var keywords = 0
  /// Attachments; in versions 2 and 3, pictures of notes.
  package private(set) var attachments = 0
  /// Links between notes.
  package private(set) var links = 0
  /// Bytes of payload that is listed.
  package private(set) var payloadBytes = 0

  /// Begins at zero.
  package init() {}

  /// Counts a document, as far as it is well-formed.
  ///
  /// - Throws: `SlipError` only for errors of the system.
  package func count(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(SlipError) {
    _ = try XMLParser.parse(bytes, limits: limits, handler: Handler(self))
  }

  /// Follows the depth of elements.
  private final class Handler: XMLHandler {
    private let counter: VersionCounter
    private var depth = 0
    private var isInNotes = false
    /// Whether entities have the facts about their files.
    private var hasFacts = false

    init(_ counter: VersionCounter) { self.counter = counter }

    func startElement(_ element: XMLElement) throws(SlipError) {
      depth += 1
      if depth == 1 {
        hasFacts = element.value("version").flatMap(ManifestValue.int).map { $0 >= Version7.number } ?? false
      }
      if depth == 2 { isInNotes = element.isNamed("notes") }
      if depth == 3 { counter.take(element) }
      if depth == 3, hasFacts { counter.addFiles(element) }
      if depth == 4, isInNotes, element.isNamed("link") { counter.links += 1 }
      if depth == 4, isInNotes, element.isNamed("image") { counter.attachments += 1 }
    }

    func endElement() throws(SlipError) { depth -= 1 }
  }

  /// Adds the lengths of an entity's files.
  private func addFiles(_ element: XMLElement) {
    func add(_ name: StaticString) { payloadBytes += length(element, name) ?? 0 }
    if element.isNamed("note") {
      add("body-length")
      add("mirror-length")
    } else if element.isNamed("attachment") {
      add("length")
      add("thumbnail-length")
    } else if element.isNamed("source") {
      payloadBytes += length(element, "kept-length") ?? length(element, "length") ?? 0
    } else if element.isNamed("transaction") || element.isNamed("replaced") {
      add("length")
    }
  }

  /// A number of bytes; nil where it is missing or malformed. Absurd ones don't count.
  private func length(_ element: XMLElement, _ name: StaticString) -> Int? {
    element.value(name).flatMap(ManifestValue.length).flatMap { $0 < 1 << 50 ? $0 : nil }
  }

  /// Counts an element of the third level.
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
