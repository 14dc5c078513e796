public import SlipCore

/// Room for text that is too long for memory, such as a temporary file. Not for use by several threads.
public protocol RTFTextSpool: AnyObject {
  /// The number of bytes.
  var count: Int { get }

  /// Appends bytes.
  ///
  /// - Returns: False where there is no room. Then none of the bytes are taken, and no later ones either.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Fills `target` with bytes from `offset` on. There are as many.
  ///
  /// - Throws: `SlipError` where they can't be read.
  func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(SlipError)

  /// Overwrites bytes that exist.
  ///
  /// - Throws: `SlipError` where they can't be written.
  func replace(at offset: Int, with bytes: UnsafeRawBufferPointer) throws(SlipError)

  /// Drops all bytes from `count` on.
  func truncate(to count: Int)
}

/// The part of a text that lies in a temporary file: the bytes directly before those in
/// memory.
///
/// It is a queue that can also be changed at its end: bytes are added at the end, drained
/// from the front, and the last ones may be replaced, dropped or flattened when a cell or
/// row ends. Errors of the file are kept in the spill, as the events of the interpreter
/// cannot throw.
final class RTFPlainTextSpool {
  /// Where the file is made, and where its errors are kept.
  private let spill: RTFPlainTextSpill
  /// The temporary file, which is removed with its last owner.
  private let file: any RTFTextSpool
  /// How many bytes of the file were drained.
  private var drained = 0
  /// How many bytes of the file are read at once.
  private static let piece = 1 << 16

  /// Creates a spool. The file itself is made with the first bytes.
  init(_ spill: RTFPlainTextSpill) {
    self.spill = spill
    file = spill.makeSpool()
  }

  /// How many bytes the spool holds.
  var count: Int { file.count - drained }

  /// Adds bytes.
  ///
  /// - Returns: False if the file does not take them; they stay in memory then.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool { file.append(bytes) }

  /// Changes a byte.
  ///
  /// - Parameter distance: How far it is from the end, at least 1.
  func replace(fromEnd distance: Int, with byte: UInt8) {
    guard distance <= count else { return }
    spill.attempt { () throws(SlipError) in
      try withUnsafeBytes(of: byte) { bytes throws(SlipError) in
        try file.replace(at: file.count - distance, with: bytes)
      }
    }
  }

  /// Removes the last bytes.
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

  /// Hands over the first bytes, and forgets them.
  func drain(_ length: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    let end = drained + min(max(0, length), count)
    try forEachPiece(drained..<end) { _, bytes in try body(UnsafeRawBufferPointer(bytes)) }
    drained = end
    guard count == 0 else { return }
    file.truncate(to: 0)
    drained = 0
  }

  /// Reads a range of the file piece by piece. It stops at the first error, which the
  /// spill keeps.
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

/// How much of an extracted text memory holds. The rest waits in temporary files.
package final class RTFPlainTextSpill {
  /// How many bytes of the body memory holds. Only a table cell or paragraph longer than
  /// this needs a file.
  let body: Int
  /// How many bytes memory holds of all notes of one kind, of one note or text box, and
  /// of all text boxes in a paragraph.
  let other: Int
  /// Makes room for more.
  let makeSpool: () -> any RTFTextSpool
  /// The first error of a file. The text is not complete then.
  var failure: SlipError?

  /// Creates bounds, by default 3 MiB for the body and 512 KiB for others.
  package init(body: Int = 3 << 20, other: Int = 1 << 19, _ makeSpool: @escaping () -> any RTFTextSpool) {
    (self.body, self.other, self.makeSpool) = (body, other, makeSpool)
  }

  /// Does something with a file, and keeps its error.
  func attempt(_ work: () throws(SlipError) -> Void) {
    do { try work() } catch { failure = failure ?? error }
  }
}
