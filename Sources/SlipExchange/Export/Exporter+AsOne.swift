public import SlipBase
public import SlipDocument
internal import SlipFormats
public import SlipNotes

/// One document of all exported notes.
extension Exporter {
  /// The notes of the plan in the order of the box: those of a folder before the folders in it.
  ///
  /// - Returns: For each note the folders from the top that it is in.
  public var notesInOrder: [(note: Note.ID, folders: [Folder.ID])] {
    var found: [(Note.ID, [Folder.ID])] = []
    func visit(_ folder: Folder.ID?, _ above: [Folder.ID]) {
      let notes = box.notes(in: folder).filter { plan.path(of: $0.id) != nil }
      for note in Self.shown(notes, by: \.title) { found.append((note.id, above)) }
      for child in Self.shown(box.children(of: folder), by: \.name) { visit(child.id, above + [child.id]) }
    }
    visit(nil, [])
    return found
  }

  /// Notes or folders in the order of a book. An order that somebody has made counts. Where things simply stand as files do, by
  /// the bytes of their names, chapter 2 comes before chapter 10.
  private static func shown<Thing>(_ things: [Thing], by name: (Thing) -> String) -> [Thing] {
    let names = things.map { Array(name($0).utf8) }
    guard zip(names, names.dropFirst()).allSatisfy({ !$1.lexicographicallyPrecedes($0) }) else {
      return things
    }
    return things.map { (NaturalKey(name($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// A note as a document with its pictures in it. Links to other notes of the plan have the form `slipbox:note/…`.
  ///
  /// - Throws: `SlipError` for payload that is missing or differs from the manifest.
  public func document(of id: Note.ID) throws -> ReadResult {
    guard let note = box.note(id) else { throw Self.unknown(.note(id)) }
    var result = read(try body(of: note))
    let original = result.document.resources
    result.document = try prepared(result.document, note, plan.path(of: id) ?? "")
    // Whatever the format does with files of single notes, one document has them within it.
    for index in original.indices {
      guard case .file(let name) = original[index].content,
        let digest = PayloadPath.attachment(namedBy: name),
        box.attachment(digest) != nil, plan.target.holdsAttachments
      else { continue }
      result.document.resources[index].content = .bytes(try blob(digest))
    }
    result.document.info.created = note.created.flatMap { CalendarDate($0) } ?? result.document.info.created
    result.document.info.modified =
      note.modified.flatMap { CalendarDate($0) } ?? result.document.info.modified
    if plan.target.guessesStructure {
      result.document.findStructure(box.structure(plan.structure, of: note, stated: plan.stated))
    }
    result.diagnostics += result.document.makePicturesVisible(to: plan.target.viewer, limits: limits)
    return result
  }

  /// The note of the plan that a link of another one leads to; nil for other links.
  public func note(for link: String, in id: Note.ID) -> Note.ID? {
    box.note(id).flatMap { links.note(for: link, in: $0) }
  }
}

extension CalendarDate {
  /// The date of a moment in UTC; nil beyond the years of RFC 3339.
  package init?(_ moment: Timestamp) {
    guard moment.isWithinRFC3339 else { return nil }
    let numbers = moment.rfc3339.split { !$0.isNumber }.prefix(6).compactMap { Int($0) }
    guard numbers.count == 6 else { return nil }
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5])
  }
}
