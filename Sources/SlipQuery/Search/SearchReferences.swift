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
