internal import SlipBase
internal import SlipFiles
internal import XMLSyntax

/// Reads models that applications ship (`.mom`, `.momd`) and those that their authors write
/// (`.xcdatamodel`, `.xcdatamodeld`).
enum ModelFile {
  /// How many bytes a file of a model may have.
  private static let largest = ModelArchive.largest

  /// The model at a path.
  ///
  /// - Throws: `SlipError` with `StoreCode.badModel` for anything that is no model.
  ///
  /// An archive is tried first, then XML.
  ///
  /// - Parameter path: A file, or a folder with versions of a model.
  static func read(_ path: String) throws(SlipError) -> StoreModel {
    let file = try self.file(path)
    let bytes = try FileSystem.readFile(file, limit: largest)
    if let model = ModelArchive.read(bytes) { return model }
    let handler = ModelHandler()
    let fault = try slipErrors { try bytes.withUnsafeBytes { try XMLParser.parse($0, handler: handler) } }
    guard fault == nil, !handler.model.entities.isEmpty else { throw bad(path) }
    handler.model.dropInherited()
    return handler.model
  }

  /// The error for what is no model.
  private static func bad(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: StoreCode.badModel, "This is no model of Core Data that can be read.",
      at: SourceLocation(file: path))
  }

  /// The file with the model: the path itself, or the current version in a folder.
  ///
  /// Without a note about the current version, the last one by name counts.
  ///
  /// - Throws: `SlipError` with `StoreCode.badModel` for a folder without a model.
  private static func file(_ path: String) throws(SlipError) -> String {
    guard try FileSystem.status(path)?.kind == .directory else { return path }
    let names = try DirectoryHandle(path).names().sorted()
    if names.contains("contents") { return path + "/contents" }
    let versions = names.filter { $0.hasSuffix(".mom") || $0.hasSuffix(".xcdatamodel") }
    let info = ["VersionInfo.plist", ".xccurrentversion"].first { names.contains($0) }
    var current: String?
    if let info { current = CurrentVersion.name(try FileSystem.readFile(path + "/" + info, limit: largest)) }
    let chosen = versions.first { $0 == current || $0 == (current ?? "") + ".mom" } ?? versions.last
    guard let chosen else { throw bad(path) }
    return chosen.hasSuffix(".mom") ? path + "/" + chosen : path + "/" + chosen + "/contents"
  }
}

/// Reads the source of a model, which is XML.
private final class ModelHandler: XMLHandler {
  /// The model so far.
  var model = StoreModel()

  /// The names of types in the source.
  private static let kinds: [String: StoreAttribute.Kind] = [
    "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal, "Double": .double,
    "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binary, "UUID": .uuid,
    "URI": .uri, "Transformable": .transformable,
  ]
  /// The names of delete rules in the source.
  private static let rules: [String: StoreRelationship.DeleteRule] = [
    "No Action": .noAction, "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny,
  ]

  /// Takes an entity, an attribute or a relationship.
  ///
  /// Elements without a name are passed over, and so are entities beyond the bound.
  func startElement(_ element: XMLElement) {
    guard let name = element.string("name") else { return }
    let last = model.entities.count - 1
    if element.isNamed("entity"), model.entities.count < StoreLayout.mostEntities {
      var entity = StoreEntity(name, parent: element.string("parentEntity"))
      entity.isAbstract = element.string("isAbstract") == "YES"
      model.entities.append(entity)
    } else if element.isNamed("attribute"), last >= 0 {
      model.entities[last].attributes.append(attribute(element, name))
    } else if element.isNamed("relationship"), last >= 0 {
      model.entities[last].relationships.append(relationship(element, name))
    }
  }

  /// An attribute.
  ///
  /// An unknown type is `undefined`. A flag is set only by `YES`.
  private func attribute(_ element: XMLElement, _ name: String) -> StoreAttribute {
    var attribute = StoreAttribute(
      name, ModelHandler.kinds[element.string("attributeType") ?? ""] ?? .undefined)
    attribute.isOptional = element.string("optional") == "YES"
    attribute.isTransient = element.string("transient") == "YES"
    attribute.isDerived = element.string("derived") == "YES"
    attribute.isExternal = element.string("allowsExternalBinaryDataStorage") == "YES"
    attribute.transformer = element.string("valueTransformerName")
    return attribute
  }

  /// A relationship.
  ///
  /// A relationship is to one unless `toMany` is `YES`. An unknown delete rule gives nil.
  private func relationship(_ element: XMLElement, _ name: String) -> StoreRelationship {
    var relationship = StoreRelationship(name, to: element.string("destinationEntity"))
    relationship.inverse = element.string("inverseName")
    relationship.isToMany = element.string("toMany") == "YES"
    relationship.isOrdered = element.string("ordered") == "YES"
    relationship.isOptional = element.string("optional") == "YES"
    relationship.isTransient = element.string("transient") == "YES"
    relationship.deleteRule = ModelHandler.rules[element.string("deletionRule") ?? ""]
    return relationship
  }
}
