internal import SlipDocument
import SlipBase
import SlipboxKit

/// A report of losses, as JSON or as tables for people:
///
///     GitHub Flavored Markdown, 2 notes: what would be lost. Nothing was written.
///
///     Not supported by the format:
///     WHAT                BECOMES  NOTES  TIMES  FIRST
///     hidden text         -        1      1      One two.md, paragraph 2
///     tracked insertions  text     1      1      One two.md, paragraph 1
///
/// A second table has what could not be read from the source, with codes for
/// `slipconv explain`. The column NOTES is left out for a single file.
struct LossReportText {
  /// The losses.
  var report: LossReport
  /// Whether the documents are files, and not notes of a bundle.
  var isOfFiles = false

  /// Prints the report to standard output.
  func print(json: Bool) throws {
    if json { return try JSONOutput.print(Record(report)) }
    try Terminal.standardOutput.writeResult(text)
  }

  /// The report for people.
  var text: String {
    let totals = report.totals
    let what = isOfFiles ? "this document" : counted(report.entries.count { !$0.isFolder }, "note")
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

  /// A table of losses.
  ///
  /// - Parameters:
  ///   - totals: The losses of one stage, in the order of the report.
  ///   - second: The value of the second column, which is the replacement or the code.
  private func table(_ totals: [LossReport.Total], _ second: (LossReport.Loss) -> String) -> String {
    let isRead = totals.first?.loss.stage == .reading
    var table = TextTable(
      header: ["WHAT", isRead ? "CODE" : "BECOMES"] + (isOfFiles ? [] : ["NOTES"]) + ["TIMES", "FIRST"])
    for total in totals {
      let place = isOfFiles ? total.loss.place : "\(PrintableText.of(total.path)), \(total.loss.place)"
      table.append(
        [total.loss.title, second(total.loss)]
          + (isOfFiles ? [] : [total.documents == 0 ? "-" : "\(total.documents)"])
          + ["\(total.loss.count)", place])
    }
    return table.text()
  }

  // MARK: JSON

  /// The JSON form:
  ///
  /// ```json
  /// {
  ///   "documents" : [
  ///     { "losses" : [ { "count" : 1, "first" : "paragraph 2", "name" : "hidden",
  ///                      "stage" : "writing", "title" : "hidden text" } ],
  ///       "path" : "a.rtf" } ],
  ///   "format" : "txt"
  /// }
  /// ```
  private struct Record: Encodable {
    /// One kind of loss in one document.
    struct Loss: Encodable {
      /// `reading` or `writing`.
      var stage: String
      /// The permanent name of the kind of loss.
      var name: String
      /// What is lost, for people.
      var title: String
      /// What replaces it; absent where nothing does.
      var becomes: String?
      /// How often it occurs.
      var count: Int
      /// Where it occurs first.
      var first: String
    }
    /// The losses of one document.
    struct Document: Encodable {
      var path: String
      var losses: [Loss]
    }
    /// The name of the format.
    var format: String
    /// The documents in the order of the report.
    var documents: [Document]

    /// The JSON form of a report.
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
