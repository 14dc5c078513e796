internal import XMLSyntax

/// The elements of a schema version, with their attributes in the order in which they are written.
///
/// `Schemas/slipbox-<N>.xsd` says the same for other programs. Both are frozen once the version is published.
struct VersionForm: Sendable {
  /// Attributes are described as for the current version.
  typealias Attribute = ManifestElement.Attribute

  /// Attributes by the element's raw value; nil for an element that the version doesn't have.
  private let rows: [[Attribute]?]
  /// Elements by their parent's raw value.
  private let children: [[VersionElement]]

  /// Describes a version by its elements.
  init(_ elements: [(VersionElement, [Attribute])]) {
    var rows = [[Attribute]?](repeating: nil, count: VersionElement.allCases.count)
    var children = [[VersionElement]](repeating: [], count: VersionElement.allCases.count)
    for (element, attributes) in elements {
      rows[Int(element.rawValue)] = attributes
      if let parent = element.parent { children[Int(parent.rawValue)].append(element) }
    }
    self.rows = rows
    self.children = children
  }

  /// An element's attributes; nil for an element that the version doesn't have.
  func attributes(of element: VersionElement) -> [Attribute]? { rows[Int(element.rawValue)] }

  /// The kind of an element below `parent`; nil for an element that the version doesn't have there.
  func child(of parent: VersionElement?, _ element: XMLElement) -> VersionElement? {
    guard element.isIn(namespace: ManifestElement.namespace) else { return nil }
    guard let parent else { return element.isNamed("slipbox") ? .slipbox : nil }
    return children[Int(parent.rawValue)].first { element.isNamed($0.name) }
  }

  /// An attribute that has to be there.
  static func must(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: true)
  }

  /// An attribute that may be left out.
  static func may(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: false)
  }

  /// The statuses of notes, which are capitalised before version 5.
  static let statuses: [StaticString] = ["Draft", "Review", "Archived"]
  /// The kinds of events in the history.
  static let events: [StaticString] = ["import", "migration", "repair", "edit", "refresh"]

  /// The row of `event`: history has the same form in all versions.
  static let event: (VersionElement, [Attribute]) = (
    .event, [must("kind", .words(events)), may("from", .text), may("to", .text), must("tool", .text)]
  )
}
