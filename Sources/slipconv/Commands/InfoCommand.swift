import ArgumentParser
import SlipBase
import SlipboxKit

/// `slipconv info`: counts and sizes of a bundle.
///
///     my.slipbox: slip-box bundle, schema 5
///       notes        5  (5 draft, 0 review, 0 archived)
///       links        2
///       attachments  1  (2.3 kB)
///       keywords     3  bees (3), garden (1), money (1)
///       payload      17 files, 10 kB
///       folders      2
///         Hives/  2 notes
///
/// A bundle of the current version is opened and counted (`BundleInfo`). Of other versions only
/// a summary is printed (`VersionSummary`), with advice what to do.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show counts, sizes, schema version and the folder tree.",
    discussion: """
      EXAMPLE
        slipconv info my.slipbox
        slipconv info my.slipbox --checksums > my.sha256 && sha256sum -c my.sha256
      """)

  /// The bundle to look at.
  @OptionGroup var bundle: BundleArgument
  /// Whether the digests of all files are listed.
  @Flag(
    help:
      "List the SHA-256 digests of all files, as the manifest has them, for `sha256sum -c` in the folder that the bundle lies in."
  )
  var checksums = false
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  /// What is printed; with `--verbose` all keywords, not only the most frequent twelve.
  @OptionGroup var common: CommonOptions

  /// Checks what can't be used together.
  func validate() throws {
    if checksums, json.json { throw ValidationError("--checksums can't be used with --json.") }
  }

  /// Prints what is in the bundle.
  func run() throws {
    if checksums { return try Terminal.standardOutput.writeResult(ChecksumList(of: bundle.bundle).text) }
    let summary = try VersionSummary(bundle.bundle)
    guard summary.schemaVersion == SlipboxTool.schemaVersion else {
      if json.json { return try JSONOutput.print(summary) }
      return try Terminal.standardOutput.writeResult(PlainLine.lines(text(summary)))
    }
    let (info, fault) = try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle.bundle)
      do throws(SlipError) {
        return (BundleInfo(of: opened, history: try BundlePeers(of: opened)), Diagnostic?.none)
      } catch {
        // All else can be told without the history.
        try opened.expectCurrent()
        return (BundleInfo(of: opened), InfoCommand.unreadable(error))
      }
    }
    if let fault { common.print([fault]) }
    if json.json {
      try JSONOutput.print(info)
    } else {
      try Terminal.standardOutput.writeResult(PlainLine.lines(text(info)))
    }
    if fault != nil { throw ExitStatus.problemsFound }
  }

  /// The summary of a bundle of another version.
  private func text(_ summary: VersionSummary) -> String {
    let version = summary.schemaVersion.map { "schema \($0)" } ?? "no schema version declared"
    var text = "\(summary.path): slip-box bundle, \(version)\n"
    let counts = summary.counts
    text += "  notes        \(counts.notes)\n  links        \(counts.links)\n"
    text += "  attachments  \(counts.attachments)\n  keywords     \(counts.keywords)\n"
    text += "  folders      \(counts.folders)\n"
    return text + "  \(summary.advice)\n"
  }

  /// What is said of a history that can't be read.
  private static func unreadable(_ error: SlipError) -> Diagnostic {
    Diagnostic(
      code: error.code ?? ManifestCode.unsound, severity: .error,
      message: "The history can't be read, so feeds and other bundles are not told: \(error.message)",
      location: error.location ?? SourceLocation())
  }

  /// A line with a name and what is said of it.
  private static func line(_ name: String, _ text: String) -> String {
    "  \(name)\(String(repeating: " ", count: max(1, 13 - name.count)))\(text)\n"
  }

  /// A transaction by its number, and when it was.
  private static func transaction(_ number: Int, _ date: String?) -> String {
    "transaction \(number)" + (date.map { ", \($0)" } ?? "")
  }

  /// The counts of a bundle, its most frequent keywords and its folder tree.
  private func text(_ info: BundleInfo) -> String {
    var text = "\(info.path): slip-box bundle, schema \(info.schemaVersion)\n"
    var states = ["\(info.drafts) draft", "\(info.inReview) review", "\(info.archived) archived"]
    if info.favorites > 0 { states.append(counted(info.favorites, "favorite")) }
    text += "  notes        \(info.notes)  (\(states.joined(separator: ", ")))\n"
    text += "  links        \(info.links)\n"
    text += "  attachments  \(info.attachments)  (\(byteCount(info.attachmentBytes)))\n"
    let keywords = info.keywords.prefix(common.verbose ? .max : 12).map {
      "\(PlainLine.text($0.name)) (\($0.notes))"
    }
    let rest = info.keywords.count - keywords.count
    let list = keywords.joined(separator: ", ") + (rest > 0 ? ", \(rest) more" : "")
    text += "  keywords     \(info.keywords.count)\(list.isEmpty ? "" : "  " + list)\n"
    text += "  payload      \(counted(info.payloadFiles, "file")), \(byteCount(info.payloadBytes))\n"
    for origin in info.origins ?? [] {
      let place = origin.url.map { " \(PlainLine.text($0))" } ?? ""
      let token = origin.token.isEmpty ? "" : ", token \(PlainLine.text(origin.token))"
      let kind = origin.kind ?? "origin"
      text += InfoCommand.line(kind, "\(PlainLine.text(origin.name)):\(place)\(token)")
      if let number = origin.transaction {
        let since = origin.since.map { "since \($0), " } ?? ""
        text += InfoCommand.line("", "\(since)last by \(InfoCommand.transaction(number, origin.date))")
      }
    }
    if info.origins?.contains(where: { $0.policies != nil }) ?? false {
      text += InfoCommand.line(
        "",
        "what you change stays; where a feed changed the same, sync --policy decides (both, box, feed, newest)"
      )
    }
    for peer in info.peers ?? [] {
      text += InfoCommand.line(
        "in step",
        "\(PlainLine.text(peer.name)): last by \(InfoCommand.transaction(peer.transaction, peer.date))")
    }
    text += "  folders      \(info.folders.count)\n"
    for folder in info.folders {
      let indent = String(repeating: "  ", count: folder.path.count + 1)
      text += "\(indent)\(PlainLine.text(folder.path.last ?? ""))/  \(counted(folder.notes, "note"))\n"
    }
    if info.notesWithoutFolder > 0, !info.folders.isEmpty {
      text += "    (no folder)  \(counted(info.notesWithoutFolder, "note"))\n"
    }
    return text
  }
}
