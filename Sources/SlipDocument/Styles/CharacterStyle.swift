/// Character formatting (RTF 1.9.1, "Font (Character) Formatting Properties").
///
/// A value of one word: runs of the same formatting share their attributes in a box. Copies are
/// cheap, and so is the comparison of styles that share a box. The default is plain text, which has
/// no box at all.
///
/// Each setter makes a new box. To set several attributes, use `edit(_:)`, which makes one.
public struct CharacterStyle: Sendable {
  /// The line below the text (`\ul`, `\uldb`, `\uld` …). `words` leaves out the spaces (`\ulw`).
  public enum Underline: String, Sendable, Hashable, CaseIterable {
    /// One line.
    case single
    /// Two lines.
    case double
    /// Dots.
    case dotted
    /// Dashes.
    case dashed
    /// Dashes and dots in turn.
    case dashDot
    /// A dash and two dots in turn.
    case dashDotDot
    /// One thick line.
    case thick
    /// A wavy line.
    case wave
    /// One line below words, but not below the spaces between them.
    case words
  }
  /// Raised or lowered small text (`\super`, `\sub`).
  public enum Position: String, Sendable, Hashable, CaseIterable { case superscript, `subscript` }
  /// Text shown in capitals (`\caps`) or small capitals (`\scaps`); its characters stay as they
  /// are.
  public enum Capitals: String, Sendable, Hashable, CaseIterable { case all, small }

  /// The attributes of a style as plain values. The properties of `CharacterStyle` explain each of
  /// them.
  public struct Attributes: Sendable, Hashable {
    /// The character style's name.
    public var name: String?
    /// Whether the text is bold.
    public var isBold = false
    /// Whether the text is italic.
    public var isItalic = false
    /// The underline, if any.
    public var underline: Underline?
    /// Whether the text is struck through.
    public var isStruck = false
    /// Superscript or subscript, if either.
    public var position: Position?
    /// Capitals or small capitals, if either.
    public var capitals: Capitals?
    /// Whether the text is hidden.
    public var isHidden = false
    /// The size in half-points.
    public var size: Int?
    /// The distance between characters beyond the usual one, in twips.
    public var letterSpacing = 0
    /// The width of characters in per cent of the usual one.
    public var scale = 100
    /// The font's name.
    public var font: String?
    /// The text's colour.
    public var color: DocumentColor?
    /// The colour behind the text.
    public var background: DocumentColor?
    /// The language as a BCP 47 tag.
    public var language: String?
    /// The hyperlink that the text is part of.
    public var link: Hyperlink?
    /// The tracked change that the text is part of.
    public var revision: Revision?
    /// The field instruction whose result the text is.
    public var field: String?

    /// The attributes of plain text.
    static let plain = Attributes()
  }

  /// The shared attributes; nil for plain text. A box never holds plain attributes, so that equal
  /// styles look alike.
  @usableFromInline private(set) var box: SharedValue<Attributes>?

  /// Creates the style of plain text.
  public init() {}

  /// Changes several attributes at the cost of one change.
  public mutating func edit(_ change: (inout Attributes) -> Void) {
    var changed = attributes
    change(&changed)
    attributes = changed
  }

  /// All attributes; setting them makes a new box, or none when they are plain.
  package var attributes: Attributes {
    get { box?.value ?? .plain }
    set { box = newValue == .plain ? nil : SharedValue(newValue) }
  }

  /// Whether both styles share their attributes, as copies do.
  ///
  /// It takes constant time, but says less than `==`: styles may be equal without sharing.
  @inlinable
  public func isIdentical(to other: CharacterStyle) -> Bool { identity == other.identity }

  /// A number that is the same for all styles that share their attributes, and 0 for plain text.
  ///
  /// It is valid only as long as one of these styles exists. Nothing is retained.
  @inlinable
  public var identity: UInt {
    @inline(__always) get { box.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0 }
  }

  /// Whether this is plain text without any attribute.
  @inlinable
  public var isPlain: Bool { box == nil }
}

