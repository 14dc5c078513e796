internal import SlipDocument

/// What one place says of the formatting of characters (ECMA-376-1, 17.3.2): the defaults, a style, or a run itself. Nil
/// means that it says nothing.
struct WordRunLayer: Sendable {
  /// Properties that switch (17.7.3): between styles of different kinds, two that are on are off.
  struct Toggles: Sendable {
    /// One of the properties.
    struct Set: OptionSet, Sendable {
      let rawValue: UInt8
      static let bold = Set(rawValue: 1)
      static let italic = Set(rawValue: 2)
      static let complexBold = Set(rawValue: 4)
      static let complexItalic = Set(rawValue: 8)
      static let caps = Set(rawValue: 16)
      static let smallCaps = Set(rawValue: 32)
      static let strike = Set(rawValue: 64)
      static let hidden = Set(rawValue: 128)
    }

    /// What is said at all.
    private(set) var said: Set = []
    /// What is on.
    private(set) var on: Set = []

    /// The state of a property; nil where nothing is said of it.
    subscript(property: Set) -> Bool? {
      get { said.contains(property) ? on.contains(property) : nil }
      set {
        if newValue == nil { said.remove(property) } else { said.insert(property) }
        if newValue == true { on.insert(property) } else { on.remove(property) }
      }
    }

    /// Adds what a nearer place of the same chain says.
    mutating func override(with other: Toggles) {
      on = on.subtracting(other.said).union(other.on)
      said.formUnion(other.said)
    }

    /// What is on by several chains together, above which the run's own properties are absolute.
    static func resolved(defaults: Toggles, chains: [Toggles], own: Toggles) -> Set {
      let odd = chains.reduce(into: Set()) { $0.formSymmetricDifference($1.on) }
      return odd.union(defaults.on).subtracting(own.said).union(own.on)
    }
  }

  /// A property that may be switched off explicitly.
  enum Setting<Value: Sendable>: Sendable {
    case none
    case value(Value)

    /// The value; nil where it is off.
    var value: Value? { if case .value(let value) = self { value } else { nil } }
  }

  var toggles = Toggles()
  var doubleStrike: Bool?
  var underline: Setting<CharacterStyle.Underline>?
  var position: Setting<CharacterStyle.Position>?
  var color: Setting<DocumentColor>?
  var highlight: Setting<DocumentColor>?
  var shading: Setting<DocumentColor>?
  var size, complexSize: Int?
  var letterSpacing, scale: Int?
  var font, complexFont: String?
  var language: String?
  /// Whether the text is of a complex script, for which other properties count.
  var isComplex: Bool?
  /// The mark of the paragraph is hidden as a separator of styles.
  var isRunIn: Bool?

  /// A layer that says nothing.
  init() {}

  /// Reads an `rPr`.
  init(_ properties: OfficeNode?, _ theme: WordTheme) {
    guard let properties else { return }
    for child in properties.children { read(child, theme) }
  }

  /// Reads one property.
  private mutating func read(_ node: OfficeNode, _ theme: WordTheme) {
    switch node.name {
    case "b": toggles[.bold] = WordValue.isOn(node.value)
    case "bCs": toggles[.complexBold] = WordValue.isOn(node.value)
    case "i": toggles[.italic] = WordValue.isOn(node.value)
    case "iCs": toggles[.complexItalic] = WordValue.isOn(node.value)
    case "caps": toggles[.caps] = WordValue.isOn(node.value)
    case "smallCaps": toggles[.smallCaps] = WordValue.isOn(node.value)
    case "strike": toggles[.strike] = WordValue.isOn(node.value)
    case "vanish": toggles[.hidden] = WordValue.isOn(node.value)
    case "specVanish": isRunIn = WordValue.isOn(node.value)
    case "dstrike": doubleStrike = WordValue.isOn(node.value)
    case "u": underline = WordValue.underline(node.value).map { .value($0) } ?? Setting.none
    case "vertAlign":
      position =
        switch node.value?.lowercased() {
        case "superscript": .value(.superscript)
        case "subscript": .value(.subscript)
        default: Setting.none
        }
    case "color": color = WordValue.color(node.value).map { .value($0) } ?? Setting.none
    case "highlight":
      highlight = node.value.flatMap(WordValue.highlight).map { .value($0) } ?? Setting.none
    case "shd": shading = WordValue.shading(node).map { .value($0) } ?? Setting.none
    case "sz": size = WordValue.halfPoints(node.value)
    case "spacing": letterSpacing = WordValue.twips(node.value)
    case "w": scale = WordValue.number(node.value)
    case "szCs": complexSize = WordValue.halfPoints(node.value)
    case "rFonts":
      font = theme.font(node["asciiTheme"]) ?? node["ascii"] ?? node["hAnsi"] ?? font
      font = font?.asOfficeName
      complexFont = theme.font(node["cstheme"]) ?? node["cs"] ?? complexFont
    case "lang": language = node.value ?? language
    case "rtl", "cs": isComplex = WordValue.isOn(node.value) || isComplex == true
    default: break
    }
  }

  /// Adds what a nearer place says.
  mutating func override(with other: WordRunLayer) {
    toggles.override(with: other.toggles)
    doubleStrike = other.doubleStrike ?? doubleStrike
    underline = other.underline ?? underline
    position = other.position ?? position
    color = other.color ?? color
    highlight = other.highlight ?? highlight
    shading = other.shading ?? shading
    size = other.size ?? size
    complexSize = other.complexSize ?? complexSize
    letterSpacing = other.letterSpacing ?? letterSpacing
    scale = other.scale ?? scale
    font = other.font ?? font
    complexFont = other.complexFont ?? complexFont
    language = other.language ?? language
    isComplex = other.isComplex ?? isComplex
    isRunIn = other.isRunIn ?? isRunIn
  }
}
