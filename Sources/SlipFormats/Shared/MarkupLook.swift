internal import SlipDocument

/// Space around the paragraphs of documents that come from markup, so that they look sensible as RTF; in twips.
enum MarkupSpacing {
  static let paragraph = 160
  static let beforeHeading = 240
  static let heading = 80
  /// Behind the last item of a tight list.
  static let list = 120
}

extension ParagraphStyle {
  /// Whether what follows in a list stands apart: half a line makes no list loose.
  var isLoose: Bool { spaceAfter > MarkupSpacing.list }
}

/// What is known about fonts by their names.
enum FontFacts {
  /// The font of code that names none.
  static let monospaced = "Courier New"

  private static let monospacedParts = [
    "courier", "consolas", "menlo", "monaco", "mono", "source code", "fira code",
  ]

  static func isMonospaced(_ name: String) -> Bool {
    let lower = name.lowercased()
    return monospacedParts.contains { lower.contains($0) }
  }
}
