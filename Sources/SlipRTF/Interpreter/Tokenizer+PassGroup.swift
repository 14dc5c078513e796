internal import RTFSyntax
internal import SlipBase

extension Tokenizer {
  /// `skipGroup` for bytes that may be mapped: what was passed over is no part of the memory.
  ///
  /// - Parameter step: how much of it is, in bytes.
  /// - Returns: false when the input ends before the brace.
  mutating func passGroup(in bytes: UnsafeRawBufferPointer, step: Int) -> Bool {
    var depth = 1
    if skipGroups(&depth, to: position + step) { return true }
    return position < bytes.count && passFar(&depth, in: bytes, step)
  }

  @inline(never)
  private mutating func passFar(_ depth: inout Int, in bytes: UnsafeRawBufferPointer, _ step: Int) -> Bool {
    var pages = PageWindow(bytes, from: position, step: step)
    while position < bytes.count {
      if skipGroups(&depth, to: position + step) { return true }
      pages.move(to: position)
    }
    return false
  }
}
