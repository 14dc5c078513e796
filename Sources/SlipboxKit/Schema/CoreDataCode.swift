internal import SlipBundle

/// A schema version as a model of Core Data: the file `contents` of an `.xcdatamodel`.
struct CoreDataCode {
  /// The version.
  let model: SchemaModel

  /// A version.
  init(_ model: SchemaModel) { self.model = model }

  /// The file.
  var text: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    text +=
      "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" lastSavedToolsVersion=\"22522\" "
    text +=
      "systemVersion=\"23A344\" minimumToolsVersion=\"Automatic\" sourceLanguage=\"Swift\" userDefinedModelVersionIdentifier=\"\(model.version)\">\n"
    for entity in model.storedEntities { text += self.entity(entity) }
    return text + "</model>\n"
  }

  /// An entity.
  private func entity(_ entity: SchemaModel.Entity) -> String {
    let name = CodeAttribute.type(entity.name)
    var text =
      "    <entity name=\"\(name)\" representedClassName=\"\(name)\" syncable=\"YES\" codeGenerationType=\"class\">\n"
    for attribute in entity.codeAttributes.sorted(by: { $0.name < $1.name }) {
      text += "        <attribute name=\"\(attribute.name)\""
      if attribute.isOptional { text += " optional=\"YES\"" }
      text += " attributeType=\"\(attribute.coreDataType)\""
      if let value = attribute.defaultValue {
        text += " defaultValueString=\"\(defaultText(value, attribute))\""
      }
      if ["Integer 64", "Double", "Boolean"].contains(attribute.coreDataType) {
        text += " usesScalarValueType=\"YES\""
      }
      if attribute.coreDataType == "Binary" { text += " allowsExternalBinaryDataStorage=\"YES\"" }
      if attribute.coreDataType == "Date" || attribute.coreDataType == "UUID" {
        text += " usesScalarValueType=\"NO\""
      }
      if attribute.coreDataType == "Transformable" {
        text += " valueTransformerName=\"NSSecureUnarchiveFromData\" customClassName=\"[String]\""
      }
      if let former = attribute.formerName, former != attribute.name { text += " elementID=\"\(former)\"" }
      text += "/>\n"
    }
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) {
      let destination = CodeAttribute.type(relationship.destination)
      text += "        <relationship name=\"\(CodeAttribute.name(relationship.name))\" optional=\"YES\""
      text += relationship.isToMany ? " toMany=\"YES\"" : " maxCount=\"1\""
      text += " deletionRule=\"\(CodeAttribute.type(relationship.deleteRule.rawValue))\""
      if relationship.isOrdered { text += " ordered=\"YES\"" }
      text += " destinationEntity=\"\(destination)\""
      if let inverse = relationship.inverse {
        text += " inverseName=\"\(CodeAttribute.name(inverse))\" inverseEntity=\"\(destination)\""
      }
      text += "/>\n"
    }
    if let unique = entity.codeAttributes.first(where: \.isUnique) {
      text += "        <uniquenessConstraints>\n            <uniquenessConstraint>\n"
      text +=
        "                <constraint value=\"\(unique.name)\"/>\n            </uniquenessConstraint>\n        </uniquenessConstraints>\n"
    }
    return text + "    </entity>\n"
  }

  /// A default as the model writes it.
  private func defaultText(_ value: String, _ attribute: CodeAttribute) -> String {
    switch attribute.coreDataType {
    case "Boolean": value == "true" ? "YES" : "NO"
    case "Double": value.contains(".") ? value : value + ".0"
    default: value
    }
  }
}
