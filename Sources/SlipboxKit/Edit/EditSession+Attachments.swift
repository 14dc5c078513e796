internal import ImageCodec
public import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
public import SlipNotes
internal import SlipRTF

/// Files of notes.
extension EditSession {
  /// Attaches a file to a note, and shows it at the end of the note's body: a PNG or JPEG as a picture, any
  /// other file as a link.
  ///
  /// A file that the note has under this name with the same bytes is not attached again. Where the name is that of another file, it
  /// gets a number: `photo 2.png`.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name in the note.
  ///   - description: What it is; nil for none.
  ///   - id: The note.
  ///   - replaces: Whether it takes the place of the note's file of this name, also in the body.
  /// - Returns: The name that the file has in the note; nil where the note had it already.
  /// - Throws: `SlipError` for an unknown note, and as `body(of:)`.
  @discardableResult
  public mutating func attach(
    _ bytes: [UInt8], named name: String, description: String? = nil, to id: Note.ID, replaces: Bool = false
  ) throws(SlipError) -> String? {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    let blob = Payload(bytes)
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    let facts = bytes.withUnsafeBytes { ImageProbe.probe($0) }
    var attachment = Attachment(blob: blob.fact, mediaType: type.name, fileExtension: type.fileExtension)
    (attachment.width, attachment.height) = (facts?.width, facts?.height)
    let same = note.attachments.filter { $0.name == name }
    if same.contains(where: { $0.attachment == attachment.id }) { return nil }
    try add(attachment, blob)
    if replaces, let old = same.first {
      try replace(old, by: attachment, description: description, in: note)
      return name
    }
    let name = EditSession.freeName(name, among: note.attachments.map(\.name))
    var reference = AttachmentReference(attachment: attachment.id, name: name)
    reference.description = description
    let added = reference
    try edit { (box) throws(SlipError) in try box.update(note: id) { $0.attachments.append(added) } }
    try setBody(of: id, .rtf(BodyFiles.showing(attachment, named: name, in: try body(of: note))))
    return name
  }

  /// A name that no other file of a note has: `photo.png`, else `photo 2.png`, and so on.
  static func freeName(_ name: String, among taken: [String]) -> String {
    let taken = Set(taken.map(TextFolding.caseFolded))
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    var (free, number) = (name, 1)
    while taken.contains(TextFolding.caseFolded(free)) {
      number += 1
      free = "\(name[..<dot]) \(number)\(name[dot...])"
    }
    return free
  }

  /// Puts a file in the place of another one: among the note's files, and wherever its body shows it.
  ///
  /// A picture keeps the width at which it is shown; its height follows the new proportions.
  private mutating func replace(
    _ old: AttachmentReference, by new: Attachment, description: String?, in note: Note
  ) throws(SlipError) {
    guard let before = box.attachment(old.attachment) else { return }
    let body = try body(of: note)
    var document = body.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
    let (from, to) = (
      PayloadPath.blobFromBody(before.id, before.fileExtension),
      PayloadPath.blobFromBody(new.id, new.fileExtension)
    )
    var replaced: Set<Int> = []
    for index in document.resources.indices where document.resources[index].content == .file(from) {
      document.resources[index].content = .file(to)
      document.resources[index].mediaType = new.mediaType
      replaced.insert(index)
    }
    document.editInlines { inline in
      guard case .picture(var picture) = inline, replaced.contains(picture.resource) else { return nil }
      if let width = picture.width, let pixels = new.width, let lines = new.height, pixels > 0 {
        picture.height = width * lines / pixels
      }
      return [.picture(picture)]
    }
    document.editLinks { link in
      var link = link
      if link.target == from { link.target = to }
      return link
    }
    try edit { (box) throws(SlipError) in
      try box.update(note: note.id) { note in
        for index in note.attachments.indices where note.attachments[index] == old {
          note.attachments[index] = AttachmentReference(attachment: new.id, name: old.name)
          note.attachments[index].description = description ?? old.description
        }
      }
    }
    let patched = body.withUnsafeBytes { RTFPatch.patch($0, to: document, limits: limits) }
    if patched.bytes != body { try setBody(of: note.id, .rtf(patched.bytes)) }
  }

  /// Takes a file from a note. The blob goes with its last use.
  ///
  /// - Parameters:
  ///   - name: The file's name in the note.
  ///   - id: The note.
  /// - Throws: `SlipError` with code `KitCode.notThere` where the note has no such file, and where its body
  ///   shows it.
  public mutating func detach(_ name: String, from id: Note.ID) throws(SlipError) {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    guard let reference = note.attachments.first(where: { $0.name == name }) else {
      var error = SlipError(.usage, code: KitCode.notThere, "The note has no file of this name.")
      error.candidates = note.attachments.map(\.name)
      throw error
    }
    let shown = try body(of: note).withUnsafeBytes { ShownFiles(in: $0) }
    guard !shown.ids.contains(reference.attachment) else {
      throw SlipError(
        .usage, code: KitCode.notThere,
        "The note's body shows this file; remove it from the text first. Nothing was changed.")
    }
    try edit { (box) throws(SlipError) in
      try box.update(note: id) { $0.attachments.removeAll { $0 == reference } }
    }
  }

  /// The notes that the text of a note's body links to.
  ///
  /// - Returns: Notes of the bundle only; links to anything else are left out.
  /// - Throws: As `body(of:)`.
  func textLinks(of note: Note) throws(SlipError) -> [Note.ID] {
    let path = PayloadPath.mirror(note.id)
    let mirror: [UInt8]
    if let bytes = try payload.bytes(at: path) { mirror = bytes } else { mirror = try old.read(path) }
    let targets = try body(of: note).withUnsafeBytes { body in
      mirror.withUnsafeBytes { LinkTarget.targets(body: body, mirror: $0) }
    }
    return LinkResolver(box).notes(of: targets, from: note.source.flatMap { box.source($0) })
  }
}
