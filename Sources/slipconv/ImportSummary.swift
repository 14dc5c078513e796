import SlipBase
import SlipExchange
import SlipboxKit

/// What an import says in words.
struct ImportSummary {
  var outcome: ImportOutcome
  var isVerbose: Bool

  func print(_ common: CommonOptions) {
    let report = outcome.report
    let printer = DiagnosticPrinter(terminal: .standardError, floor: common.floor)
    for conflict in report.conflicts where !common.quiet {
      printer.terminal.write(
        "\(PrintableText.of(conflict.path)): changed in both places: \(text(conflict))\n")
    }
    for file in report.skipped where file.reason.isFailure || isVerbose || outcome.isDryRun {
      printer.terminal.write("\(PrintableText.of(file.path)): skipped: it \(file.reason.explanation)\n")
    }
    // What would be done is the result of a dry run.
    if isVerbose || outcome.isDryRun {
      for entry in report.added { common.say("added \(entry.path)") }
      for entry in report.updated { common.say("updated \(entry.path)") }
      for entry in report.pruned { common.say("pruned \(entry.path)") }
      for entry in report.vanished { common.say("vanished, kept \(entry.path)") }
    }
    common.say(line)
  }

  private func text(_ conflict: ImportReport.Conflict) -> String {
    switch conflict.resolution {
    case .keep: "the note \(conflict.note) was kept"
    case .replace: "the note \(conflict.note) was replaced"
    case .both:
      "the note \(conflict.note) was kept, the file was imported as \(conflict.version?.description ?? "-")"
    }
  }

  /// One line: what came in, what was skipped and why.
  var line: String {
    let report = outcome.report
    var parts: [String] = []
    func add(_ count: Int, _ what: String) {
      if count > 0 { parts.append("\(count) \(what)") }
    }
    add(report.added.count, "added")
    add(report.updated.count, "updated")
    add(report.unchanged.count, "unchanged")
    add(report.kept.count, "kept with your changes")
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

  private var skipped: String? {
    let files = outcome.report.skipped
    guard !files.isEmpty else { return nil }
    var counts: [String: Int] = [:]
    for file in files { counts[file.reason.name.replacing("-", with: " "), default: 0] += 1 }
    let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    return "skipped \(reasons.joined(separator: ", "))"
  }
}

/// The JSON form of an import's result.
struct ImportRecord: Encodable {
  struct Entry: Encodable {
    var path: String
    var note: String
  }
  struct Conflict: Encodable {
    var path: String
    var note: String
    var version: String?
    var resolution: String
  }
  struct Skipped: Encodable {
    var path: String
    var reason: String
    var message: String
  }

  var bundle: String
  var isNewBundle: Bool
  var isChanged: Bool
  var isDryRun: Bool
  var notes: Int
  var added: [Entry]
  var updated: [Entry]
  var unchanged: [Entry]
  var kept: [Entry]
  var pruned: [Entry]
  var vanished: [Entry]
  var conflicts: [Conflict]
  var skipped: [Skipped]
  var adopted: [String]
  var newLinks: Int
  var unresolvedLinks: Int
  var diagnostics: [DiagnosticRecord]

  init(_ outcome: ImportOutcome) {
    let report = outcome.report
    func entries(_ entries: [ImportReport.Entry]) -> [Entry] {
      entries.map { Entry(path: $0.path, note: $0.note.description) }
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
        resolution: $0.resolution.rawValue)
    }
    skipped = report.skipped.map {
      Skipped(path: $0.path, reason: $0.reason.name, message: "it " + $0.reason.explanation)
    }
    adopted = outcome.adopted
    newLinks = report.newLinks
    unresolvedLinks = report.unresolvedLinks.count
    diagnostics = outcome.diagnostics.map(DiagnosticRecord.init)
  }
}
