public import SlipCore

/// Codes of errors of requests.
public enum HTTPCode {
  /// A server can't be reached, or fails.
  public static let unreachable = "SBXG270"
  /// A server answers with a status that makes no sense here.
  public static let badStatus = "SBXG271"
  /// An answer is larger than the limit.
  public static let tooLarge = "SBXG272"
  /// A server redirects to another host, to another scheme, or in circles.
  public static let redirected = "SBXG273"
  /// A text is no URL of the web.
  public static let badAddress = "SBXG274"
  /// A header can't be sent.
  public static let badHeader = "SBXG275"
  /// A feed has more pages than the limit.
  public static let tooManyPages = "SBXG276"
  /// The requests of a feed take longer than the limit.
  public static let tooLong = "SBXG277"

  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      unreachable, "A server can't be reached, or fails",
      advice: """
        Nothing was changed. Correct the address or the proxy if the message says so; else run \
        `slipconv sync` again when the server answers.
        """),
    CodeText(
      badStatus, "A server answers with a status that makes no sense",
      advice: """
        Nothing was changed. For status 401 or 403, send a login with --header-from; for 404, correct the \
        address of the feed.
        """),
    CodeText(
      tooLarge, "The answer of a server is larger than the limit",
      advice: """
        Nothing was changed. Ask the feed's owner to divide it into several feeds, or to offer only what \
        changed since a token.
        """),
    CodeText(
      redirected, "A server redirects to another host or scheme, or in circles",
      advice: """
        Nothing was changed. Give `slipconv sync` the address that the server redirects to, if you trust it.
        """),
    CodeText(
      badAddress, "A text is no URL of the web",
      advice: "Write the whole address, such as `https://example.org/notes/feed.json`."),
    CodeText(
      badHeader, "A header of a request can't be sent",
      advice: """
        In the file or variable that --header-from names, give each header a line of its own, such as \
        `Authorization: Bearer TOKEN`.
        """),
    CodeText(
      tooManyPages, "A feed has more pages than the limit",
      advice: """
        Nothing was changed. Each page of the feed names another one: ask its owner whether it ever ends, or for larger \
        pages.
        """),
    CodeText(
      tooLong, "The requests of a feed take longer than the limit",
      advice: """
        Nothing was changed. Run `slipconv sync` again when the server is faster, or ask the feed's owner to offer only what \
        changed since a token.
        """),
  ]
}
