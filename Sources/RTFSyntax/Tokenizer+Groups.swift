/// Skipping groups without creating a token for each of their elements, which is faster than calling
/// `next`.
extension Tokenizer {
  /// Moves behind the brace that closes the group around the current position, or to the end of the
  /// input. Braces within `\bin` data and behind backslashes don't count.
  ///
  /// - Returns: false when the input ends before the brace.
  @inlinable
  public mutating func skipGroup() -> Bool {
    var depth = 1
    return skipGroups(&depth, to: end)
  }

  /// Moves behind the brace that closes several nested groups, in pieces if need be.
  ///
  /// - Parameters:
  ///   - depth: how many groups are open at the current position, at least 1. Afterwards it is how many
  ///     are still open, so that a later call can continue.
  ///   - stop: where to stop, in bytes from the start of the input. The position may lie some bytes
  ///     behind it, because an escape and `\bin` data are not split.
  /// - Returns: true behind the last brace; false when the input ends before it, or at the stop.
  @inlinable
  public mutating func skipGroups(_ depth: inout Int, to stop: Int) -> Bool {
    let end = min(stop, end)
    var index = position
    defer { position = index }
    while true {
      // The data of `\bin` may reach beyond the stop.
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

  /// Where the escape at `start` ends, for a search for braces. For `\bin` this is behind its data;
  /// other words count as ending behind their first letter, as the letters that follow can't be
  /// mistaken for braces.
  @inlinable
  func endOfEscape(_ start: Int) -> Int {
    guard start &+ 4 < end, byte(start &+ 1) == 0x62, byte(start &+ 2) == 0x69, byte(start &+ 3) == 0x6E
    else { return min(start &+ 2, end) }
    var copy = self
    copy.position = start
    return copy.next()?.end ?? end
  }
}
