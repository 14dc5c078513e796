/// One lexical element of RTF (RTF 1.9.1, "RTF Syntax"). Refers to bytes of the input; owns nothing.
public struct Token: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    case groupStart
    case groupEnd
    /// Letters behind a backslash, with or without parameter; `word` and `parameter` tell which.
    case controlWord
    /// A backslash and one character that is not a letter; `\'hh` is `hexByte`.
    case controlSymbol
    /// `\'hh`: `parameter` is the byte.
    case hexByte
    /// Bytes that stand for themselves; CR and LF are not among them.
    case text
    /// The bytes behind `\binN`, its delimiter not among them.
    case binary
  }

  public var kind: Kind
  /// The row of `ControlWordTable`; 0 for words it lacks.
  public var word: UInt16
  public var hasParameter: Bool
  /// Clamped to Int32; 0 when there is none.
  public var parameter: Int32
  /// In bytes from the start of the input.
  public var offset: Int
  /// In bytes, delimiter included.
  public var length: Int

  @inlinable
  public init(
    kind: Kind, word: UInt16 = 0, hasParameter: Bool = false, parameter: Int32 = 0, offset: Int, length: Int
  ) {
    self.kind = kind
    self.word = word
    self.hasParameter = hasParameter
    self.parameter = parameter
    self.offset = offset
    self.length = length
  }

  @inlinable public var end: Int { offset + length }
}
