import SlipBase
import SlipboxKit
import SlipSync

/// What a synchronization of two bundles did, in words.
struct BoxSyncText {
  /// The outcome.
  let outcome: BoxSyncOutcome
  /// Whether each note is listed, and not only counted.
  let isVerbose: Bool

  /// Prints the outcome.
  func print(_ common: CommonOptions) {
    common.print(outcome.diagnostics)
    if !outcome.hasCommonState, outcome.sides.contains(where: \.isChanged) {
      common.say("It isn't known what the bundles had in common, so nothing was deleted.")
    }
    for side in outcome.sides { print(side, common) }
    for conflict in outcome.conflicts {
      common.say(
        "conflict: \(conflict.name.map { Self.quoted($0) } ?? conflict.entity ?? "bundle"): \(conflict.summary)"
      )
    }
    ConflictAdvice.say(outcome.conflicts, common)
  }

  /// Prints what happened to one bundle. In a dry run, what would be done to each note is the result.
  private func print(_ side: BoxSyncOutcome.Side, _ common: CommonOptions) {
    if isVerbose || outcome.isDryRun {
      for note in side.notes {
        let fields = note.fields.isEmpty ? "" : " (\(note.fields.joined(separator: ", ")))"
        common.say("\(side.path): \(note.change.rawValue) \(Self.quoted(note.title))\(fields)")
      }
    }
    guard side.isChanged else { return common.say("\(side.path): nothing new.") }
    let parts = BoxSyncOutcome.NoteChange.Change.allCases.map { change in
      "\(side.notes.count { $0.change == change }) \(change.rawValue)"
    }
    common.say("\(side.path): \(outcome.isDryRun ? "would be: " : "")\(parts.joined(separator: ", ")).")
  }

  /// A title in quotation marks.
  private static func quoted(_ title: String) -> String { "\u{201C}\(PrintableText.of(title))\u{201D}" }
}

/// Says how conflicts of notes are decided.
enum ConflictAdvice {
  /// Names the command for the notes that have something open.
  static func say(_ conflicts: [MergeRequest.Outcome.Conflict], _ common: CommonOptions) {
    var titles: [String] = []
    for conflict in conflicts where conflict.isOpen {
      if let name = conflict.name, !titles.contains(name) { titles.append(name) }
    }
    guard let first = titles.first else { return }
    common.say(
      titles.count == 1
        ? "`slipconv resolve '\(PrintableText.of(first))'` shows it and decides."
        : "`slipconv find is:conflict` finds these notes; `slipconv resolve '\(PrintableText.of(first))'` shows one and decides."
    )
  }
}
