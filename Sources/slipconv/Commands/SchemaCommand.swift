import ArgumentParser
import SlipBundle
import SlipboxKit

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Show a schema version, or what changed between two.",
    discussion: """
      EXAMPLE
        slipconv schema 5
        slipconv schema 4 --xsd > slipbox-4.xsd
        slipconv schema diff 3 5
      """, subcommands: [ShowSchemaCommand.self, DiffSchemaCommand.self],
    defaultSubcommand: ShowSchemaCommand.self)

  static func model(_ version: Int) throws -> SchemaModel {
    guard let model = SchemaModel.of(version) else {
      throw ValidationError("There is no schema version \(version); known are 1 to \(VersionTable.current).")
    }
    return model
  }
}

struct ShowSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a schema version: entities, attributes, relationships.")

  @Argument(help: "The schema version; without one, all versions are listed.")
  var version: Int?

  @Flag(help: "Print the XSD.")
  var xsd = false

  @Flag(help: "Print a diagram in the DOT language of Graphviz.")
  var dot = false

  @OptionGroup var json: JSONOption

  func validate() throws {
    if [xsd, dot, json.json].count(where: { $0 }) > 1 {
      throw ValidationError("--xsd, --dot and --json can't be used together.")
    }
    if xsd || dot, version == nil { throw ValidationError("Name the schema version.") }
  }

  func run() throws {
    guard let version else { return try printAll() }
    let model = try SchemaCommand.model(version)
    if json.json { return try JSONOutput.print(model) }
    if dot { return try Terminal.standardOutput.writeResult(model.dot) }
    if xsd {
      let bytes = VersionTable.named(version)?.schema() ?? []
      return try Terminal.standardOutput.writeResult(String(decoding: bytes, as: UTF8.self))
    }
    try Terminal.standardOutput.writeResult(text(model))
  }

  private func printAll() throws {
    if json.json { return try JSONOutput.print(SchemaModel.all) }
    var text = ""
    for row in VersionTable.rows { text += "\(row.number)  \(row.summary)\n" }
    try Terminal.standardOutput.writeResult(text)
  }

  private func text(_ model: SchemaModel) -> String {
    var text = "Schema version \(model.version): \(model.summary)\n\(model.container)\n"
    for entity in model.entities {
      text += "\n\(entity.name), identified by its \(entity.identity)\n"
      for attribute in entity.attributes { text += "  \(attribute.name): \(attribute.text)\n" }
      for relationship in entity.relationships { text += "  \(relationship.name) \(relationship.text)\n" }
    }
    return text
  }
}

struct DiffSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "List what changed from one schema version to another.")

  @Argument(help: "The first schema version.")
  var from: Int

  @Argument(help: "The second schema version.")
  var to: Int

  @OptionGroup var json: JSONOption

  func run() throws {
    let changes = SchemaDifference.between(try SchemaCommand.model(from), try SchemaCommand.model(to))
    if json.json { return try JSONOutput.print(changes) }
    var text = ""
    for change in changes {
      text += "\(change.kind.rawValue.padded(to: 8))  \(change.subject)"
      switch (change.before, change.after) {
      case (let before?, let after?): text += "\n            was \(before)\n            is  \(after)\n"
      case (let before?, nil): text += change.kind == .renamed ? ", was \(before)\n" : "  \(before)\n"
      case (nil, let after?): text += "  \(after)\n"
      case (nil, nil): text += "\n"
      }
    }
    try Terminal.standardOutput.writeResult(text.isEmpty ? "No difference.\n" : text)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
