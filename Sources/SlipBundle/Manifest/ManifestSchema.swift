internal import XMLSyntax

/// The elements that a kind of document has: a manifest of version 5 or 6, or a transaction.
struct ManifestSchema: Sendable {
  /// The root element.
  let root: ManifestElement
  /// Rows by the element's raw value; nil for an element that such documents don't have.
  private let rows: [ManifestElement.Row?]
  /// Children by the parent's raw value, in the order in which they have to come.
  private let children: [[ManifestElement]]

  /// Manifests of the current version.
  static let current = ManifestSchema(root: .slipbox, without: [.event])
  /// Transactions of the current version.
  static let transaction = ManifestSchema(root: .transaction, without: [.slipbox, .history, .event])
  /// Manifests of version 5: those of version 6 without what that added.
  static let version5 = ManifestSchema(
    root: .slipbox, without: [.folderProperty, .noteProperty, .referenceProperty]
  ) { element, row in
    switch element {
    case .slipbox: row.attributes = [VersionForm.must("version", .words(["5"]))]
    case .file: row.attributes[0] = VersionForm.must("path", .pathBefore6)
    default: break
    }
    if let names = Stage56.added[element] {
      row.attributes.removeAll { attribute in names.contains { $0.isSame(as: attribute.name) } }
    }
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
