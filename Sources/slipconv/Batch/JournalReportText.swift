import SlipBatch
import SlipboxKit

/// What several journals say together, as `slipconv journal report` prints it:
///
///     2 journals of import, 2 of 3 shards
///     4 found: 3 done, 1 skipped (1 nothing to import).
///     3 notes, 20 bytes before, 3.9 kB after
///     missing shards:
///       2/3
///
/// Each kind of trouble is a list with a heading; without trouble there are only totals.
struct JournalReportText {
  /// The JSON form:
  ///
  /// ```json
  /// { "job" : "import", "journals" : [ "shard-1.ndjson", "shard-3.ndjson" ], "isComplete" : false,
  ///   "found" : 4, "landed" : 3, "skipped" : 1, "reasons" : { "nothing to import" : 1 },
  ///   "shards" : 3, "missingShards" : [ 2 ], "failures" : [ ], … }
  /// ```
  ///
  /// The names of the properties are the keys, and thereby an interface.
  struct Record: Encodable {
    /// An item that failed.
    struct Failure: Encodable {
      /// The path of the item.
      var path: String
      /// The code of its first error.
      var code: String?
      /// The message of its first error.
      var message: String?
    }
    /// A reason for which items failed.
    struct Cause: Encodable {
      /// The code of the error.
      var code: String?
      /// The message of the error; absent where the journal has none.
      var message: String?
      /// How many items failed for it.
      var items: Int
    }
    /// An item that was done, but not completely or not as expected.
    struct Attention: Encodable {
      /// The path of the item.
      var path: String
      /// The files of the item that were left out.
      var leftOut: [LeftOut]
      /// The code of its first diagnostic.
      var code: String?
      /// The message of its first diagnostic.
      var message: String?
    }
    /// A file that was left out.
    struct LeftOut: Encodable {
      /// The path of the file in the item.
      var path: String
      /// The reason as a word for programs.
      var reason: String
      /// The reason as a part of a sentence: `it …`.
      var message: String
    }
    /// A line of a journal that can't be read.
    struct Damage: Encodable {
      /// The path of the journal.
      var journal: String
      /// The line, from 1.
      var line: Int
    }

    /// The paths of the journals.
    var journals: [String]
    /// The job of the runs; absent where no journal says.
    var job: String?
    /// The options of the runs.
    var options: [String: String]?
    /// Whether everything was done, once.
    var isComplete: Bool
    /// The number of items.
    var found: Int
    /// The number of items that were done.
    var landed: Int
    /// The number of items without anything to do.
    var skipped: Int
    /// The number of items that failed.
    var failed: Int
    /// The number of items that would be done, in dry runs.
    var planned: Int
    /// How many items were skipped, by reason.
    var reasons: [String: Int]
    /// How many items need attention.
    var needAttention: Int
    /// The sum of the notes of all items.
    var notes: Int
    /// The length of all items before the work, in bytes.
    var bytesBefore: Int
    /// The length of all results, in bytes.
    var bytesAfter: Int
    /// The duration of all runs.
    var seconds: Double
    /// The number of parts that the list was divided into; 0 without shards.
    var shards: Int
    /// The parts without a journal.
    var missingShards: [Int]
    /// The journals of runs that were not finished.
    var unfinished: [String]
    /// Why items failed, the most frequent reason first.
    var causes: [Cause]
    /// The items that failed.
    var failures: [Failure]
    /// The items that need attention.
    var attentions: [Attention]
    /// Paths that were looked for and are in no journal.
    var missing: [String]
    /// Paths that several runs have done.
    var doneTwice: [String]
    /// Lines that can't be read.
    var damages: [Damage]
  }

  /// The totals of the journals.
  var report: JournalReport

