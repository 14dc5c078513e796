public import ArgumentParser
import SlipBundle
public import SlipboxKit

/// `slipconv schema`: the parent of the commands about schema versions. Without a subcommand it
/// shows a version: `slipconv schema 5`.
struct SchemaCommand: ParsableCommand {
  /// The help text and the subcommands.
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Show a schema version, or what changed between two.",
    discussion: """
      EXAMPLE
        slipconv schema 5
        slipconv schema 4 --xsd > slipbox-4.xsd
        slipconv schema 8 --to swiftdata > Slipbox.swift
        slipconv schema diff 3 5
      """, subcommands: [ShowSchemaCommand.self, DiffSchemaCommand.self],
    defaultSubcommand: ShowSchemaCommand.self)

  /// The model of a schema version.
  ///
  /// - Throws: `ValidationError` where there is no such version.
  static func model(_ version: Int) throws -> SchemaModel {
    guard let model = SchemaModel.of(version) else {
      throw ValidationError(
        "There is no schema version \(version); known versions are 1 to \(VersionTable.current).")
    }
    return model
  }
}

/// `slipconv schema show`: one schema version, or a list of all.
///
///     Schema version 4: attachments as files, digests of all payload, exact mirrors
///     a tree, NAME.slipbox, or packed, NAME.slippack
///
///     note, identified by its id
///       id: uuid
///       title: text
///       folder to one: folder, optional; inverse folder.notes; delete rule nullify
///       …
struct ShowSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a schema version: entities, attributes, relationships.")

  /// The version; nil: all versions.
  @Argument(help: "The schema version; without one, all versions are listed.")
  var version: Int?

  /// Whether to print the XSD, as it is in `Schemas/`.
  @Flag(help: "Print the XSD.")
  var xsd = false

  /// Whether to print a diagram of entities and relationships for Graphviz.
  @Flag(help: "Print a diagram in the DOT language of Graphviz.")
  var dot = false

  /// The form for an app's store.
  @Option(
    help: ArgumentHelp(
      "Print the entities for an app: swiftdata (classes with a migration plan), xcdatamodel (a model of Core Data), swift (Codable structures).",
      valueName: "form"))
  var to: SchemaCode?

  /// Prints the model as JSON.
  @OptionGroup var json: JSONOption

  /// Checks what can't be used together.
  func validate() throws {
    if [xsd, dot, json.json, to != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--xsd, --dot, --to and --json can't be used together.")
    }
    if xsd || dot || to != nil, version == nil { throw ValidationError("Name the schema version.") }
  }

  /// Prints the version in the wanted form.
  func run() throws {
    guard let version else { return try printAll() }
    let model = try SchemaCommand.model(version)
    if json.json { return try JSONOutput.print(model) }
    if let to { return try Terminal.standardOutput.writeResult(to.text(of: model)) }
    if dot { return try Terminal.standardOutput.writeResult(model.dot) }
    if xsd {
      let bytes = VersionTable.named(version)?.schema() ?? []
      return try Terminal.standardOutput.writeResult(String(decoding: bytes, as: UTF8.self))
    }
    try Terminal.standardOutput.writeResult(text(model))
  }

  /// Prints one line per version.
  private func printAll() throws {
    if json.json { return try JSONOutput.print(SchemaModel.all) }
    var text = ""
    for row in VersionTable.rows { text += "\(row.number)  \(row.summary)\n" }
    try Terminal.standardOutput.writeResult(text)
  }

  /// A model as people read it: entities with attributes and relationships.
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

/// `slipconv schema diff`: what changed between two schema versions.
///
///     retyped   note.status
///                 was Draft | Review | Archived, default Draft
///                 is  draft | review | archived, default draft
///     renamed   note.created, was note.creationDate
///     added     note.modified  date, optional
struct DiffSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "List what changed from one schema version to another.")

  /// The version to start from.
  @Argument(help: "The first schema version.")
  var from: Int

  /// The version to compare with it; it may be the older one.
  @Argument(help: "The second schema version.")
  var to: Int

  /// Prints the changes as JSON.
  @OptionGroup var json: JSONOption

  /// Prints one change per entity, attribute or relationship.
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

extension SchemaCode: ExpressibleByArgument {}

/// Alignment of columns.
extension String {
  /// The text with spaces after it, up to a width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
