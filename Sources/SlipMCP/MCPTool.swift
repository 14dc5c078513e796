internal import SlipBase

/// A tool that clients call: what it is for, its arguments, and what it does.
struct MCPTool: Sendable {
  /// An argument of a tool.
  struct Parameter: Sendable {
    /// What an argument is.
    enum Kind: Sendable {
      /// Any text.
      case text
      /// One of a few words.
      case choice([String])
      /// A whole number within bounds.
      case whole(ClosedRange<Int>)
      /// `true` or `false`.
      case flag
      /// A list of texts.
      case texts
      /// An object whose members are properties of a note.
      case properties
    }

    /// The name.
    var name: String
    /// What it is.
    var kind: Kind
    /// Whether the tool needs it.
    var isRequired = false
    /// One sentence.
    var help: String
  }

  /// The name by which clients call it.
  var name: String
  /// The name for people.
  var title: String
  /// What it does, and when to use it.
  var help: String
  /// Its arguments.
  var parameters: [Parameter]
  /// Whether it changes the box.
  var writes = false
  /// Whether what it changes may be lost but for `undo`.
  var overwrites = false
  /// Does it. The arguments were checked.
  var run: @Sendable (JSONFields, ServedBox) throws(SlipError) -> MCPAnswer

  /// All tools.
  static let all = reading + writing

  /// What a client is told about the box.
  static func instructions(isWritable: Bool) -> String {
    let edits =
      isWritable
      ? " Every change is a transaction that `undo` takes back. `replace` needs the digest that `read` gave."
      : " The box can only be read."
    return """
      A box of notes. Find notes with `search` (words) or `list` (facts), then `read` them, long ones by section. Notes \
      are named by title, folder/title, UUID, or the beginning of a UUID. Answers are short: `nextCursor` leads to the \
      rest.
      """ + edits
  }

  /// The tool as `tools/list` describes it.
  var description: JSONValue {
    let properties = Dictionary(parameters.map { ($0.name, $0.schema) }) { first, _ in first }
    let schema = JSONValue.object([
      "type": .string("object"), "properties": .object(properties), "additionalProperties": .bool(false),
      "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
    ])
    let hints = JSONValue.object([
      "title": .string(title), "readOnlyHint": .bool(!writes), "destructiveHint": .bool(overwrites),
      "openWorldHint": .bool(false),
    ])
    return .object([
      "name": .string(name), "title": .string(title), "description": .string(help), "inputSchema": schema,
      "annotations": hints,
    ])
  }

  /// Checks arguments by the tool's schema.
  ///
  /// - Throws: `SlipError` with code `JSONCode.wrongValue` for an unknown, missing or wrong one.
  func checked(_ arguments: JSONValue) throws(SlipError) -> JSONFields {
    let fields = try JSONFields(arguments)
    for name in fields.members.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
      let near = Suggestion.near(name, among: parameters.map(\.name), limit: 1).first
      throw fields.fault(name, "is no argument of `\(self.name)`" + (near.map { "; is it `\($0)`?" } ?? ""))
    }
    for parameter in parameters {
      guard fields[parameter.name] != nil else {
        if parameter.isRequired { throw fields.fault(parameter.name, "is missing") }
        continue
      }
      try parameter.check(fields)
    }
    return fields
  }
}

extension MCPTool.Parameter {
  /// Texts, numbers, and true or false, which are properties; others have `type` and `value`.
  private static let property = JSONValue.object([
    "anyOf": .array(["string", "number", "boolean", "object"].map { .object(["type": .string($0)]) })
  ])

  /// The JSON Schema of the argument.
  fileprivate var schema: JSONValue {
    var members: [String: JSONValue] = ["description": .string(help)]
    switch kind {
    case .text: members["type"] = .string("string")
    case .choice(let words):
      members["type"] = .string("string")
      members["enum"] = .array(words.map { .string($0) })
    case .whole(let bounds):
      members["type"] = .string("integer")
      (members["minimum"], members["maximum"]) = (.number(bounds.lowerBound), .number(bounds.upperBound))
    case .flag: members["type"] = .string("boolean")
    case .texts:
      members["type"] = .string("array")
      members["items"] = .object(["type": .string("string")])
    case .properties:
      members["type"] = .string("object")
      members["additionalProperties"] = MCPTool.Parameter.property
    }
    return .object(members)
  }

  /// Checks the type and the bounds of an argument that is given.
  fileprivate func check(_ fields: JSONFields) throws(SlipError) {
    switch kind {
    case .text: _ = try fields.string(name)
    case .choice(let words):
      if let word = try fields.string(name), !words.contains(word) {
        throw fields.fault(name, "is one of \(words.joined(separator: ", "))")
      }
    case .whole(let bounds):
      if let number = try fields.int(name), !bounds.contains(number) {
        throw fields.fault(name, "is from \(bounds.lowerBound) to \(bounds.upperBound)")
      }
    case .flag: _ = try fields.bool(name)
    case .texts: _ = try fields.strings(name)
    case .properties: _ = try fields.object(name)
    }
  }
}

/// What a tool answers: facts as JSON, and maybe a text behind them.
struct MCPAnswer {
  /// The facts.
  var facts: JSONValue
  /// The text; nil for none.
  var text: String?

  /// The result of `tools/call`.
  var result: JSONValue {
    let parts = [String(decoding: facts.bytes, as: UTF8.self)] + (text.map { [$0] } ?? [])
    return MCPAnswer.result(parts, isError: false)
  }

  /// The result that a tool could not do its work.
  static func failure(_ error: SlipError) -> JSONValue {
    let code = error.code.map { " [\($0)]" } ?? ""
    let lines = [error.message + code] + error.candidates
    return result([lines.map(PrintableText.of).joined(separator: "\n")], isError: true)
  }

  /// A result of texts.
  private static func result(_ parts: [String], isError: Bool) -> JSONValue {
    let content = parts.map { JSONValue.object(["type": .string("text"), "text": .string($0)]) }
    return .object(["content": .array(content), "isError": .bool(isError)])
  }
}
