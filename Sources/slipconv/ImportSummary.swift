import SlipBase
import SlipExchange
import SlipNotes
import SlipboxKit

/// The result of an import as people read it:
///
///     my.slipbox: 5 notes (5 added), 2 links between notes.
///     my.slipbox: 5 notes (5 unchanged); nothing was written.
///
/// With `--verbose`, and in a dry run, each file and each link that leads nowhere is listed before that line.
struct ImportSummary {
  /// The result.
  var outcome: ImportOutcome
  /// Whether each file is listed, and not only counted.
  var isVerbose: Bool

  /// Prints conflicts and skipped files to standard error, and a line with counts to standard
  /// output. Files that are skipped only because of their kind, such as pictures, are listed
  /// with `--verbose` or in a dry run.
  func print(_ common: CommonOptions) {
    let report = outcome.report
    let printer = DiagnosticPrinter(terminal: .standardError, floor: common.floor)
    for conflict in report.conflicts where !common.quiet {
      for line in lines(conflict) { printer.terminal.write(line + "\n") }
    }
    for file in report.skipped where file.reason.isFailure || isVerbose || outcome.isDryRun {
      printer.terminal.write("\(PrintableText.of(file.path)): skipped: it \(file.explanation)\n")
    }
    for container in report.recognized {
      common.say(
        "\(PrintableText.of(container.path)): taken for \(PrintableText.of(container.source)), which most of its notes are known from (--as-new keeps them apart)"
      )
    }
    // In a dry run, what would be done is the result.
    if isVerbose || outcome.isDryRun {
      for entry in report.added { common.say("added \(text(entry))") }
      for entry in report.updated { common.say("updated \(text(entry))\(changes(of: entry.note))") }
      for conflict in report.conflicts where report.changes[conflict.note] != nil {
        common.say("updated \(conflict.path): \(name(conflict.note))\(changes(of: conflict.note))")
      }
      for folder in report.folders { common.say(text(folder)) }
      for entry in report.pruned { common.say("pruned \(text(entry))") }
      for entry in report.vanished { common.say("gone from the source, left here: \(text(entry))") }
      for link in report.unresolvedLinks {
        let fault = link.candidates.isEmpty ? "no note matches" : "several notes match"
        common.say("\(link.path ?? link.note.description): \(fault) the link '\(link.target.text)'")
      }
    }
    if !isVerbose, !outcome.isDryRun { sayUnresolved(common) }
    common.say(line)
  }

  /// How many links are named that lead nowhere.
  private static let mostLinks = 3

  /// Names a few links that lead nowhere.
  private func sayUnresolved(_ common: CommonOptions) {
    let links = outcome.report.unresolvedLinks
    if links.isEmpty { return }
    let named = links.prefix(ImportSummary.mostLinks).map { PrintableText.of($0.target.text) }.joined(
      separator: ", ")
    let rest = links.count > ImportSummary.mostLinks ? ", …" : ""
    common.say("\(counted(links.count, "link")) to no note: \(named)\(rest) (`slipconv links --broken`)")
  }

  /// What changed in a note, such as ` (folder, status, 2 keywords)`; empty where that isn't known.
  private func changes(of note: Note.ID) -> String {
    guard let changes = outcome.report.changes[note], !changes.isEmpty else { return "" }
    return " (" + changes.map(\.text).joined(separator: ", ") + ")"
  }

  /// What became of a folder.
  private func text(_ folder: ImportReport.FolderChange) -> String {
    let before = folder.before.joined(separator: "/")
    guard let after = folder.after?.joined(separator: "/") else {
      return "folder \(PrintableText.of(before)): removed, since it is empty now"
    }
    return "folder \(PrintableText.of(before)): "
      + (after == before ? "updated" : "now \(PrintableText.of(after))")
  }

  /// The file, and the title of its note.
  private func text(_ entry: ImportReport.Entry) -> String { "\(entry.path): \(name(entry.note))" }

  /// A note by its title in quotation marks, or by its UUID where it has none.
  private func name(_ note: Note.ID) -> String {
    guard let title = outcome.titles[note], !title.isEmpty else { return note.description }
    return "\u{201C}\(PrintableText.of(title))\u{201D}"
  }

