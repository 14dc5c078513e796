public import SlipBase

/// Turns byte offsets into lines and columns. Offsets that are asked for in rising order cost one pass in all.
public struct LineIndex {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var line = 1
  private var lineStart = 0

  /// - Parameter bytes: The document; must outlive this value.
  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Line and column (in bytes, from 1). Lines end in LF, CR LF or CR.
  public mutating func place(ofByte offset: Int) -> SourceLocation.Place {
    let end = min(max(offset, 0), bytes.count)
    if end < position { (position, line, lineStart) = (0, 1, 0) }
    while position < end {
      let byte = bytes[position]
      position &+= 1
      if byte == 0x0A || (byte == 0x0D && (position >= bytes.count || bytes[position] != 0x0A)) {
        line &+= 1
        lineStart = position
      }
    }
    return .position(line: line, column: end - lineStart + 1, offset: end)
  }

  /// Offset of the `<` that opens the tag whose attributes end at `tagEnd` (`XMLElement.tagEnd`).
  public static func tagStart(endingAt tagEnd: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    // `<` cannot stand in an attribute value (XML 1.0, production 10).
    var index = min(tagEnd, bytes.count) - 1
    while index > 0, bytes[index] != UInt8(ascii: "<") { index -= 1 }
    return max(index, 0)
  }
}
