internal import RTFSyntax

/// Reads ahead in a group of a formula.
struct RTFMathReader {
  private(set) var tokenizer: Tokenizer
  private let bytes: UnsafeRawBufferPointer
  private let skipCount: Int
  private var skipLeft = 0
  private var depth = 0
  private var isStarred = false
  /// Characters, pairs of delimiters counted as one.
  private var count = 0
  private var isWord = true
  /// What has been read of a property's value.
  private var value = String.UnicodeScalarView()

  init(_ tokenizer: Tokenizer, _ bytes: UnsafeRawBufferPointer, skipCount: Int32) {
    (self.tokenizer, self.bytes, self.skipCount) = (tokenizer, bytes, Int(skipCount))
  }

  private static let longestValue = 16

  // MARK: Operands

  /// Reads a token; gives what the operand is once that is known.
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

  private var content: RTFMathElement.Content {
    count == 0 ? .nothing : count == 1 || isWord ? .one : .several
  }

  /// False where more than text comes.
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

  private mutating func skipGroup() {
    depth -= 1
    _ = tokenizer.skipGroup()
  }

  // MARK: Properties

  /// The next property of the group, up to its end.
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

  private mutating func character(_ byte: UInt8) {
    if skipLeft > 0 { skipLeft -= 1 } else { add(byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}") }
  }

  private mutating func add(unicode number: Int32) {
    add(Unicode.Scalar(UInt32(bitPattern: number) & (number < 0 ? 0xFFFF : 0x1F_FFFF)) ?? "\u{FFFD}")
    skipLeft = skipCount
  }

  private mutating func add(_ scalar: Unicode.Scalar?) {
    guard let scalar else { return }
    count += 1
    isWord = isWord && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    if value.count < RTFMathReader.longestValue { value.append(scalar) }
  }
}
