public import SlipBase

/// One picture lifted out of a file: how its bytes go back in.
///
/// The original is the kept file with `range` replaced by its part `keep`, in which the blob's bytes, encoded,
/// are put in at `insertion`. All offsets are bytes of the kept file.
public struct LiftedData: Sendable, Equatable {
  public enum Encoding: Sendable, Equatable {
    /// Hexadecimal digits. `layout` tells line ends between them (see `Schemas/README.md`).
    case hex(upperCase: Bool, layout: String)
    /// Raw bytes behind `\bin`.
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
