internal import SlipDocument

/// Space around the paragraphs of documents that come from HTML and Markdown, in twips
/// (1/20 point).
///
/// Markup leaves spacing to the reader, but RTF without any would show headings and
/// paragraphs without a gap.
enum MarkupSpacing {
  /// Behind a paragraph: 8 points.
  static let paragraph = 160
  /// Before a heading: 12 points.
  static let beforeHeading = 240
  /// Behind a heading: 4 points.
  static let heading = 80
  /// Behind the last item of a tight list, whose other items have none: 6 points.
  static let list = 120
}

/// What browsers show without being told.
enum MarkupLook {
  /// The size of text that states none, in half-points.
  static let usualSize = 24

  /// The size of headings in half-points (WHATWG HTML, 15.3.6 "Sections and headings", for text of 12 points).
  static func headingSize(_ level: Int) -> Int {
    switch level {
    case 1: 48
    case 2: 36
    case 3: 28
    case 4: 24
    case 5: 20
    default: 16
    }
  }
}

extension ParagraphStyle {
  /// Whether the space behind a list item makes its list loose, so that its items are
  /// separated in Markdown. The half line behind a tight list doesn't.
  var isLoose: Bool { spaceAfter > MarkupSpacing.list }
}

/// What is known about fonts by their names.
enum FontFacts {
  /// The font of code that comes from markup, which names none.
  static let monospaced = "Courier New"

  /// Parts of the names of monospaced fonts, in lower case.
  private static let monospacedParts = [
    "courier", "consolas", "menlo", "monaco", "mono", "source code", "fira code",
  ]

  /// Whether a font is monospaced, judged by its name: `Menlo-Regular` and
  /// `DejaVu Sans Mono` are.
  static func isMonospaced(_ name: String) -> Bool {
    let lower = name.lowercased()
    return monospacedParts.contains { lower.contains($0) }
  }

  /// Parts of the names of fonts with serifs, in lower case.
  private static let serifParts = [
    "times", "georgia", "garamond", "palatino", "cambria", "baskerville", "hoefler", "minion", "charter",
    "century",
    "didot", "bodoni", "caslon", "cochin", "book antiqua", "roman", "serif", "song", "ming", "mincho",
    "batang",
  ]

  /// Whether a font has serifs, judged by its name.
  static func hasSerifs(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !lower.contains("sans") && serifParts.contains { lower.contains($0) }
  }
}
