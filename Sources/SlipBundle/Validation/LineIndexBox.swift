internal import SlipBase
internal import XMLSyntax

/// Lines of a manifest that may be missing.
struct LineIndexBox {
  private var lines: LineIndex?

  init(_ bytes: UnsafeRawBufferPointer?) { lines = bytes.map { LineIndex($0) } }

  mutating func place(ofByte offset: Int) -> SourceLocation.Place {
    lines?.place(ofByte: offset) ?? .wholeFile
  }

  static func tagStart(_ tagEnd: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    LineIndex.tagStart(endingAt: tagEnd, in: bytes)
  }
}
