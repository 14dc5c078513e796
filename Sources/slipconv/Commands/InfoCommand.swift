import ArgumentParser
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
      """)

  /// The bundle to look at.
  @OptionGroup var bundle: BundleArgument
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  /// What is printed; with `--verbose` all keywords, not only the most frequent twelve.
  @OptionGroup var common: CommonOptions

  /// Prints what is in the bundle.
  func run() throws {
    let summary = try VersionSummary(bundle.bundle)
    guard summary.schemaVersion == SlipboxTool.schemaVersion else {
      if json.json { return try JSONOutput.print(summary) }
      return try Terminal.standardOutput.writeResult(PlainLine.lines(text(summary)))
    }
    let info = BundleInfo(of: try OpenBundle(bundle.bundle))
    if json.json { return try JSONOutput.print(info) }
    try Terminal.standardOutput.writeResult(PlainLine.lines(text(info)))
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
      text +=
        "  \(kind)\(String(repeating: " ", count: max(1, 13 - kind.count)))\(PlainLine.text(origin.name)):\(place)\(token)\n"
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
