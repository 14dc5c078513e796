internal import SlipDocument

/// The margins, padding and borders that a `style` attribute states (CSS Box Model 3; CSS Backgrounds and Borders 3, "Borders").
struct CSSBox {
  /// The four sides, in the order of shorthand properties.
  enum Side: Int, CaseIterable {
    case top, right, bottom, left
    /// Its name in names of properties.
    var name: String { ["top", "right", "bottom", "left"][rawValue] }
  }

  /// What the declarations say, in their order.
  private let css: CSSDeclarations
  /// Reads the declarations of a `style` attribute.
  init(_ css: CSSDeclarations) { self.css = css }

  /// Whether a property is declared.
  func states(_ property: String) -> Bool { css[property] != nil }

  /// The lengths of `margin` or `padding` in twips, by side; nil for a side of which nothing is said that is a length.
  func lengths(_ property: String) -> [Int?] {
    var lengths = [Int?](repeating: nil, count: 4)
    for (name, value) in css.declarations {
      if name == property {
        let values = CSSDeclarations.parts(value).map(CSSDeclarations.twips)
        for side in Side.allCases { lengths[side.rawValue] = CSSBox.value(of: side, values) ?? nil }
      } else if let side = Side.allCases.first(where: { name == property + "-" + $0.name }) {
        lengths[side.rawValue] = CSSDeclarations.twips(value)
      }
    }
    return lengths
  }

  /// The lines around the element, or nil if the declarations say nothing of borders.
  ///
  /// - Parameter usual: The lines that it has by itself.
  func borders(_ usual: Borders = Borders()) -> Borders? {
    var sides = [usual.top, usual.right, usual.bottom, usual.left].map(Border.init)
    var isStated = false
    for (name, value) in css.declarations where name.hasPrefix("border") {
      let words = name.split(separator: "-").dropFirst()
      let side = words.first.flatMap { word in Side.allCases.first { $0.name == word } }
      let aspect = words.dropFirst(side == nil ? 0 : 1)
      let parts = CSSDeclarations.parts(value)
      for place in side.map({ [$0] }) ?? Side.allCases {
        switch (aspect.count, aspect.first) {
        // Without a style there is no line, whatever came before.
        case (0, _): sides[place.rawValue] = Border(parts)
        case (1, "style"), (1, "width"), (1, "color"):
          if let part = CSSBox.value(of: place, parts) { sides[place.rawValue].set(part) }
        default: continue
        }
        isStated = true
      }
    }
    guard isStated else { return nil }
    return Borders(top: sides[0].line, left: sides[3].line, bottom: sides[2].line, right: sides[1].line)
  }

  /// Which of one to four values counts for a side: of two, the first is for top and bottom.
  private static func value<Value>(of side: Side, _ values: [Value]) -> Value? {
    switch values.count {
    case 1: values[0]
    case 2: values[side.rawValue % 2]
    case 3: values[side == .left ? 1 : side.rawValue]
    case 4: values[side.rawValue]
    default: nil
    }
  }
}

/// One side's border while its declarations are read.
private struct Border {
  /// How it is drawn; nil for no line.
  private var style: Borders.Line.Style?
  /// The thickness in twips: `medium` until something else is said.
  private var width = 45
  /// The colour, or nil for that of the text.
  private var color: DocumentColor?

  /// What the side has by itself.
  init(_ line: Borders.Line?) {
    guard let line else { return }
    (style, width, color) = (line.style, line.width, line.color)
  }

  /// Reads a value of `border` or `border-left`: style, width and colour in any order.
  init(_ parts: [String]) { for part in parts { set(part) } }

  /// Takes over one style, width or colour. Anything else changes nothing.
  mutating func set(_ part: String) {
    switch part.lowercased() {
    case "none", "hidden", "transparent": style = nil
    case "solid", "groove", "ridge", "inset", "outset": style = .single
    case "double": style = .double
    case "dotted": style = .dotted
    case "dashed": style = .dashed
    case "thin": width = 15
    case "medium": width = 45
    case "thick": width = 75
    case "currentcolor": color = nil
    default:
      if let width = CSSDeclarations.twips(part) {
        self.width = min(max(width, 0), 1_500)
      } else if let color = CSSColor.read(part) {
        self.color = color
      }
    }
  }

  /// The line, or nil if none is drawn.
  var line: Borders.Line? {
    width > 0 ? style.map { Borders.Line(style: $0, width: width, color: color) } : nil
  }
}
