// Numbers and strings.

extension Lexer {
  /// Reads a number. One that runs into a name is a bad token as a whole.
  mutating func number() -> Token.Kind {
    let start = position
    let radix: Int =
      switch (bytes[position], peek(1)) {
      case (0x30, 0x78), (0x30, 0x58): 16
      case (0x30, 0x6F), (0x30, 0x4F): 8
      case (0x30, 0x62), (0x30, 0x42): 2
      default: 10
      }
    if radix != 10 {
      position += 2
      let digits = name()
      guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false }) else {
        return .bad("malformed number", hint: nil)
      }
      return integer(digits, radix: radix)
    }
    var isWhole = true
    skipDigits()
    if peek() == UInt8(ascii: "."), isDigit(peek(1)) {
      isWhole = false
      position += 1
      skipDigits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 2 : 1
      if isDigit(peek(sign)) {
        isWhole = false
        position += sign
        skipDigits()
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard name().isEmpty else { return .bad("malformed number", hint: nil) }
    if isWhole { return integer(text, radix: 10) }
    guard let value = Double(text.hasPrefix(".") ? "0" + text : text), value.isFinite else {
      return .bad("number too large", hint: nil)
    }
    return .double(value)
  }

  /// The token of a whole number; 2^63 is the largest.
  private func integer(_ digits: String, radix: Int) -> Token.Kind {
    guard let value = UInt64(digits, radix: radix), value <= 1 << 63 else {
      return .bad("number too large", hint: "whole numbers have 64 bits")
    }
    return .integer(value)
  }

  /// Moves past digits.
  private mutating func skipDigits() {
    while isDigit(peek()) { position += 1 }
  }

  /// Reads a string. A string that isn't closed is bad at its quote, an escape at its backslash.
  ///
  /// The rest of a string with a bad escape is read all the same, to know where it ends.
  ///
  /// - Parameter quote: The byte with which it starts and must end.
  mutating func string(quote: UInt8) -> Token.Kind {
    let start = position
    var content: [UInt8] = []
    var fault: (offset: Int, reason: String)?
    position += 1
    while let byte = peek() {
      position += 1
      if byte == quote {
        if let fault { return bad(fault) }
        return .string(String(decoding: content, as: UTF8.self))
      }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      let escape = position - 1
      if let reason = self.escape(&content), fault == nil { fault = (escape, reason) }
    }
    return bad(fault ?? (start, "string is not closed"))
  }

  /// A bad token that doesn't start where the string does.
  private mutating func bad(_ fault: (offset: Int, reason: String)) -> Token.Kind {
    start = fault.offset
    return .bad(fault.reason, hint: nil)
  }

  /// Reads what follows a backslash; the reason where it is no escape.
  private mutating func escape(_ content: inout [UInt8]) -> String? {
    guard let byte = peek() else { return nil }
    position += 1
    switch byte {
    case 0x22, 0x27, 0x5C, 0x2F: content.append(byte)
    case 0x62: content.append(0x08)
    case 0x66: content.append(0x0C)
    case 0x6E: content.append(UInt8(ascii: "\n"))
    case 0x72: content.append(UInt8(ascii: "\r"))
    case 0x74: content.append(UInt8(ascii: "\t"))
    case 0x30: content.append(0x00)
    case 0x75:
      guard let first = codeUnit() else { return "\\u wants four hexadecimal digits" }
      return unicode(first, &content)
    default: return "unknown escape"
    }
    return nil
  }

  /// Adds the scalar of one code unit of UTF-16, or of a surrogate pair.
  private mutating func unicode(_ first: UInt32, _ content: inout [UInt8]) -> String? {
    var value = first
    if (0xD800..<0xDC00).contains(first) {
      let before = position
      guard peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else {
        return "half of a surrogate pair"
      }
      position += 2
      guard let second = codeUnit(), (0xDC00..<0xE000).contains(second) else {
        position = before
        return "half of a surrogate pair"
      }
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { return "half of a surrogate pair" }
    content.append(contentsOf: String(Character(scalar)).utf8)
    return nil
  }

  /// Reads four hexadecimal digits; nil where they aren't there.
  private mutating func codeUnit() -> UInt32? {
    var value: UInt32 = 0
    for distance in 0..<4 {
      guard let digit = peek(distance)?.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }
}
