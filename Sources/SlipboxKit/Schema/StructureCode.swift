internal import SlipBundle

/// A schema version as structures of Swift.
struct StructureCode {
  /// The version.
  let model: SchemaModel

  /// A version.
  init(_ model: SchemaModel) { self.model = model }

  /// The file.
  var text: String {
    let text =
      "// The entities of Slipbox, schema version \(model.version), as `slipconv schema \(model.version) --to swift` writes them.\n"
    return text + "import Foundation\n" + declarations
  }

  /// The structures, which say nothing of the version.
  var declarations: String { model.storedEntities.map { "\n" + structure($0) }.joined() }

  /// An entity.
  private func structure(_ entity: SchemaModel.Entity) -> String {
    let name = CodeAttribute.type(entity.name)
    let isIdentifiable = entity.hasIdentity
    var text =
      "public struct \(name): Codable, Hashable, Sendable\(isIdentifiable ? ", Identifiable" : "") {\n"
    var parameters: [String] = []
    if isIdentifiable, entity.identity != "id" {
      text += "  public var id: \(identityType(entity)) { \(CodeAttribute.name(entity.identity)) }\n"
    }
    for attribute in entity.codeAttributes {
      let type = attribute.type + (attribute.isOptional ? "?" : "")
      if !attribute.words.isEmpty { text += "  /// \(attribute.words.joined(separator: ", ")).\n" }
      text += "  public var \(attribute.name): \(type)\n"
      let value = attribute.swiftDefault ?? (attribute.isOptional ? "nil" : nil)
      parameters.append("\(attribute.name): \(type)" + (value.map { " = \($0)" } ?? ""))
    }
    for relationship in entity.relationships where !relationship.isDerived {
      guard let type = type(of: relationship, in: entity) else { continue }
      text += "  public var \(CodeAttribute.name(relationship.name)): \(type)\n"
      parameters.append(
        "\(CodeAttribute.name(relationship.name)): \(type) = \(relationship.isToMany ? "[]" : "nil")")
    }
    text += "\n  public init(\n    " + parameters.joined(separator: ",\n    ") + "\n  ) {\n"
    for parameter in parameters {
      let name = parameter.prefix { $0 != ":" }
      text += "    self.\(name) = \(name)\n"
    }
    return text + "  }\n}\n"
  }

  /// The type of an entity's identity.
  private func identityType(_ entity: SchemaModel.Entity) -> String {
    entity.codeAttributes.first { $0.isUnique }?.type ?? "String"
  }

  /// The type of a relationship; nil for the way back from what is nested.
  private func type(of relationship: SchemaModel.Relationship, in entity: SchemaModel.Entity) -> String? {
    guard let destination = model.entity(relationship.destination) else { return nil }
    let name = destination.hasIdentity ? identityType(destination) : CodeAttribute.type(destination.name)
    if relationship.isToMany { return "[\(name)]" }
    // What is nested in another entity needs no reference to it.
    if !entity.hasIdentity,
      destination.relationships.contains(where: { $0.destination == entity.name && !$0.isDerived })
    {
      return nil
    }
    return name + "?"
  }
}
