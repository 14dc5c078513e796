internal import SlipNotes

/// The properties of a box's notes as keys of queries: `due < "today"` instead of a SUBQUERY over `properties`.
///
/// A key of notes comes before a property of its name. Names are compared as searches compare them, so that `year` also means
/// `obsidian:year`. Of several values of one note the first counts.
public struct PropertyKeys: Sendable, Hashable {
  /// The keys by folded names.
  private var rows: [String: KeyRow] = [:]
  /// The names, as notes write them, in order.
  public private(set) var names: [String] = []
  /// Whether every name is a property, whatever notes have.
  private var takesAny = false

  /// No properties.
  public static let none = PropertyKeys()

  /// Every name is a property: for queries that are checked before their box is known.
  package static let any: PropertyKeys = {
    var keys = PropertyKeys()
    keys.takesAny = true
    return keys
  }()

  /// Begins without properties.
  private init() {}

  /// The properties that a box's notes have.
  public init(_ names: SearchNames) {
    for (folded, properties) in names.propertiesByName {
      let all = properties.map(\.name)
      let kinds = Set(properties.flatMap(\.kinds))
      rows[folded] = KeyRow(all[0], PropertyKeys.type(of: kinds), .property(all), isIndexed: false)
    }
    self.names = names.propertyNames
  }

  /// Whether there are no properties.
  public var isEmpty: Bool { rows.isEmpty && !takesAny }

  /// The key of a name; nil where no note has such a property, and for other entities than notes.
  func row(_ name: String, of kind: EntityKind) -> KeyRow? {
    guard kind == .note else { return nil }
    if takesAny { return KeyRow(name, .string, .property([name]), isIndexed: false) }
    return rows[TextForm.fold(name, .cd)]
  }

  /// The type of values of some kinds: that of the kind, or text where there are several.
  private static func type(of kinds: Set<Property.Kind>) -> ValueType {
    guard kinds.count == 1, let kind = kinds.first else { return .string }
    return switch kind {
    case .number: .number
    case .date: .date
    case .boolean: .bool
    case .text, .uri: .string
    }
  }
}

extension KeyRow {
  /// The same as a day, where the value is a date of a property; else the key itself.
  var byDay: KeyRow {
    guard type == .date, case .property(let names) = origin else { return self }
    return KeyRow(key, .day, .propertyDay(names), isIndexed: false)
  }
}
