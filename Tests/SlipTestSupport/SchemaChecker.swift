internal import Foundation

/// As much of JSON Schema as the schemas in `Schemas` use. A keyword it doesn't know is a fault, so that the
/// schema can't say more than is checked.
public struct SchemaChecker {
  public let root: [String: Any]

  public init(root: [String: Any]) { self.root = root }

  /// A schema of the package's `Schemas` folder.
  public init(named name: String) throws {
    let url = Fixtures.directory.deletingLastPathComponent().appending(path: "Schemas/\(name).schema.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document; nothing is where it follows the schema.
  public func faults(_ value: Any) -> [String] { faults(value, root) }

  public func faults(_ value: Any, _ schema: [String: Any], at path: String = "$") -> [String] {
    var faults: [String] = []
    for (keyword, rule) in schema {
      switch (keyword, rule) {
      case ("$schema", _), ("$id", _), ("$defs", _), ("title", _), ("description", _): break
      // What these say is no constraint, but for programs that look closer.
      case ("format", _), ("contentEncoding", _): break
      case ("$ref", let name as String): faults += self.faults(value, definition(name), at: path)
      case ("type", let type as String): if !has(value, type) { faults.append("\(path): no \(type)") }
      case ("const", let constant as AnyHashable):
        if value as? AnyHashable != constant { faults.append("\(path): not \(constant)") }
      case ("enum", let values as [AnyHashable]):
        if !values.contains(where: { $0 == value as? AnyHashable }) {
          faults.append("\(path): none of \(values)")
        }
      case ("minimum", let least as Int):
        if let number = value as? Int, number < least { faults.append("\(path): < \(least)") }
      case ("maximum", let most as Int):
        if let number = value as? Double, number > Double(most) { faults.append("\(path): > \(most)") }
      case ("minLength", let least as Int):
        if let text = value as? String, text.count < least { faults.append("\(path): too short") }
      case ("minItems", let least as Int):
        if let list = value as? [Any], list.count < least { faults.append("\(path): too few") }
      case ("maxItems", let most as Int):
        if let list = value as? [Any], list.count > most { faults.append("\(path): too many") }
      case ("anyOf", let choices as [[String: Any]]):
        if !choices.contains(where: { self.faults(value, $0, at: path).isEmpty }) {
          faults.append("\(path): none of the choices")
        }
      case ("pattern", let pattern as String):
        if let text = value as? String, text.range(of: pattern, options: .regularExpression) == nil {
          faults.append("\(path): not like \(pattern)")
        }
      case ("required", let names as [String]):
        let members = value as? [String: Any] ?? [:]
        faults += names.filter { members[$0] == nil }.map { "\(path): lacks \($0)" }
      case ("properties", let properties as [String: [String: Any]]):
        for (name, member) in value as? [String: Any] ?? [:] {
          if let inner = properties[name] { faults += self.faults(member, inner, at: "\(path).\(name)") }
        }
      case ("additionalProperties", false as Bool):
        let known = schema["properties"] as? [String: Any] ?? [:]
        let members = value as? [String: Any] ?? [:]
        faults += members.keys.filter { known[$0] == nil }.map { "\(path): \($0) is unknown" }
      case ("items", let inner as [String: Any]):
        for (index, element) in (value as? [Any] ?? []).enumerated() {
          faults += self.faults(element, inner, at: "\(path)[\(index)]")
        }
      case ("oneOf", let choices as [[String: Any]]):
        let results = choices.map { self.faults(value, $0, at: path) }
        if results.count(where: \.isEmpty) != 1 {
          faults += ["\(path): not exactly one"] + results.flatMap { $0 }
        }
      default: faults.append("the schema's keyword \(keyword) is not checked")
      }
    }
    return faults
  }

  private func definition(_ name: String) -> [String: Any] {
    let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
    return definitions[String(name.dropFirst("#/$defs/".count))] ?? ["missing": true]
  }

  private func has(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "integer": value is Int
    case "number": value is Double
    case "boolean": value is Bool
    default: false
    }
  }
}
