/// What a schema version holds, as data: entities with attributes and relationships, in the terms of Core
/// Data.
///
/// A relationship is stored at one end; its inverse is derived. The delete rule says what becomes of the
/// other end: deleting a folder cascades to its notes, deleting a note nullifies the links to it, and a
/// keyword that notes use denies its deletion.
///
/// The model describes; nothing is read or validated by it. `slipconv schema` prints it, as text, JSON or a
/// drawing.
public struct SchemaModel: Sendable, Encodable {
  /// A value that an entity has.
  public struct Attribute: Sendable, Encodable, Hashable {
    /// Its name in the manifest.
    public var name: String
    /// `text`, `uuid`, `date`, `boolean`, `number`, `fraction`, `binary`, `rtf`, a list of words, and so on.
    public var type: String
    /// Whether an entity may be without it.
    public var isOptional = false
    /// The value where none is written; nil where there is no default.
    public var defaultValue: String?
    /// Whether it is derived from other values.
    public var isDerived = false
    /// What the version before called it, if that is different.
    public var formerName: String?
  }

  /// What deleting an entity does to the other end of a relationship: nothing but removing the reference,
  /// deleting it, too, or refusing.
  public enum DeleteRule: String, Sendable, Encodable { case nullify, cascade, deny }

  /// A reference from one entity to another.
  public struct Relationship: Sendable, Encodable, Hashable {
    /// Its name.
    public var name: String
    /// The entity at the other end.
    public var destination: String
    /// Whether there can be more than one.
    public var isToMany = false
    /// Whether their order matters.
    public var isOrdered = false
    /// The relationship that leads back.
    public var inverse: String?
    /// What becomes of the destination, or of the reference to it, when this entity is deleted.
    public var deleteRule = DeleteRule.nullify
    /// Whether only the inverse is stored.
    public var isDerived = false
  }

  /// A kind of thing that a bundle has.
  public struct Entity: Sendable, Encodable, Hashable {
    /// Its name.
    public var name: String
    /// What tells one from another: an attribute, or the position.
    public var identity: String
    /// Its values.
    public var attributes: [Attribute]
    /// Its references.
    public var relationships: [Relationship]
  }

  /// The version's number.
  public var version: Int
  /// A few words on what the version added.
  public var summary: String
  /// What a bundle of the version is: a file or a tree.
  public var container: String
  /// In the order in which the manual shows them.
  public var entities: [Entity]

  /// The entity with this name; nil where the version doesn't have it.
  public func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }
}

extension SchemaModel {
  /// An attribute that has to be there.
  static func must(
    _ name: String, _ type: String, derived: Bool = false, was formerName: String? = nil
  ) -> Attribute {
    Attribute(name: name, type: type, isDerived: derived, formerName: formerName)
  }

  /// An attribute that may be left out.
  static func may(
    _ name: String, _ type: String, default defaultValue: String? = nil, was formerName: String? = nil
  ) -> Attribute {
    Attribute(
      name: name, type: type, isOptional: defaultValue == nil, defaultValue: defaultValue,
      formerName: formerName)
  }

  /// A relationship to at most one entity.
  static func one(_ name: String, _ destination: String, inverse: String?, _ rule: DeleteRule) -> Relationship
  {
    Relationship(name: name, destination: destination, inverse: inverse, deleteRule: rule)
  }

  /// A relationship to any number of entities.
  static func many(
    _ name: String, _ destination: String, inverse: String?, _ rule: DeleteRule, ordered: Bool = false,
    derived: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: true, isOrdered: ordered, inverse: inverse,
      deleteRule: rule, isDerived: derived)
  }

  /// An event of the history, which has the same form in all versions.
  static let event = Entity(
    name: "event", identity: "position",
    attributes: [
      must("kind", "import | migration | repair | edit | refresh"), may("from", "text"), may("to", "text"),
      must("tool", "text"),
    ], relationships: [])
}

extension SchemaModel {
  /// A drawing for Graphviz, in the DOT language. Derived relationships are left out.
  public var dot: String {
    var text = "digraph slipbox\(version) {\n  rankdir=LR;\n  node [shape=record, fontname=\"Helvetica\"];\n"
    for entity in entities {
      let rows = entity.attributes.map { "\(escaped($0.name)): \(escaped($0.text))\\l" }.joined()
      text += "  \(entity.name) [label=\"\(entity.name)|\(rows)\"];\n"
    }
    for entity in entities {
      for relationship in entity.relationships where !relationship.isDerived {
        text += "  \(entity.name) -> \(relationship.destination) [label=\"\(relationship.name)"
        text += "\(relationship.isToMany ? " *" : "")\\n\(relationship.deleteRule.rawValue)\"];\n"
      }
    }
    return text + "}\n"
  }

  /// Text for a label of shape `record`, in which some characters have a meaning.
  private func escaped(_ text: String) -> String {
    text.map { "|{}<>\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
