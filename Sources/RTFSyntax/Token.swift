/// One lexical element of RTF (RTF 1.9.1, "RTF Syntax"). Refers to bytes of the input; owns nothing.
public struct Token: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    case groupStart
    case groupEnd
    /// Letters behind a backslash, with or without parameter; `word` and `parameter` tell which.
    case controlWord
    /// A backslash and one byte that is not a letter; `parameter` is that byte. A backslash that ends the
    /// input has parameter 0 and length 1. `\'hh` is `hexByte`.
    case controlSymbol
    /// `\'hh`: `parameter` is the byte. Without two hexadecimal digits it is -1 and the length is 2.
    case hexByte
    /// Bytes that stand for themselves; CR and LF are not among them. Very long text comes in several tokens.
    case text
    /// The bytes behind `\binN`, neither the word nor its delimiter among them, clamped to the input;
    /// `parameter` is N.
    case binary
  }

  public var kind: Kind
  /// For text: all bytes are printing ASCII (0x20 to 0x7F).
  public var isPlain: Bool
  public var hasParameter: Bool
  /// The row of `ControlWordTable`; 0 for words it lacks.
  public var word: UInt16
  /// Clamped to Int32; 0 when there is none.
  public var parameter: Int32
  /// In bytes from the start of the input.
  public var offset: Int
  /// In bytes, delimiter included.
  public var length: Int

  @inlinable
  public init(
    kind: Kind, word: UInt16 = 0, hasParameter: Bool = false, parameter: Int32 = 0, offset: Int, length: Int,
    isPlain: Bool = false
  ) {
    self.kind = kind
    self.isPlain = isPlain
    self.hasParameter = hasParameter
    self.word = word
    self.parameter = parameter
    self.offset = offset
    self.length = length
  }

  @inlinable public var end: Int { offset &+ length }
}
