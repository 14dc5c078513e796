internal import SlipBundle

/// Schema versions as classes of SwiftData, with a plan that migrates a store from each to the next.
struct SwiftDataCode {
  /// The versions, oldest first.
  let models: [SchemaModel]

  /// Versions that follow each other.
  init(_ models: [SchemaModel]) { self.models = models }

  /// The file.
  var text: String {
    guard let last = models.last else { return "" }
    var text =
      "// The entities of Slipbox as SwiftData, as `slipconv schema \(last.version) --to swiftdata` writes them.\n"
    text += "import Foundation\nimport SwiftData\n"
    for model in models { text += "\n" + version(model) }
    text += "\n" + plan()
    for entity in last.storedEntities {
      let name = CodeAttribute.type(entity.name)
      text += "\npublic typealias \(name) = \(SwiftDataCode.name(last)).\(name)"
    }
    return text + "\n"
  }

  /// The name of a version's schema.
  private static func name(_ model: SchemaModel) -> String { "SlipboxSchemaV\(model.version)" }

  /// A version with its classes.
  private func version(_ model: SchemaModel) -> String {
    let names = model.storedEntities.map { CodeAttribute.type($0.name) + ".self" }
    var text =
      "/// Schema version \(model.version): \(model.summary).\npublic enum \(SwiftDataCode.name(model)): VersionedSchema {\n"
    text += "  public static let versionIdentifier = Schema.Version(\(model.version), 0, 0)\n"
    text +=
      "  public static var models: [any PersistentModel.Type] {\n    [\(names.joined(separator: ", "))]\n  }\n"
    for entity in model.storedEntities { text += "\n" + entityClass(entity, model) }
    return text + "}\n"
  }

  /// A class.
  private func entityClass(_ entity: SchemaModel.Entity, _ model: SchemaModel) -> String {
    let name = CodeAttribute.type(entity.name)
    var text = "  @Model\n  public final class \(name) {\n"
    var (parameters, assignments): ([String], [String]) = ([], [])
    for attribute in entity.codeAttributes {
      var options: [String] = []
      if attribute.isUnique { options.append(".unique") }
      if attribute.type == "Data" { options.append(".externalStorage") }
      if let former = attribute.formerName, former != attribute.name {
        options.append("originalName: \"\(former)\"")
      }
      if !options.isEmpty { text += "    @Attribute(\(options.joined(separator: ", ")))\n" }
      let type = attribute.type + (attribute.isOptional ? "?" : "")
      text +=
        "    public var \(attribute.name): \(type)" + (attribute.swiftDefault.map { " = \($0)" } ?? "") + "\n"
      if !attribute.isOptional, attribute.swiftDefault == nil {
        parameters.append("\(attribute.name): \(type)")
        assignments.append("self.\(attribute.name) = \(attribute.name)")
      }
    }
    for relationship in entity.relationships {
      let destination = CodeAttribute.type(relationship.destination)
      // A relationship names its inverse at one end only: the one that is stored.
      if !relationship.isDerived || relationship.deleteRule != .nullify {
        let inverse = relationship.isDerived ? nil : relationship.inverse
        let rule = relationship.deleteRule == .nullify ? ".nullify" : ".\(relationship.deleteRule.rawValue)"
        let back = inverse.map { ", inverse: \\\(destination).\(CodeAttribute.name($0))" } ?? ""
        text += "    @Relationship(deleteRule: \(rule)\(back))\n"
      }
      let type = relationship.isToMany ? "[\(destination)] = []" : "\(destination)?"
      text += "    public var \(CodeAttribute.name(relationship.name)): \(type)\n"
    }
    text += "\n    public init(\(parameters.joined(separator: ", "))) {\n"
    text += assignments.map { "      \($0)\n" }.joined()
    return text + "    }\n  }\n"
  }

  /// The plan of migrations.
  private func plan() -> String {
    var text =
      "/// Migrates a store from each published version to the next.\npublic enum SlipboxMigrationPlan: SchemaMigrationPlan {\n"
    text +=
      "  public static var schemas: [any VersionedSchema.Type] {\n    [\(models.map { SwiftDataCode.name($0) + ".self" }.joined(separator: ", "))]\n  }\n"
    text += "  public static var stages: [MigrationStage] {\n    [\n"
    for (old, new) in zip(models, models.dropFirst()) {
      let differences = SchemaDifference.between(old, new).filter { $0.subject != "container" }
      let isLightweight = differences.allSatisfy { $0.kind != .retyped }
      let ends = "fromVersion: \(SwiftDataCode.name(old)).self, toVersion: \(SwiftDataCode.name(new)).self"
      if isLightweight {
        text += "      .lightweight(\(ends)),\n"
      } else {
        let subjects = differences.filter { $0.kind == .retyped }.map(\.subject).joined(separator: ", ")
        text += "      // Values change their form: \(subjects).\n"
        text += "      .custom(\(ends), willMigrate: nil, didMigrate: nil),\n"
      }
    }
    return text + "    ]\n  }\n}\n"
  }
}
