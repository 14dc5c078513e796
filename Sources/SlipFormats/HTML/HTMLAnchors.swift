internal import SlipDocument

/// What has to be known of a page before it is read: which elements are notes, and which
/// identifiers links lead to.
///
/// A note may stand before or behind the text that refers to it, so the page's tags are
/// read once beforehand. Notes are recognised by the roles of DPUB-ARIA (`doc-footnote`,
/// `doc-endnote`, `doc-noteref`) and by the classes that `HTMLWriter` writes:
///
/// ```
/// <p>Text.<a role="doc-noteref" href="#n1">1</a></p>
/// <div id="n1">Its note, which needs no role of its own.</div>
/// ```
struct HTMLAnchors {
  /// The index in `Document.notes` that the page's first note gets.
  let firstNote: Int
  /// The kinds of the page's notes, in the order in which the text refers to them. Those
  /// without a reference come last.
  private(set) var notes: [MarginNote.Kind] = []
  /// Indices of notes, by identifier.
  private var noteByIdentifier: [String: Int] = [:]
  /// Identifiers that links of the page lead to.
  private var targets: Set<String> = []

  /// Reads the tags of a page.
  init(_ source: [UInt8], firstNote: Int) {
    self.firstNote = firstNote
    // Identifiers that references lead to, with the order of their first reference.
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
    /// Sorts candidates by their first reference; those without one come last, in the
    /// order of the page.
    func place(_ index: Int) -> (Int, Int) { (references[candidates[index].identifier] ?? .max, index) }
    // A page may have its notes in another order than their references.
    for candidate in candidates.indices.sorted(by: { place($0) < place($1) }).map({ candidates[$0] })
    where candidate.isNote || references[candidate.identifier] != nil {
      if noteByIdentifier[candidate.identifier] != nil { continue }
      noteByIdentifier[candidate.identifier] = firstNote + notes.count
      notes.append(candidate.kind)
    }
  }

  /// The kind of note that an element says it is; nil if it says nothing.
  private static func noteKind(_ tag: HTMLTag) -> MarginNote.Kind? {
    switch tag["role"] {
    case "doc-footnote": .footnote
    case "doc-endnote": .endnote
    default: tag.hasClass("annotation") ? .annotation : tag.hasClass("endnote") ? .endnote : nil
    }
  }

  /// The index of the note with this identifier.
  func note(_ identifier: String?) -> Int? { identifier.flatMap { noteByIdentifier[$0] } }

  /// The index of the note that a link refers to.
  func note(referredToBy tag: HTMLTag) -> Int? {
    guard let target = tag["href"], target.utf8.first == 0x23 else { return nil }
    return note(String(target.dropFirst()))
  }

  /// Whether some link of the page leads to this identifier.
  func isTarget(_ identifier: String) -> Bool { targets.contains(identifier) }
}
