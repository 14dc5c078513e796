/// A row of a formula: characters and parts beside each other.
struct EquationLine: Hashable {
  /// A part of a row.
  enum Piece: Hashable {
    /// A character as it stands.
    case character(Unicode.Scalar)
    /// One unit, such as a bracket with what is in it.
    case unit(EquationShape)
    /// Several units, such as a root.
    case several(EquationShape)
    /// A fraction or a table, which needs parentheses beside other operands.
    case compound(EquationShape)
    /// An exponent.
    indirect case raised(EquationLine)
    /// An index.
    indirect case lowered(EquationLine)
    /// A word and its reading.
    case guide(base: String, reading: String)
  }

  /// The parts.
  var pieces: [Piece] = []

  /// Creates a row.
  init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// Creates a row of characters.
  init(_ text: String) { pieces = text.unicodeScalars.map { .character($0) } }

  /// Whether there is nothing.
  var isEmpty: Bool { pieces.isEmpty }

  /// Whether the row is characters, and at least one.
  var isPlain: Bool {
    !isEmpty && pieces.allSatisfy { if case .character = $0 { true } else { false } }
  }

  /// The row without spaces at its ends.
  var trimmed: EquationLine {
    guard let first = pieces.firstIndex(where: { $0 != .character(" ") }),
      let last = pieces.lastIndex(where: { $0 != .character(" ") })
    else { return EquationLine() }
    return EquationLine(Array(pieces[first...last]))
  }

  /// The row as text.
  var text: String {
    var result = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .character(let scalar): result.unicodeScalars.append(scalar)
      case .unit(let shape): result += shape.text
      case .several(let shape):
        let text = shape.text
        // `√2x` could be the root of both.
        let runsOn = text.last != ")" && touchesNext(index)
        result += runsOn ? "(" + text + ")" : text
      case .compound(let shape):
        let text = shape.text
        let isBeside =
          index > 0 && EquationLine.touches(pieces[index - 1], isBefore: true) || touchesNext(index)
        result += isBeside ? "(" + text + ")" : text
      case .raised(let content): result += "^" + content.held
      case .lowered(let content): result += "_" + content.held
      case .guide(let base, let reading): result += base + "(" + reading + ")"
      }
    }
    return result
  }

  /// The row as an operand: in parentheses if it is more than one number, word or unit.
  var held: String {
    let text = text
    if text.isEmpty || isOne { return text }
    return "(" + text + ")"
  }

  /// Whether the row is one number, word, sign or unit.
  private var isOne: Bool {
    if pieces.count == 1 {
      switch pieces[0] {
      case .character, .unit: return true
      default: return false
      }
    }
    var hasLetter = false
    var hasPoint = false
    for piece in pieces {
      guard case .character(let scalar) = piece else { return false }
      if scalar == "." || scalar == "," {
        hasPoint = true
      } else if scalar.properties.isAlphabetic {
        hasLetter = true
      } else if scalar.properties.numericType == nil {
        return false
      }
    }
    return !hasPoint || !hasLetter
  }

  /// Whether what follows a piece would be read as a part of it.
  private func touchesNext(_ index: Int) -> Bool {
    index + 1 < pieces.count && EquationLine.touches(pieces[index + 1], isBefore: false)
  }

  /// Whether a piece beside a fraction would be read as a part of it.
  private static func touches(_ piece: Piece, isBefore: Bool) -> Bool {
    switch piece {
    case .character(let scalar):
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "/"
        || isBefore && scalar == "√"
    case .unit, .several, .compound, .guide: true
    case .raised, .lowered: !isBefore
    }
  }

  /// A text without spaces at its ends.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
