internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipboxKit
import SlipReports

/// A format of the validation report and where it goes: `text`, or `sarif=out.sarif`. It is the
/// value of `--format` and `--output`, so one run can print text and write SARIF for CI:
///
///     slipconv validate -r Archive --output text --output sarif=slipbox.sarif
struct ReportOutput: ExpressibleByArgument {
  /// The format.
  var format: ReportFormat
  /// The path of the file; nil: standard output.
  var path: String?

  /// Parses `FORMAT`, `FORMAT=FILE` or `FILE`; nil for an unknown format or an empty file name. `-` is
  /// standard output. What is no name of a format and has no `=` is a file, whose suffix says the format: text where it says none.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first else { return nil }
    guard let format = ReportOutput.named(String(name)) else {
      let suffixes = ["xml": "junit", "txt": "text"]
      let suffix = argument.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard parts.count == 1, argument.contains(".") || argument.contains("/"),
        let format = ReportOutput.named(suffixes[suffix] ?? suffix) ?? ReportTable.named("text")
      else { return nil }
      (self.format, path) = (format, argument)
      return
    }
    self.format = format
    guard parts.count > 1 else { return }
    guard !parts[1].isEmpty else { return nil }
    path = parts[1] == "-" ? nil : String(parts[1])
  }

  /// A report in a format.
  init(_ format: ReportFormat) { (self.format, path) = (format, nil) }

  /// The format of this name; nil where there is none.
  private static func named(_ name: String) -> ReportFormat? {
    ReportTable.named(name) ?? summaries.first { $0.name == name }
  }

  /// What `--summary` prints, as formats: `table`, `csv`, `html` and `summary-json`.
  static let summaries = SummaryForm.allCases.map { form in
    ReportFormat(name: form == .json ? "summary-json" : form.rawValue, title: "a summary of all files") {
      (run, _) throws(SlipError) in
      try slipErrors { try ArchiveSummaryText(summary: ArchiveSummary(run)).text(form) }
    }
  }

  /// The same report as a summary, where it is one of a form that both have.
  var asSummary: ReportOutput {
    var output = self
    let name = format.name == "json" ? "summary-json" : format.name == "text" ? "table" : format.name
    output.format = ReportOutput.summaries.first { $0.name == name } ?? format
    return output
  }

  /// The names of formats, for help and completion.
  static var allValueStrings: [String] { (ReportTable.rows + summaries).map(\.name) }
  /// Shells complete the names of formats.
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// Writes a report. A file appears completely or not at all; colors are used on a terminal
  /// only.
  func write(
    _ run: ValidationRun, _ options: ReportOptions, existing: AtomicFile.Existing
  ) throws(SlipError) {
    var options = options
    options.usesColor = path == nil && Terminal.standardOutput.usesColor
    let bytes = Array(try format.write(run, options).utf8)
    if let path { return try FileSystem.writeFileAtomically(path, bytes, existing: existing) }
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try Terminal.standardOutput.writeResult(UnsafeRawBufferPointer(bytes))
    }
  }
}
