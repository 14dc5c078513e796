internal import SlipDocument

/// What has to be known of a page before it is read: which elements are notes, which
/// identifiers links lead to, what addresses are relative to, what style sheets say of the
/// text, and how many items lists have that count down.
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
  /// What addresses are relative to.
  private(set) var base = HTMLBase()
  /// What style sheets say of the text.
  private(set) var styles = HTMLStyleRules()
  /// How many items lists that count down have, by the index of their start tags in the page.
  private var countedItems: [Int: Int] = [:]

  /// Reads the tags of a page.
  init(_ source: [UInt8], firstNote: Int) {
    self.firstNote = firstNote
    // Identifiers that references lead to, with the order of their first reference.
    var references: [String: Int] = [:]
    var candidates: [(identifier: String, kind: MarginNote.Kind, isNote: Bool)] = []
    var tokenizer = HTMLTokenizer(source, keepsStyleSheets: true)
    var hasBase = false
    var isInStyle = false
    // The open lists, with the index of those that count down.
    var lists: [Int?] = []
    while let token = tokenizer.next() {
      if isInStyle, case .text(let sheet) = token { styles.add(sheet) }
      isInStyle = false
      if case .end(let name) = token, !lists.isEmpty, HTMLAnchors.isList(name) { lists.removeLast() }
      guard case .start(let tag) = token else { continue }
      if tag.name == "style" {
        isInStyle = CSSMedia.isForScreens(tag["media"] ?? "")
      } else if HTMLAnchors.isList(tag.name) {
        lists.append(tag.name == "ol" && tag["reversed"] != nil ? tokenizer.tagStart : nil)
      } else if tag.name == "li", let list = lists.last, let list, !HTMLPageReader.isHidden(tag) {
        countedItems[list, default: 0] += 1
      } else if tag.name == "base", !hasBase, let href = tag["href"] {
        hasBase = true
        base = HTMLBase(href) ?? HTMLBase()
      }
      if let target = tag["href"], target.utf8.first == UInt8(ascii: "#"), target.utf8.count > 1 {
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

  /// Whether an element is a list.
  private static func isList(_ name: String) -> Bool {
    if case .list = HTMLElements.role(name) { true } else { false }
  }

  /// How many items the list has that begins at this index of the page, if it counts down.
  func items(ofListAt index: Int) -> Int { countedItems[index] ?? 0 }

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
    guard let target = tag["href"], target.utf8.first == UInt8(ascii: "#") else { return nil }
    return note(String(target.dropFirst()))
  }

  /// Whether some link of the page leads to this identifier.
  func isTarget(_ identifier: String) -> Bool { targets.contains(identifier) }
}
