internal import SlipboxKit
internal import SlipBase
internal import SlipBundle

/// The report for people: findings by file, with the line of text they are about.
///
///     broken.slipbox/manifest.xml
///       32:7: error: A note that is linked to does not exist [SBXL001]
///         32 | <link to="ffffa1f6-4fc8-52c0-9802-b06ca09480a4"/>
///            | ^
///       warning: The manifest was edited [SBXF001]
///     broken.slipbox: 1 error, 1 warning (5 notes, 17 files).
///
/// Paths, messages and excerpts are made safe for a terminal, since they contain text of users.
struct TextReport {
  /// The bundles and files that were validated.
  var run: ValidationRun
  /// All options apply but `failLevel`.
  var options: ReportOptions

  /// The whole report: a section per bundle, notices, and totals where there are several
  /// bundles.
  var text: String {
    var text = ""
    var room = options.limit ?? .max
    for outcome in run.outcomes { text += section(outcome, &room) }
    text += notices
    if run.items.count > 1, !options.isQuiet { text += total }
    return text
  }

  /// The section of one bundle: findings by file, repairs, timings, summary.
  ///
  /// - Parameter room: How many findings may still be written in the whole report; it is
  ///   reduced by those written here.
  private func section(_ outcome: Validation.Outcome, _ room: inout Int) -> String {
    var text = ""
    let all = outcome.findings.filter { $0.diagnostic.severity >= options.floor }
    let (findings, more) = withoutRepetitions(all)
    let shown = findings.prefix(room)
    for (file, group) in TextReport.byFile(shown) {
      let title = group.lazy.compactMap(\.noteTitle).first.map { " (\(PlainLine.text($0)))" } ?? ""
      text += painted(name(file ?? outcome.path), "1") + title + "\n" + group.map(entry).joined()
    }
    room -= shown.count
    let isCut = shown.count < findings.count
    if !isCut { text += more.map(repetition).joined() }
    guard !options.isQuiet else { return text }
    for repair in outcome.repairs {
      text +=
        "  \(painted("repaired", "1;32")) \(repair.code) \(PlainLine.text(repair.place)): \(repair.text)\n"
    }
    if isCut { text += "  … and \(TextReport.counted(all.count - shown.count, "more finding"))\n" }
    for timing in outcome.report.timings {
      text += "  \(timing.phase): \(TextReport.milliseconds(timing.duration)) ms\n"
    }
    // Of many files those count in which something was found; the totals have the others.
    let isSilent = run.items.count > 1 && !options.listsValid && text.isEmpty && outcome.report.isValid
    return isSilent ? "" : text + summary(outcome)
  }

  /// How many findings of one code are written before the others are only counted.
  private static let mostAlike = 5

  /// The first finding that isn't written, and how many there are with it.
  private typealias Repetition = (finding: ValidationFinding, count: Int)

  /// The first findings of each code, and how many more there are. A single finding more is
  /// written instead of counted, because the line that counts it would be as long.
  private func withoutRepetitions(
    _ findings: [ValidationFinding]
  ) -> (shown: [ValidationFinding], more: [Repetition]) {
    guard !options.showsAll else { return (findings, []) }
    let counts = Dictionary(grouping: findings, by: \.diagnostic.code).mapValues(\.count)
    var seen: [String: Int] = [:]
    var more: [Repetition] = []
    let shown = findings.filter { finding in
      let code = finding.diagnostic.code
      seen[code, default: 0] += 1
      guard let count = counts[code], count > TextReport.mostAlike + 1 else { return true }
      let number = seen[code] ?? 0
      if number == TextReport.mostAlike + 1 { more.append((finding, count - TextReport.mostAlike)) }
      return number <= TextReport.mostAlike
    }
    return (shown, more)
  }

  /// The line that counts findings that aren't written:
  /// `… and 12 more warnings: The thumbnail is missing [SBX…]; --all shows them`.
  private func repetition(_ repetition: Repetition) -> String {
    let diagnostic = repetition.finding.diagnostic
    let title = RuleTable.rule(code: diagnostic.code)?.title ?? diagnostic.message
    return
      "  … and \(repetition.count) more \(painted(diagnostic.severity))s: \(PlainLine.text(title)) [\(diagnostic.code)]; --all shows them\n"
  }

