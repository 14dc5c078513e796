/// Splits a predicate's text into tokens, one at a time.
///
/// - Blanks are the scalars with the property White_Space. They are needed only between words.
/// - Names start with a letter of ASCII, `_` or any scalar from U+00A1 on that is neither a blank
///   nor a typographic quote nor invisible; they go on with these and the digits 0 to 9. Case
///   counts.
/// - Numbers are decimal, or begin with `0x`, `0o` or `0b`. A point has digits behind it. They
///   have no sign.
/// - Strings stand in `"` or `'`, with the escapes `\" \' \\ \/ \b \f \n \r \t \0 \uXXXX`. Line
///   breaks are allowed in them, and nothing is substituted.
/// - `$` directly followed by a name or digits is a variable.
/// - `%` begins a place for an argument: `%@` any value, `%K` a key path, `%d` and its like an
///   integer, `%f` and its like a number, `%s` and `%c` a string. There is no width and no `%%`.
/// - A name directly followed by `:` is a function name such as `modulus:by:`.
/// - Of the symbols, the longest that fits is taken. It never fails: what can be no token becomes
///   a token of kind `bad`, and the parser reports that when it gets there. So the first error of
///   a text is always the one that is reported.
struct Lexer {
  /// The text in UTF-8.
  let bytes: [UInt8]
  /// The offset of the next byte that isn't part of a token yet.
  var position = 0
  /// The offset of the token that was read last. Bad escapes move it into the string.
  var start = 0

  /// Creates a lexer.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The longest symbols come first.
  private static let symbols: [[UInt8]] = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", "=", "<", ">", "!", "+", "-", "*", "/", "(",
    ")", "{",
    "}", "[", "]", ",", ".", "@", "#",
  ].map { Array($0.utf8) }

  /// Reads the next token. At the text's end it is `end`, however often it is asked for.
  mutating func next() -> Token {
    skipBlanks()
    start = position
    guard let byte = peek() else { return Token(kind: .end, offset: start) }
    let kind = kind(byte)
    return Token(kind: kind, offset: start)
  }

  /// Reads the token that starts with a byte.
  private mutating func kind(_ byte: UInt8) -> Token.Kind {
    switch byte {
    case 0x22, 0x27: return string(quote: byte)
    case 0x30...0x39: return number()
    case 0x2E where isDigit(peek(1)): return number()
    case 0x24: return variable()
    case 0x25: return specifier()
    case 0x3A where peek(1) == UInt8(ascii: "="):
      position += 2
      return .bad(nil, hint: "values of variables are given with the query")
    default: break
    }
    if let scalar = scalar(at: position), Words.startsName(scalar.0) { return word() }
    for symbol in Lexer.symbols where bytes[position...].starts(with: symbol) {
      position += symbol.count
      return .symbol(String(decoding: symbol, as: UTF8.self))
    }
    return stranger()
  }

  /// Reads a scalar that starts no token.
  ///
  /// The scalars that people most often paste or bring along from other languages get a hint.
  private mutating func stranger() -> Token.Kind {
    guard let (scalar, length) = scalar(at: position) else {
      position += 1
      return .bad(nil, hint: nil)
    }
    position += length
    if Words.isTypographicQuote(scalar) {
      return .bad("typographic quote", hint: "write plain quotes: \"…\" or '…'")
    }
    if Words.isInvisible(scalar) { return .bad("invisible character", hint: "delete it") }
    switch scalar {
    case "&": return .bad(nil, hint: "write && or AND; for numbers bitwiseAnd:with:(a, b)")
    case "|": return .bad(nil, hint: "write || or OR; for numbers bitwiseOr:with:(a, b)")
    case "^": return .bad(nil, hint: "write ** for powers, bitwiseXor:with:(a, b) for bits")
    default: return .bad(nil, hint: nil)
    }
  }

  // MARK: Words

  /// Reads a name, a reserved word or a selector.
  ///
  /// A name directly followed by a colon is a selector, together with all such names that follow
  /// it. A colon with `=` behind it is none: it would be the assignment of other languages, for
  /// which there is a hint.
  private mutating func word() -> Token.Kind {
    var text = name()
    guard peek() == 0x3A, peek(1) != 0x3D, Words.reserved(text) == nil else { return .word(text) }
    position += 1
    text += ":"
    while let scalar = scalar(at: position), Words.startsName(scalar.0) {
      let start = position
      let part = name()
      guard peek() == UInt8(ascii: ":"), peek(1) != UInt8(ascii: "=") else {
        position = start
        break
      }
      position += 1
      text += part + ":"
    }
    return .selector(text)
  }

  /// Reads a run of scalars of which names consist.
  mutating func name() -> String {
    let start = position
    while let (scalar, length) = scalar(at: position), Words.continuesName(scalar) { position += length }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads `$` and the name behind it.
  private mutating func variable() -> Token.Kind {
    position += 1
    let text = name()
    return text.isEmpty ? .bad("a variable wants a name", hint: nil) : .variable(text)
  }

  /// Reads `%` and the specifier behind it.
  ///
  /// The longest length comes first, so that `%lld` is not taken for `%l` with a rest.
  private mutating func specifier() -> Token.Kind {
    position += 1
    let start = position
    for length in ["hh", "ll", "h", "l", "j", "z", "q", "t", "L", ""] {
      position = start
      guard bytes[position...].starts(with: length.utf8) else { continue }
      position += length.utf8.count
      guard let byte = peek() else { continue }
      let text = "%" + length + String(decoding: [byte], as: UTF8.self)
      let kind: ArgumentSpecifier? =
        switch byte {
        case 0x40 where length.isEmpty: .value
        case 0x4B where length.isEmpty: .key
        case 0x73, 0x63: length.isEmpty ? .string(text) : nil
        case 0x64, 0x69, 0x75, 0x78, 0x6F: length == "L" ? nil : .integer(text)
        case 0x66, 0x65, 0x67, 0x61: ["", "l", "L"].contains(length) ? .double(text) : nil
        default: nil
        }
      position += 1
      if let kind { return .argument(kind) }
    }
    position = start
    return .bad(
      "unknown format specifier", hint: "% stands before an argument's type; modulus:by:(a, b) divides")
  }

  // MARK: Bytes

  /// The byte so far ahead; nil behind the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Whether a byte is a digit.
  func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0.isASCIIDigit } ?? false }

  /// The scalar at an offset with its length in bytes; nil behind the end.
  func scalar(at offset: Int) -> (Unicode.Scalar, Int)? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    if byte < 0x80 { return (Unicode.Scalar(byte), 1) }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    guard offset + length <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + length], as: UTF8.self).unicodeScalars.first.map {
      ($0, length)
    }
  }

  /// Moves past blanks: all scalars that have the property White_Space.
  private mutating func skipBlanks() {
    while let byte = peek() {
      if byte < 0x80 {
        guard byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) else { return }
        position += 1
      } else {
        guard let (scalar, length) = scalar(at: position), scalar.properties.isWhitespace else { return }
        position += length
      }
    }
  }
}
