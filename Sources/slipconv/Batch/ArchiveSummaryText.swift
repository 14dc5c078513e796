public import ArgumentParser
import SlipExchange
import SlipboxKit

/// The forms of `slipconv identify --summary` and `slipconv validate --summary`.
public enum SummaryForm: String, Sendable, ExpressibleByArgument, CaseIterable {
  /// Tables for people.
  case table
  /// One JSON document.
  case json
  /// One table with a column for the heading.
  case csv
  /// One page for browsers and printers.
  case html
}

/// A summary of many files for people and for other programs.
struct ArchiveSummaryText {
  /// What was found.
  let summary: ArchiveSummary

  /// The summary in a form.
  func text(_ form: SummaryForm) throws -> String {
    switch form {
    case .table: table
    case .json: try JSONOutput.document(summary)
    case .csv: commaSeparated
    case .html: page
    }
  }

  /// The heading of all.
  private var total: String {
    let total = "\(counted(summary.files, "file")), \(byteCount(summary.bytes))"
    guard let checked = summary.checked else { return total }
    let parts = states(checked).filter { $0.files > 0 }.map { "\($0.files) \($0.name)" }
    return total + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }

  /// How many files are in which state.
  private func states(_ checked: ArchiveSummary.Checked) -> [(name: String, files: Int)] {
    [
      ("without errors and warnings", checked.sound), ("with warnings", checked.warnings),
      ("with errors", checked.errors), ("not readable", checked.unreadable),
    ]
  }

  /// The heading of what could not be read.
  private var causesTitle: String {
    summary.checked == nil ? "Could not be identified" : "Could not be read"
  }

  /// What validation found, as a table and the files.
  private var findings: String {
    guard let checked = summary.checked, !checked.rules.isEmpty else { return "" }
    var table = TextTable(header: ["FINDINGS", "FILES", "TIMES", "WHAT"])
    for rule in checked.rules {
      table.append(["\(rule.code) \(rule.severity)", String(rule.files), String(rule.findings), rule.title])
    }
    return "\n" + table.text()
  }

  /// A table for each heading, and the reasons of failures.
  private var table: String {
    var text = total + "\n"
    for (_, title, rows) in summary.tables {
      var table = TextTable(header: [title.uppercased(), "FILES", "SIZE"])
      for row in rows { table.append([row.name, String(row.files), byteCount(row.bytes)]) }
      text += "\n" + table.text()
    }
    text += findings
    if !summary.causes.isEmpty { text += "\n\(causesTitle.uppercased())\n" }
    for cause in summary.causes {
      text += "\(cause.files)  \(PlainLine.text(cause.message))\(cause.code.map { " [\($0)]" } ?? "")\n"
      text += cause.examples.map { "   \(PlainLine.text($0))\n" }.joined()
      if cause.files > cause.examples.count {
        text += "   … and \(cause.files - cause.examples.count) more\n"
      }
    }
    return text
  }

  /// Comma-separated values: heading, name, files, bytes.
  private var commaSeparated: String {
    var text = CommaSeparated.line(["table", "name", "files", "bytes"], isRaw: false)
    text += CommaSeparated.line(["total", "", String(summary.files), String(summary.bytes)], isRaw: false)
    for (name, _, rows) in summary.tables {
      for row in rows {
        text += CommaSeparated.line([name, row.name, String(row.files), String(row.bytes)], isRaw: false)
      }
    }
    if let checked = summary.checked {
      for (name, files) in states(checked) {
        text += CommaSeparated.line(["state", name, String(files), ""], isRaw: false)
      }
      for rule in checked.rules {
        text += CommaSeparated.line(
          ["findings", "\(rule.code) \(rule.severity): \(rule.title)", String(rule.files), ""], isRaw: false)
      }
    }
    for cause in summary.causes {
      text += CommaSeparated.line(
        ["causes", (cause.code.map { $0 + " " } ?? "") + cause.message, String(cause.files), ""], isRaw: false
      )
    }
    return text
  }

  /// One page without scripts or other files.
  private var page: String {
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Summary of files</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 50em; padding: 0 1em }
      table { border-collapse: collapse; margin: 0 0 2em; width: 100% }
      caption { font-weight: bold; text-align: left }
      th, td { border-bottom: 1px solid; padding: .2em .5em; text-align: left }
      td + td, th + th { text-align: right; width: 8em }
      </style>
      <h1>Summary of files</h1>
      <p>\(ArchiveSummaryText.escaped(total))

      """
    if let checked = summary.checked, !checked.rules.isEmpty {
      text += ArchiveSummaryText.htmlTable(
        "Findings", ["What", "Files", "Times"],
        checked.rules.map {
          ["\($0.title) (\($0.severity), \($0.code))", String($0.files), String($0.findings)]
        })
    }
    for (_, title, rows) in summary.tables {
      text += ArchiveSummaryText.htmlTable(
        title, ["Name", "Files", "Size"], rows.map { [$0.name, String($0.files), byteCount($0.bytes)] })
    }
    if !summary.causes.isEmpty {
      text += ArchiveSummaryText.htmlTable(
        causesTitle, ["Reason", "Files", "Code"],
        summary.causes.map { [$0.message, String($0.files), $0.code ?? ""] })
    }
    return text + "</html>\n"
  }

  /// A table of the page.
  private static func htmlTable(_ caption: String, _ header: [String], _ rows: [[String]]) -> String {
    let head = header.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
    let body = rows.map { row in
      "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>\n"
    }
    return "<table>\n<caption>\(escaped(caption))</caption>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n"
      + body.joined() + "</tbody>\n</table>\n"
  }

  /// Text as content of HTML, on one line.
  private static func escaped(_ text: String) -> String {
    MarkupFilter.escaped(PlainLine.text(text))
  }
}