  /// Warnings about the configuration and the baseline, as compilers print them.
  private var notices: String {
    var text = ""
    for notice in run.notices where notice.severity >= options.floor {
      let file = notice.location.file.map { ReportPlace.relative($0, options.workingDirectory) }
      let location = SourceLocation(file: file, notice.location.place)
      text += "\(PlainLine.text("\(location)")): \(painted(notice.severity)): "
      text += "\(PlainLine.text(notice.message)) [\(notice.code)]\n"
      if let hint = notice.hint { text += "  hint: \(hint)\n" }
    }
    return text
  }

  /// The findings by file. Files are in the order of their first findings.
  private static func byFile(
    _ findings: some Sequence<ValidationFinding>
  ) -> [(file: String?, findings: [ValidationFinding])] {
    var groups: [(file: String?, findings: [ValidationFinding])] = []
    var places: [String?: Int] = [:]
    for finding in findings {
      let file = finding.diagnostic.location.file
      if let place = places[file] {
        groups[place].findings.append(finding)
      } else {
        places[file] = groups.count
        groups.append((file, [finding]))
      }
    }
    return groups
  }

  /// One finding: place, severity, message and code, the line of text with a caret below the
  /// place, and the hint.
  private func entry(_ finding: ValidationFinding) -> String {
    let diagnostic = finding.diagnostic
    var place = ""
    if let line = finding.line {
      place = "\(line):" + (finding.column.map { "\($0):" } ?? "") + " "
    } else if case .byte(let offset) = diagnostic.location.place {
      place = "byte \(offset): "
    }
    let times = diagnostic.count > 1 ? " (\(diagnostic.count) times)" : ""
    var text =
      "  \(place)\(painted(diagnostic.severity)): \(PlainLine.text(diagnostic.message))\(times) [\(diagnostic.code)]\n"
    if let excerpt = finding.excerpt, let line = finding.line {
      let margin = String(repeating: " ", count: String(line).count)
      let caret = String(repeating: " ", count: excerpt.caret) + painted("^", "1;32")
      text += "    \(line) | \(excerpt.text)\n    \(margin) | \(caret)\n"
    }
    if let hint = diagnostic.hint { text += "    hint: \(PlainLine.text(hint))\n" }
    return text
  }

  /// The last line of a section: the verdict, and what was looked at.
  private func summary(_ outcome: Validation.Outcome) -> String {
    let report = outcome.report
    var verdict: [String] = []
    if report.count(.error) > 0 { verdict.append(TextReport.counted(report.count(.error), "error")) }
    if report.count(.warning) > 0 { verdict.append(TextReport.counted(report.count(.warning), "warning")) }
    let text = verdict.isEmpty ? "valid" : verdict.joined(separator: ", ")
    let path = name(outcome.path)
    let files = TextReport.counted(report.files, "file")
    var facts =
      outcome.isText
      ? outcome.documentFormat?.uppercased() ?? "RTF"
      : "\(TextReport.counted(report.notes, "note")), \(files)"
    if !outcome.repairs.isEmpty { facts += "; \(outcome.repairs.count) repaired" }
    if outcome.ignored > 0 { facts += "; \(outcome.ignored) ignored" }
    if outcome.baselined > 0 { facts += "; \(outcome.baselined) in the baseline" }
    return "\(path): \(text) (\(facts)).\n"
  }

  /// A path as it is printed.
  private func name(_ path: String) -> String {
    PlainLine.text(ReportPlace.relative(path, options.workingDirectory))
  }

  /// The last line of the report: how many bundles and files there are, and how many of them
  /// are valid.
  private var total: String {
    let outcomes = run.outcomes
    let valid = outcomes.filter(\.report.isValid).count
    var parts = ["\(valid) valid"]
    if outcomes.count > valid { parts.append("\(outcomes.count - valid) with errors") }
    if run.items.count > outcomes.count { parts.append("\(run.items.count - outcomes.count) unreadable") }
    let isAnyText = outcomes.contains(where: \.isText)
    let noun = !isAnyText ? "bundles" : outcomes.allSatisfy(\.isText) ? "files" : "bundles and files"
    return "\(run.items.count) \(noun): \(parts.joined(separator: ", ")).\n"
  }

  /// The text in an ANSI style (ECMA-48, SGR), if colors are wanted.
  private func painted(_ text: String, _ style: String) -> String {
    options.usesColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  /// The name of a severity in its color.
  private func painted(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: painted("error", "1;31")
    case .warning: painted("warning", "1;33")
    case .info: painted("info", "1;36")
    }
  }

  /// A number with its noun: `1 note`, `2 notes`.
  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The duration in whole milliseconds.
  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
