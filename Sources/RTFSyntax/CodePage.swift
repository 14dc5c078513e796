/// A character encoding that RTF names by number (`\ansicpg`, `\cpg`) or by charset (`\fcharset`).
///
/// Tables live as long as the process, are made on first use, and are the same on every system.
/// A value is a few words; copying it is free.
public struct CodePage: Sendable {
  public enum Kind: UInt8, Sendable {
    case singleByte
    /// Some bytes are lead bytes, which a trail byte completes.
    case doubleByte
    /// 65001. The bytes of a character come one by one, so use `CodePageDecoder`.
    case utf8
  }

  /// What a byte or a pair decodes to that the page lacks: U+FFFD. No page has this character itself.
  @inlinable public static var lacking: UInt32 { 0xFFFD }
  /// What `subscript` gives for a byte that wants further bytes.
  @inlinable public static var leadMark: UInt32 { .max }

  /// The number that Windows gives to the page; 42 for `symbol`.
  public let number: Int
  public let kind: Kind
  /// The bytes 0...0x7F stand for ASCII.
  public let isASCIICompatible: Bool
  @usableFromInline nonisolated(unsafe) let scalars: UnsafePointer<UInt32>
  @usableFromInline nonisolated(unsafe) let pairs: UnsafePointer<UInt16>?

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

  /// In UTF-8, the first byte of a sequence of two to four.
  @inlinable
  public func isLeadByte(_ byte: UInt8) -> Bool { scalars[Int(byte)] == CodePage.leadMark }

  /// The character of a double-byte pair: a Unicode scalar, or `lacking`.
  @inlinable
  public func decode(lead: UInt8, trail: UInt8) -> UInt32 {
    guard let pairs, lead >= 0x80 else { return CodePage.lacking }
    return UInt32(pairs[Int(lead & 0x7F) << 8 | Int(trail)])
  }

  /// The 256 values of `subscript`, for hot loops. Valid as long as the process lives.
  @inlinable
  public var table: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: scalars, count: 256) }
}

extension CodePage: Equatable {
  public static func == (a: CodePage, b: CodePage) -> Bool { a.scalars == b.scalars && a.pairs == b.pairs }
}
