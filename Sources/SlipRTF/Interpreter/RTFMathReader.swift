internal import RTFSyntax

/// Reads ahead in a group of a formula, without changing the interpreter: how much an
/// operand holds, and what an element's properties are.
///
/// In `{\mnum{\mr a+b}}` it finds several units, so the numerator gets parentheses; in
/// `{\mnum{\mr 12}}` one. It reads a bounded number of tokens, as the interpreter reads
/// the same bytes again.
struct RTFMathReader {
  /// The position of the reading.
  private(set) var tokenizer: Tokenizer
  /// The whole file.
  private let bytes: UnsafeRawBufferPointer
  /// `\ucN` where the reading begins.
  private let skipCount: Int
  /// How many characters behind a `\u` are still to be skipped.
  private var skipLeft = 0
  /// How many groups are open inside the group that is read.
  private var depth = 0
  /// The last token was `\*`.
  private var isStarred = false
  /// How many characters have come. A pair of delimiters counts as one.
  private var count = 0
  /// All characters so far are letters or digits.
  private var isWord = true
  /// What has been read of a property's value.
  private var value = String.UnicodeScalarView()

  /// Creates a reader that begins where a tokenizer stands.
  init(_ tokenizer: Tokenizer, _ bytes: UnsafeRawBufferPointer, skipCount: Int32) {
    (self.tokenizer, self.bytes, self.skipCount) = (tokenizer, bytes, Int(skipCount))
  }

  /// The most characters of a property's value.
  private static let longestValue = 16

  // MARK: Operands

  /// Reads one token.
  ///
  /// - Returns: How much the operand holds, once that is known; nil before.
  mutating func step() -> RTFMathElement.Content? {
    guard let token = tokenizer.next() else { return content }
    switch token.kind {
    case .groupEnd:
      depth -= 1
      return depth < 0 ? content : nil
    case .controlWord: if passes(word: token) { return nil } else { return .several }
    default:
      read(token)
      return count > 1 && !isWord ? .several : nil
    }
  }

  /// How much the operand holds, at its end.
  private var content: RTFMathElement.Content {
    count == 0 ? .nothing : count == 1 || isWord ? .one : .several
  }

  /// Handles a control word in an operand.
  ///
  /// - Returns: False if more than text comes, so that the operand needs parentheses.
  private mutating func passes(word token: Token) -> Bool {
    let row = ControlWordTable.rows[Int(token.word)]
    let isIgnorable = isStarred && row.kind != .destination
    isStarred = false
    switch row.action {
    case .unicode: add(unicode: token.parameter)
    case .character: add(Unicode.Scalar(UInt32(bitPattern: row.value)))
    case .math:
      guard let part = MathPart(rawValue: row.value), part.isElement else { return true }
      guard part == .delimiters else { return false }
      skipGroup()
      (count, isWord) = (count + 1, false)
      return count == 1
    case .skipped, .mathProperties, .mathProperty: skipGroup()
    case .transparent: break
    default:
      if isIgnorable { skipGroup() } else if row.kind == .destination { return false }
    }
    return true
  }

  /// Skips the rest of a group.
  private mutating func skipGroup() {
    depth -= 1
    _ = tokenizer.skipGroup()
  }

  // MARK: Properties

  /// The next property in the group; nil at the group's end. `{\mchr ∑}` gives the sign
  /// of a sum.
  mutating func nextProperty() -> (name: MathProperty, value: String)? {
    var name: MathProperty?
    value = String.UnicodeScalarView()
    while depth >= 0, let token = tokenizer.next() {
      switch token.kind {
      case .groupEnd:
        depth -= 1
        if let name { return (name, RTFNormalStyles.trimmed(String(value))) }
      case .controlWord:
        let row = ControlWordTable.rows[Int(token.word)]
        if row.action == .mathProperty {
          name = MathProperty(rawValue: row.value)
          value = String.UnicodeScalarView()
          if token.hasParameter { value.append(contentsOf: String(token.parameter).unicodeScalars) }
        } else if row.action == .unicode {
          add(unicode: token.parameter)
        }
      default: read(token)
      }
    }
    return nil
  }

  // MARK: Text

  /// Reads text, and counts groups.
  private mutating func read(_ token: Token) {
    switch token.kind {
    case .groupStart:
      depth += 1
      skipLeft = 0
    case .controlSymbol:
      isStarred = token.parameter == 0x2A
      if [0x5C, 0x7B, 0x7D].contains(token.parameter) { character(UInt8(token.parameter)) }
    case .hexByte: character(UInt8(truncatingIfNeeded: token.parameter))
    case .text:
      for offset in token.offset..<token.end {
        if count > RTFMathReader.longestValue && !isWord { return }
        character(bytes[offset])
      }
    default: break
    }
  }

  /// Adds a byte. Those outside ASCII count as some character: what it is does not matter
  /// here.
  private mutating func character(_ byte: UInt8) {
    if skipLeft > 0 { skipLeft -= 1 } else { add(byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}") }
  }

  /// Adds the character of a `\uN`, and skips those that stand in for it.
  private mutating func add(unicode number: Int32) {
    add(Unicode.Scalar(UInt32(bitPattern: number) & (number < 0 ? 0xFFFF : 0x1F_FFFF)) ?? "\u{FFFD}")
    skipLeft = skipCount
  }

  /// Adds a character.
  private mutating func add(_ scalar: Unicode.Scalar?) {
    guard let scalar else { return }
    count += 1
    isWord = isWord && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    if value.count < RTFMathReader.longestValue { value.append(scalar) }
  }
}
