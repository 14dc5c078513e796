internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// One manifest on its way from version 4 to 5 or back, element by element in bounded memory.
final class LightweightWriter {
  struct Options {
    var isUp: Bool
    var tool: String
    /// Downwards: the attachments that notes still use; the others go.
    var usedAttachments: Set<Digest> = []
    /// Upwards: the blobs that a note's body shows, in its order.
    var shown: (UniqueID) throws -> [Digest] = { _ in [] }
    /// Told of each file that the result lists, in its order.
    var onFile: (PayloadFile) throws -> Void = { _ in }
  }

  private let map: LightweightMap
  private let options: Options
  private let output: (StaticString?, [(StaticString, String)]) throws -> Void
  private(set) var census = VersionCensus()
  private var text = TextDigest()
  /// Elements open below one that is left out, that one included.
  private var skipped = 0
  private var references = 0
  /// Upwards: the extensions of all attachments.
  private var extensions: [Digest: String] = [:]
  /// The note that is open, and what it refers to.
  private var note: (id: UniqueID, listed: Set<Digest>)?

  /// `output` gets each element that begins, and nil where one ends.
  init(
    _ map: LightweightMap, _ options: Options,
    _ output: @escaping (StaticString?, [(StaticString, String)]) throws -> Void
  ) {
    (self.map, self.options, self.output) = (map, options, output)
  }

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

  func finish() -> VersionCensus {
    census.text = text.finish()
    return census
  }

  /// Refers to what the body of the note that ends shows, where the bundle has it.
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

  private func writeEvent() throws {
    let (from, to) = options.isUp ? ("4", "5") : ("5", "4")
    try output(
      "event",
      [("kind", "migration"), ("from", from), ("to", to), ("tool", XMLEscapedText.escape(options.tool))])
    try output(nil, [])
  }

  private func writeEmpty(_ name: StaticString) throws {
    try output(name, [])
    try output(nil, [])
  }

  /// What version 4 does not support.
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

  private func digest(_ attributes: ManifestAttributes, _ name: StaticString) -> Digest? {
    attributes.element.value(name).flatMap { Digest(hexBytes: $0) }
  }
}
