internal import SlipBase
internal import SlipDocument

/// An attributed string as an archive has it: UTF-16, and runs of attributes.
///
/// Both kinds of archives give this, and `document()` makes a document of it. Attributes that a
/// document has no place for are counted, and reported by `diagnostics(code:)`.
public struct AttributedText: Sendable {
  /// A piece of the text with the same attributes.
  struct Run: Sendable {
    /// UTF-16 units.
    var length: Int
    /// The place of its attributes in `attributes`; another number stands for none.
    var attributes: Int
  }

  /// The text.
  var units: [UInt16]
  /// The runs, in order. They may be shorter or longer than the text.
  var runs: [Run] = []
  /// The attributes that runs refer to.
  var attributes: [TextAttributes] = []
  /// What could not be kept, by name of the attribute, and how often.
  var losses: [String: Int] = [:]

  /// Creates a text without attributes.
  init(_ text: String) { units = Array(text.utf16) }

  /// The text without formatting; attachments are U+FFFC.
  public var string: String { String(decoding: units, as: UTF16.self) }
}

/// What an archive says about a run of text.
struct TextAttributes: Sendable {
  /// The formatting of the characters.
  var style = CharacterStyle()
  /// The formatting of the paragraph; nil for none.
  var paragraph: TextParagraph?
  /// What U+FFFC stands for; nil for nothing.
  var attachment: TextAttachment?

  /// Plain text.
  init() {}
}

/// What an archive says about a paragraph.
struct TextParagraph: Sendable {
  /// Alignment, indents and the like.
  var style = ParagraphStyle()
  /// The lists that the paragraph is in, the outermost first.
  var lists: [TextList] = []

  /// An ordinary paragraph.
  init() {}
}

/// A list that a paragraph is in.
struct TextList: Sendable, Equatable {
  /// Tells lists of one archive apart.
  var identity: Int
  /// How items are marked, such as `{decimal}.`.
  var format: String
  /// The number of the first item.
  var start = 1
}

/// A file or picture in the text.
struct TextAttachment: Sendable, Equatable {
  /// The file's bytes.
  var bytes: [UInt8]
  /// The file's name; nil where it has none.
  var name: String?
}

extension TextAttributes {
  /// Takes the name of a font, and what it says about weight and slant.
  mutating func take(font name: String, size: Double?) {
    let words = name.lowercased()
    style.isBold = ["bold", "black", "heavy"].contains { words.contains($0) }
    style.isItalic = ["italic", "oblique"].contains { words.contains($0) }
    let family = name.prefix { $0 != "-" }
    // Names that begin with a dot are the system's own font, which isn't a choice of the writer.
    style.font = family.hasPrefix(".") || family.isEmpty ? nil : String(family)
    if let size, size.isFinite, (0.5...1_638).contains(size) { style.size = Int((size * 2).rounded()) }
  }

  /// Takes the number of an underline: 1 is a line, 2 a thick and 9 a double one; higher bits are
  /// patterns.
  mutating func take(underline number: Int) {
    guard number & 0xFFFF != 0 else { return }
    style.underline =
      switch (number & 0xF, number >> 8 & 0xF) {
      case (9, _): .double
      case (2, _): .thick
      case (_, 1): .dotted
      case (_, 2): .dashed
      case (_, 3): .dashDot
      case (_, 4): .dashDotDot
      case _ where number & 0x8000 != 0: .words
      default: .single
      }
  }

  /// Takes the offset of text above (positive) or below the line.
  mutating func take(position: Double) {
    if position > 0 { style.position = .superscript } else if position < 0 { style.position = .subscript }
  }
}

extension DocumentColor {
  /// The colour with channels of 8 bits.
  init(_ color: ArchivedColor) {
    self.init(
      red: UInt8((color.red * 255).rounded()), green: UInt8((color.green * 255).rounded()),
      blue: UInt8((color.blue * 255).rounded()))
  }
}
