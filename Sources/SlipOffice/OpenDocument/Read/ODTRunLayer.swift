internal import SlipDocument

/// What one place says of the formatting of characters (ODF 1.3, 20 "Formatting Attributes"). Nil means that it says nothing.
struct ODTRunLayer: Sendable {
  typealias Setting = WordRunLayer.Setting
  var isBold, isItalic, isHidden, isStruck: Bool?
  var underline: Setting<CharacterStyle.Underline>?
  var wordsOnly: Bool?
  var position: Setting<CharacterStyle.Position>?
  var isSmallCaps, isAllCaps: Bool?
  /// In half-points, or in percent of what is around.
  var size: Int?
  var percent: Int?
  /// The distance between characters in twips, and their width in per cent.
  var letterSpacing, scale: Int?
  var font: String?
  var color, background: Setting<DocumentColor>?
  var language: String?

  /// A layer that says nothing.
  init() {}

  /// Reads `style:text-properties`.
  ///
  /// - Parameter fonts: The families of fonts by the names that styles use.
  init(_ node: OfficeNode?, fonts: [String: String]) {
    guard let node else { return }
    if let weight = node["fo:font-weight"] {
      isBold = weight == "bold" || (WordValue.number(weight) ?? 400) >= 600
    }
    if let style = node["fo:font-style"] { isItalic = style == "italic" || style == "oblique" }
    if let display = node["text:display"] { isHidden = display == "none" }
    if let line = node["style:text-line-through-style"] { isStruck = line != "none" }
    if let line = node["style:text-line-through-type"] { isStruck = line != "none" }
    readUnderline(node)
    if let mode = node["style:text-underline-mode"] { wordsOnly = mode == "skip-white-space" }
    readPosition(node["style:text-position"])
    if let variant = node["fo:font-variant"] { isSmallCaps = variant == "small-caps" }
    if let transform = node["fo:text-transform"] { isAllCaps = transform == "uppercase" }
    if let text = node["fo:font-size"] {
      if text.hasSuffix("%") {
        percent = WordValue.number(text)
      } else {
        size = ODTValue.twips(text).map { $0 / 10 }
      }
    }
    if let text = node["fo:letter-spacing"] { letterSpacing = ODTValue.twips(text) ?? 0 }
    if let text = node["style:text-scale"] { scale = WordValue.number(text) }
    if let name = node["style:font-name"] {
      font = (fonts[name] ?? name).asOfficeName
    } else if let family = node["fo:font-family"] {
      font = ODTValue.family(family).asOfficeName
    }
    if let text = node["fo:color"] { color = ODTValue.color(text).map { .value($0) } ?? Setting.none }
    if node["style:use-window-font-color"] == "true" { color = Setting.none }
    if let text = node["fo:background-color"] {
      background = ODTValue.color(text).map { .value($0) } ?? Setting.none
    }
    if let code = node["fo:language"] {
      let country = node["fo:country"].flatMap { $0 == "none" || $0.isEmpty ? nil : $0 }
      let parts = [code, node["fo:script"], country].compactMap { $0?.isEmpty == false ? $0 : nil }
      language = code == "none" || code == "zxx" ? nil : parts.joined(separator: "-")
    }
  }

  private mutating func readUnderline(_ node: OfficeNode) {
    guard let style = node["style:text-underline-style"] else { return }
    let isDouble = node["style:text-underline-type"] == "double"
    let width = node["style:text-underline-width"]
    let isThick = width == "bold" || width == "thick"
    switch style {
    case "none": underline = Setting.none
    case "dotted": underline = .value(.dotted)
    case "dash", "long-dash": underline = .value(.dashed)
    case "dot-dash": underline = .value(.dashDot)
    case "dot-dot-dash": underline = .value(.dashDotDot)
    case "wave": underline = .value(.wave)
    default: underline = .value(isDouble ? .double : isThick ? .thick : .single)
    }
  }

  private mutating func readPosition(_ text: String?) {
    guard let first = text?.split(separator: " ").first else { return }
    if first == "super" {
      position = .value(.superscript)
    } else if first == "sub" {
      position = .value(.subscript)
    } else {
      let percent = WordValue.number(String(first)) ?? 0
      position = percent > 0 ? .value(.superscript) : percent < 0 ? .value(.subscript) : Setting.none
    }
  }

