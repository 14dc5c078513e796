import SlipRTF
import SlipRTFD
import Foundation
import ImageCodec
import SlipBase
import SlipBundle
import SlipDocument
import SlipNotes
import SlipTestSupport

/// A small valid bundle with something of everything, to be broken in one place by each test.
struct SampleBundle {
  static let parent = UniqueID(high: 0xF0, low: 1)
  static let folder = UniqueID(high: 0xF0, low: 2)
  static let keyword = UniqueID(high: 0xE0, low: 1)
  /// Has a picture that was lifted out of its source.
  static let picture = UniqueID(high: 1, low: 1)
  /// Came from a text file.
  static let imported = UniqueID(high: 2, low: 2)
  /// Was born here.
  static let plain = UniqueID(high: 3, low: 3)
  static let zeros = String(repeating: "0", count: 64)

  var box = SlipBox()
  /// Payload, and `mimetype`.
  var files: [String: [UInt8]] = ["mimetype": BundleLayout.mimetype]
  var manifestEdits: [(old: String, new: String)] = []
  /// Changes of the text of parts, by their keys, which the manifest lists as they are then.
  var partEdits: [UInt8: [(old: String, new: String)]] = [:]
  /// Whether the bundle has schema version 6.
  var isVersion6 = false
  /// Whether the manifest has parts, however small it is.
  var isParted = false
  /// Whether `manifest.sha256` fits what the edits make.
  var isSealed = true
  var options = ValidationOptions()
  var blob = Digest(of: [])

  init() throws {
    let transaction = TransactionFile(after: box.history, BoxTransaction(.import, tool: "test 1"))
    let entry = BoxHistory.Entry(1, FileFact(of: try transaction.bytes()))
    files[entry.path] = try transaction.bytes()
    box.history.add(entry)
    box.origins = [Origin(name: "server", token: "1")]
    var child = Folder(id: Self.folder, name: "Ideas")
    child.parent = Self.parent
    try box.insert(Folder(id: Self.parent, name: "Work"))
    try box.insert(child)
    try box.insert(
      Keyword(id: Self.keyword, name: "Größe", color: Keyword.Color(red: 1, green: 0.5, blue: 0)))
    try addPictureNote()
    try addImportedNote()
    try addNote(
      Note(id: Self.plain, title: "Plain", body: FileFact(of: []), mirror: FileFact(of: [])), "{\\rtf1 Plain}"
    )
  }

