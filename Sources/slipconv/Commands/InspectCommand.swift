import ArgumentParser
import SlipBase
import SlipExchange
import SlipboxKit

/// `slipconv inspect`: what a container of another program holds, and what an import would make of it.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show what a file or folder of another program holds.",
    discussion: """
      Reads the container as `import` does and changes nothing: how many notes, folders, keywords, files and links \
      there are, what would be left out, and what was found. Of a folder of several containers each is shown.

      Of a store of Core Data or SwiftData the entities are listed, and the mapping that an import uses, as TOML. \
      A corrected copy of it goes to `import --mapping`.

      EXAMPLE
        slipconv inspect Recipes.enex
        slipconv inspect Novel.scriv --json
        slipconv inspect Notes.sqlite > mapping.toml

      EXIT STATUS
        0  done
        1  a container is damaged or can't be read
        2  wrong usage
        3  there is nothing to import
      """)

  /// The file or folder.
  @Argument(help: "The file or folder.", completion: .file())
  var input: String

  /// The application's model.
  @Option(
    name: .long,
    help: "Take the names of a store from this model (.mom, .momd, .xcdatamodel, .xcdatamodeld).",
    completion: .file())
  var model: String?

  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Shows what is there. A container that can't be read makes the exit status 1, after all others were shown.
  func run() throws {
    if let store = try StoreInspection.path(input) { return try show(StoreInspection(store, model: model)) }
    let inspection = try Inspection(input)
    if json.json {
      try JSONOutput.print(InspectionRecord(inspection))
    } else {
      for container in inspection.containers { show(container) }
      if inspection.files > 0 {
        common.say("\(input): \(counted(inspection.files, "file")) of one note each")
      }
    }
    let isDamaged = inspection.containers.contains { container in
      container.error != nil || (container.survey.map { $0.failed > 0 } ?? false)
    }
    if isDamaged { throw ExitStatus.problemsFound }
  }

  /// Prints what is in a store.
  private func show(_ inspection: StoreInspection) throws {
    if json.json { return try JSONOutput.print(inspection) }
    try Terminal.standardOutput.writeResult(PlainLine.lines(StoreInspectionText.text(inspection)))
    common.print(inspection.diagnostics)
  }

  /// Prints a container as people read it.
  private func show(_ container: Inspection.Container) {
    guard let survey = container.survey else {
      common.say("\(container.path): can't be read: \(container.error?.message ?? "")")
      return
    }
    common.print(survey.diagnostics)
    common.say("\(container.path): \(survey.title)")
    for line in InspectCommand.lines(survey) { common.say("  " + line) }
  }

  /// The counts of a container, one a line.
  private static func lines(_ survey: SourceSurvey) -> [String] {
    var lines = [counted(survey.notes, "note")]
    /// Adds a count that isn't 0.
    func add(_ count: Int, _ what: String) { if count > 0 { lines.append(counted(count, what)) } }
    add(survey.folders, "folder")
    add(survey.keywords, "keyword")
    add(survey.attachments, "attachment")
    if survey.links > 0 { lines.append("\(counted(survey.links, "link")) between notes") }
    if survey.unresolvedLinks > 0 { lines.append("\(survey.unresolvedLinks) links lead to no note") }
    if let first = survey.first, let last = survey.last {
      lines.append("dates from \(first.rfc3339.prefix(10)) to \(last.rfc3339.prefix(10))")
    }
    if !survey.properties.isEmpty {
      lines.append("properties: " + survey.properties.keys.sorted().joined(separator: ", "))
    }
    if survey.trashed > 0 { lines.append("left out: \(survey.trashed) trash") }
    for (reason, count) in survey.skipped.sorted(by: { $0.key.name < $1.key.name }) {
      lines.append("left out: \(count) \(reason.name)")
    }
    if survey.failed > 0 { lines.append("can't be read: \(counted(survey.failed, "note"))") }
    return lines
  }
}

/// The result of `inspect` as JSON. The names of the properties are the keys, and thereby an interface.
struct InspectionRecord: Encodable {
  /// A container.
  struct Container: Encodable {
    /// The path.
    var path: String
    /// The kind of container, such as `enex`, and its title.
    var kind, title: String?
    /// `file`, `folder` or `archive`.
    var form: String?
    /// The counts.
    var notes, trashed, folders, keywords, attachments, links, unresolvedLinks, failed: Int?
    /// How many notes have a property, by its name.
    var properties: [String: Int]?
    /// The earliest and the latest date.
    var first, last: String?
    /// How much is left out, by reason.
    var skipped: [String: Int]?
    /// Findings.
    var diagnostics: [DiagnosticRecord]?
    /// Why it can't be read.
    var error: String?
  }

  /// The containers.
  var containers: [Container]
  /// How many files are notes of their own.
  var files: Int

  /// The JSON form of a result.
  init(_ inspection: Inspection) {
    files = inspection.files
    containers = inspection.containers.map { container in
      var record = Container(path: container.path)
      record.error = container.error?.message
      guard let survey = container.survey else { return record }
      (record.kind, record.title, record.form) = (survey.kind, survey.title, "\(survey.form)")
      (record.notes, record.trashed, record.folders) = (survey.notes, survey.trashed, survey.folders)
      (record.keywords, record.attachments) = (survey.keywords, survey.attachments)
      (record.links, record.unresolvedLinks, record.failed) = (
        survey.links, survey.unresolvedLinks, survey.failed
      )
      record.properties = survey.properties
      (record.first, record.last) = (survey.first?.rfc3339, survey.last?.rfc3339)
      record.skipped = Dictionary(
        survey.skipped.map { ($0.key.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      record.diagnostics = survey.diagnostics.map(DiagnosticRecord.init)
      return record
    }
  }
}
