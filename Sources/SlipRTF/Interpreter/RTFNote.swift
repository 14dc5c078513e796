internal import RTFSyntax
internal import SlipDocument

/// A footnote, endnote or annotation, as the interpreter reports it.
struct RTFNote {
  /// Footnote, endnote or annotation.
  var kind: MarginNote.Kind
  /// The mark at the reference: counted from 1 for each kind if automatic (`1`, `2`;
  /// `[A1]` for annotations), otherwise the file's own.
  var mark: String
  /// Whether the mark is counted (`\chftn`), and not the file's own.
  var isAutomatic: Bool
  /// The note's reference is hidden: it is not counted, and has no mark. Only with
  /// formatting.
  var isLeftOut = false
  /// The note's reference is a tracked deletion: it is not counted, and an automatic one
  /// has no mark. Only with formatting.
  var isDeleted = false
  /// The formatting at the reference. Only with formatting.
  var anchor = RTFCharacterState()
  /// The text of `\atnauthor`; nil for other notes.
  var author: String?
  /// The date of `\atndate`, packed as `RTFPackedDate` describes; 0 for none.
  var date: Int32 = 0
}

/// Reads the mark that a file writes before a note, as in `{\super *{\footnote …}}`: one
/// to eight characters without white space.
///
/// The text in front of a note may also be ordinary text, so whatever cannot be part of a
/// mark makes the whole of it ordinary text.
struct RTFNoteMark {
  /// The mark so far.
  private var mark = ""
  /// How many characters it has.
  private var length = 0
  /// How many characters behind a `\u` are still to be skipped.
  private var skipLeft = 0
  /// `\ucN` in front of the note.
  private let skipCount: Int
  /// Whether the note's reference is a tracked deletion. Its mark is then deleted, too.
  private let isDeleted: Bool
  /// Whether all that has come can be part of a mark.
  private var isUsable = true

  /// The most characters of a mark.
  static var maximumLength: Int { 8 }

  /// Whether a mark may have a character.
  ///
  /// Excluded are white space, controls, hyphens that may not show, placeholders of
  /// pictures, glyphs of unknown symbol fonts, characters that RTF escapes with a
  /// backslash, and those that it writes as two halves.
  static func canHold(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x5C, 0x7B, 0x7D, 0xAD, 0x2011, 0xF000...0xF0FF, 0xFFFC, 0xFFFD: false
    case 0x21...0x7E, 0xA1...0xFFFF: !scalar.properties.isWhitespace
    default: false
    }
  }

  /// The most bytes between the beginning of the group around and the note. A group that
  /// holds a mark is short.
  private static var longestGroup: Int { 1_024 }

  /// Creates a reader for the text before one note.
  init(skipCount: Int32, isDeleted: Bool) {
    self.skipCount = Int(skipCount)
    self.isDeleted = isDeleted
  }

  /// Reads a piece of RTF as a mark.
  ///
  /// - Parameters:
  ///   - bytes: What stands between the brace of the group around the note, and the note.
  ///   - page: Gives the character of a byte in the font in force.
  ///   - symbol: Gives the character that a code point from U+F020 to U+F0FF shows in
  ///     that font.
  /// - Returns: The mark; nil if the text can't be one.
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
        // Escaped characters are not part of marks. Behind a star stand bookmarks and their like.
        if token.parameter != 0x2A || !passesStar(&tokenizer) { isUsable = false }
      case .groupStart, .groupEnd: skipLeft = 0
      case .binary: isUsable = false
      }
    }
    return isUsable && length > 0 ? mark : nil
  }

  /// Skips the group of a star.
  ///
  /// - Returns: False if it may hold something visible.
  private func passesStar(_ tokenizer: inout Tokenizer) -> Bool {
    guard let token = tokenizer.next(), token.kind == .controlWord else { return false }
    switch ControlWordTable.rows[Int(token.word)].action {
    case .bookmarkStart, .bookmarkEnd, .skipped, .unknown, .ignored: return tokenizer.skipGroup()
    default: return false
    }
  }

  /// Adds a byte, or skips it behind a `\u`.
  private mutating func byte(_ byte: UInt8, _ page: (UInt8) -> UInt32) {
    if skipLeft > 0 { skipLeft -= 1 } else { add(page(byte)) }
  }

  /// Handles a control word. Those that begin a line or hide text show that this is no
  /// mark.
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

  /// Adds a character. One that a mark cannot hold shows that this is no mark.
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

/// Removes what a note's text begins with: the mark that the file repeats there, and
/// white space around it.
///
/// Word writes `{\footnote {\super \chftn} Text}`, so the story begins with the mark. The
/// text may come in pieces, and the mark may be split between them.
struct RTFNoteLead {
  /// How far the beginning of the text has been read.
  private enum State {
    /// Only white space has come.
    case beforeMark
    /// So many bytes of the mark have come.
    case inMark(Int)
    /// Behind the mark, white space is still removed; then the rest is text.
    case behindMark, text
  }

  /// The mark in UTF-8.
  private let mark: [UInt8]
  /// How far the text has been read.
  private var state: State

  /// Creates a filter.
  ///
  /// - Parameter mark: Empty if only white space is to be removed.
  init(_ mark: String) {
    self.mark = Array(mark.utf8)
    state = mark.isEmpty ? .behindMark : .beforeMark
  }

  /// What remains of a whole text.
  static func stripped(_ text: [UInt8], mark: String) -> [UInt8] {
    var rest: [UInt8] = []
    var lead = RTFNoteLead(mark)
    text.withUnsafeBytes { lead.strip($0) { rest.append(contentsOf: $0) } }
    lead.finish { rest.append(contentsOf: $0) }
    return rest
  }

  /// Reads a piece of the text.
  ///
  /// - Parameter body: Gets what remains of it. It may be called twice: with a part of
  ///   the mark that turned out to be text, and with the piece.
  mutating func strip(_ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var index = 0
    while index < piece.count, passes(piece[index], body) { index += 1 }
    if index < piece.count { body(UnsafeRawBufferPointer(rebasing: piece[index...])) }
  }

  /// Ends the text, and hands over the beginning of a mark that it ended in.
  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    if case .inMark(let count) = state { giveBack(count, body) }
    state = .text
  }

  /// Whether a byte is removed, or may still be.
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

  /// Hands over the first bytes of the mark, which turned out to be text.
  private func giveBack(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    mark[..<count].withUnsafeBytes(body)
  }
}
