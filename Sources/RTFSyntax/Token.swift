/// One lexical element of RTF (RTF 1.9.1, "RTF Syntax").
///
/// A token refers to bytes of the input by offset and length and owns nothing, so it is only useful as
/// long as the input is at hand. `{\b caf\'e9}` gives six tokens: `groupStart`, `controlWord` (`\b`
/// with the space that delimits it), `text` (`caf`), `hexByte` (0xE9) and `groupEnd`.
public struct Token: Sendable, Equatable {
  /// What a token is.
  public enum Kind: UInt8, Sendable {
    /// `{`.
    case groupStart
    /// `}`, also where no group is open.
    case groupEnd
    /// A backslash and letters, with or without a parameter; `word` and `parameter` say which. One
    /// space that delimits the word belongs to it.
    case controlWord
    /// A backslash and one byte that is not a letter, such as `\~` or `\*`; `parameter` is that byte. A
    /// backslash that ends the input has parameter 0 and length 1. `\'hh` is `hexByte`.
    case controlSymbol
    /// `\'hh`: `parameter` is the byte. Without two hexadecimal digits the parameter is -1 and the
    /// length is 2, so the digits that are there follow as text.
    case hexByte
    /// Bytes that stand for themselves, in the code page of the font. CR and LF are not among them.
    /// Very long text comes in several tokens.
    case text
    /// The bytes that follow `\binN`, without the word and its delimiter, clamped to the end of the
    /// input; `parameter` is N. The word itself gives no token of its own.
    case binary
  }

  /// What the token is.
  public var kind: Kind
  /// For text: whether all bytes are ASCII from 0x20 to 0x7F, so that they need no code page. False for
  /// all other kinds.
  public var isPlain: Bool
  /// Whether a parameter was written: `\b` and `\b0` differ.
  public var hasParameter: Bool
  /// For a control word, its row in `ControlWordTable`; 0 for words that the table lacks.
  public var word: UInt16
  /// The parameter, clamped to `-Int32.max...Int32.max`; 0 when there is none.
  public var parameter: Int32
  /// Where the token begins, in bytes from the start of the input.
  public var offset: Int
  /// The length in bytes, including a control word's delimiter.
  public var length: Int

  /// Creates a token from its parts.
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

  /// Where the token ends, in bytes from the start of the input.
  @inlinable public var end: Int { offset &+ length }
}
