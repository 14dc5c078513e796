internal import SlipBase
internal import XMLSyntax

/// What a schema version's XML looks like: its elements, and their attributes in the order in which they are written.
///
/// `Schemas/slipbox-<N>.xsd` says the same; both are frozen once published.
struct VersionForm: Sendable {
  typealias Attribute = ManifestElement.Attribute

  let number: Int
  /// By the element's raw value; nil for an element that the version lacks.
  private let rows: [[Attribute]?]
  private let children: [[VersionElement]]

  init(_ number: Int, _ elements: [(VersionElement, [Attribute])]) {
    self.number = number
    var rows = [[Attribute]?](repeating: nil, count: VersionElement.allCases.count)
    var children = [[VersionElement]](repeating: [], count: VersionElement.allCases.count)
    for (element, attributes) in elements {
      rows[Int(element.rawValue)] = attributes
      if let parent = element.parent { children[Int(parent.rawValue)].append(element) }
    }
    self.rows = rows
    self.children = children
  }

  /// Nil for an element that this version lacks.
  func attributes(of element: VersionElement) -> [Attribute]? { rows[Int(element.rawValue)] }

  /// The element of that name below `parent`.
  func child(of parent: VersionElement?, _ element: XMLElement) -> VersionElement? {
    guard element.isIn(namespace: ManifestElement.namespace) else { return nil }
    guard let parent else { return element.isNamed("slipbox") ? .slipbox : nil }
    return children[Int(parent.rawValue)].first { element.isNamed($0.name) }
  }

  static func must(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: true)
  }

  static func may(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: false)
  }

  static let statuses: [StaticString] = ["Draft", "Review", "Archived"]
  static let events: [StaticString] = ["import", "migration", "repair", "edit", "refresh"]

  /// History has the same form in all versions.
  static let event: (VersionElement, [Attribute]) = (
    .event, [must("kind", .words(events)), may("from", .text), may("to", .text), must("tool", .text)]
  )
}
