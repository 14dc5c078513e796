/// A character encoding that RTF names by number (`\ansicpg`, `\cpg`) or by character set
/// (`\fcharset`).
///
/// Single-byte and double-byte pages decode by look-up: `CodePage.windows1252[0xE9]` is é (U+00E9).
/// Text that comes in pieces, and UTF-8, goes through `CodePageDecoder`. The tables are built on first
/// use, live as long as the process, and are the same on every system, because they come from Unicode's
/// published mappings and not from the system's converters. A value is a few machine words, so copying
/// it costs nothing.
public struct CodePage: Sendable {
  /// How bytes form characters.
  public enum Kind: UInt8, Sendable {
    /// Each byte is a character.
    case singleByte
    /// Some bytes are lead bytes, which a trail byte completes.
    case doubleByte
    /// GB 18030 (code page 54936): pairs, and characters of four bytes. Use `CodePageDecoder`.
    case gb18030
    /// UTF-8 (code page 65001). The bytes of a character come one by one, so use `CodePageDecoder`.
    case utf8
  }

  /// What bytes decode to that mean nothing in a page: U+FFFD, the replacement character. No page
  /// contains this character itself.
  @inlinable public static var lacking: UInt32 { 0xFFFD }
  /// What `subscript` returns for a lead byte, which alone is no character. It is not a Unicode scalar.
  @inlinable public static var leadMark: UInt32 { .max }

  /// The number of the page on Windows, such as 1252; 42 for symbol fonts.
  public let number: Int
  /// How bytes form characters.
  public let kind: Kind
  /// Whether the bytes 0x00 to 0x7F stand for ASCII, so that plain text needs no decoding. Symbol fonts
  /// and some Macintosh pages differ.
  public let isASCIICompatible: Bool
  /// 256 scalars, one for each byte.
  @usableFromInline nonisolated(unsafe) let scalars: UnsafePointer<UInt32>
  /// The characters of pairs at `(lead & 0x7F) << 8 | trail`; nil for other kinds.
  @usableFromInline nonisolated(unsafe) let pairs: UnsafePointer<UInt16>?

  /// Creates a page over tables that live as long as the process.
  init(number: Int, kind: Kind, scalars: UnsafePointer<UInt32>, pairs: UnsafePointer<UInt16>? = nil) {
    self.number = number
    self.kind = kind
    self.isASCIICompatible = (0..<0x80).allSatisfy { scalars[$0] == UInt32($0) }
    self.scalars = scalars
    self.pairs = pairs
  }

  /// The character that a byte stands for on its own: a Unicode scalar, `lacking`, or `leadMark`.
  @inlinable
  public subscript(byte: UInt8) -> UInt32 { scalars[Int(byte)] }

  /// Whether a byte begins a character of several bytes: a lead byte, or in UTF-8 the first byte of a
  /// sequence of two to four.
  @inlinable
  public func isLeadByte(_ byte: UInt8) -> Bool { scalars[Int(byte)] == CodePage.leadMark }

  /// The character of a double-byte pair: a Unicode scalar, or `lacking`, which is also the result for
  /// pages of other kinds.
  @inlinable
  public func decode(lead: UInt8, trail: UInt8) -> UInt32 {
    guard let pairs, lead >= 0x80 else { return CodePage.lacking }
    return UInt32(pairs[Int(lead & 0x7F) << 8 | Int(trail)])
  }

  /// The 256 values of `subscript`, for hot loops. They are valid as long as the process lives.
  @inlinable
  public var table: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: scalars, count: 256) }
}

extension CodePage: Equatable {
  /// Compares the tables, not the numbers: pages 932 and 943 are one page. The tables are compared by
  /// address, which takes constant time.
  public static func == (a: CodePage, b: CodePage) -> Bool { a.scalars == b.scalars && a.pairs == b.pairs }
}
