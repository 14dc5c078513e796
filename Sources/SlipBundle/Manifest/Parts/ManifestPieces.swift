package import SlipBase
package import SlipNotes

/// One document of a manifest, read by itself: for merges of single files.
///
/// A part refers to folders, keywords, notes, attachments and sources that are in other documents. In the box of
/// a part something stands for each of these, so that no reference is dropped.
package struct ManifestPieces: Sendable {
  /// What the document has; of a part also what stands for entities of other documents.
  package var box: SlipBox
  /// The parts that a root lists; nil where the document is whole, or a part.
  package var parts: [ManifestPart]?

  /// Reads a document `slipbox`.
  ///
  /// - Throws: `SlipError`, as `ManifestReader.read`.
  package init(root bytes: [UInt8], file: String, limits: Limits) throws(SlipError) {
    let root = try slipErrors {
      try bytes.withUnsafeBytes {
        try ManifestReader.root($0, file: file, limits: limits, mustBeCurrent: true)
      }
    }
    var builder = root.builder
    (box, parts) = (builder.finish().box, root.parts)
  }

  /// A part as it is by itself.
  package struct Part: Sendable {
    /// The key.
    package let key: UInt8
    /// The entities.
    let entities: PartEntities
    /// Its attachments by digest.
    package var attachments: [Attachment.ID: Attachment] {
      Dictionary(entities.attachments.map { ($0.id, $0) }) { first, _ in first }
    }
    /// Its sources by key.
    package var sources: [Source.ID: Source] {
      Dictionary(entities.sources.map { ($0.id, $0) }) { first, _ in first }
    }

    /// A part without entities.
    package init(_ key: UInt8) { (self.key, entities) = (key, PartEntities()) }

    /// Reads a document `part`; nil for a document that is none.
    ///
    /// - Throws: `SlipError`, as `ManifestReader.read`.
    package init?(_ bytes: [UInt8], file: String, limits: Limits) throws(SlipError) {
      let start = String(decoding: bytes.prefix(512), as: UTF8.self)
      guard let mark = start.firstRange(of: " id=\""),
        let key = ManifestPart.key(start[mark.upperBound...].utf8.prefix(2))
      else { return nil }
      self.key = key
      entities = try slipErrors {
        try bytes.withUnsafeBytes {
          _ = try VersionTable.readable($0, root: "part", file: file, mustBeCurrent: true)
          return try ManifestReader.partXML($0, key, file: file, limits: limits)
        }
      }
    }
  }

  /// The box of a part among others with which it is compared.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - others: All parts that are compared, this one included.
  package init(_ part: Part, among others: [Part]) {
    var builder = SlipBoxBuilder()
    for note in part.entities.notes { builder.add(note) }
    let notes = others.flatMap(\.entities.notes)
    for id in Set(notes.compactMap(\.folder)) { builder.add(Folder(id: id, name: id.description)) }
    for id in Set(notes.flatMap(\.keywords)) {
      builder.add(Keyword(id: id, name: id.description, color: Keyword.Color(red: 0, green: 0, blue: 0)))
    }
    builder.addStandIns(
      notes: Set(notes.flatMap(\.links).filter { ManifestPart.key(ofNote: $0) != part.key }),
      attachments: Set(notes.flatMap(\.attachments).map(\.attachment)),
      sources: Set(notes.compactMap(\.source)))
    (box, parts) = (builder.finish().box, nil)
  }

  /// Writes a root.
  package static func write(root box: SlipBox, parts: [ManifestPart]) throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try slipErrors { try ManifestWriter.write(box, parts: parts) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// Writes a part.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - box: A box with its notes.
  ///   - attachments: Its attachments.
  ///   - sources: Its sources.
  package static func write(
    part key: UInt8, notes box: SlipBox, attachments: [Attachment], sources: [Source]
  ) throws(SlipError) -> [UInt8] {
    let notes = box.noteIDs { ManifestPart.key(ofNote: $0) == key }
    return try ManifestWriter.part(
      key, attachments: attachments.sorted { $0.id < $1.id }, sources: sources.sorted { $0.id < $1.id },
      notes: notes.compactMap { box.note($0) })
  }
}
