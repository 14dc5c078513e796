internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipRTF

/// Links by title, `[[Weights]]`, of which the bodies of other notes have the title of a note as text.
extension EditSession {
  /// Makes links by title follow notes that got other titles.
  ///
  /// A body changes only where its link would lead nowhere, or elsewhere, otherwise. A link that can't follow
  /// stays as it is, with a warning: where the new title has brackets, say, or another note has it, too.
  ///
  /// - Parameter oldTitles: The titles that notes had before, some of which may be others now.
  /// - Throws: As `body(of:)` for the notes that link to them.
  mutating func followTitles(from oldTitles: [Note.ID: String]) throws(SlipError) {
    let renamed = Set(oldTitles.filter { box.note($0.key)?.title != $0.value }.keys)
    var linking: [Note.ID] = []
    for id in Set(renamed.flatMap { box.backlinks(of: $0) }).sorted() {
      if let note = box.note(id), try mirrorHasBrackets(note) { linking.append(id) }
    }
    guard !linking.isEmpty else { return }
    var before = box
    for (id, title) in oldTitles { try before.update(note: id) { $0.title = title } }
    let (old, new) = (LinkResolver(before), LinkResolver(box))
    for id in linking {
      guard let note = box.note(id) else { continue }
      let source = note.source.flatMap { box.source($0) }
      var lost: Set<Note.ID> = []
      let titles = Dictionary(renamed.map { ($0, box.note($0)?.title ?? "") }) { first, _ in first }
      let body = try body(of: note)
      var document = body.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
      document.renameWikiLinks { text in
        guard case .note(let target) = old.resolve(.title(text), from: source), renamed.contains(target),
          new.resolve(.title(text), from: source) != .note(target)
        else { return nil }
        // The shortest first: what follows the title is a heading or the text to show.
        for candidate in LinkResolver.titleCandidates(text).reversed() {
          guard old.resolve(.title(candidate), from: source) == .note(target), text.hasPrefix(candidate)
          else {
            continue
          }
          let title = (titles[target] ?? "") + text.dropFirst(candidate.count)
          if new.resolve(.title(title), from: source) == .note(target), WikiLinks.isLink(title) {
            return title
          }
        }
        lost.insert(target)
        return nil
      }
      for target in lost.sorted() { warn(note, target) }
      let patched = body.withUnsafeBytes { RTFPatch.patch($0, to: document, limits: limits) }
      if patched.bytes != body { try setBody(of: id, .rtf(patched.bytes)) }
    }
  }

  /// The titles of some notes.
  borrowing func titles(of notes: [Note.ID]) -> [Note.ID: String] {
    Dictionary(notes.compactMap { id in box.note(id).map { (id, $0.title) } }) { first, _ in first }
  }

  /// Whether the text of a note may have links by title.
  private borrowing func mirrorHasBrackets(_ note: Note) throws(SlipError) -> Bool {
    let path = PayloadPath.mirror(note.id)
    let mirror: [UInt8]
    if let bytes = try payload.bytes(at: path) { mirror = bytes } else { mirror = try old.read(path) }
    return mirror.withUnsafeBytes { !WikiLinks.titles(in: $0).isEmpty }
  }

  /// Says that a link by title can't follow its note.
  private mutating func warn(_ note: Note, _ target: Note.ID) {
    let title = box.note(target)?.title ?? ""
    diagnostics.append(
      Diagnostic(
        code: ExchangeCode.linkTargetMissing, severity: .warning,
        message:
          "A link by title in \u{201C}\(PrintableText.of(note.title))\u{201D} no longer leads to \u{201C}\(PrintableText.of(title))\u{201D}, and can't be written with this title.",
        location: EntityID.note(note.id).location))
  }
}
