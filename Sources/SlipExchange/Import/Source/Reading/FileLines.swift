package import SlipBase
package import SlipFiles

/// The lines of a file in which many notes lie.
///
/// They are counted once, when the first place is asked for. So findings about many notes of a large file cost one pass.
package struct FileLines: Sendable {
  /// What is known where a block of the file begins.
  private struct Mark {
    /// The line there, from 1.
    var line = 1
    /// Where that line begins.
    var start = 0
  }

  /// How many bytes a block has.
  private static let step = 1 << 16

  /// The file.
  private let bytes: FileBytes
  /// The marks of the blocks.
  private let marks: Deferred<[Mark]>

  /// Begins a file. Nothing is read yet.
  package init(_ bytes: FileBytes) {
    self.bytes = bytes
    marks = Deferred {
      bytes.withBytes { bytes in
        var marks = [Mark()]
        for start in stride(from: 0, to: bytes.count, by: FileLines.step) {
          marks.append(FileLines.count(from: marks[marks.count - 1], start..<start + FileLines.step, bytes))
        }
        return marks
      }
    }
  }

  /// The line and column of an offset.
  package func position(of offset: Int) -> SourceLocation.Place {
    bytes.withBytes { bytes in
      let offset = min(max(0, offset), bytes.count)
      let block = offset / FileLines.step
      let mark = FileLines.count(from: marks.value[block], block * FileLines.step..<offset, bytes)
      return .position(line: mark.line, column: offset - mark.start + 1, offset: offset)
    }
  }

  /// Counts the line ends in a part of the file. They are LF, CR LF and CR.
  private static func count(from mark: Mark, _ part: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Mark {
    var mark = mark
    for index in part.clamped(to: 0..<bytes.count) {
      let byte = bytes[index]
      guard
        byte == UInt8(ascii: "\n")
          || byte == UInt8(ascii: "\r")
            && (index + 1 >= bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
      else {
        continue
      }
      mark.line += 1
      mark.start = index + 1
    }
    return mark
  }
}
