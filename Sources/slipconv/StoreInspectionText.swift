import SlipboxKit

/// The text of `inspect` for a store: comments of TOML, and the mapping.
enum StoreInspectionText {
  /// The whole text.
  static func text(_ inspection: StoreInspection) -> String {
    let store = inspection.store
    var text = "# \(inspection.source): store of Core Data"
    text += store.framework.map { ", framework \($0)" } ?? ""
    text += store.model == "columns" ? "; names come from its columns\n" : "\n"
    for entity in inspection.entities { text += self.text(entity) }
    guard let mapping = inspection.mapping.toml else {
      let closest = inspection.mapping.ranking.first.map { "; \($0.entity) comes closest" } ?? ""
      return text + "# No entity looks like a note\(closest).\n"
    }
    text +=
      "# "
      + (inspection.mapping.isSure
        ? "This is what an import takes.\n" : "An import asks for a mapping such as this.\n")
    return text + "\n" + mapping
  }

  /// An entity with its properties.
  private static func text(_ entity: StoreInspection.Entity) -> String {
    let parent = entity.super.map { ": \($0)" } ?? ""
    var text =
      "#   \(entity.name)\(parent)  \(counted(entity.count, "row"))\(entity.isAbstract ? ", abstract" : "")\n"
    for attribute in entity.attributes {
      var words = [attribute.type]
      if attribute.isExternal == true { words.append("external") }
      if attribute.isTransient { words.append("not stored") }
      if attribute.isDerived { words.append("derived") }
      text += "#     \(attribute.name)  \(words.joined(separator: ", "))\n"
    }
    for relationship in entity.relationships {
      var words = [relationship.isToMany ? "to many" : "to one"]
      if relationship.isOrdered { words.append("ordered") }
      if let inverse = relationship.inverse { words.append("inverse \(inverse)") }
      if let rule = relationship.deleteRule { words.append("on delete \(rule)") }
      text +=
        "#     \(relationship.name) → \(relationship.destination ?? "?")  \(words.joined(separator: ", "))\n"
    }
    return text
  }
}
