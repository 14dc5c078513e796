internal import XMLSyntax

/// Recognises, at the speed of reading, manifests that surely keep their schema.
///
/// Checking by the XSD takes several times as long as reading, so it is only done in doubt. This type errs on
/// one side: what leaves no doubt is valid (a law in the tests), but a valid manifest may leave some, for
/// example by white space in a number.
struct ManifestForm {
  /// The elements and attributes that the document may have.
  private let schema: ManifestSchema
  /// Whether anything so far leaves a doubt. It never becomes false again.
  private(set) var needsSchemaCheck = false
  /// For each open element, the position of its last child among the children that its parent may have; -1
  /// before the first.
  private var places: [Int] = []

  /// A position behind all others: foreign elements come last.
  private static let foreignPlace = 1_000

  /// Checks a document of this kind.
  init(_ schema: ManifestSchema) { self.schema = schema }

  /// Leaves the decision to the schema.
  mutating func requireSchemaCheck() { needsSchemaCheck = true }

  /// Takes the start of an element; `parent` is nil for the root.
  mutating func start(_ kind: ManifestElement, in parent: ManifestElement?, _ element: XMLElement) {
    guard !needsSchemaCheck else { return }
    if let parent { enter(kind, parent) }
    places.append(-1)
    if !hasItsAttributes(kind, element) { needsSchemaCheck = true }
  }

  /// Takes the end of an element. The root must have had all of its sections.
  mutating func end(_ kind: ManifestElement) {
    guard !needsSchemaCheck, let place = places.popLast() else { return }
    if kind == .slipbox || kind == .partRoot, !isComplete(kind, place) { needsSchemaCheck = true }
    // The sides of a transaction come together.
    if kind == .transaction, place == 1 { needsSchemaCheck = true }
  }

  /// Takes the start of a foreign element, which has to come after all others.
  mutating func foreign(_ element: XMLElement) {
    guard !needsSchemaCheck, let last = places.indices.last else { return }
    if places.count == 1, schema.root == .slipbox, !isComplete(.slipbox, places[last]) {
      needsSchemaCheck = true
    }
    places[last] = ManifestForm.foreignPlace
    insideForeign(element)
  }

  /// Takes an element within a foreign one. The schema doesn't look at these, but at what it knows itself.
  mutating func insideForeign(_ element: XMLElement) {
    if element.hasPrefixedAttribute || element.isIn(namespace: ManifestElement.namespace) {
      needsSchemaCheck = true
    }
  }

  /// Whether a root has had all of its sections when it has had the child at this position last. What is in
  /// parts has no sections in the manifest itself.
  private func isComplete(_ root: ManifestElement, _ place: Int) -> Bool {
    let children = schema.children(of: root)
    return place >= children.count - 1 || (place >= 0 && children[place] == .parts)
  }

  /// Whether a section of a root comes right behind the one that came last.
  private func follows(_ place: Int, _ last: Int, in parent: ManifestElement) -> Bool {
    let children = schema.children(of: parent)
    if last >= 0, last < children.count, children[last] == .parts { return false }
    // The first section behind `parts` may come in its place.
    let isInPlaceOfParts = place > 0 && children[place - 1] == .parts && place == last + 2
    return place == last + 1 || isInPlaceOfParts
  }

  /// Checks an element's position.
  ///
  /// Sections of the root come once each, in order; those of a transaction's sides may be missing. Other
  /// children come in groups: all keywords of a note before its links, for example.
  private mutating func enter(_ kind: ManifestElement, _ parent: ManifestElement) {
    guard let last = places.indices.last,
      let place = schema.children(of: parent).firstIndex(of: kind)
    else { return requireSchemaCheck() }
    let isInOrder =
      switch parent {
      case .slipbox, .partRoot: follows(place, places[last], in: parent)
      case .before, .after: place > places[last]
      case .transaction: kind == .counts ? places[last] <= 0 : kind == .before || places[last] == 1
      default: place >= places[last]
      }
    if !isInOrder { needsSchemaCheck = true }
    places[last] = place
  }

  /// Whether all attributes are known, complete and of their type.
  ///
  /// Only the order of the table is tried, which all writers use: other orders are valid, but leave a doubt.
  /// That saves looking each name up.
  private func hasItsAttributes(_ kind: ManifestElement, _ element: XMLElement) -> Bool {
    var index = 0
    for row in schema.attributes(of: kind) {
      if element.attribute(at: index, isNamed: row.name) {
        guard row.type.accepts(element.value(at: index)) else { return false }
        index += 1
      } else if row.isRequired {
        return false
      }
    }
    return index == element.attributeCount
  }
}
