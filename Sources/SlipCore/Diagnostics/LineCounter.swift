/// Turns ascending byte offsets into lines and columns in a single pass over the text.
///
/// Lines end in LF, CR LF or CR. Columns count bytes from 1. The pages of a mapped file are
/// released after they are counted, so that a large file does not fill the memory.
struct LineCounter {
  private let bytes: UnsafeRawBufferPointer
  private var pages: PageWindow
  /// The line of `index`, from 1.
  private var line = 1
  /// The offset at which that line begins.
  private var lineStart = 0
  /// How far the text has been counted.
  private var index = 0

  /// - Parameter bytes: The whole text. It must stay valid as long as the counter is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    pages = PageWindow(bytes, step: PageWindow.smallStep)
  }

  /// The line and column of an offset.
  ///
  /// An offset beyond the end counts as the end, and an offset before an earlier one counts as that
  /// one: the counter never goes back.
  mutating func position(of offset: Int) -> SourceLocation.Place {
    let end = min(max(offset, index), bytes.count)
    while index < end {
      count(to: min(end, index + PageWindow.smallStep))
      pages.move(to: index)
    }
    return .position(line: line, column: end - lineStart + 1, offset: end)
  }

  /// Counts the line ends up to `end`; CR LF counts once, at its LF.
  private mutating func count(to end: Int) {
    while index < end {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A || (byte == 0x0D && (index >= bytes.count || bytes[index] != 0x0A)) {
        line += 1
        lineStart = index
      }
    }
  }
}

extension Array where Element == Diagnostic {
  /// The diagnostics sorted by place, with byte offsets turned into lines and columns.
  ///
  /// A diagnostic without an offset, such as one about the whole file, counts as standing at the
  /// start. Diagnostics at the same place keep their order. All offsets together cost one pass over
  /// the text.
  ///
  /// - Parameter bytes: The text that the offsets refer to.
  public func placed(in bytes: UnsafeRawBufferPointer) -> [Diagnostic] {
    func offset(_ diagnostic: Diagnostic) -> Int {
      switch diagnostic.location.place {
      case .byte(let offset): offset
      case .position(_, _, let offset?): offset
      default: 0
      }
    }
    if isEmpty { return [] }
    var counter = LineCounter(bytes)
    let ordered = enumerated().sorted { (offset($0.element), $0.offset) < (offset($1.element), $1.offset) }
    return ordered.map { _, diagnostic in
      guard case .byte(let offset) = diagnostic.location.place else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.location.place = counter.position(of: offset)
      return diagnostic
    }
  }
}
