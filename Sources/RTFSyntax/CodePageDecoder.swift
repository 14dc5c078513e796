/// Decodes bytes of a code page that come one by one, such as those of text and `\'hh` in turn.
///
/// It remembers the first bytes of a character until the others come: `\'93\'fa` gives 日 in Shift JIS
/// (932) no matter how the two bytes are spelled or in how many tokens they come.
public struct CodePageDecoder: Sendable {
  /// The code page. Setting it discards an unfinished character without a trace, so call `finish`
  /// first.
  public var page: CodePage {
    didSet { pending = 0 }
  }
  /// The first bytes of an unfinished character, with the last one in the low bits; 0 when there is
  /// none.
  @usableFromInline var pending: UInt32 = 0

  /// Creates a decoder with no unfinished character.
  public init(_ page: CodePage) { self.page = page }

  /// Whether a character has begun whose further bytes have not come yet.
  @inlinable public var isUnfinished: Bool { pending != 0 }

  /// Takes one byte and hands over the characters that it completes: none, one, or two when it
  /// interrupts another.
  ///
  /// - Parameter emit: receives each character as a Unicode scalar; `CodePage.lacking` stands for bytes
  ///   that mean nothing.
  @inlinable
  public mutating func push(_ byte: UInt8, _ emit: (UInt32) -> Void) {
    if pending == 0 {
      let scalar = page[byte]
      if scalar == CodePage.leadMark { pending = UInt32(byte) } else { emit(scalar) }
      return
    }
    if page.kind == .gb18030 { return completeGB18030(byte, emit) }
    let (first, second) = complete(byte)
    if first != CodePage.leadMark { emit(first) }
    if second != CodePage.leadMark { emit(second) }
  }

  /// Ends the text: an unfinished character becomes `CodePage.lacking`.
  @inlinable
  public mutating func finish(_ emit: (UInt32) -> Void) {
    guard pending != 0 else { return }
    pending = 0
    emit(CodePage.lacking)
  }

  /// Takes a byte while a character is unfinished and returns the characters that it completes, at most
  /// two. `leadMark` stands for no character.
  @usableFromInline
  mutating func complete(_ byte: UInt8) -> (UInt32, UInt32) {
    page.kind == .utf8 ? completeUTF8(byte) : completePair(byte)
  }

  /// Takes the trail byte of a pair. Where the pair means nothing, an ASCII byte is not swallowed but
  /// is a character of its own.
  private mutating func completePair(_ byte: UInt8) -> (UInt32, UInt32) {
    let scalar = page.decode(lead: UInt8(truncatingIfNeeded: pending), trail: byte)
    pending = 0
    // An ASCII byte that makes no pair is text of its own.
    return scalar == CodePage.lacking && byte < 0x80 ? (scalar, page[byte]) : (scalar, CodePage.leadMark)
  }

  /// Takes a further byte of a character of GB 18030: the second one of two, or one of four (WHATWG Encoding, 10.2.1
  /// "gb18030 decoder"). Where four bytes are none, only the first one means nothing, and the others are read anew.
  @usableFromInline
  mutating func completeGB18030(_ byte: UInt8, _ emit: (UInt32) -> Void) {
    let isDigit = (0x30...0x39).contains(byte)
    switch CodePageDecoder.count(of: pending) {
    case 1 where isDigit, 2 where (0x81...0xFE).contains(byte): pending = pending << 8 | UInt32(byte)
    case 1:
      let (first, second) = completePair(byte)
      emit(first)
      if second != CodePage.leadMark { emit(second) }
    case 3 where isDigit:
      emit(GB18030.scalar(pending << 8 | UInt32(byte)))
      pending = 0
    default:
      let rest = pending
      let count = CodePageDecoder.count(of: rest)
      pending = 0
      emit(CodePage.lacking)
      for index in 1..<count {
        push(UInt8(truncatingIfNeeded: rest >> UInt32((count - 1 - index) * 8)), emit)
      }
      push(byte, emit)
    }
  }

  /// Takes a further byte of a UTF-8 sequence. Ill-formed sequences are replaced as Unicode recommends
  /// (16.0, section 3.9, "U+FFFD Substitution of Maximal Subparts"): one U+FFFD for as many bytes as
  /// could begin a character.
  private mutating func completeUTF8(_ byte: UInt8) -> (UInt32, UInt32) {
    let sequence = pending
    guard CodePageDecoder.isContinuation(byte, of: sequence) else {
      pending = 0
      let scalar = page[byte]
      if scalar == CodePage.leadMark { pending = UInt32(byte) }
      return (CodePage.lacking, scalar)
    }
    let extended = sequence << 8 | UInt32(byte)
    let lead = CodePageDecoder.lead(of: extended)
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard CodePageDecoder.count(of: extended) == length else {
      pending = extended
      return (CodePage.leadMark, CodePage.leadMark)
    }
    pending = 0
    let low = extended & 0x3F | (extended >> 8 & 0x3F) << 6
    switch length {
    case 2: return (extended & 0x3F | (lead & 0x1F) << 6, CodePage.leadMark)
    case 3: return (low | (lead & 0x0F) << 12, CodePage.leadMark)
    default: return (low | (extended >> 16 & 0x3F) << 12 | (lead & 0x07) << 18, CodePage.leadMark)
    }
  }

  /// How many bytes `pending` holds, from 1 to 4.
  private static func count(of sequence: UInt32) -> Int { (32 - sequence.leadingZeroBitCount + 7) / 8 }

  /// The first byte of a sequence in `pending`.
  private static func lead(of sequence: UInt32) -> UInt32 {
    sequence >> UInt32((count(of: sequence) - 1) * 8)
  }

  /// Whether a byte may continue a sequence. By table 3-7 of the Unicode standard the second byte has
  /// bounds of its own after some first bytes; this excludes overlong forms, surrogates, and what lies
  /// beyond U+10FFFF.
  private static func isContinuation(_ byte: UInt8, of sequence: UInt32) -> Bool {
    switch sequence {
    case 0xE0: (0xA0...0xBF).contains(byte)
    case 0xED: (0x80...0x9F).contains(byte)
    case 0xF0: (0x90...0xBF).contains(byte)
    case 0xF4: (0x80...0x8F).contains(byte)
    default: (0x80...0xBF).contains(byte)
    }
  }
}

extension CodePage {
  /// The text of bytes that are all there. Bytes that mean nothing become U+FFFD.
  public func text(_ bytes: some Sequence<UInt8>) -> String {
    var output = String.UnicodeScalarView()
    var decoder = CodePageDecoder(self)
    /// Adds a character.
    func add(_ scalar: UInt32) { output.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    for byte in bytes { decoder.push(byte, add) }
    decoder.finish(add)
    return String(output)
  }

  /// The code page for text that somebody says to be in this one: Windows-1252 where no program writes text in it, because it isn't
  /// like ASCII, or where it is UTF-8, which has readers of its own.
  public var ofText: CodePage { isASCIICompatible && kind != .utf8 ? self : .windows1252 }
}
