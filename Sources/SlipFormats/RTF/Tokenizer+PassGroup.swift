internal import RTFSyntax
internal import SlipBase

extension Tokenizer {
  /// `skipGroup` for bytes that may be mapped: what was passed over is no part of the memory.
  ///
  /// - Returns: false when the input ends before the brace.
  mutating func passGroup(in bytes: UnsafeRawBufferPointer) -> Bool {
    var depth = 1
    if skipGroups(&depth, to: position + PageWindow.step) { return true }
    return position < bytes.count && passFar(&depth, in: bytes)
  }

  @inline(never)
  private mutating func passFar(_ depth: inout Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    var pages = PageWindow(bytes, from: position)
    while position < bytes.count {
      if skipGroups(&depth, to: position + PageWindow.step) { return true }
      pages.move(to: position)
    }
    return false
  }
}
