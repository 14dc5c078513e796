internal import SlipBase
package import SlipNotes

/// The folders and keywords that a search names (`saved:`, `folder:`, `keyword:`, `#name`).
package enum SearchReferences {
  /// A search whose names follow the folders and keywords that a change has renamed or moved.
  ///
  /// A name that means none, or several, stays as it is, and so does one whose new form a search can't have
  /// (a quotation mark can't be quoted).
  ///
  /// - Parameters:
  ///   - text: The words of the search.
  ///   - old: The box in which the names mean something.
  ///   - new: The same box after the change.
  package static func renamed(_ text: String, from old: SlipBox, to new: SlipBox) -> String {
    var parser = SearchParser(text, SearchNames(old))
    guard let tree = try? parser.parsed() else { return text }
    var bytes = Array(text.utf8)
    var values: [(field: SearchField, value: SearchValue)] = []
    collect(tree, &values)
    for (field, value) in values.sorted(by: { $0.value.place > $1.value.place }) {
      guard [.fits, .equals, .range].contains(value.relation), value.end > value.place,
        let name = name(field, value.joinedText, old, new), !name.contains("\"")
      else { continue }
      bytes.replaceSubrange(value.place..<value.end, with: Array("\"\(name)\"".utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A search in which folders and keywords that a box doesn't have are replaced by those of the nearest names.
  ///
  /// - Returns: Nil where the box has all of them, or none has a name that is near.
  package static func suggested(_ text: String, in box: SlipBox) -> String? {
    var parser = SearchParser(text, SearchNames(box))
    guard let tree = try? parser.parsed() else { return nil }
    var values: [(field: SearchField, value: SearchValue)] = []
    collect(tree, &values)
    var bytes = Array(text.utf8)
    var isChanged = false
    for (field, value) in values.sorted(by: { $0.value.place > $1.value.place }) {
      guard [.fits, .equals, .range].contains(value.relation), value.end > value.place,
        let name = near(field, value.joinedText, box), !name.contains("\"")
      else { continue }
      bytes.replaceSubrange(value.place..<value.end, with: SearchCompletion.written(name).utf8)
      isChanged = true
    }
    return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The name nearest to one that a box doesn't have; nil where it has it, where nothing is near, and for other fields.
  private static func near(_ field: SearchField, _ text: String, _ box: SlipBox) -> String? {
    let isPath = text.contains("/")
    let names: [String]
    switch field {
    case .folder, .saved:
      let folders = box.folders.filter { field == .folder || $0.savedSearch != nil }
      names = folders.map { FolderPath.text(box.path(of: $0.id)) }
      // A search finds a folder whatever the case and accents.
      guard !names.contains(where: { TextForm.fold($0, .cd) == TextForm.fold(text, .cd) }) else { return nil }
    case .keyword:
      guard !text.hasSuffix("*"), box.keywords(called: text).isEmpty else { return nil }
      names = box.keywords.map { isPath ? box.path(ofKeyword: $0.id) : $0.name }
    default: return nil
    }
    let folded = TextForm.fold(text, .cd)
    let known = Set(names).sorted()
    let alike = known.map { TextForm.fold($0, .cd) }
    // What people type most often is the beginning of a name, or its last part.
    let begun = alike.firstIndex { $0.hasPrefix(folded) || $0.hasSuffix("/" + folded) }
    if let begun { return known[begun] }
    return Suggestion.nearest(to: folded, among: alike).flatMap { alike.firstIndex(of: $0) }.map { known[$0] }
  }

  /// The new name of what a value names; nil where it is the old one, or nothing is known of it.
  private static func name(_ field: SearchField, _ text: String, _ old: SlipBox, _ new: SlipBox) -> String? {
    switch field {
    case .saved, .folder:
      guard let id = old.folder(at: text), new.folder(id) != nil else { return nil }
      let (before, after) = (old.path(of: id), new.path(of: id))
      return before == after ? nil : FolderPath.text(after)
    case .keyword:
      let meant = old.keywords(called: text)
      guard meant.count == 1, let id = meant.first?.id, let keyword = new.keyword(id) else { return nil }
      let isPath = text.contains("/")
      let before = isPath ? old.path(ofKeyword: id) : meant[0].name
      let after = isPath ? new.path(ofKeyword: id) : keyword.name
      return before == after ? nil : after
    default: return nil
    }
  }

  /// The values of all fields, in any order.
  private static func collect(_ tree: SearchTree, _ values: inout [(field: SearchField, value: SearchValue)])
  {
    switch tree {
    case .and(let parts), .or(let parts): for part in parts { collect(part, &values) }
    case .not(let inner): collect(inner, &values)
    case .field(let field, let some, _): values += some.map { (field, $0) }
    case .words, .symbols, .regex, .property, .predicate: break
    }
  }
}
