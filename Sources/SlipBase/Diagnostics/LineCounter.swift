/// Line and column of ascending offsets, in one pass.
struct LineCounter {
  private let bytes: UnsafeRawBufferPointer
  private var pages: PageWindow
  private var line = 1
  private var lineStart = 0
  private var index = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    pages = PageWindow(bytes, step: PageWindow.smallStep)
  }

  mutating func position(of offset: Int) -> SourceLocation.Place {
    let end = min(max(offset, index), bytes.count)
    while index < end {
      count(to: min(end, index + PageWindow.smallStep))
      pages.move(to: index)
    }
    return .position(line: line, column: end - lineStart + 1, offset: end)
  }

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
  /// In the order of their places, each with line and column where it has an offset into `bytes`.
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