  /// Puts in a note with that body and the mirror that belongs to it.
  mutating func addNote(_ note: Note, _ body: String) throws {
    var note = note
    let body = Array(body.utf8)
    var sink = DiagnosticSink()
    let mirror = body.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }
    note.body = FileFact(of: body)
    note.mirror = FileFact(of: mirror)
    files[PayloadPath.body(note.id)] = body
    files[PayloadPath.mirror(note.id)] = mirror
    try box.insert(note)
  }

  private mutating func addPictureNote() throws {
    let png = try Fixtures.bytes("images/png-2-8.png")
    blob = Digest(of: png)
    let hex = png.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let original = Array(
      "{\\rtf1\\ansi Look {\\pict\\pngblip\\picw9\\pich9 \(hex)} here\\par\\pard Two}".utf8)
    var sink = DiagnosticSink()
    let lift = original.withUnsafeBytes {
      RTFPictures.lift($0, place: { "../../" + PayloadPath.blob($0, $1.fileExtension) }, diagnostics: &sink)
    }
    try addAttachment(png, type: "image/png", fileExtension: "png")
    var source = Source(
      id: "in/look.rtf", path: "look.rtf", format: "rtf", original: FileFact(of: original),
      kept: FileFact(of: lift.body))
    source.lifted = lift.lifted
    files[PayloadPath.kept(source.kept.digest, "rtf")] = lift.body
    try box.insert(source)
    var note = Note(id: Self.picture, title: "Look", body: source.kept, mirror: source.kept)
    note.created = Timestamp(rfc3339: "2024-05-06T07:08:09.5Z")
    note.modified = Timestamp(rfc3339: "2024-05-06T07:08:09.52Z")
    note.folder = Self.folder
    note.keywords = [Self.keyword]
    note.source = source.id
    note.attachments = [AttachmentReference(attachment: blob, name: "look.png")]
    try addNote(note, String(decoding: lift.body, as: UTF8.self))
  }

  mutating func addAttachment(_ bytes: [UInt8], type: String, fileExtension: String) throws {
    var attachment = Attachment(blob: FileFact(of: bytes), mediaType: type, fileExtension: fileExtension)
    files[PayloadPath.blob(attachment.id, fileExtension)] = bytes
    if let facts = bytes.withUnsafeBytes({ ImageProbe.probe($0) }) {
      (attachment.width, attachment.height) = (facts.width, facts.height)
    }
    if type != "image/gif", let thumbnail = try? bytes.withUnsafeBytes({ try Thumbnail.make($0) }) {
      attachment.thumbnail = Attachment.Thumbnail(
        file: FileFact(of: thumbnail.bytes), fileExtension: thumbnail.fileExtension)
      files[PayloadPath.thumbnail(attachment.id, thumbnail.fileExtension)] = thumbnail.bytes
    }
    try box.insert(attachment)
  }

  private mutating func addImportedNote() throws {
    let original = Array("Second\r\n".utf8)
    let fact = FileFact(of: original)
    let source = Source(id: "in/two.txt", path: "two.txt", format: "text", original: fact, kept: fact)
    files[PayloadPath.kept(fact.digest, "text")] = original
    try box.insert(source)
    var note = Note(id: Self.imported, title: "Second", body: fact, mirror: fact)
    note.source = source.id
    note.imported = fact.digest
    note.links = [Self.picture]
    try addNote(note, "{\\rtf1 Second}")
    try box.update(note: Self.picture) { $0.links = [Self.imported] }
  }

  /// Gives a note other files, listed as they are.
  mutating func replace(_ id: Note.ID, body: String? = nil, mirror: String? = nil) throws {
    if let body {
      files[PayloadPath.body(id)] = Array(body.utf8)
      try box.update(note: id) { $0.body = FileFact(of: Array(body.utf8)) }
    }
    if let mirror {
      files[PayloadPath.mirror(id)] = Array(mirror.utf8)
      try box.update(note: id) { $0.mirror = FileFact(of: Array(mirror.utf8)) }
    }
  }

  /// Changes the manifest's text after it is made.
  mutating func edit(_ old: String, _ new: String) { manifestEdits.append((old, new)) }

  /// Changes the text of a part.
  mutating func editPart(_ key: UInt8, _ old: String, _ new: String) {
    partEdits[key, default: []].append((old, new))
  }

  /// Puts elements into the plain note.
  mutating func addToPlain(_ children: String) {
    let facts = box.note(Self.plain).map { note in
      " body-length=\"\(note.body.length)\" body-sha256=\"\(note.body.digest.hex)\""
        + " mirror-length=\"\(note.mirror.length)\" mirror-sha256=\"\(note.mirror.digest.hex)\""
    }
    edit("title=\"Plain\"\(facts ?? "")/>", "title=\"Plain\"\(facts ?? "")>\(children)</note>")
  }

  /// The manifest, before edits.
  func text() throws -> String { String(decoding: try written().manifest, as: UTF8.self) }

  /// The manifest before edits, with the payload as it lies then and the parts.
  private func written() throws -> (manifest: [UInt8], payload: [String: [UInt8]]) {
    if isParted { return try parted() }
    let bytes = try ManifestWriter.bytes(box)
    guard isVersion6 else { return (bytes, files) }
    return try version6(bytes)
  }

  /// - Returns: The edits that found nothing to change.
  func write(to directory: TemporaryDirectory) throws -> [String] {
    let (manifest, files) = try written()
    var text = String(decoding: manifest, as: UTF8.self)
    let before = Digest(of: Array(text.utf8))
    var idle: [String] = []
    for (old, new) in manifestEdits {
      guard let range = text.range(of: old) else {
        idle.append(old)
        continue
      }
      text.replaceSubrange(range, with: new)
    }
    for (path, bytes) in files { try Self.write(bytes, to: directory.path(path)) }
    let digest = isSealed ? Digest(of: Array(text.utf8)) : before
    try Self.write(Array(text.utf8), to: directory.path("manifest.xml"))
    try Self.write(BundleLayout.manifestDigest(hex: digest.hex), to: directory.path("manifest.sha256"))
    return idle
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}
