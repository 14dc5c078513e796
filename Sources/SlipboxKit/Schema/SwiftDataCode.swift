internal import SlipBundle

/// Schema versions as classes of SwiftData, with a plan that migrates a store from each to the next.
///
/// SwiftData tells versions by what they store, so those that store the same share one schema: an older one is
/// another name of the newest of them.
struct SwiftDataCode {
  /// The versions that have a schema of their own, oldest first.
  private let models: [SchemaModel]
  /// Versions that store what another one does, each with that one.
  private let twins: [(model: SchemaModel, same: SchemaModel)]

  /// Versions that follow each other.
  init(_ versions: [SchemaModel]) {
    let forms = versions.map { StructureCode($0).declarations }
    let newest = forms.map { form in versions[forms.lastIndex(of: form) ?? 0] }
    models = zip(versions, newest).filter { $0.version == $1.version }.map(\.0)
    twins = zip(versions, newest).filter { $0.version != $1.version }.map { ($0, $1) }
  }

  /// The file.
  var text: String {
    guard let last = models.last else { return "" }
    var text =
      "// The entities of Slipbox as SwiftData, as `slipconv schema \(last.version) --to swiftdata` writes them.\n"
    text += "import Foundation\nimport SwiftData\n"
    for model in models { text += "\n" + version(model) }
    for (model, same) in twins {
      text += "\n/// Schema version \(model.version): \(model.summary). "
      text += "It stores what version \(same.version) does.\n"
      text += "public typealias \(SwiftDataCode.name(model)) = \(SwiftDataCode.name(same))\n"
    }
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
      let ends = "fromVersion: \(SwiftDataCode.name(old)).self, toVersion: \(SwiftDataCode.name(new)).self"
      let changes = SwiftDataCode.wordChanges(from: old, to: new)
      text +=
        changes.isEmpty ? "      .lightweight(\(ends)),\n" : SwiftDataCode.customStage(ends, changes, new)
    }
    return text + "    ]\n  }\n}\n"
  }

  /// An attribute whose words are spelled differently in the next version.
  private struct WordChange {
    /// The name of the entity, as the schema has it.
    let entity: String
    /// The name of the attribute, as code has it.
    let attribute: String
    /// Each word with the one that replaces it.
    let words: [(old: String, new: String)]
  }

  /// The attributes of closed sets whose words change between two versions. The words keep their order.
  private static func wordChanges(from old: SchemaModel, to new: SchemaModel) -> [WordChange] {
    new.storedEntities.flatMap { entity -> [WordChange] in
      let before = old.storedEntities.first { $0.name == entity.name }?.codeAttributes ?? []
      return entity.codeAttributes.compactMap { attribute in
        guard let words = before.first(where: { $0.name == attribute.name })?.words, words != attribute.words,
          words.count == attribute.words.count
        else { return nil }
        return WordChange(
          entity: entity.name, attribute: attribute.name, words: Array(zip(words, attribute.words)))
      }
    }
  }

  /// A stage that gives attributes their new words after the store has its new form.
  private static func customStage(_ ends: String, _ changes: [WordChange], _ new: SchemaModel) -> String {
    var text = "      .custom(\n        \(ends), willMigrate: nil,\n        didMigrate: { context in\n"
    for change in changes {
      let pairs = change.words.map { "\"\($0.old)\": \"\($0.new)\"" }.joined(separator: ", ")
      let type = "\(name(new)).\(CodeAttribute.type(change.entity))"
      let value = "item.\(change.attribute)"
      text += "          let \(change.attribute) = [\(pairs)]\n"
      text += "          for item in try context.fetch(FetchDescriptor<\(type)>()) {\n"
      text += "            \(value) = \(change.attribute)[\(value)] ?? \(value)\n          }\n"
    }
    return text + "          try context.save()\n        }),\n"
  }
}
