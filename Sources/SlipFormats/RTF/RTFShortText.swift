internal import RTFSyntax
internal import SlipBase

/// Decodes the text of small destinations, such as titles and field instructions, each character with the bytes that it
/// came from. Fonts don't count there: the text is in the document's code page, or `\u`.
struct RTFShortText {
  struct Character {
    var scalar: Unicode.Scalar
    /// In bytes of the file.
    var range: Range<Int>
    /// Different on both sides of a brace or of a word that is no text.
    var section: Int
  }

  private(set) var characters: [Character] = []
  private let limit: Int
  private var decoder: CodePageDecoder?
  private var characterStart = 0
  private var fallbackLength = 1
  /// Characters that still belong to the last `\u`.
  private var skip = 0
  private var highSurrogate: UInt32?
  private var section = 0

  /// `limit` bounds the characters that are kept.
  init(codePage: Int, limit: Int) {
    decoder = (CodePage.named(codePage) ?? CodePage.named(1252)).map(CodePageDecoder.init)
    self.limit = limit
  }

  var text: String { String(String.UnicodeScalarView(characters.map(\.scalar))) }

  /// Takes one token; braces and words without text only part what stands on their sides.
  mutating func take(_ token: Token, in bytes: UnsafeRawBufferPointer) {
    switch token.kind {
    case .text:
      for offset in token.offset..<token.end { byte(bytes[offset], offset..<offset + 1) }
    case .hexByte: if token.hasParameter { byte(UInt8(truncatingIfNeeded: token.parameter), token.range) }
    case .controlSymbol: symbol(token)
    case .controlWord: word(token)
    case .groupStart, .groupEnd:
      skip = 0
      section += 1
    case .binary: section += 1
    }
  }

  /// Takes all up to the brace that closes the group.
  mutating func takeGroup(_ tokenizer: inout Tokenizer, in bytes: UnsafeRawBufferPointer) {
    var depth = 0
    while let token = tokenizer.next() {
      if token.kind == .groupStart { depth += 1 }
      if token.kind == .groupEnd {
        if depth == 0 { return }
        depth -= 1
      }
      take(token, in: bytes)
    }
  }

  private mutating func byte(_ byte: UInt8, _ range: Range<Int>) {
    if skip > 0 {
      skip -= 1
      extend(to: range.upperBound)
      return
    }
    guard var decoder else { return }
    if !decoder.isUnfinished { characterStart = range.lowerBound }
    var decoded: [UInt32] = []
    decoder.push(byte) { decoded.append($0) }
    self.decoder = decoder
    for value in decoded { append(value, characterStart..<range.upperBound) }
  }

  private mutating func symbol(_ token: Token) {
    switch token.parameter {
    case 0x5C, 0x7B, 0x7D: byte(UInt8(token.parameter), token.range)
    case 0x7E: append(0xA0, token.range)
    case 0x5F: append(0x2011, token.range)
    case 0x0A, 0x0D: append(0x0A, token.range)
    // `\*` and optional hyphens.
    default: break
    }
  }

  private mutating func word(_ token: Token) {
    let row = ControlWordTable.rows[Int(token.word)]
    switch row.action {
    case .unicode: unicode(token)
    case .unicodeSkip: fallbackLength = Int(max(0, token.hasParameter ? token.parameter : 1))
    case .character: append(UInt32(bitPattern: row.value), token.range)
    case .tab: append(0x09, token.range)
    case .paragraph, .lineBreak: append(0x0A, token.range)
    default: section += 1
    }
  }

  private mutating func unicode(_ token: Token) {
    let unit = UInt32(truncatingIfNeeded: token.parameter) & (token.parameter < 0 ? 0xFFFF : 0x1F_FFFF)
    defer { skip = fallbackLength }
    if let high = highSurrogate {
      highSurrogate = nil
      if (0xDC00...0xDFFF).contains(unit) {
        let start = characterStart
        append(0x1_0000 + (high - 0xD800) << 10 + (unit - 0xDC00), start..<token.end)
        return
      }
    }
    if (0xD800...0xDBFF).contains(unit) {
      highSurrogate = unit
      characterStart = token.offset
    } else {
      append(unit, token.range)
    }
  }

  private mutating func append(_ value: UInt32, _ range: Range<Int>) {
    guard characters.count < limit else { return }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    characters.append(Character(scalar: scalar, range: range, section: section))
  }

  /// What stands for programs without Unicode belongs to the character.
  private mutating func extend(to end: Int) {
    guard highSurrogate == nil, let last = characters.indices.last else { return }
    characters[last].range = characters[last].range.lowerBound..<end
  }
}

extension Token {
  var range: Range<Int> { offset..<end }
}
