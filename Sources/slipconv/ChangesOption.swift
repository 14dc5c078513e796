import ArgumentParser
import SlipDocument
import SlipboxKit

/// What becomes of tracked changes.
struct ChangesOption: ParsableArguments {
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case accept, reject, keep

    var kind: TrackedChanges {
      switch self {
      case .accept: .accept
      case .reject: .reject
      case .keep: .keep
      }
    }
  }

  @Option(
    help: """
      Tracked changes: accept, reject or keep. Markdown and plain text can't keep any: they read as if all were \
      accepted.
      """)
  var changes = Choice.keep
}

struct ReportOption: ParsableArguments {
  @Flag(
    help: "List what the format can't hold of what would be written, with counts and places; write nothing.")
  var report = false
}
