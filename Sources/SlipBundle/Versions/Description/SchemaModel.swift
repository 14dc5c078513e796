/// What a schema version holds, as data: its entities with attributes and relationships, in Core Data's terms.
public struct SchemaModel: Sendable, Encodable {
  public struct Attribute: Sendable, Encodable, Hashable {
    public var name: String
    /// `text`, `uuid`, `date`, `boolean`, `number`, `fraction`, `binary`, `rtf`, a list of words …
    public var type: String
    public var isOptional = false
    public var defaultValue: String?
    /// Made of other values.
    public var isDerived = false
    /// What earlier versions called it.
    public var formerName: String?
  }

  public enum DeleteRule: String, Sendable, Encodable { case nullify, cascade, deny }

  public struct Relationship: Sendable, Encodable, Hashable {
    public var name: String
    public var destination: String
    public var isToMany = false
    public var isOrdered = false
    public var inverse: String?
    /// What becomes of the destination, or of the link to it, when this entity goes.
    public var deleteRule = DeleteRule.nullify
    /// Not stored: the inverse is.
    public var isDerived = false
  }

  public struct Entity: Sendable, Encodable, Hashable {
    public var name: String
    /// By what one is told from another.
    public var identity: String
    public var attributes: [Attribute]
    public var relationships: [Relationship]
  }

  public var version: Int
  public var summary: String
  public var container: String
  public var entities: [Entity]

  public func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }
}

extension SchemaModel {
  static func must(
    _ name: String, _ type: String, derived: Bool = false, was formerName: String? = nil
  ) -> Attribute {
    Attribute(name: name, type: type, isDerived: derived, formerName: formerName)
  }

  static func may(
    _ name: String, _ type: String, default defaultValue: String? = nil, was formerName: String? = nil
  ) -> Attribute {
    Attribute(
      name: name, type: type, isOptional: defaultValue == nil, defaultValue: defaultValue,
      formerName: formerName)
  }

  static func one(_ name: String, _ destination: String, inverse: String?, _ rule: DeleteRule) -> Relationship
  {
    Relationship(name: name, destination: destination, inverse: inverse, deleteRule: rule)
  }

  static func many(
    _ name: String, _ destination: String, inverse: String?, _ rule: DeleteRule, ordered: Bool = false,
    derived: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: true, isOrdered: ordered, inverse: inverse,
      deleteRule: rule, isDerived: derived)
  }

  /// History has the same form in all versions.
  static let event = Entity(
    name: "event", identity: "position",
    attributes: [
      must("kind", "import | migration | repair | edit | refresh"), may("from", "text"), may("to", "text"),
      must("tool", "text"),
    ], relationships: [])
}

extension SchemaModel {
  /// A drawing for Graphviz.
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

  private func escaped(_ text: String) -> String {
    text.map { "|{}<>\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