  /// What became of a note that was changed both in its file and in the bundle: what each had, what stands, and what decides.
  private func lines(_ conflict: ImportReport.Conflict) -> [String] {
    let note = name(conflict.note)
    let place = "\(PrintableText.of(conflict.path)): \(note): "
    var lines: [String] = []
    if conflict.fields.contains(.text) {
      let remark =
        switch conflict.resolution {
        case .keep: "the note stays as it was here"
        case .replace: "the note is as the file has it"
        case .merge: "both versions are in the note, as tracked changes"
        case .both:
          "the file's version is a note of its own"
            + (conflict.version.map { " (\($0))" } ?? "")
            + (conflict.lacksBase ? ", because it isn't known any more what was imported" : "")
        }
      lines.append(place + "text changed here and in the file: " + remark)
    }
    for value in conflict.values {
      let (now, other) =
        value.isTheirs ? (value.theirs, value.ours) : (value.ours, value.theirs)
      let (side, otherSide) = value.isTheirs ? ("the file's", "here") : ("here", "in the file")
      lines.append(
        place + "\(value.field.rawValue): \(side) \(quoted(now)) stands, \(otherSide) it is \(quoted(other))")
    }
    let known = Set(conflict.values.map(\.field) + [.text])
    let rest = conflict.fields.filter { !known.contains($0) }.map(\.rawValue)
    if !rest.isEmpty {
      let stands = conflict.resolution == .replace ? "what the file has stands" : "what is here stands"
      lines.append(place + "\(rest.joined(separator: ", ")) changed here and in the file: \(stands)")
    }
    let isOpen = conflict.resolution == .merge || conflict.resolution == .both
    if isOpen, !outcome.isDryRun {
      let named = outcome.titles[conflict.note].flatMap { $0.isEmpty ? nil : $0 }
      // Two versions mostly have one title.
      let title = conflict.resolution == .both ? nil : named
      lines.append(
        "`slipconv resolve \(title.map { "'\(PrintableText.of($0))'" } ?? conflict.note.description)` shows it and decides."
      )
    }
    return lines
  }

  /// A value in quotation marks.
  private func quoted(_ value: String) -> String { "\u{201C}\(PrintableText.of(value))\u{201D}" }

  /// The counts of the import in one line: what came in, and what was skipped and why.
  var line: String {
    let report = outcome.report
    var parts: [String] = []
    func add(_ count: Int, _ what: String) {
      if count > 0 { parts.append("\(count) \(what)") }
    }
    add(report.added.count, "added")
    add(report.updated.count, "updated")
    add(report.unchanged.count, "unchanged")
    add(report.kept.count, "left with your changes")
    add(report.conflicts.count, report.conflicts.count == 1 ? "conflict" : "conflicts")
    add(report.pruned.count, "pruned")
    add(outcome.adopted.count, "edited and adopted")
    var line = "\(outcome.bundlePath): \(counted(outcome.noteCount, "note"))"
    if !parts.isEmpty { line += " (\(parts.joined(separator: ", ")))" }
    if report.newLinks > 0 { line += ", \(counted(report.newLinks, "link")) between notes" }
    if let skipped { line += "; " + skipped }
    return line
      + (outcome.isDryRun
        ? "; this was a dry run, nothing was written." : outcome.isChanged ? "." : "; nothing was written.")
  }

  /// How many files were skipped, by reason, the most frequent first; nil where none was.
  private var skipped: String? {
    let files = outcome.report.skipped
    guard !files.isEmpty else { return nil }
    var counts: [String: Int] = [:]
    for file in files { counts[file.reason.name.replacing("-", with: " "), default: 0] += 1 }
    let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    return "skipped \(reasons.joined(separator: ", "))"
  }
}

extension ImportedChange {
  /// The field, and the number of values for a field that has several: `status`, `2 keywords`.
  fileprivate var text: String {
    switch field {
    case .keywords: counted(count, "keyword")
    case .properties: counted(count, "property", plural: "properties")
    case .attachments: counted(count, "attachment")
    case .links: counted(count, "link")
    default: field.rawValue
    }
  }
}

/// The result of an import as JSON:
///
/// ```json
/// {
///   "bundle" : "my.slipbox", "isNewBundle" : true, "isChanged" : true, "notes" : 1,
///   "added" : [ { "note" : "544b07a8-811f-5674-9ace-60fe47a27de6", "path" : "Welcome.rtf" } ],
///   …
/// }
/// ```
///
/// The names of the properties are the keys, and thereby an interface.
struct ImportRecord: Encodable {
  /// A file and its note.
  struct Entry: Encodable {
    /// The path of the file in its source.
    var path: String
    /// The UUID of the note.
    var note: String
    /// The title of the note; none where the import left the note as it was.
    var title: String?
    /// What changed in a note that was there; none for other notes.
    var changes: [Change]?
  }
  /// A field of a note that changed.
  struct Change: Encodable {
    /// `title`, `text`, `status`, `folder` and so on: see `ImportedField`.
    var field: String
    /// How many of its values.
    var count: Int
  }
  /// A container that was taken for a source from another place.
  struct Recognized: Encodable {
    /// The path of the container.
    var path: String
    /// The key of that source.
    var source: String
  }
  /// A folder that followed its source.
  struct Folder: Encodable {
    /// The path before.
    var before: String
    /// The path afterwards; none for a folder that is gone.
    var after: String?
  }
  /// What a field had on both sides.
  struct Values: Encodable {
    /// The field.
    var field: String
    /// What the note had.
    var ours: String
    /// What the source says.
    var theirs: String
    /// Which of them the note has now: `ours` or `theirs`.
    var stands: String
  }
  /// A file that changed since the last import, and whose note changed as well.
  struct Conflict: Encodable {
    /// The path of the file in its source.
    var path: String
    /// The UUID of the note.
    var note: String
    /// The UUID of the note that the new version of the file became, if both are kept.
    var version: String?
    /// `merge`, `keep`, `replace` or `both`.
    var resolution: String
    /// The fields that both had changed.
    var fields: [String]
    /// What fields with one value had; none where there are none of these.
    var values: [Values]?
    /// What changed in the note all the same; none where nothing did.
    var changes: [Change]?
  }
  /// A link that leads to no note.
  struct BrokenLink: Encodable {
    /// The file or item that the note came from.
    var path: String?
    /// The UUID of the note.
    var note: String
    /// What the link leads to.
    var target: String
    /// The UUIDs of the notes that match.
    var candidates: [String]
  }
  /// A file that was not imported.
  struct Skipped: Encodable {
    /// The path of the file in its source.
    var path: String
    /// The reason as a word for programs.
    var reason: String
    /// The reason as a part of a sentence: `it …`.
    var message: String
  }

