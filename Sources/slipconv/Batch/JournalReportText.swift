import SlipBase
import SlipBatch
import SlipboxKit

/// What journals say together, for people and for programs.
struct JournalReportText {
  struct Record: Encodable {
    struct Failure: Encodable {
      var path: String
      var code: String?
      var message: String?
    }
    struct Attention: Encodable {
      var path: String
      var leftOut: [LeftOut]
      var code: String?
      var message: String?
    }
    struct LeftOut: Encodable {
      var path: String
      var reason: String
      var message: String
    }
    struct Damage: Encodable {
      var journal: String
      var line: Int
    }

    var journals: [String]
    var job: String?
    var options: [String: String]?
    var isComplete: Bool
    var found: Int
    var landed: Int
    var skipped: Int
    var failed: Int
    var planned: Int
    var reasons: [String: Int]
    var needAttention: Int
    var notes: Int
    var bytesBefore: Int
    var bytesAfter: Int
    var seconds: Double
    var shards: Int
    var missingShards: [Int]
    var unfinished: [String]
    var failures: [Failure]
    var attentions: [Attention]
    var missing: [String]
    var doneTwice: [String]
    var damages: [Damage]
  }

  var report: JournalReport

  var record: Record {
    let summary = report.summary
    return Record(
      journals: report.journals, job: report.run?.job, options: report.run?.options,
      isComplete: report.isComplete, found: summary.found, landed: summary.landed, skipped: summary.skipped,
      failed: summary.failed, planned: summary.planned, reasons: summary.reasons,
      needAttention: summary.needAttention, notes: report.notes, bytesBefore: report.bytes.before,
      bytesAfter: report.bytes.after, seconds: (summary.seconds * 1000).rounded() / 1000,
      shards: report.shardCount, missingShards: report.missingShards, unfinished: report.unfinished,
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

  /// A line for each file that was left out; else one that says why.
  private static func lines(_ attention: JournalReport.Attention) -> [String] {
    let leftOut = attention.leftOut.map { "\(attention.path)/\($0.path): left out: it \($0.message)" }
    guard leftOut.isEmpty else { return leftOut }
    guard let diagnostic = attention.diagnostic else { return [attention.path] }
    return ["\(attention.path): \(diagnostic.message)" + (diagnostic.code.map { " [\($0)]" } ?? "")]
  }

  private func list(_ heading: String, _ entries: [String]) -> String {
    guard !entries.isEmpty else { return "" }
    return "\(heading):\n" + entries.map { "  \(PlainLine.text($0))\n" }.joined()
  }
}
