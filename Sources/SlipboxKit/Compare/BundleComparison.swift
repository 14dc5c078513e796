internal import SlipBase
internal import SlipBundle
internal import SlipDocument
package import SlipNotes
internal import SlipRTF

/// Compares two bundles: the facts of their boxes, and the bodies of their notes as documents.
struct BundleComparison {
  /// What was asked for.
  let request: CompareRequest
  /// The first bundle.
  let old: OpenBundle
  /// The second bundle.
  let new: OpenBundle
  /// The one note that is compared; nil: everything.
  var only: Note.ID?

  /// Compares with the defaults.
  init(request: CompareRequest, old: OpenBundle, new: OpenBundle) {
    (self.request, self.old, self.new) = (request, old, new)
  }

  /// Compares facts, then bodies.
  func run() throws(SlipError) -> Comparison {
    var changes = BoxChanges(from: old.box, to: new.box)
    var comparison = Comparison(kind: .bundles, old: request.old, new: request.new)
    comparison.compared = Set(old.box.notes.map(\.id)).union(new.box.notes.map(\.id)).count
    if let only {
      let notes = changes.notes.filter { $0.id == only }
      changes = BoxChanges()
      changes.notes = notes
      comparison.compared = 1
    }
    let names = BoxNames(old.box, new.box)
    comparison.facts =
      changes.folders.flatMap { facts($0, "folder", $0.id.description, FactTable.folder, names.folder) }
      + changes.keywords.flatMap { facts($0, "keyword", $0.id.description, FactTable.keyword, names.keyword) }
      + changes.notes.flatMap { facts($0, "note", $0.id.description, FactTable.note, names.note) }
      + changes.attachments.flatMap {
        facts($0, "attachment", $0.id.hex, FactTable.attachment, names.attachment)
      }
      + changes.sources.flatMap { facts($0, "source", $0.id, FactTable.source, names.source) }
    let bodies = changes.notes.filter { $0.before?.body != $0.after?.body }
    comparison.items = Parallel.map(count: bodies.count, workers: request.workers) { item(bodies[$0], names) }
      .filter { $0.status != .same }
    return comparison
  }

  /// The facts that a change concerns; of an entity that comes or goes only that.
  private func facts<Entity>(
    _ change: EntityChange<Entity>, _ entity: String, _ id: String, _ fields: [FactTable.Field<Entity>],
    _ name: (Entity) -> String
  ) -> [Comparison.FactDifference] {
    guard let before = change.before, let after = change.after else {
      let text = (change.after ?? change.before).map(name) ?? id
      return [
        .init(
          entity: entity, id: id, name: text, before: change.before.map(name), after: change.after.map(name))
      ]
    }
    return fields.compactMap { field in
      let (a, b) = (field.text(before, old.box), field.text(after, new.box))
      if a == b { return nil }
      return .init(entity: entity, id: id, name: name(after), field: field.name, before: a, after: b)
    }
  }

  /// Compares the bodies of one note.
  private func item(_ change: EntityChange<Note>, _ names: BoxNames) -> Comparison.Item {
    let name = (change.after ?? change.before).map(names.note) ?? change.id.description
    do throws(SlipError) {
      let before = try change.before.map { note throws(SlipError) in try document(note, in: old) }
      let after = try change.after.map { note throws(SlipError) in try document(note, in: new) }
      return request.item(name, id: change.id.description, before, after)
    } catch {
      return Comparison.Item(name: name, id: change.id.description, status: .unreadable, error: error)
    }
  }

  /// The body of a note as a document.
  ///
  /// - Throws: `SlipError` where the body can't be read.
  private func document(_ note: Note, in bundle: OpenBundle) throws(SlipError) -> Document {
    let bytes = try bundle.body(of: note)
    var document = bytes.withUnsafeBytes { RTFReader.read($0, limits: request.limits).document }
    document.resolve(request.changes)
    return document
  }
}

