internal import XMLSyntax

/// The elements that a kind of document has: a manifest from version 5 on, a part of one, or a transaction.
struct ManifestSchema: Sendable {
  /// The root element.
  let root: ManifestElement
  /// Rows by the element's raw value; nil for an element that such documents don't have.
  private let rows: [ManifestElement.Row?]
  /// Children by the parent's raw value, in the order in which they have to come.
  private let children: [[ManifestElement]]

  /// Manifests of the current version.
  static let current = ManifestSchema(root: .slipbox, without: [.event, .files, .partRoot])
  /// Parts of manifests of the current version.
  static let part = ManifestSchema(root: .partRoot, without: [.slipbox])
  /// Transactions, which have the form of version 6 still.
  static let transaction = ManifestSchema(
    root: .transaction, without: Stage67.addedElements.union([.slipbox, .history, .event])
  ) { element, row in row.freeze(at: 6, "6", element) }
  /// Manifests of version 7: those of version 8 without what that added.
  static let version7 = ManifestSchema(root: .slipbox, without: [.event, .files, .partRoot]) {
    element, row in row.freeze(at: 7, "7", element)
  }
  /// Parts of manifests of version 7.
  static let part7 = ManifestSchema(root: .partRoot, without: [.slipbox]) { element, row in
    row.freeze(at: 7, "7", element)
  }
  /// Manifests of version 6: those of version 7 without what that added, and with a list of files.
  static let version6 = ManifestSchema(root: .slipbox, without: Stage67.addedElements.union([.event])) {
    element, row in
    row.freeze(at: 6, "6", element)
  }
  /// Manifests of version 5: those of version 6 without what that added.
  static let version5 = ManifestSchema(
    root: .slipbox, without: Stage67.addedElements.union(Stage56.addedElements)
  ) { element, row in
    if element == .file { row.attributes[0] = VersionForm.must("path", .pathBefore6) }
    row.freeze(at: 5, "5", element)
  }

  /// Takes rows of the table.
  ///
  /// - Parameters:
  ///   - root: The root element.
  ///   - absent: Elements that such documents don't have.
  ///   - change: Changes a row.
  init(
    root: ManifestElement, without absent: Set<ManifestElement>,
    _ change: (ManifestElement, inout ManifestElement.Row) -> Void = { _, _ in }
  ) {
    self.root = root
    var rows: [ManifestElement.Row?] = ManifestElement.allCases.map { element in
      guard !absent.contains(element) else { return nil }
      var row = ManifestElement.makeRow(element)
      change(element, &row)
      return row
    }
    // Only what the root leads to belongs to the schema.
    func isReached(_ element: ManifestElement) -> Bool {
      element == root || rows[Int(element.rawValue)]?.parents.contains(where: isReached) == true
    }
    let reached = ManifestElement.allCases.map(isReached)
    for index in rows.indices where !reached[index] { rows[index] = nil }
    self.rows = rows
    children = ManifestElement.allCases.map { parent in
      ManifestElement.allCases.filter { rows[Int($0.rawValue)]?.parents.contains(parent) == true }
    }
  }

  /// An element's attributes in the order in which they are written; none for an element that such documents
  /// don't have. O(1).
  func attributes(of element: ManifestElement) -> [ManifestElement.Attribute] {
    rows[Int(element.rawValue)]?.attributes ?? []
  }

  /// Whether elements of other namespaces may be in this one. O(1).
  func allowsForeign(in element: ManifestElement) -> Bool {
    rows[Int(element.rawValue)]?.allowsForeign ?? false
  }

  /// The elements that may be below `parent`, in the order in which they have to come.
  ///
  /// - Parameter parent: The element above; nil for the document, which has only the root. O(1).
  func children(of parent: ManifestElement?) -> [ManifestElement] {
    guard let parent else { return [root] }
    return children[Int(parent.rawValue)]
  }

  /// The kind of an element below `parent`; nil for an element that such documents don't have there.
  ///
  /// Elements of other namespaces have no kind, either.
  func child(of parent: ManifestElement?, _ element: XMLElement) -> ManifestElement? {
    guard element.isIn(namespace: ManifestElement.namespace) else { return nil }
    for child in children(of: parent) where element.isNamed(child.name) { return child }
    return nil
  }
}

extension ManifestElement.Row {
  /// What each version added, by element, newest first.
  private static let added: [(version: Int, attributes: [ManifestElement: [StaticString]])] = [
    (8, Stage78.added), (7, Stage67.added), (6, Stage56.added),
  ]

  /// Takes away what came after a version; roots get its number.
  fileprivate mutating func freeze(at version: Int, _ number: StaticString, _ element: ManifestElement) {
    for newer in Self.added where newer.version > version { remove(newer.attributes[element]) }
    guard element == .slipbox || element == .partRoot else { return }
    for index in attributes.indices where attributes[index].name.isSame(as: "version") {
      attributes[index].type = .words([number])
    }
  }

  /// Takes attributes away.
  fileprivate mutating func remove(_ names: [StaticString]?) {
    guard let names else { return }
    attributes.removeAll { attribute in names.contains { $0.isSame(as: attribute.name) } }
  }
}
