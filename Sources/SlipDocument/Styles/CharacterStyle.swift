/// Character formatting (RTF 1.9.1, "Font (Character) Formatting Properties").
///
/// A value of one word: runs of the same formatting share their attributes, and comparing those takes no time.
/// The default is plain text.
public struct CharacterStyle: Sendable {
  public enum Underline: String, Sendable, Hashable, CaseIterable {
    case single, double, dotted, dashed, dashDot, dashDotDot, thick, wave, words
  }
  public enum Position: String, Sendable, Hashable, CaseIterable { case superscript, `subscript` }
  public enum Capitals: String, Sendable, Hashable, CaseIterable { case all, small }

  /// What a style says, as plain values; the properties of `CharacterStyle` tell their meaning.
  public struct Attributes: Sendable, Hashable {
    public var name: String?
    public var isBold = false
    public var isItalic = false
    public var underline: Underline?
    public var isStruck = false
    public var position: Position?
    public var capitals: Capitals?
    public var isHidden = false
    public var size: Int?
    public var font: String?
    public var color: Color?
    public var background: Color?
    public var language: String?
    public var link: Hyperlink?
    public var revision: Revision?
    public var field: String?

    static let plain = Attributes()
  }

  /// nil for plain text; never holds plain attributes.
  @usableFromInline private(set) var box: SharedValue<Attributes>?

  public init() {}

  /// Changes several attributes at the price of one.
  public mutating func edit(_ change: (inout Attributes) -> Void) {
    var changed = attributes
    change(&changed)
    attributes = changed
  }

  var attributes: Attributes {
    get { box?.value ?? .plain }
    set { box = newValue == .plain ? nil : SharedValue(newValue) }
  }

  /// Whether both share their attributes, which a copy does. Tells less than `==`, but at once.
  @inlinable
  public func isIdentical(to other: CharacterStyle) -> Bool { identity == other.identity }

  /// The same for those that share their attributes, as long as one of them is kept. Nothing is retained for it.
  @inlinable
  public var identity: UInt {
    @inline(__always) get { box.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0 }
  }

  /// Whether this is plain text without any attribute.
  @inlinable
  public var isPlain: Bool { box == nil }
}

extension CharacterStyle: Hashable {
  public static func == (a: CharacterStyle, b: CharacterStyle) -> Bool {
    if a.box === b.box { return true }
    guard let a = a.box, let b = b.box else { return false }
    return a.value == b.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
}

extension CharacterStyle {
  /// The name of the style sheet's character style.
  public var name: String? {
    get { box?.value.name }
    set { attributes.name = newValue }
  }
  public var isBold: Bool {
    get { box?.value.isBold ?? false }
    set { attributes.isBold = newValue }
  }
  public var isItalic: Bool {
    get { box?.value.isItalic ?? false }
    set { attributes.isItalic = newValue }
  }
  public var underline: Underline? {
    get { box?.value.underline }
    set { attributes.underline = newValue }
  }
  public var isStruck: Bool {
    get { box?.value.isStruck ?? false }
    set { attributes.isStruck = newValue }
  }
  public var position: Position? {
    get { box?.value.position }
    set { attributes.position = newValue }
  }
  public var capitals: Capitals? {
    get { box?.value.capitals }
    set { attributes.capitals = newValue }
  }
  public var isHidden: Bool {
    @inlinable get { box?.value.isHidden ?? false }
    set { attributes.isHidden = newValue }
  }
  /// In half-points; nil for the document's default.
  public var size: Int? {
    get { box?.value.size }
    set { attributes.size = newValue }
  }
  /// The font's name; nil for the document's default.
  public var font: String? {
    get { box?.value.font }
    set { attributes.font = newValue }
  }
  /// nil for the reader's own ink.
  public var color: Color? {
    get { box?.value.color }
    set { attributes.color = newValue }
  }
  public var background: Color? {
    get { box?.value.background }
    set { attributes.background = newValue }
  }
  /// BCP 47, such as `en-US`.
  public var language: String? {
    get { box?.value.language }
    set { attributes.language = newValue }
  }
  /// A link without colour and underline of its own is shown as links usually are.
  public var link: Hyperlink? {
    get { box?.value.link }
    set { attributes.link = newValue }
  }
  public var revision: Revision? {
    get { box?.value.revision }
    set { attributes.revision = newValue }
  }
  /// The instruction of a computed field whose last known result this run is, such as `PAGE`.
  public var field: String? {
    get { box?.value.field }
    set { attributes.field = newValue }
  }

  /// Whether a reader of the final text sees a run of this style: neither hidden nor deleted.
  public var isVisible: Bool {
    guard let box else { return true }
    return !box.value.isHidden && box.value.revision?.kind != .deletion
  }
}