/// What people call the entities of two boxes.
package struct BoxNames: Sendable {
  /// The first box.
  private let old: SlipBox
  /// The second box, whose names count.
  private let new: SlipBox

  /// Names of two boxes.
  package init(_ old: SlipBox, _ new: SlipBox) { (self.old, self.new) = (old, new) }

  /// The title with the path of its folder.
  package func note(_ note: Note) -> String { (path(note.folder) + [note.title]).joined(separator: "/") }

  /// The path of a folder.
  package func folder(_ folder: Folder) -> String { FolderPath.text(path(folder.id)) }

  /// The name of a keyword.
  package func keyword(_ keyword: Keyword) -> String { keyword.name }

  /// The beginning of an attachment's digest, with its suffix.
  package func attachment(_ attachment: Attachment) -> String {
    attachment.id.hex.prefix(8) + "." + attachment.fileExtension
  }

  /// The path of an original.
  package func source(_ source: Source) -> String { source.path }

  /// The names of a folder and those around it.
  ///
  /// - Returns: The names from the top; empty outside of folders. Where the second box lacks the folder, the
  ///   first one's.
  private func path(_ folder: Folder.ID?) -> [String] {
    guard let folder else { return [] }
    return (new.folder(folder) == nil ? old : new).path(of: folder)
  }
}

/// The facts of entities that a comparison names.
package enum FactTable {
  /// A fact and how it reads; nil where the entity has none.
  package struct Field<Entity>: Sendable {
    /// What reports call the fact, such as `status`.
    package let name: String
    /// Gives the fact of an entity as text; the box knows the names of what the entity refers to.
    package let text: @Sendable (Entity, SlipBox) -> String?

    /// A fact, by its name and the way to read it.
    package init(_ name: String, _ text: @escaping @Sendable (Entity, SlipBox) -> String?) {
      (self.name, self.text) = (name, text)
    }
  }

  /// The facts of notes.
  package static let note: [Field<Note>] = [
    Field("title") { note, _ in note.title },
    Field("status") { note, _ in note.status.rawValue },
    Field("favorite") { note, _ in note.isFavorite ? "yes" : "no" },
    Field("folder") { note, box in note.folder.map { box.path(of: $0).joined(separator: "/") } },
    Field("order") { note, _ in "\(note.order)" },
    Field("created") { note, _ in note.created?.rfc3339 },
    Field("modified") { note, _ in note.modified?.rfc3339 },
    Field("keywords") { note, box in
      list(note.keywords.map { box.keyword($0) == nil ? $0.description : box.path(ofKeyword: $0) }.sorted())
    },
    Field("links") { note, box in
      list(
        note.links.map {
          (box.note($0)?.title ?? $0.description) + (note.manualLinks.contains($0) ? " (manual)" : "")
        })
    },
    Field("properties") { note, _ in FactTable.text(note.properties) },
    Field("attachments") { note, _ in list(note.attachments.map(\.name)) },
    Field("source") { note, box in note.source.map { box.source($0)?.path ?? $0 } },
    Field("foreign elements") { note, _ in list(note.foreign) },
  ]

  /// Properties with their names.
  private static func text(_ properties: [Property]) -> String? {
    list(properties.map { "\($0.name): \($0.value)" })
  }

  /// The facts of folders.
  package static let folder: [Field<Folder>] = [
    Field("name") { folder, _ in folder.name },
    Field("parent") { folder, box in folder.parent.map { box.path(of: $0).joined(separator: "/") } },
    Field("order") { folder, _ in "\(folder.order)" },
    Field("created") { folder, _ in folder.created?.rfc3339 },
    Field("properties") { folder, _ in FactTable.text(folder.properties) },
    Field("foreign elements") { folder, _ in list(folder.foreign) },
  ]

  /// The facts of keywords.
  package static let keyword: [Field<Keyword>] = [
    Field("name") { keyword, _ in keyword.name },
    Field("parent") { keyword, box in keyword.parent.map { box.path(ofKeyword: $0) } },
    Field("color") { keyword, _ in
      "\(keyword.color.red) \(keyword.color.green) \(keyword.color.blue) \(keyword.color.opacity)"
    },
    Field("foreign elements") { keyword, _ in list(keyword.foreign) },
  ]

  /// The facts of attachments.
  package static let attachment: [Field<Attachment>] = [
    Field("media type") { attachment, _ in attachment.mediaType },
    Field("width") { attachment, _ in attachment.width.map { "\($0)" } },
    Field("height") { attachment, _ in attachment.height.map { "\($0)" } },
    Field("thumbnail") { attachment, _ in attachment.thumbnail?.file.digest.hex },
  ]

  /// The facts of originals.
  package static let source: [Field<Source>] = [
    Field("path") { source, _ in source.path },
    Field("format") { source, _ in source.format },
    Field("original") { source, _ in source.original.digest.hex },
    Field("modified") { source, _ in source.modified?.rfc3339 },
    Field("reading") { source, _ in source.reading },
    Field("incomplete") { source, _ in source.isIncomplete ? "true" : nil },
  ]

  /// Several values as one; nil for none.
  private static func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