  /// Adds what a nearer place says.
  mutating func override(with other: ODTRunLayer) {
    isBold = other.isBold ?? isBold
    isItalic = other.isItalic ?? isItalic
    isHidden = other.isHidden ?? isHidden
    isStruck = other.isStruck ?? isStruck
    underline = other.underline ?? underline
    wordsOnly = other.wordsOnly ?? wordsOnly
    position = other.position ?? position
    isSmallCaps = other.isSmallCaps ?? isSmallCaps
    isAllCaps = other.isAllCaps ?? isAllCaps
    if let percent = other.percent, let around = size { size = around * percent / 100 }
    size = other.size ?? size
    letterSpacing = other.letterSpacing ?? letterSpacing
    scale = other.scale ?? scale
    font = other.font ?? font
    color = other.color ?? color
    background = other.background ?? background
    language = other.language ?? language
  }

  /// The style of a run.
  func style(name: String?, defaultFont: String?, defaultLanguage: String?) -> CharacterStyle {
    var style = CharacterStyle()
    style.edit {
      $0.name = name
      $0.isBold = isBold ?? false
      $0.isItalic = isItalic ?? false
      $0.underline = underline?.value
      if wordsOnly == true, $0.underline == .single { $0.underline = .words }
      $0.isStruck = isStruck ?? false
      $0.position = position?.value
      $0.capitals = isAllCaps == true ? .all : isSmallCaps == true ? .small : nil
      $0.isHidden = isHidden ?? false
      $0.size = size.map { min(max($0, 2), 3_276) }
      $0.letterSpacing = letterSpacing ?? 0
      $0.scale = scale ?? 100
      $0.font = font == defaultFont ? nil : font
      $0.color = color?.value
      $0.background = background?.value
      $0.language = language == defaultLanguage ? nil : language
    }
    return style
  }
}

/// Values of attributes as OpenDocument spells them.
enum ODTValue {
  /// A length in twips; nil for a percentage and what is none.
  static func twips(_ text: String?) -> Int? {
    guard let text, !text.hasSuffix("%") else { return nil }
    return WordValue.length(text, plainUnit: 20)
  }

  /// A colour such as `#ff0000`; nil for `transparent`.
  static func color(_ text: String) -> DocumentColor? {
    text.hasPrefix("#") ? WordValue.color(String(text.dropFirst())) : nil
  }

  /// The first family of a list, without quotes.
  static func family(_ text: String) -> String {
    let first = text.split(separator: ",").first ?? ""
    return String(first.filter { $0 != "'" && $0 != "\"" }.drop { $0 == " " })
  }

  /// A line around a paragraph or cell, such as `0.06pt solid #000000`; nil for none.
  static func line(_ text: String?, space: String?) -> Borders.Line? {
    guard let text, text != "none" else { return nil }
    var line = Borders.Line(width: 10)
    for part in text.split(separator: " ") {
      if let width = twips(String(part)) {
        line.width = min(max(width, 5), 255)
      } else if part.hasPrefix("#") {
        let color = color(String(part))
        line.color = color == DocumentColor(red: 0, green: 0, blue: 0) ? nil : color
      } else {
        switch part {
        case "none", "hidden": return nil
        case "double", "double-thin", "groove", "ridge": line.style = .double
        case "dotted", "dot-dash", "dot-dot-dash": line.style = .dotted
        case "dashed", "fine-dashed": line.style = .dashed
        default: break
        }
      }
    }
    line.space = min(max(twips(space) ?? 0, 0), 620)
    return line
  }

  /// The lines of the four sides.
  static func borders(_ node: OfficeNode, hasSpace: Bool) -> Borders? {
    let all = node["fo:border"]
    let names = ["top", "left", "bottom", "right"]
    guard all != nil || names.contains(where: { node["fo:border-" + $0] != nil }) else { return nil }
    func side(_ name: String) -> Borders.Line? {
      let space = hasSpace ? node["fo:padding-" + name] ?? node["fo:padding"] : nil
      return line(node["fo:border-" + name] ?? all, space: space)
    }
    return Borders(top: side("top"), left: side("left"), bottom: side("bottom"), right: side("right"))
  }
}
