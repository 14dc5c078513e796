internal import SlipDocument

/// What has to be known of a page before it is read: which identifiers are notes, and which ones links lead to.
struct HTMLAnchors {
  /// Index that the page's first note gets in `Document.notes`.
  let firstNote: Int
  private(set) var notes: [MarginNote.Kind] = []
  private var noteByIdentifier: [String: Int] = [:]
  private var targets: Set<String> = []

  init(_ source: [UInt8], firstNote: Int) {
    self.firstNote = firstNote
    // By their order.
    var references: [String: Int] = [:]
    var candidates: [(identifier: String, kind: MarginNote.Kind, isNote: Bool)] = []
    var tokenizer = HTMLTokenizer(source)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token else { continue }
      if let target = tag["href"], target.utf8.first == 0x23, target.utf8.count > 1 {
        let identifier = String(target.dropFirst())
        targets.insert(identifier)
        if tag["role"] == "doc-noteref", references[identifier] == nil {
          references[identifier] = references.count
        }
      }
      guard let identifier = tag["id"], HTMLElements.role(tag.name) != .inline else { continue }
      let kind = HTMLAnchors.noteKind(tag)
      candidates.append((identifier, kind ?? .footnote, kind != nil))
    }
    func place(_ index: Int) -> (Int, Int) { (references[candidates[index].identifier] ?? .max, index) }
    // A page may show notes in another order than that in which the text refers to them.
    for candidate in candidates.indices.sorted(by: { place($0) < place($1) }).map({ candidates[$0] })
    where candidate.isNote || references[candidate.identifier] != nil {
      if noteByIdentifier[candidate.identifier] != nil { continue }
      noteByIdentifier[candidate.identifier] = firstNote + notes.count
      notes.append(candidate.kind)
    }
  }

  private static func noteKind(_ tag: HTMLTag) -> MarginNote.Kind? {
    switch tag["role"] {
    case "doc-footnote": .footnote
    case "doc-endnote": .endnote
    default: tag.hasClass("annotation") ? .annotation : tag.hasClass("endnote") ? .endnote : nil
    }
  }

  /// Index of the note with this identifier.
  func note(_ identifier: String?) -> Int? { identifier.flatMap { noteByIdentifier[$0] } }

  /// The note that a link refers to.
  func note(referredToBy tag: HTMLTag) -> Int? {
    guard let target = tag["href"], target.utf8.first == 0x23 else { return nil }
    return note(String(target.dropFirst()))
  }

  func isTarget(_ identifier: String) -> Bool { targets.contains(identifier) }
}
