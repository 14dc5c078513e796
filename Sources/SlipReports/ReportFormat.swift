public import SlipboxKit
internal import SlipBase

/// What a report contains and how it is written.
public struct ReportOptions: Sendable {
  /// Findings below this severity are left out of `text` and `github`; other formats contain
  /// all findings.
  public var floor = Diagnostic.Severity.warning
  /// The most findings that `text` and `github` contain; nil: all.
  public var limit: Int?
  /// Whether `text` writes every finding. Without it, of many findings with the same code only
  /// the first few are written and the others counted.
  public var showsAll = false
  /// Whether `text` has a line for each of several bundles and files, also where nothing was found.
  public var listsValid = false
  /// The least severity that makes a JUnit test fail; nil: none does.
  public var failLevel: Diagnostic.Severity? = .error
  /// Whether `text` uses ANSI colors.
  public var usesColor = false
  /// Whether `text` leaves out everything but findings: summaries, repairs and timings.
  public var isQuiet = false
  /// The absolute path of the working directory; paths below it are written relative to it.
  public var workingDirectory: String?

  /// Options for plain text on a terminal without color.
  public init() {}
}

/// A format of the validation report.
public struct ReportFormat: Sendable {
  /// The name for `--format`, such as `sarif`.
  public var name: String
  /// What the format is, for help and documentation.
  public var title: String
  /// Writes a report of a run in this format.
  public var write: @Sendable (ValidationRun, ReportOptions) throws(SlipError) -> String

  /// A format.
  public init(
    name: String, title: String,
    write: @escaping @Sendable (ValidationRun, ReportOptions) throws(SlipError) -> String
  ) {
    (self.name, self.title, self.write) = (name, title, write)
  }
}

/// All formats of the validation report. A new format is a new row.
public enum ReportTable {
  /// The formats, in the order of the documentation.
  public static let rows = [
    ReportFormat(name: "text", title: "for people", write: { TextReport(run: $0, options: $1).text }),
    ReportFormat(
      name: "json", title: "Schemas/validation-report.schema.json",
      write: { JSONReport(run: $0, options: $1).document }),
    ReportFormat(
      name: "sarif", title: "SARIF 2.1.0", write: { SARIFReport(run: $0, options: $1).document }),
    ReportFormat(
      name: "junit", title: "JUnit XML, a failed test a rule",
      write: { (run, options) throws(SlipError) in try JUnitReport(run: run, options: options).document() }),
    ReportFormat(
      name: "github", title: "annotations of GitHub Actions",
      write: { GitHubReport(run: $0, options: $1).text }),
    ReportFormat(
      name: "gitlab", title: "Code Quality of GitLab", write: { GitLabReport(run: $0, options: $1).document }),
  ]

  /// The format of this name; nil where there is none. Case matters.
  public static func named(_ name: String) -> ReportFormat? { rows.first { $0.name == name } }
}
