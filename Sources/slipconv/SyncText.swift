import SlipBase
import SlipHTTP
import SlipboxKit
import SlipSync
internal import SlipFiles

/// What a synchronization did, in words.
struct SyncText {
  /// The outcome.
  let outcome: SyncOutcome
  /// Whether each note is listed, and not only counted.
  let isVerbose: Bool

  /// Prints the outcome.
  func print(_ common: CommonOptions) {
    common.print(outcome.diagnostics)
    if !outcome.isChanged, outcome.conflicts.isEmpty {
      return common.say("\(outcome.origin): nothing new.")
    }
    // In a dry run, what would be done is the result.
    if isVerbose || outcome.isDryRun {
      for note in outcome.notes { common.say("\(note.change.rawValue) \(name(note.title, note.id))") }
    }
    var parts = [
      "\(outcome.added) added", "\(outcome.updated) updated", "\(outcome.deleted) deleted",
    ]
    if outcome.buried > 0 { parts.append("\(outcome.buried) deleted here before") }
    let remark = outcome.isDryRun ? "would be: " : ""
    common.say("\(outcome.origin): \(remark)\(parts.joined(separator: ", ")).")
    for conflict in outcome.conflicts {
      let version = conflict.version.map { ", the feed's version is a note of its own (\($0))" } ?? ""
      let what = "\(conflict.entity) \(name(conflict.title ?? "", conflict.id))"
      common.say("conflict: \(what): \(conflict.summary)\(version)")
    }
  }

  /// A title in quotation marks, or the UUID of what has none.
  private func name(_ title: String, _ id: String) -> String {
    title.isEmpty ? id : "\u{201C}\(PrintableText.of(title))\u{201D}"
  }
}

/// Headers that the command line names.
enum NamedHeaders {
  /// The headers that `--header-from` names: those of a file, or `env:NAME` for a variable of the environment.
  static func headers(from names: [String]) throws(SlipError) -> [(String, String)] {
    var found: [(String, String)] = []
    for name in names {
      if name.hasPrefix("env:") {
        let variable = String(name.dropFirst(4))
        guard let value = Environment.value(variable) else {
          throw SlipError(.usage, code: HTTPCode.badHeader, "There is no environment variable \(variable).")
        }
        found += try HTTPHeaders.read(value, from: name)
      } else {
        let bytes = try FileSystem.readFile(name, limit: 1 << 20)
        found += try HTTPHeaders.read(String(decoding: bytes, as: UTF8.self), from: name)
      }
    }
    return found
  }
}
