public import SlipBase

/// How a report is written.
public struct ReportOptions: Sendable {
  /// Findings below aren't written for people to read (`text`, `github`); other formats have all of them.
  public var floor = Diagnostic.Severity.warning
  /// The most findings that are written for people to read; nil: all.
  public var limit: Int?
  /// Every finding is written for people to read, also when very many are alike.
  public var showsAll = false
  /// What makes a test of JUnit fail; nil: nothing.
  public var failLevel: Diagnostic.Severity? = .error
  public var usesColor = false
  /// No word but of findings.
  public var isQuiet = false
  /// Absolute; paths below it are written relative to it.
  public var workingDirectory: String?

  public init() {}
}

/// A form of the validation report.
public struct ReportFormat: Sendable {
  public var name: String
  public var title: String
  public var write: @Sendable (ValidationRun, ReportOptions) throws(SlipError) -> String
}

/// All forms of the validation report.
public enum ReportTable {
  public static let rows = [
    ReportFormat(name: "text", title: "for people", write: { TextReport(run: $0, options: $1).text }),
    ReportFormat(
      name: "json", title: "Schemas/validation-report.schema.json",
      write: { JSONReport(run: $0, options: $1).document }),
    ReportFormat(
      name: "sarif", title: "SARIF 2.1.0", write: { SARIFReport(run: $0, options: $1).document }),
    ReportFormat(
      name: "junit", title: "JUnit XML, a test a rule",
      write: { (run, options) throws(SlipError) in try JUnitReport(run: run, options: options).document() }),
    ReportFormat(
      name: "github", title: "annotations of GitHub Actions",
      write: { GitHubReport(run: $0, options: $1).text }),
    ReportFormat(
      name: "gitlab", title: "Code Quality of GitLab", write: { GitLabReport(run: $0, options: $1).document }),
  ]

  public static func named(_ name: String) -> ReportFormat? { rows.first { $0.name == name } }
}
