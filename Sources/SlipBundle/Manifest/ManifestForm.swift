internal import SlipBase
internal import XMLSyntax

/// Tells, at the speed of reading, that a manifest surely keeps its schema.
///
/// The schema itself is asked only in doubt: checking by it takes several times as long. A law in the tests holds
/// that what leaves no doubt is valid.
struct ManifestForm {
  private(set) var needsSchemaCheck = false
  /// For each open element, the place of its last child in the order of children.
  private var places: [Int] = []

  private static let foreignPlace = 1_000

  mutating func doubt() { needsSchemaCheck = true }

  mutating func start(_ kind: ManifestElement, _ element: XMLElement) {
    guard !needsSchemaCheck else { return }
    if let parent = kind.row.parent { enter(kind, parent) }
    places.append(-1)
    if !hasItsAttributes(kind, element) { needsSchemaCheck = true }
  }

  mutating func end(_ kind: ManifestElement) {
    guard !needsSchemaCheck, let place = places.popLast() else { return }
    if kind == .slipbox, place < ManifestElement.children(of: .slipbox).count - 1 { needsSchemaCheck = true }
  }

  mutating func foreign(_ element: XMLElement) {
    guard !needsSchemaCheck, let last = places.indices.last else { return }
    let isComplete = places.count > 1 || places[last] >= ManifestElement.children(of: .slipbox).count - 1
    if !isComplete { needsSchemaCheck = true }
    places[last] = ManifestForm.foreignPlace
    insideForeign(element)
  }

  /// The schema lets foreign elements be, but for what it knows itself.
  mutating func insideForeign(_ element: XMLElement) {
    if element.hasPrefixedAttribute || element.isIn(namespace: ManifestElement.namespace) {
      needsSchemaCheck = true
    }
  }

  /// Sections come one by one, all other children in groups.
  private mutating func enter(_ kind: ManifestElement, _ parent: ManifestElement) {
    guard let last = places.indices.last,
      let place = ManifestElement.children(of: parent).firstIndex(of: kind)
    else { return doubt() }
    let isInOrder = parent == .slipbox ? place == places[last] + 1 : place >= places[last]
    if !isInOrder { needsSchemaCheck = true }
    places[last] = place
  }

  /// Attributes mostly come in the order of the table.
  private func hasItsAttributes(_ kind: ManifestElement, _ element: XMLElement) -> Bool {
    var index = 0
    let rows = kind.row.attributes
    for row in rows {
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
