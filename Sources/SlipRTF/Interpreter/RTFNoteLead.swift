/// Takes off what a note's text begins with: the mark that the file repeats there, and white space around it. The text may
/// come in pieces.
struct RTFNoteLead {
  private enum State {
    case beforeMark
    /// So many bytes of the mark have come.
    case inMark(Int)
    case behindMark, text
  }

  private let mark: [UInt8]
  private var state: State

  /// - Parameter mark: empty where none is to be taken off.
  init(_ mark: String) {
    self.mark = Array(mark.utf8)
    state = mark.isEmpty ? .behindMark : .beforeMark
  }

  /// What of a text remains.
  static func stripped(_ text: [UInt8], mark: String) -> [UInt8] {
    var rest: [UInt8] = []
    var lead = RTFNoteLead(mark)
    text.withUnsafeBytes { lead.strip($0) { rest.append(contentsOf: $0) } }
    lead.finish { rest.append(contentsOf: $0) }
    return rest
  }

  mutating func strip(_ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var index = 0
    while index < piece.count, passes(piece[index], body) { index += 1 }
    if index < piece.count { body(UnsafeRawBufferPointer(rebasing: piece[index...])) }
  }

  /// Hands over the beginning of a mark that the text ended in.
  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    if case .inMark(let count) = state { giveBack(count, body) }
    state = .text
  }

  /// Whether a byte goes, or waits to.
  private mutating func passes(_ byte: UInt8, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    let isSpace = byte == 0x20 || byte == 0x09
    switch state {
    case .text: return false
    case .beforeMark, .behindMark:
      if isSpace { return true }
      if case .beforeMark = state, byte == mark[0] {
        state = mark.count == 1 ? .behindMark : .inMark(1)
        return true
      }
      state = .text
      return false
    case .inMark(let count):
      if byte == mark[count] {
        state = count + 1 == mark.count ? .behindMark : .inMark(count + 1)
        return true
      }
      giveBack(count, body)
      state = .text
      return false
    }
  }

  private func giveBack(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    mark[..<count].withUnsafeBytes(body)
  }
}
