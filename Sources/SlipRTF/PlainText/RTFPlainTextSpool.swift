internal import SlipBase
internal import SlipFiles

/// The part of a text that lies in a file: the bytes right before those in memory.
final class RTFPlainTextSpool {
  private let spill: RTFPlainTextSpill
  private let file: Spool
  /// Bytes of the file that were drained.
  private var drained = 0
  private static let piece = 1 << 16

  init(_ spill: RTFPlainTextSpill) {
    self.spill = spill
    file = Spool(folder: spill.folder)
  }

  /// Bytes that are held.
  var count: Int { file.count - drained }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool { file.append(bytes) }

  /// - Parameter distance: how far from the end, at least 1.
  func replace(fromEnd distance: Int, with byte: UInt8) {
    guard distance <= count else { return }
    spill.attempt { () throws(SlipError) in
      try withUnsafeBytes(of: byte) { bytes throws(SlipError) in
        try file.replace(at: file.count - distance, with: bytes)
      }
    }
  }

  func dropLast(_ length: Int) { file.truncate(to: file.count - min(length, count)) }

  /// Turns TAB and LF into spaces in the last bytes.
  func flatten(fromEnd distance: Int) {
    forEachPiece(file.count - min(distance, count)..<file.count) { offset, bytes in
      RTFTextBuffer.flatten(bytes, from: 0)
      spill.attempt { () throws(SlipError) in
        try file.replace(at: offset, with: UnsafeRawBufferPointer(bytes))
      }
    }
  }

  /// Hands over the first bytes and forgets them.
  func drain(_ length: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    let end = drained + min(max(0, length), count)
    try forEachPiece(drained..<end) { _, bytes in try body(UnsafeRawBufferPointer(bytes)) }
    drained = end
    guard count == 0 else { return }
    file.truncate(to: 0)
    drained = 0
  }

  private func forEachPiece(
    _ range: Range<Int>, _ body: (Int, UnsafeMutableRawBufferPointer) throws -> Void
  ) rethrows {
    guard !range.isEmpty, spill.failure == nil else { return }
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(range.count, RTFPlainTextSpool.piece), alignment: 16)
    defer { room.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = UnsafeMutableRawBufferPointer(rebasing: room[..<min(room.count, range.upperBound - offset)])
      spill.attempt { () throws(SlipError) in try file.read(at: offset, into: bytes) }
      if spill.failure != nil { return }
      try body(offset, bytes)
      offset += bytes.count
    }
  }
}

/// How much of an extracted text memory holds; the rest waits in temporary files.
final class RTFPlainTextSpill {
  /// Bytes of the body: only table cells and paragraphs come to need a file that are longer than any.
  let body: Int
  /// Bytes of all notes of one kind; of one note or text box; of all text boxes in a paragraph.
  let other: Int
  /// Where files are made; nil for the system's folder.
  let folder: String?
  /// The first that went wrong with a file: the text is not whole.
  var failure: SlipError?

  init(body: Int = 3 << 20, other: Int = 1 << 19, folder: String? = nil) {
    (self.body, self.other, self.folder) = (body, other, folder)
  }

  func attempt(_ work: () throws(SlipError) -> Void) {
    do { try work() } catch { failure = failure ?? error }
  }
}