  /// The path of the bundle.
  var bundle: String
  /// Whether the bundle was created.
  var isNewBundle: Bool
  /// Whether the bundle was written, or would be.
  var isChanged: Bool
  /// Whether nothing was written because of `--dry-run`.
  var isDryRun: Bool
  /// The number of notes in the bundle after the import.
  var notes: Int
  /// Files that became new notes.
  var added: [Entry]
  /// Files whose notes were updated.
  var updated: [Entry]
  /// Files that have not changed since the last import.
  var unchanged: [Entry]
  /// Files that have not changed, while their notes were changed in the bundle.
  var kept: [Entry]
  /// Notes that were deleted because their files are gone.
  var pruned: [Entry]
  /// Notes that stay although their files are gone.
  var vanished: [Entry]
  /// Files and notes that both changed.
  var conflicts: [Conflict]
  /// Folders that were there before and followed their source.
  var folders: [Folder]
  /// Containers that were taken for sources from other places.
  var recognized: [Recognized]
  /// Files that were not imported.
  var skipped: [Skipped]
  /// Titles of notes whose bodies were edited in the bundle, and were adopted first.
  var adopted: [String]
  /// How many links between notes were added.
  var newLinks: Int
  /// How many links lead to no note.
  var unresolvedLinks: Int
  /// Those links: the file and note that they are in, and what they lead to.
  var brokenLinks: [BrokenLink]
  /// How many files and items were found: the sum of all lists above but `vanished` and `pruned`.
  var found: Int
  /// Findings about files and bundle.
  var diagnostics: [DiagnosticRecord]

  /// The JSON form of a result.
  init(_ outcome: ImportOutcome) {
    let report = outcome.report
    func changes(_ note: Note.ID) -> [Change]? {
      report.changes[note].map { $0.map { Change(field: $0.field.rawValue, count: $0.count) } }
    }
    func entries(_ entries: [ImportReport.Entry]) -> [Entry] {
      entries.map {
        Entry(
          path: $0.path, note: $0.note.description, title: outcome.titles[$0.note], changes: changes($0.note))
      }
    }
    bundle = outcome.bundlePath
    isNewBundle = outcome.isNewBundle
    isChanged = outcome.isChanged
    isDryRun = outcome.isDryRun
    notes = outcome.noteCount
    added = entries(report.added)
    updated = entries(report.updated)
    unchanged = entries(report.unchanged)
    kept = entries(report.kept)
    pruned = entries(report.pruned)
    vanished = entries(report.vanished)
    conflicts = report.conflicts.map {
      Conflict(
        path: $0.path, note: $0.note.description, version: $0.version?.description,
        resolution: $0.resolution.rawValue, fields: $0.fields.map(\.rawValue),
        values: $0.values.isEmpty ? nil : $0.values.map(Values.init), changes: changes($0.note))
    }
    recognized = report.recognized.map { Recognized(path: $0.path, source: $0.source) }
    folders = report.folders.map {
      Folder(before: $0.before.joined(separator: "/"), after: $0.after?.joined(separator: "/"))
    }
    skipped = report.skipped.map {
      Skipped(path: $0.path, reason: $0.reason.name, message: "it " + $0.explanation)
    }
    adopted = outcome.adopted
    newLinks = report.newLinks
    unresolvedLinks = report.unresolvedLinks.count
    brokenLinks = report.unresolvedLinks.map {
      BrokenLink(
        path: $0.path, note: $0.note.description, target: $0.target.text,
        candidates: $0.candidates.map(\.description))
    }
    found = report.found
    diagnostics = outcome.diagnostics.map(DiagnosticRecord.init)
  }
}

extension ImportRecord.Values {
  /// What both sides had.
  init(_ values: ImportReport.Conflict.Values) {
    (field, ours, theirs) = (values.field.rawValue, values.ours, values.theirs)
    stands = values.isTheirs ? "theirs" : "ours"
  }
}
