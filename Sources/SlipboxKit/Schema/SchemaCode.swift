public import SlipBundle

/// A schema version in the words of an app's store: classes of SwiftData, a model of Core Data, or structures.
///
/// The history stays out: transactions are the bundle's own.
public enum SchemaCode: String, Sendable, Hashable, CaseIterable {
  /// Classes of SwiftData with a `VersionedSchema` for each version from 4 up to this one, and a `SchemaMigrationPlan`.
  case swiftdata
  /// The contents of a model of Core Data, for a file `NAME.xcdatamodel/contents` within `NAME.xcdatamodeld`.
  case xcdatamodel
  /// Structures that are `Codable`. Relationships to entities with an id are ids; what belongs to one entity is nested.
  case swift

  /// The text of a version in this form. It ends with a line end.
  public func text(of model: SchemaModel) -> String {
    switch self {
    case .swiftdata:
      SwiftDataCode(
        SchemaModel.all.filter { $0.version <= model.version && $0.version >= SchemaCode.firstVersion }
      ).text
    case .xcdatamodel: CoreDataCode(model).text
    case .swift: StructureCode(model).text
    }
  }

  /// The first version whose entities are those of a slip-box; older ones were lists.
  private static let firstVersion = 4
}

/// A value of an entity, as code names it.
struct CodeAttribute {
  /// The name.
  let name: String
  /// The type of Swift, without a question mark.
  let type: String
  /// The type of Core Data.
  let coreDataType: String
  /// Whether it may be missing.
  let isOptional: Bool
  /// The default as Swift writes it; nil for none.
  let swiftDefault: String?
  /// The default as Core Data writes it; nil for none.
  let defaultValue: String?
  /// Whether it tells one entity from another.
  let isUnique: Bool
  /// The words that it may have; empty for any.
  let words: [String]
  /// What the version before called it.
  let formerName: String?

  /// Translates an attribute of an entity.
  init(_ attribute: SchemaModel.Attribute, of entity: SchemaModel.Entity) {
    name = CodeAttribute.name(attribute.name)
    let words = attribute.type.split(separator: "|").map { $0.split(separator: " ").joined() }
    self.words = words.count > 1 ? words : []
    switch attribute.type {
    case "uuid": (type, coreDataType) = ("UUID", "UUID")
    case "date": (type, coreDataType) = ("Date", "Date")
    case "boolean": (type, coreDataType) = ("Bool", "Boolean")
    case "number", "length", "pixels": (type, coreDataType) = ("Int", "Integer 64")
    case "fraction": (type, coreDataType) = ("Double", "Double")
    case "rtf file", "file", "binary", "rtf": (type, coreDataType) = ("Data", "Binary")
    case "list of text": (type, coreDataType) = ("[String]", "Transformable")
    default: (type, coreDataType) = ("String", "String")
    }
    isOptional = attribute.isOptional
    isUnique = entity.identity == attribute.name
    defaultValue = attribute.defaultValue
    let isText = type == "String"
    swiftDefault = attribute.defaultValue.map { isText ? "\"\($0)\"" : $0 }
    formerName = attribute.formerName.flatMap { former in
      former.contains(" ") ? nil : CodeAttribute.name(former)
    }
  }

  /// A name that Swift and Core Data take: `source-item` becomes `sourceItem`.
  static func name(_ name: String) -> String {
    if let other = taken[name] { return other }
    let parts = name.split { $0 == "-" || $0 == " " }
    return (parts.first.map(String.init) ?? "") + parts.dropFirst().map { type(String($0)) }.joined()
  }

  /// Names that Swift or the objects of Core Data have already.
  private static let taken = ["description": "caption", "extension": "fileExtension"]

  /// A name that begins with a capital.
  static func type(_ name: String) -> String {
    name.prefix(1).uppercased() + CodeAttribute.name(name).dropFirst()
  }
}

extension SchemaModel {
  /// The attributes that say length and digest of files of notes, attachments and sources.
  fileprivate static let fileFacts: Set<String> = [
    "body-length", "body-sha256", "mirror-length", "mirror-sha256", "thumbnail-length", "thumbnail-sha256",
    "kept-length",
  ]

  /// The entities of a store: all but those of the history, and the parts of a manifest.
  var storedEntities: [Entity] {
    entities.filter { !["event", "transaction", "change", "part"].contains($0.name) }
  }
}

extension SchemaModel.Entity {
  /// The attributes as code names them: all but the facts about files, which a store has itself.
  var codeAttributes: [CodeAttribute] {
    attributes.filter { !isFileFact($0.name) }.map { CodeAttribute($0, of: self) }
  }

  /// Whether an attribute is length or digest of a file.
  private func isFileFact(_ attribute: String) -> Bool {
    attribute == "length" ? name == "attachment" : SchemaModel.fileFacts.contains(attribute)
  }
  /// Whether entities refer to it by a value of its own.
  var hasIdentity: Bool { attributes.contains { $0.name == identity } }
}