  /// The JSON form of the totals.
  var record: Record {
    let summary = report.summary
    return Record(
      journals: report.journals, job: report.run?.job, options: report.run?.options,
      isComplete: report.isComplete, found: summary.found, landed: summary.landed, skipped: summary.skipped,
      failed: summary.failed, planned: summary.planned, reasons: summary.reasons,
      needAttention: summary.needAttention, notes: report.notes, bytesBefore: report.bytes.before,
      bytesAfter: report.bytes.after, seconds: (summary.seconds * 1000).rounded() / 1000,
      shards: report.shardCount, missingShards: report.missingShards, unfinished: report.unfinished,
      causes: causes,
      failures: report.failures.map {
        .init(path: $0.path, code: $0.diagnostic?.code, message: $0.diagnostic?.message)
      },
      attentions: report.attentions.map { attention in
        .init(
          path: attention.path,
          leftOut: attention.leftOut.map { .init(path: $0.path, reason: $0.reason, message: $0.message) },
          code: attention.diagnostic?.code, message: attention.diagnostic?.message)
      },
      missing: report.missing, doneTwice: report.doneTwice,
      damages: report.damages.map { .init(journal: $0.journal, line: $0.line) })
  }

  /// Why items failed, the most frequent reason first.
  private var causes: [Record.Cause] {
    var found: [Record.Cause] = []
    for failure in report.failures {
      let (code, message) = (failure.diagnostic?.code, failure.diagnostic?.message)
      if let index = found.firstIndex(where: { $0.code == code && $0.message == message }) {
        found[index].items += 1
      } else {
        found.append(Record.Cause(code: code, message: message, items: 1))
      }
    }
    return found.sorted { ($1.items, $0.message ?? "") < ($0.items, $1.message ?? "") }
  }

  /// The totals as people read them, with a list for each kind of trouble.
  var text: String {
    var text = "\(counted(report.journals.count, "journal"))"
    if let run = report.run { text += " of \(run.job)" }
    if report.shardCount > 0 { text += ", \(report.shards.count) of \(counted(report.shardCount, "shard"))" }
    text += "\n\(SummaryText.line(report.summary))\n"
    if report.notes > 0 {
      text += "\(counted(report.notes, "note"))"
      if report.bytes.before > 0 { text += ", \(byteCount(report.bytes.before)) before" }
      if report.bytes.after > 0 { text += ", \(byteCount(report.bytes.after)) after" }
      text += "\n"
    }
    text += list("missing shards", report.missingShards.map { "\($0)/\(report.shardCount)" })
    text += list("not finished", report.unfinished)
    let causes = causes
    if causes.count < report.failures.count {
      text += list(
        "causes",
        causes.map { cause in
          "\(cause.items)  \(cause.message ?? "unknown")" + (cause.code.map { " [\($0)]" } ?? "")
        })
    }
    text += list(
      "failed",
      report.failures.map { failure in
        guard let diagnostic = failure.diagnostic else { return failure.path }
        return "\(failure.path): \(diagnostic.message)" + (diagnostic.code.map { " [\($0)]" } ?? "")
      })
    text += list("to review", report.attentions.flatMap(JournalReportText.lines))
    text += list("missing", report.missing)
    text += list("done twice", report.doneTwice)
    text += list(
      "damaged lines", report.damages.map { "\($0.journal):\($0.line) [\(BatchCode.damagedLine)]" })
    return text
  }

  /// A line for each file of an item that was left out, or one line that says why the item
  /// needs attention.
  private static func lines(_ attention: JournalReport.Attention) -> [String] {
    let leftOut = attention.leftOut.map { "\(attention.path)/\($0.path): left out: it \($0.message)" }
    guard leftOut.isEmpty else { return leftOut }
    guard let diagnostic = attention.diagnostic else { return [attention.path] }
    return ["\(attention.path): \(diagnostic.message)" + (diagnostic.code.map { " [\($0)]" } ?? "")]
  }

  /// A heading with indented entries; empty without entries.
  private func list(_ heading: String, _ entries: [String]) -> String {
    guard !entries.isEmpty else { return "" }
    return "\(heading):\n" + entries.map { "  \(PlainLine.text($0))\n" }.joined()
  }
}
