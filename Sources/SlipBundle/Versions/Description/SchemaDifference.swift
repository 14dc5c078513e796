/// One difference between two schema versions, as `slipconv schema diff` shows it.
///
/// Examples: `note.favorite` renamed from `note.isFavorite`; `source` added; `note.mirror` retyped.
public struct SchemaDifference: Sendable, Encodable, Hashable {
  /// What happened: something is new, is no longer there, has another name, or another type.
  public enum Kind: String, Sendable, Encodable { case added, dropped, renamed, retyped }

  /// What happened.
  public var kind: Kind
  /// An entity or one of its properties: `note`, `note.title`; `container` for the bundle as a whole.
  public var subject: String
  /// What it was, where that says more than the kind.
  public var before: String?
  /// What it is, where that says more than the kind.
  public var after: String?

  /// The differences between two versions.
  ///
  /// The container comes first, then entities in the order in which the newer version lists them, each with
  /// its attributes and relationships; dropped entities come last.
  ///
  /// - Parameters:
  ///   - old: Any version.
  ///   - new: Any other; it may be the older one.
  public static func between(_ old: SchemaModel, _ new: SchemaModel) -> [SchemaDifference] {
    var changes: [SchemaDifference] = []
    if old.container != new.container {
      changes.append(.init(kind: .retyped, subject: "container", before: old.container, after: new.container))
    }
    for entity in new.entities {
      if let before = old.entity(entity.name) {
        changes += attributes(before, entity) + relationships(before, entity)
      } else {
        changes.append(.init(kind: .added, subject: entity.name))
      }
    }
    for entity in old.entities where new.entity(entity.name) == nil {
      changes.append(.init(kind: .dropped, subject: entity.name))
    }
    return changes
  }

  /// Differences between the attributes of an entity: identity first, then attributes in the newer order,
  /// then dropped ones.
  private static func attributes(_ old: SchemaModel.Entity, _ new: SchemaModel.Entity) -> [SchemaDifference] {
    var changes: [SchemaDifference] = []
    if old.identity != new.identity {
      changes.append(
        .init(kind: .retyped, subject: "\(new.name).identity", before: old.identity, after: new.identity))
    }
    var left = old.attributes
    for attribute in new.attributes {
      let subject = "\(new.name).\(attribute.name)"
      guard let index = left.firstIndex(where: { isSame($0, attribute) }) else {
        changes.append(.init(kind: .added, subject: subject, after: attribute.text))
        continue
      }
      let before = left.remove(at: index)
      if before.name != attribute.name {
        changes.append(
          .init(
            kind: .renamed, subject: subject, before: "\(new.name).\(before.name)",
            after: before.text == attribute.text ? nil : attribute.text))
      } else if before.text != attribute.text {
        changes.append(.init(kind: .retyped, subject: subject, before: before.text, after: attribute.text))
      }
    }
    return changes + left.map { .init(kind: .dropped, subject: "\(new.name).\($0.name)", before: $0.text) }
  }

  /// Whether two attributes are the same, though one may have been renamed.
  ///
  /// Both directions are tried, so that differences can be shown from a newer to an older version, too.
  private static func isSame(_ a: SchemaModel.Attribute, _ b: SchemaModel.Attribute) -> Bool {
    a.name == b.name || a.name == b.formerName || a.formerName == b.name
  }

  /// Differences between the relationships of an entity. They are never renamed: another name is another
  /// relationship.
  private static func relationships(
    _ old: SchemaModel.Entity, _ new: SchemaModel.Entity
  ) -> [SchemaDifference] {
    var changes: [SchemaDifference] = []
    var left = old.relationships
    for relationship in new.relationships {
      let subject = "\(new.name).\(relationship.name)"
      guard let index = left.firstIndex(where: { $0.name == relationship.name }) else {
        changes.append(.init(kind: .added, subject: subject, after: relationship.text))
        continue
      }
      let before = left.remove(at: index)
      if before != relationship {
        changes.append(.init(kind: .retyped, subject: subject, before: before.text, after: relationship.text))
      }
    }
    return changes + left.map { .init(kind: .dropped, subject: "\(new.name).\($0.name)", before: $0.text) }
  }
}

extension SchemaModel.Attribute {
  /// The attribute's type in words: `text, optional`.
  public var text: String {
    var text = type
    if isOptional { text += ", optional" }
    if let defaultValue { text += ", default \(defaultValue)" }
    if isDerived { text += ", derived" }
    return text
  }
}

extension SchemaModel.Relationship {
  /// The relationship in words: `to many: note, ordered; inverse note.folder; delete rule cascade`.
  public var text: String {
    var text = isToMany ? "to many: \(destination)" : "to one: \(destination), optional"
    if isOrdered { text += ", ordered" }
    if isDerived { text += ", derived" }
    if let inverse { text += "; inverse \(destination).\(inverse)" }
    return text + "; delete rule \(deleteRule.rawValue)"
  }
}
