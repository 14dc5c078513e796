import SlipBatch
import SlipboxKit

/// The outcome of a batch run in one line.
enum SummaryText {
  /// The line, such as `610 found: 601 done, 9 failed.` Parts that are 0 are left out.
  static func line(_ summary: BatchSummary) -> String {
    var parts: [String] = []
    if summary.planned > 0 { parts.append("\(summary.planned) planned") }
    if summary.landed > 0 || summary.planned == 0 { parts.append("\(summary.landed) done") }
    if summary.skipped > 0 {
      let reasons = summary.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      parts.append(
        "\(summary.skipped) skipped (\(reasons.map { "\($0.value) \($0.key)" }.joined(separator: ", ")))")
    }
    if summary.failed > 0 { parts.append("\(summary.failed) failed") }
    if summary.needAttention > 0 { parts.append("\(summary.needAttention) to review") }
    var text = "\(summary.found) found: \(parts.joined(separator: ", "))."
    switch summary.stopped {
    case .interrupted: text += " Stopped; the rest was not started."
    case .failures: text += " Stopped because of failures; the rest was not started."
    case nil: break
    }
    return text
  }
}

/// What is printed about one item while a batch runs:
///
///     archive/bad.rtf: done, 1 added, out/bad.slipbox
///     archive/home: skipped (done before)
///     archive/photo.png: info: Nothing could be imported: … [SBXG103]
///
/// Without `--verbose` only errors and what needs attention are printed.
struct RecordText {
  /// The record of the item, as the journal has it.
  var record: ItemRecord

  /// The lines about the item: errors, left-out files, and with `verbose` the result. Empty
  /// where there is nothing to print.
  func text(verbose: Bool, quiet: Bool = false) -> String {
    let path = PlainLine.text(record.path)
    var text = ""
    for diagnostic in record.diagnostics ?? [] where verbose || diagnostic.severity == "error" {
      let place = diagnostic.place.map { $0 == record.path ? path : path + ": " + PlainLine.text($0) } ?? path
      text += "\(place): \(diagnostic.severity): \(PlainLine.text(diagnostic.message))"
      text += diagnostic.code.map { " [\($0)]\n" } ?? "\n"
    }
    for file in record.leftOut ?? [] where verbose || file.failure == true {
      text += "\(path)/\(PlainLine.text(file.path)): left out: it \(PlainLine.text(file.message))\n"
    }
    if record.result == .failed { return text.isEmpty ? "\(path): error: failed\n" : text }
    if record.needsAttention == true, text.isEmpty, !quiet {
      text = "\(path): warning: some of it was left out or needs review; see the journal or import it alone\n"
    }
    guard verbose || record.result == .planned && !quiet else { return text }
    return text + "\(path): \(what)\n"
  }

  /// What counts are called, where that isn't their name in the record.
  private static let words = ["leftOut": "left out", "kept": "left with your changes"]

  /// The result of the item in words: `done, 3 added, version 3 to 5, out/a.slipbox`.
  private var what: String {
    var text = record.result == .landed ? "done" : record.result.rawValue
    if let reason = record.reason { text += " (\(reason))" }
    if let counts = record.counts, record.from == nil {
      let parts = counts.filter { $0.key != "notes" && $0.value > 0 }.sorted { $0.key < $1.key }
      text += parts.map { ", \($0.value) \(RecordText.words[$0.key] ?? $0.key)" }.joined()
    }
    if let from = record.from, let to = record.to, from != to { text += ", version \(from) to \(to)" }
    if let output = record.output, output != record.path { text += ", " + PlainLine.text(output) }
    return text
  }
}