extension CharacterStyle: Hashable {
  /// Whether all attributes are equal; at once where the styles share them.
  public static func == (a: CharacterStyle, b: CharacterStyle) -> Bool {
    if a.box === b.box { return true }
    guard let a = a.box, let b = b.box else { return false }
    return a.value == b.value
  }

  /// Hashes the attributes, not the box.
  public func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
}

extension CharacterStyle {
  /// The name of the character style in the style sheet (`\csN`); nil for none.
  public var name: String? {
    get { box?.value.name }
    set { attributes.name = newValue }
  }
  /// Whether the text is bold (`\b`).
  public var isBold: Bool {
    get { box?.value.isBold ?? false }
    set { attributes.isBold = newValue }
  }
  /// Whether the text is italic (`\i`).
  public var isItalic: Bool {
    get { box?.value.isItalic ?? false }
    set { attributes.isItalic = newValue }
  }
  /// The underline; nil for none.
  public var underline: Underline? {
    get { box?.value.underline }
    set { attributes.underline = newValue }
  }
  /// Whether the text is struck through (`\strike`).
  public var isStruck: Bool {
    get { box?.value.isStruck ?? false }
    set { attributes.isStruck = newValue }
  }
  /// Superscript or subscript; nil for text on the baseline.
  public var position: Position? {
    get { box?.value.position }
    set { attributes.position = newValue }
  }
  /// Whether the text shows in capitals or small capitals; nil for neither.
  public var capitals: Capitals? {
    get { box?.value.capitals }
    set { attributes.capitals = newValue }
  }
  /// Whether the text is hidden (`\v`). Readers of the final text don't see it.
  public var isHidden: Bool {
    @inlinable get { box?.value.isHidden ?? false }
    set { attributes.isHidden = newValue }
  }
  /// The size in half-points (`\fsN`); nil for the document's default.
  public var size: Int? {
    get { box?.value.size }
    set { attributes.size = newValue }
  }
  /// The distance between characters beyond the usual one, in twips; negative where they stand closer (`\expndtwN`).
  public var letterSpacing: Int {
    get { box?.value.letterSpacing ?? 0 }
    set { attributes.letterSpacing = newValue }
  }
  /// The width of characters in per cent of the usual one; 100 by default (`\charscalexN`).
  public var scale: Int {
    get { box?.value.scale ?? 100 }
    set { attributes.scale = newValue }
  }
  /// The font's name; nil for the document's default.
  public var font: String? {
    get { box?.value.font }
    set { attributes.font = newValue }
  }
  /// The text's colour; nil for the reader's default.
  public var color: DocumentColor? {
    get { box?.value.color }
    set { attributes.color = newValue }
  }
  /// The colour behind the text; nil for none.
  public var background: DocumentColor? {
    get { box?.value.background }
    set { attributes.background = newValue }
  }
  /// The language as a BCP 47 tag, such as `en-US`; nil for the document's default.
  public var language: String? {
    get { box?.value.language }
    set { attributes.language = newValue }
  }
  /// The hyperlink that the text is part of; nil for none.
  ///
  /// A link without colour and underline of its own shows as links usually do.
  public var link: Hyperlink? {
    get { box?.value.link }
    set { attributes.link = newValue }
  }
  /// The tracked change that the text is part of; nil for none.
  public var revision: Revision? {
    get { box?.value.revision }
    set { attributes.revision = newValue }
  }
  /// The instruction of a computed field whose last known result this run is, such as `PAGE`; nil
  /// for ordinary text.
  public var field: String? {
    get { box?.value.field }
    set { attributes.field = newValue }
  }

  /// Whether a reader of the final text sees a run of this style: it is neither hidden nor deleted.
  public var isVisible: Bool {
    guard let box else { return true }
    return !box.value.isHidden && box.value.revision?.kind != .deletion
  }
}

/// An sRGB colour with 8 bits for each channel, as in RTF's colour table (`\colortbl`).
public struct DocumentColor: Sendable, Hashable {
  /// The red channel, 0 to 255.
  public var red: UInt8
  /// The green channel, 0 to 255.
  public var green: UInt8
  /// The blue channel, 0 to 255.
  public var blue: UInt8
  /// Creates a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
