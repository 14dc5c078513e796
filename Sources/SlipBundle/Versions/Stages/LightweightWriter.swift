internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Writes a manifest of the other version, element by element in bounded memory.
///
/// It copies each element with the attributes that `LightweightMap` gives, leaves out what version 4 doesn't
/// have, and adds what version 5 requires. While it writes, it counts what must not be lost.
final class LightweightWriter {
  /// The direction, and what is needed besides the manifest.
  struct Options {
    /// Whether version 5 is written.
    var isUp: Bool
    /// The program, for the history.
    var tool: String
    /// On the way down: the attachments that notes still use; others are left out.
    var usedAttachments: Set<Digest> = []
    /// On the way up: the pictures that a note's body shows, in its order.
    var shown: (UniqueID) throws -> [Digest] = { _ in [] }
    /// Called for each file that the result lists, in its order.
    var onFile: (PayloadFile) throws -> Void = { _ in }
  }

  /// How attributes are made.
  private let map: LightweightMap
  /// The direction, and what is needed besides the manifest.
  private let options: Options
  /// Takes each element that begins, and nil where one ends.
  private let output: (StaticString?, [(StaticString, String)]) throws -> Void
  /// What was written so far.
  private(set) var census = VersionCensus()
  /// The digest of all bodies' digests.
  private var text = TextDigest()
  /// How many elements are open below one that is left out, that one included.
  private var skipped = 0
  /// How many attachments the note that is open has so far.
  private var references = 0
  /// On the way up: the extensions of all attachments.
  private var extensions: [Digest: String] = [:]
  /// The note that is open, and the attachments that it refers to.
  private var note: (id: UniqueID, listed: Set<Digest>)?

  /// Prepares the writing.
  ///
  /// - Parameters:
  ///   - map: How attributes are made.
  ///   - options: The direction, and what is needed besides the manifest.
  ///   - output: Takes each element that begins, with its escaped attributes, and nil where one ends.
  init(
    _ map: LightweightMap, _ options: Options,
    _ output: @escaping (StaticString?, [(StaticString, String)]) throws -> Void
  ) {
    (self.map, self.options, self.output) = (map, options, output)
  }

  /// Writes the start of an element, unless it is left out.
  ///
  /// The root element gets the other version's number; all other elements keep their names.
  func start(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws(SlipError) {
    if skipped > 0 || isLeftOut(kind, attributes) {
      skipped += 1
      return
    }
    var values: [(StaticString, String)] = []
    if kind == .slipbox {
      values = [("xmlns", "urn:slipbox:manifest"), ("version", options.isUp ? "5" : "4")]
    } else {
      for row in map.rows(of: kind) {
        if let value = try row.value(in: attributes) { values.append((row.target, value)) }
      }
    }
    try count(kind, attributes)
    let finished = values
    try slipErrors { try output(kind.row.name, finished) }
  }

  /// Writes the end of an element, and before it what the other version doesn't have: an event, references to
  /// pictures, empty sections.
  func end(_ kind: ManifestElement) throws(SlipError) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    try slipErrors {
      if kind == .history { try writeEvent() }
      if kind == .note { try writeShown() }
      try output(nil, [])
      guard options.isUp else { return }
      if kind == .history { try writeEmpty("origins") }
      if kind == .attachments { try writeEmpty("sources") }
    }
  }

  /// What was written, to compare with the source.
  func finish() -> VersionCensus {
    census.text = text.finish()
    return census
  }

  /// Refers to each picture that the note's body shows and the note doesn't refer to, if the bundle has it.
  private func writeShown() throws {
    guard options.isUp, let (id, known) = note else { return }
    var listed = known
    for digest in try options.shown(id) where listed.insert(digest).inserted {
      guard let suffix = extensions[digest] else { continue }
      let name = AttachmentReference.name(ofShown: digest, fileExtension: suffix)
      try output("attachment", [("ref", digest.hex), ("name", name)])
      try output(nil, [])
    }
  }

  /// Adds the migration to the history.
  private func writeEvent() throws {
    let (from, to) = options.isUp ? ("4", "5") : ("5", "4")
    try output(
      "event",
      [("kind", "migration"), ("from", from), ("to", to), ("tool", XMLEscapedText.escape(options.tool))])
    try output(nil, [])
  }

  /// Writes an element without attributes and content.
  private func writeEmpty(_ name: StaticString) throws {
    try output(name, [])
    try output(nil, [])
  }

  /// Whether an element is left out, with all that is in it; always false on the way up.
  ///
  /// Version 4 doesn't have origins and sources. Each note keeps its first reference to an attachment, and
  /// attachments that are then unused go with their files.
  private func isLeftOut(_ kind: ManifestElement, _ attributes: ManifestAttributes) -> Bool {
    if kind == .note { references = 0 }
    guard !options.isUp else { return false }
    switch kind {
    case .origins, .sources: return true
    case .attachment:
      return digest(attributes, "sha256").map { !options.usedAttachments.contains($0) } ?? true
    case .reference:
      references += 1
      return references > 1
    case .file:
      guard let key = attributes.element.value("path").flatMap({ PayloadKey(path: $0) }) else { return true }
      switch key {
      case .kept: return true
      case .blob(let digest), .thumbnail(let digest): return !options.usedAttachments.contains(digest)
      case .body, .mirror: return false
      }
    default: return false
    }
  }

  /// Counts what is written, and notes what the open note refers to.
  private func count(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws(SlipError) {
    switch kind {
    case .note:
      census.notes += 1
      note = (try attributes.requiredID("id"), [])
    case .reference: if let digest = digest(attributes, "ref") { note?.listed.insert(digest) }
    case .folder: census.folders += 1
    case .keyword: census.keywords += 1
    case .link: census.links += 1
    case .attachment:
      census.attachments += 1
      if let digest = digest(attributes, "sha256") {
        census.blobs.insert(digest)
        if options.isUp { extensions[digest] = attributes.requiredText("extension") }
      }
    case .file: try file(attributes)
    default: break
    }
  }

  /// Takes the fact about a file: the digests of bodies go into the census.
  ///
  /// - Throws: `SlipError` for a malformed fact, and what `onFile` throws.
  private func file(_ attributes: ManifestAttributes) throws(SlipError) {
    guard let path = attributes.element.value("path"), let key = PayloadKey(path: path) else {
      throw attributes.malformed("path")
    }
    let fact = FileFact(
      digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    if case .body = key { text.add(fact.digest) }
    let file = PayloadFile(
      path: String(decoding: path, as: UTF8.self), fact: fact, mediaType: attributes.requiredText("type"))
    try slipErrors { try options.onFile(file) }
  }

  /// A digest; nil where it is absent or malformed.
  private func digest(_ attributes: ManifestAttributes, _ name: StaticString) -> Digest? {
    attributes.element.value(name).flatMap { Digest(hexBytes: $0) }
  }
}
