public import SlipBase

/// One picture lifted out of a file: how its bytes go back in.
///
/// The original is the kept file with `range` replaced by its part `keep`, in which the blob's bytes, encoded,
/// are put in at `insertion`. All offsets are bytes of the kept file.
public struct ExtractedData: Sendable, Equatable {
  public enum Encoding: Sendable, Equatable {
    /// Hexadecimal digits. `layout` tells the white space between them: items with a space in between, each a number
    /// of digits, the white space behind them (`n` LF, `r` CR, `s` space, `t` TAB) and `*N` for N such lines in a row,
    /// such as `128n*391`; empty when there is none.
    case hex(upperCase: Bool, layout: String)
    /// `\binN`, a space, and N raw bytes; the word goes in with them.
    case binary
  }
  /// Digest of the blob.
  public var attachment: Digest
  /// Bytes of the kept file that stand for the picture.
  public var range: Range<Int>
  /// The part of `range` that is the original's; what lies around it was put there for word processors.
  public var keep: Range<Int>
  /// Offset in the kept file, inside `keep`, where the encoded data goes.
  public var insertion: Int
  public var encoding: Encoding

  public init(
    attachment: Digest, range: Range<Int>, keep: Range<Int>, insertion: Int, encoding: Encoding
  ) {
    self.attachment = attachment
    self.range = range
    self.keep = keep
    self.insertion = insertion
    self.encoding = encoding
  }
}
