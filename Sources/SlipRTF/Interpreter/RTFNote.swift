internal import RTFSyntax
internal import SlipDocument

/// A footnote, endnote or annotation, as the interpreter tells of it.
struct RTFNote {
  var kind: MarginNote.Kind
  /// Counted from 1 for each kind when automatic (`1`, `2`; `[A1]` for annotations), else the file's own.
  var mark: String
  var isAutomatic: Bool
  /// Its reference is hidden: it isn't counted, and has no mark. With formatting only.
  var isLeftOut = false
  /// Its reference is a tracked deletion: it isn't counted, and an automatic one has no mark. With formatting only.
  var isDeleted = false
  /// The formatting at its reference. With formatting only.
  var anchor = RTFCharacterState()
  /// `\atnauthor`; nil for other notes.
  var author: String?
  /// `\atndate` in the packed form of `\revdttm`; 0 for none.
  var date: Int32 = 0
}

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

/// Takes off what a note's text begins with: the mark that the file repeats there, and white space around it. The text may
/// come in pieces.
struct RTFNoteLead {
  private enum State {
    case beforeMark
    /// So many bytes of the mark have come.
    case inMark(Int)
    case behindMark, text
  }

  private let mark: [UInt8]
  private var state: State

  /// - Parameter mark: empty where none is to be taken off.
  init(_ mark: String) {
    self.mark = Array(mark.utf8)
    state = mark.isEmpty ? .behindMark : .beforeMark
  }

  /// What of a text remains.
  static func stripped(_ text: [UInt8], mark: String) -> [UInt8] {
    var rest: [UInt8] = []
    var lead = RTFNoteLead(mark)
    text.withUnsafeBytes { lead.strip($0) { rest.append(contentsOf: $0) } }
    lead.finish { rest.append(contentsOf: $0) }
    return rest
  }

  mutating func strip(_ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var index = 0
    while index < piece.count, passes(piece[index], body) { index += 1 }
    if index < piece.count { body(UnsafeRawBufferPointer(rebasing: piece[index...])) }
  }

  /// Hands over the beginning of a mark that the text ended in.
  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    if case .inMark(let count) = state { giveBack(count, body) }
    state = .text
  }

  /// Whether a byte goes, or waits to.
  private mutating func passes(_ byte: UInt8, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    let isSpace = byte == 0x20 || byte == 0x09
    switch state {
    case .text: return false
    case .beforeMark, .behindMark:
      if isSpace { return true }
      if case .beforeMark = state, byte == mark[0] {
        state = mark.count == 1 ? .behindMark : .inMark(1)
        return true
      }
      state = .text
      return false
    case .inMark(let count):
      if byte == mark[count] {
        state = count + 1 == mark.count ? .behindMark : .inMark(count + 1)
        return true
      }
      giveBack(count, body)
      state = .text
      return false
    }
  }

  private func giveBack(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    mark[..<count].withUnsafeBytes(body)
  }
}
