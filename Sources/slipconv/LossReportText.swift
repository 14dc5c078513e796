internal import SlipDocument
import SlipBase
import SlipboxKit

/// A report of losses for people and for programs.
struct LossReportText {
  var report: LossReport
  /// Single files rather than notes of a bundle.
  var isOfFiles = false

  func print(json: Bool) throws {
    if json { return try JSONOutput.print(Record(report)) }
    try Terminal.standardOutput.writeResult(text)
  }

  var text: String {
    let totals = report.totals
    let what = isOfFiles ? "this document" : counted(report.entries.count, "note")
    guard !totals.isEmpty else { return "\(report.title): nothing of \(what) would be lost.\n" }
    var text = "\(report.title), \(what): what would be lost. Nothing was written.\n"
    let written = totals.filter { $0.loss.stage == .writing }
    if !written.isEmpty { text += "\nNot supported by the format:\n" + table(written) { $0.becomes ?? "-" } }
    let read = totals.filter { $0.loss.stage == .reading }
    if !read.isEmpty {
      text += "\nNot read from the source, whatever the format (see `slipconv explain CODE`):\n"
      text += table(read) { $0.name }
    }
    return text
  }

  private func table(_ totals: [LossReport.Total], _ second: (LossReport.Loss) -> String) -> String {
    let isRead = totals.first?.loss.stage == .reading
    var table = TextTable(
      header: ["WHAT", isRead ? "CODE" : "BECOMES"] + (isOfFiles ? [] : ["NOTES"]) + ["TIMES", "FIRST"])
    for total in totals {
      let place = isOfFiles ? total.loss.place : "\(PrintableText.of(total.path)), \(total.loss.place)"
      table.append(
        [total.loss.title, second(total.loss)] + (isOfFiles ? [] : ["\(total.documents)"])
          + ["\(total.loss.count)", place])
    }
    return table.text()
  }

  // MARK: JSON

  private struct Record: Encodable {
    struct Loss: Encodable {
      var stage: String
      var name: String
      var title: String
      var becomes: String?
      var count: Int
      var first: String
    }
    struct Document: Encodable {
      var path: String
      var losses: [Loss]
    }
    var format: String
    var documents: [Document]

    init(_ report: LossReport) {
      format = report.format
      documents = report.entries.map { entry in
        Document(
          path: entry.path,
          losses: entry.losses.map {
            Loss(
              stage: $0.stage.rawValue, name: $0.name, title: $0.title, becomes: $0.becomes, count: $0.count,
              first: $0.place)
          })
      }
    }
  }
}
