/// Passing over groups.
extension Tokenizer {
  /// Moves behind the brace that closes the group around the current position, or to the end of the input.
  ///
  /// - Returns: false when the input ends before the brace.
  @inlinable
  public mutating func skipGroup() -> Bool {
    var depth = 1
    return skipGroups(&depth, to: end)
  }

  /// The same for as many groups as `depth` says, which tells in the end how many are open yet; stops at `stop` or some
  /// bytes behind it.
  ///
  /// - Returns: true behind the last brace; false when the input ends before it, or at the stop.
  @inlinable
  public mutating func skipGroups(_ depth: inout Int, to stop: Int) -> Bool {
    let end = min(stop, end)
    var index = position
    defer { position = index }
    while true {
      // Bytes of `\bin` may lie on both sides of the stop.
      guard index < end else { return false }
      index = ByteScan.nextSyntax(base, index, end)
      guard index < end else { return false }
      switch byte(index) {
      case 0x7B:
        depth &+= 1
        index &+= 1
      case 0x7D:
        depth &-= 1
        index &+= 1
        if depth == 0 { return true }
      default:
        index = endOfEscape(index)
      }
    }
  }

  /// Where the escape at `start` ends, `\bin` with its bytes; other words end behind their first letter.
  @inlinable
  func endOfEscape(_ start: Int) -> Int {
    guard start &+ 4 < end, byte(start &+ 1) == 0x62, byte(start &+ 2) == 0x69, byte(start &+ 3) == 0x6E
    else { return min(start &+ 2, end) }
    var copy = self
    copy.position = start
    return copy.next()?.end ?? end
  }
}
