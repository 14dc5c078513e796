/// Space around the paragraphs of documents that come from markup, so that they look sensible as RTF; in twips.
///
/// An item of a list that has none behind it is one of a tight list.
enum MarkupSpacing {
  static let paragraph = 160
  static let beforeHeading = 240
  static let heading = 80
}
