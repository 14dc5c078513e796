public import SlipBase

/// Says how one picture that was extracted from a file goes back in.
///
/// A bundle stores pictures once, as blobs, and keeps the imported file without them. The original
/// results when `range` of the kept file is replaced by its part `keep`, with the encoded bytes of
/// the blob inserted at `insertion`. All offsets count bytes of the kept file.
public struct ExtractedData: Sendable, Hashable {
  /// How the picture's bytes are spelled in the original (RTF 1.9.1, "Pictures").
  public enum Encoding: Sendable, Hashable {
    /// Hexadecimal digits, all upper-case or all lower-case.
    ///
    /// `layout` describes the white space between the digits as items separated by spaces. An item
    /// is a number of digits, the white space that follows them (`n` LF, `r` CR, `s` space, `t`
    /// tab), and `*N` for N such lines in a row: `128n*391`. It is empty when there is no white
    /// space.
    case hex(upperCase: Bool, layout: String)
    /// `\binN`, a space, and N raw bytes. The control word goes back in together with the bytes.
    case binary
  }
  /// The digest of the blob, which is also the attachment's id.
  public var attachment: Digest
  /// The bytes of the kept file that stand for the picture.
  public var range: Range<Int>
  /// The part of `range` that belongs to the original. The rest was added so that word processors
  /// can open the kept file.
  public var keep: Range<Int>
  /// The offset in the kept file, inside `keep`, where the encoded bytes go.
  public var insertion: Int
  /// How the bytes are spelled.
  public var encoding: Encoding

  /// Creates the record of one extracted picture.
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
