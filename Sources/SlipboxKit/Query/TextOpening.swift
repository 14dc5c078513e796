internal import SlipSite

/// The opening of a note's text, for lists.
public enum TextOpening {
  /// The most characters.
  private static let longest = 80

  /// The beginning of a text on one line. A title that the text begins with is left out.
  public static func of(_ text: String, title: String) -> String {
    var text = text
    let opening = text.withUTF8 { SiteText.opening($0, title: title) }
    return opening.count > longest ? opening.prefix(longest) + "…" : opening
  }
}
