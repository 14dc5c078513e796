internal import SlipboxKit
internal import SlipBundle

/// Workflow commands of GitHub Actions, which become annotations on the lines of a pull
/// request.
///
///     ::error file=a.slipbox/manifest.xml,line=32,col=7,title=SBXL001 DanglingLink::A note that …
///
/// Errors, warnings and infos become `error`, `warning` and `notice`. Within a pack there are
/// no lines to annotate: the annotation is on the pack, and the message names the file in it.
struct GitHubReport {
  /// The bundles and files that were validated.
  var run: ValidationRun
  /// What to write; `floor` and `limit` apply, because GitHub shows only some annotations.
  var options: ReportOptions

  /// The commands, one per line: findings, then notices about the configuration, then what
  /// could not be read.
  var text: String {
    var text = ""
    var room = options.limit ?? .max
    for outcome in run.outcomes {
      for finding in outcome.findings where finding.diagnostic.severity >= options.floor && room > 0 {
        text += command(finding, outcome)
        room -= 1
      }
    }
    for notice in run.notices where notice.severity >= options.floor {
      let file = ReportPlace.relative(notice.location.file ?? "", options.workingDirectory)
      var properties = [("file", file)]
      if case .position(let number, _, _) = notice.location.place {
        properties.append(("line", String(number)))
      }
      text += line("warning", properties + [("title", notice.code)], notice.message)
    }
    for (path, error) in run.failures {
      let file = ReportPlace.relative(error.location?.file ?? path, options.workingDirectory)
      text += line("error", [("file", file), ("title", error.code ?? "unreadable")], error.message)
    }
    return text
  }

  /// The command for one finding. Its title is the code with the name of the rule.
  private func command(_ finding: ValidationFinding, _ outcome: Validation.Outcome) -> String {
    let diagnostic = finding.diagnostic
    let place = ReportPlace(finding, in: outcome, options.workingDirectory)
    let kind =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "notice"
      }
    var properties = [("file", place.path)]
    if let number = place.line { properties.append(("line", String(number))) }
    if let number = place.column { properties.append(("col", String(number))) }
    let name = RuleTable.rule(code: diagnostic.code).map { " \($0.name)" } ?? ""
    properties.append(("title", diagnostic.code + name))
    var message = diagnostic.message
    if let entry = place.entry, !entry.isEmpty { message += " (in \(entry))" }
    if let hint = diagnostic.hint { message += "\nHint: \(hint)" }
    return line(kind, properties, message)
  }

  /// A workflow command: `::kind name=value,name=value::message`.
  private func line(_ kind: String, _ properties: [(String, String)], _ message: String) -> String {
    let list = properties.map { "\($0)=\(GitHubReport.escaped($1, alsoSeparators: true))" }.joined(
      separator: ",")
    return "::\(kind) \(list)::\(GitHubReport.escaped(message, alsoSeparators: false))\n"
  }

  /// Escapes what the runner decodes: `%`, CR and LF; in properties `:` and `,` as well.
  static func escaped(_ text: String, alsoSeparators: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where alsoSeparators: result += "%3A"
      case "," where alsoSeparators: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
