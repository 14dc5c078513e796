/// A part of a formula, as text and as MathML.
struct EquationShape: Hashable {
  /// The part in one line.
  var text: String
  /// The same as one element of MathML Core.
  var math: String
}

/// MathML of formulas (W3C MathML Core).
extension EquationLine {
  /// The row as one element.
  var mathML: String {
    let elements = elements
    return elements.count == 1 ? elements[0] : "<mrow>" + elements.joined() + "</mrow>"
  }

  /// The elements of the row. A number is one element, and so is each letter and each sign.
  private var elements: [String] {
    var elements: [String] = []
    var number = ""
    func endNumber() {
      if !number.isEmpty { elements.append("<mn>\(number)</mn>") }
      number = ""
    }
    for piece in pieces {
      if case .character(let scalar) = piece, EquationLine.continues(number, scalar) {
        number.unicodeScalars.append(scalar)
        continue
      }
      endNumber()
      switch piece {
      case .character(" "): break
      case .character(let scalar):
        let isLetter = scalar.properties.isAlphabetic
        elements.append(EquationLine.element(isLetter ? "mi" : "mo", String(scalar)))
      case .unit(let shape), .several(let shape), .compound(let shape): elements.append(shape.math)
      case .raised(let content): EquationLine.add("msup", content, to: &elements)
      case .lowered(let content): EquationLine.add("msub", content, to: &elements)
      case .guide(let base, let reading):
        elements.append(
          "<mover>\(EquationLine.element("mtext", base))\(EquationLine.element("mtext", reading))</mover>")
      }
    }
    endNumber()
    return elements
  }

  /// Whether a character belongs to a number: a digit, or a point within one.
  private static func continues(_ number: String, _ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || !number.isEmpty && scalar == "."
  }

  /// Makes the last element one with an exponent or index. At the beginning of a row there is nothing that has it.
  private static func add(_ name: String, _ content: EquationLine, to elements: inout [String]) {
    let base = elements.popLast() ?? "<mrow></mrow>"
    elements.append("<\(name)>\(base)\(content.mathML)</\(name)>")
  }

  /// An element with text.
  static func element(_ name: String, _ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return "<\(name)>\(escaped)</\(name)>"
  }

  /// Whether the row is more than characters, so that MathML shows more than text does.
  var hasForm: Bool {
    pieces.contains {
      switch $0 {
      case .character, .guide: false
      case .unit, .several, .compound, .raised, .lowered: true
      }
    }
  }
}
