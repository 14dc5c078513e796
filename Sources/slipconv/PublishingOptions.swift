internal import SlipDocument
public import ArgumentParser
public import SlipFormats

/// What HTML and Markdown are told of a document.
struct PublishingOptions: ParsableArguments {
  @Option(
    help: """
      Links: keep all but those that a browser would run; safe: those that lead to this computer's files or to a file \
      server become text, too; none. RTF keeps all by itself, other formats those that are safe.
      """)
  var links: LinkChoice?

  @Option(
    help: """
      Headings, lists and header rows in HTML and Markdown: styles takes them from the file's styles, looks also from \
      what text looks like, auto from looks where the file has no such styles.
      """)
  var structure = StructureChoice.auto
}

extension LinkChoice: ExpressibleByArgument {}
extension StructureChoice: ExpressibleByArgument {}

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
