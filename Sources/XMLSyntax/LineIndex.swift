public import SlipCore

/// Turns byte offsets into lines and columns.
///
/// Offsets in ascending order cost one pass over the document in all; a smaller offset than before
/// starts again from the beginning. Lines end in LF, CR LF or CR.
///
///     var lines = LineIndex(bytes)
///     lines.place(ofByte: 0)     // line 1, column 1
public struct LineIndex {
  private let bytes: UnsafeRawBufferPointer
  /// How far the document has been counted.
  private var position = 0
  /// The line of `position`, from 1.
  private var line = 1
  /// The offset at which that line begins.
  private var lineStart = 0

  /// Creates an index.
  ///
  /// - Parameter bytes: The document. It must stay valid as long as this value is used.
  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The line and column of an offset, both from 1; columns count bytes. An offset outside of the
  /// document counts as its nearest end.
  public mutating func place(ofByte offset: Int) -> SourceLocation.Place {
    let end = min(max(offset, 0), bytes.count)
    if end < position { (position, line, lineStart) = (0, 1, 0) }
    while position < end {
      let byte = bytes[position]
      position &+= 1
      if byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r") && (position >= bytes.count || bytes[position] != UInt8(ascii: "\n")))
      {
        line &+= 1
        lineStart = position
      }
    }
    return .position(line: line, column: end - lineStart + 1, offset: end)
  }

  /// The offset of the `<` that opens a tag.
  ///
  /// - Parameter tagEnd: The end of the tag's last attribute, as `XMLElement.tagEnd` gives it.
  public static func tagStart(endingAt tagEnd: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    // `<` cannot occur in an attribute value (XML 1.0, production 10).
    var index = min(tagEnd, bytes.count) - 1
    while index > 0, bytes[index] != UInt8(ascii: "<") { index -= 1 }
    return max(index, 0)
  }
}
