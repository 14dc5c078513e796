internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipboxKit

/// A form of the report and where it goes: `text`, or `sarif=out.sarif`.
struct ReportOutput: ExpressibleByArgument {
  var format: ReportFormat
  /// Nil: standard output.
  var path: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = ReportTable.named(String(name)) else { return nil }
    self.format = format
    guard parts.count > 1 else { return }
    guard !parts[1].isEmpty else { return nil }
    path = parts[1] == "-" ? nil : String(parts[1])
  }

  static var allValueStrings: [String] { ReportTable.rows.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// A file appears at once or not at all.
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
