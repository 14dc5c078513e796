import SlipBase
import SlipNotes

/// Values of keys that follow from other keys, such as the path of a folder.
///
/// They are made here once for all kinds of boxes, so that an object has to know its stored keys
/// only. They are made when a query asks for them and not kept.
struct DerivedKeys {
  /// The zone of days.
  let clock: QueryClock

  /// The value of a key, derived or stored.
  ///
  /// - Throws: `SlipError` when a stored value can't be read.
  func value(_ row: KeyRow, of object: any QueryObject) throws(SlipError) -> QueryValue {
    switch row.origin {
    case .stored: return try object.value(forKey: row.key)
    case .folded(let key):
      return .optional(try object.value(forKey: key).text) { .string(TextForm.fold($0, .cd)) }
    case .day(let key):
      guard case .date(let time) = try object.value(forKey: key) else { return .null }
      return .day(clock.day(of: time))
    case .words(let key):
      return .optional(try object.value(forKey: key).text) { .integer(Int64(TextForm.wordCount($0))) }
    case .tasks(let isDone):
      return .optional(try object.value(forKey: "text").text) {
        .integer(Int64(TextTask.count(in: $0, isDone: isDone)))
      }
    case .property(let names): return try property(names, row.type, of: object)
    case .propertyDay(let names):
      guard case .date(let time) = try property(names, .date, of: object) else { return .null }
      return .day(clock.day(of: time))
    case .ancestors: return .many(try ancestors(of: object).map { .object($0) })
    case .depth: return .integer(Int64(try ancestors(of: object).count))
    case .path, .folderPath:
      var names: [String] = []
      for folder in try [object] + ancestors(of: object) {
        names.append(try folder.value(forKey: "name").text ?? "")
      }
      names.reverse()
      return .string(row.origin == .folderPath ? FolderPath.text(names) : names.joined(separator: "/"))
    case .descendants: return .many(try descendants(of: object).map { .object($0) })
    }
  }

  /// The value of the first property that has one of some names; nil where there is none.
  ///
  /// - Throws: `SlipError` when a stored value can't be read.
  private func property(
    _ names: [String], _ type: ValueType, of object: any QueryObject
  ) throws(SlipError) -> QueryValue {
    try properties(names, type, of: object).first ?? .null
  }

  /// The values of all properties that have one of some names, in order.
  ///
  /// - Throws: `SlipError` when a stored value can't be read.
  func properties(
    _ names: [String], _ type: ValueType, of object: any QueryObject
  ) throws(SlipError) -> [QueryValue] {
    let key = DerivedKeys.propertyKeys[type] ?? "value"
    var found: [QueryValue] = []
    for value in try object.value(forKey: "properties").elements {
      guard case .object(let property) = value, let name = try property.value(forKey: "name").text,
        names.contains(name)
      else { continue }
      found.append(try property.value(forKey: key))
    }
    return found
  }

  /// The keys of properties that have values of a type.
  private static let propertyKeys: [ValueType: String] = [
    .number: "number", .date: "date", .bool: "boolean",
  ]

  /// The parent of a folder, its parent and so on; a circle ends where it closes.
  ///
  /// - Throws: `SlipError` when a stored value can't be read.
  private func ancestors(of object: any QueryObject) throws(SlipError) -> [any QueryObject] {
    var found: [any QueryObject] = []
    var seen: Set<UniqueID?> = [object.uniqueID]
    var next = try object.value(forKey: "parent")
    while case .object(let parent) = next, seen.insert(parent.uniqueID).inserted {
      found.append(parent)
      next = try parent.value(forKey: "parent")
    }
    return found
  }

  /// All folders below a folder, by UUID.
  ///
  /// Each is found once, even in a damaged box whose folders form a circle.
  ///
  /// - Throws: `SlipError` when a stored value can't be read.
  private func descendants(of object: any QueryObject) throws(SlipError) -> [any QueryObject] {
    var found: [any QueryObject] = []
    var seen: Set<UniqueID?> = [object.uniqueID]
    var pending = try object.value(forKey: "children").elements
    while let value = pending.popLast() {
      guard case .object(let child) = value, seen.insert(child.uniqueID).inserted else { continue }
      found.append(child)
      pending += try child.value(forKey: "children").elements
    }
    return found.sorted { Values.isBefore($0.uniqueID, $1.uniqueID) }
  }
}
