internal import SlipBase
internal import SlipExchange
internal import SlipNotes
internal import XMLSyntax

/// The collections of a new project: those that notes say they are in, and one for each saved search.
///
/// A collection for a saved search lists what the search finds now. Its id follows from the folder, so that an import knows
/// that the notes don't say so themselves.
///
/// ```xml
/// <Collections>
///   <Collection Type="Binder" ID="…" Color="0.9 0.9 0.9"><Title>Binder</Title></Collection>
///   <Collection Type="Arbitrary" ID="…" Color="0.9 0.8 0.9">
///     <Title>To do</Title><BinderUUIDs>…,…</BinderUUIDs>
///   </Collection>
/// </Collections>
/// ```
struct ScrivenerCollections {
  /// A list of items.
  private struct Row {
    /// The UUID in upper case.
    var id: String
    /// The title.
    var title: String
    /// The UUIDs of the items; nil for the binder itself, which lists none.
    var items: [String]?
  }

  /// The collections in order; empty for a project without any.
  private var rows: [Row] = []

  /// Collects them. Notes come in the order of the box, folders in that of the binder.
  init(_ box: ContainerBox, _ binder: ScrivenerBinder) {
    var places: [String: Int] = [:]
    for id in box.notes {
      guard let note = box.box.note(id), let item = binder.ids[id] else { continue }
      for title in note.properties.compactMap(Self.title) {
        let place = places[title] ?? rows.count
        if places.updateValue(place, forKey: title) == nil {
          rows.append(Row(id: Self.id("scrivener-collection/" + title), title: title, items: []))
        }
        rows[place].items?.append(item)
      }
    }
    for item in binder.items {
      guard let search = item.search, let id = ScrivenerProject.searchCollection(of: item.id) else {
        continue
      }
      rows.append(Row(id: id, title: item.title, items: search.items))
    }
    if !rows.isEmpty { rows.insert(Row(id: Self.id("scrivener-collection"), title: "Binder"), at: 0) }
  }

  /// The title of the collection that a property names; nil for others, and for one that XML would change.
  static func title(_ property: Property) -> String? {
    let isTitle = property.name == "scrivener:collection" && property.kind == .text
    return isTitle && ScrivenerProjectFile.isPlainText(property.value) ? property.value : nil
  }

  /// A UUID that is the same in each export.
  private static func id(_ name: String) -> String {
    UniqueID(namespace: IdentityNamespace.folder, name: name).description.uppercased()
  }

  /// Writes the element `Collections`; nothing where there are none.
  ///
  /// - Throws: What the writer throws.
  func write(_ xml: inout XMLWriter) throws {
    guard !rows.isEmpty else { return }
    try xml.start("Collections")
    for row in rows {
      try xml.start("Collection")
      xml.attribute("Type", row.items == nil ? "Binder" : "Arbitrary")
      xml.attribute("ID", row.id)
      xml.attribute("Color", row.items == nil ? "0.9 0.9 0.9" : "0.9 0.8 0.9")
      try xml.start("Title")
      xml.text(ItemImporter.cleaned(text: row.title))
      xml.end()
      if let items = row.items {
        try xml.start("BinderUUIDs")
        xml.text(items.joined(separator: ","))
        xml.end()
      }
      xml.end()
    }
    xml.end()
  }
}
