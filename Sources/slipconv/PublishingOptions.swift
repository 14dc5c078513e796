internal import SlipDocument
public import ArgumentParser
public import SlipFormats

/// How documents become HTML and Markdown, in `export` and `convert`.
struct PublishingOptions: ParsableArguments {
  /// Which links stay; without the option the format decides.
  @Option(
    help: """
      Which links to keep: keep drops only links that a browser would run as code; safe also drops links to local \
      files and file servers; none drops all links. Dropped links become text. The default is keep for RTF and safe for \
      other formats.
      """)
  var links: LinkChoice?

  /// Where structure comes from that RTF says little about.
  @Option(
    help: """
      Where headings, lists and header rows of HTML and Markdown come from: styles uses the styles of the file; looks \
      also guesses from what the text looks like; auto guesses only what the file has no styles for.
      """)
  var structure = StructureChoice.auto
}

extension LinkChoice: ExpressibleByArgument {}
extension StructureChoice: ExpressibleByArgument {}

/// What happens to tracked changes, in `export` and `convert`.
struct ChangesOption: ParsableArguments {
  /// The values of `--changes`.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    /// All changes are accepted, all are rejected, or all stay marked.
    case accept, reject, keep

    /// The value as the library names it.
    var kind: TrackedChanges {
      switch self {
      case .accept: .accept
      case .reject: .reject
      case .keep: .keep
      }
    }
  }

  /// The choice; the default changes nothing.
  @Option(
    help: """
      Accept or reject all tracked changes, or keep them marked. Markdown and plain text can't mark changes: with \
      keep they read as if all changes were accepted.
      """)
  var changes = Choice.keep
}
