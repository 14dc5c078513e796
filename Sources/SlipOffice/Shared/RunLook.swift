internal import SlipDocument
internal import SlipRTF

/// How characters look, with nothing left to defaults: what a style says of a run, or a run itself.
struct RunLook: Hashable, Sendable {
  var isBold = false
  var isItalic = false
  var underline: CharacterStyle.Underline?
  var isStruck = false
  var position: CharacterStyle.Position?
  var capitals: CharacterStyle.Capitals?
  /// In half-points.
  var size = RunLook.usualSize
  /// The distance between characters in twips, and their width in per cent.
  var letterSpacing = 0
  var scale = 100
  var font: String
  var color: DocumentColor?
  var background: DocumentColor?
  var language: String?

  /// The size of text that doesn't say its size.
  static let usualSize = 24
  /// The font of documents that don't say one.
  static let usualFont = "Times New Roman"

  /// The look of text that says nothing of itself.
  init(font: String, language: String?) { (self.font, self.language) = (font, language) }

  /// The look of a run.
  ///
  /// - Parameters:
  ///   - style: What the run says.
  ///   - heading: The level of a heading whose usual look the run has; nil for other text.
  ///   - document: Its defaults count for what the run doesn't say.
  init(_ style: CharacterStyle, heading: Int?, in document: Document) {
    self.init(font: style.font ?? document.defaultFont ?? RunLook.usualFont, language: nil)
    isBold = style.isBold || heading != nil
    isItalic = style.isItalic
    underline = style.underline
    isStruck = style.isStruck
    position = style.position
    capitals = style.capitals
    size = style.size ?? heading.map(RTFStyleDefaults.headingSize) ?? RunLook.usualSize
    letterSpacing = style.letterSpacing
    scale = style.scale
    color = style.color
    background = style.background
    language = style.language ?? document.defaultLanguage
  }
}
