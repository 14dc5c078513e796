public import ArgumentParser
public import SlipFormats

/// Which links stay.
struct LinksOption: ParsableArguments {
  @Option(
    help: """
      Links: keep all but those that a browser would run; safe: those that lead to this computer's files or to a file \
      server become text, too; none. RTF keeps all by itself, other formats those that are safe.
      """)
  var links: LinkChoice?
}

extension LinkChoice: ExpressibleByArgument {}
