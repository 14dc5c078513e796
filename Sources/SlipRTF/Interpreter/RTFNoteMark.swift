internal import RTFSyntax

/// Reads the mark that a file writes before a note: one to eight characters without white space.
struct RTFNoteMark {
  private var mark = ""
  private var length = 0
  /// Characters yet to pass over behind `\u`, and how many each has.
  private var skipLeft = 0
  private let skipCount: Int
  /// Whether the note's reference is a tracked deletion: its mark is so, too.
  private let isDeleted: Bool
  private var isUsable = true

  static var maximumLength: Int { 8 }

  /// Neither white space, a control, a hyphen that may not show, what stands for a picture, a symbol of no known font,
  /// nor what RTF writes with a backslash or in halves.
  static func canHold(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x5C, 0x7B, 0x7D, 0xAD, 0x2011, 0xF000...0xF0FF, 0xFFFC, 0xFFFD: false
    case 0x21...0x7E, 0xA1...0xFFFF: !scalar.properties.isWhitespace
    default: false
    }
  }

  /// A group that holds a mark and its note's begin is short.
  private static var longestGroup: Int { 1_024 }

  init(skipCount: Int32, isDeleted: Bool) {
    self.skipCount = Int(skipCount)
    self.isDeleted = isDeleted
  }

  /// The text of a piece of RTF; nil when it can't be a mark.
  ///
  /// - Parameters:
  ///   - page: the character of a byte in the font in force.
  ///   - symbol: what U+F020 ... U+F0FF show in it.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, page: (UInt8) -> UInt32, symbol: (UInt32) -> UInt32
  ) -> String? {
    guard bytes.count <= RTFNoteMark.longestGroup else { return nil }
    var tokenizer = Tokenizer(bytes)
    while isUsable, let token = tokenizer.next() {
      switch token.kind {
      case .text: for offset in token.offset..<token.end { byte(bytes[offset], page) }
      case .hexByte: byte(UInt8(truncatingIfNeeded: token.parameter), page)
      case .controlWord: word(token, symbol)
      case .controlSymbol:
        // Escaped characters are no marks; behind a star stand bookmarks and the like.
        if token.parameter != 0x2A || !passesStar(&tokenizer) { isUsable = false }
      case .groupStart, .groupEnd: skipLeft = 0
      case .binary: isUsable = false
      }
    }
    return isUsable && length > 0 ? mark : nil
  }

  /// Passes over the group of a star; false where it may hold something that is seen.
  private func passesStar(_ tokenizer: inout Tokenizer) -> Bool {
    guard let token = tokenizer.next(), token.kind == .controlWord else { return false }
    switch ControlWordTable.rows[Int(token.word)].action {
    case .bookmarkStart, .bookmarkEnd, .skipped, .unknown, .ignored: return tokenizer.skipGroup()
    default: return false
    }
  }

  private mutating func byte(_ byte: UInt8, _ page: (UInt8) -> UInt32) {
    if skipLeft > 0 { skipLeft -= 1 } else { add(page(byte)) }
  }

  private mutating func word(_ token: Token, _ symbol: (UInt32) -> UInt32) {
    let row = ControlWordTable.rows[Int(token.word)]
    switch row.action {
    case .unicode:
      let number = UInt32(bitPattern: token.parameter) & (token.parameter < 0 ? 0xFFFF : 0x1F_FFFF)
      add(symbol(number))
      skipLeft = skipCount
    case .character: add(UInt32(bitPattern: row.value))
    case .deleted: isUsable = isUsable && isDeleted
    case .tab, .lineBreak, .paragraph, .hidden, .characterReset: isUsable = false
    default: if row.kind == .destination { isUsable = false }
    }
  }

  private mutating func add(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value), RTFNoteMark.canHold(scalar), length < RTFNoteMark.maximumLength
    else {
      isUsable = false
      return
    }
    mark.unicodeScalars.append(scalar)
    length += 1
  }
}
