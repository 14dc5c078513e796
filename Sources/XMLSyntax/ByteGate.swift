/// Lets only well-formed UTF-8 without NUL through to libxml2, which would otherwise guess at an
/// encoding or end the document early.
///
/// The document is checked piece by piece, just ahead of the parser, and each byte once. So the
/// exact offset of the first bad byte is known, whatever libxml2 makes of it.
struct ByteGate {
  /// Why a byte is refused, and its offset.
  enum Refusal: Equatable {
    case notUTF8(at: Int)
    case nul(at: Int)
  }

  /// The whole document.
  private let source: UnsafeRawBufferPointer
  /// The number of bytes that are known to be good.
  private var checked = 0

  /// Creates a gate in front of a document.
  init(_ source: UnsafeRawBufferPointer) { self.source = source }

  /// Checks the bytes before `end` that haven't been checked yet.
  ///
  /// A character that `end` cuts in two is checked as a whole.
  ///
  /// - Returns: The first bad byte; nil where all are good.
  mutating func check(upTo end: Int) -> Refusal? {
    while checked < end {
      skipASCII(upTo: end)
      guard checked < end else { break }
      let length = sequenceLength(at: checked)
      guard length > 0 else {
        return source[checked] == 0 ? .nul(at: checked) : .notUTF8(at: checked)
      }
      checked += length
    }
    return nil
  }

  /// Skips ASCII other than NUL, eight bytes at a time.
  private mutating func skipASCII(upTo end: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    while checked &+ 8 <= end {
      let word = source.loadUnaligned(fromByteOffset: checked, as: UInt64.self)
      // A byte that isn't ASCII has its high bit set; the subtraction sets it for NUL.
      guard (word | (word &- ones)) & (ones << 7) == 0 else { break }
      checked &+= 8
    }
    while checked < end, source[checked] != 0, source[checked] < 0x80 { checked &+= 1 }
  }

  /// The length of the well-formed sequence at `index` (Unicode, table 3-7); 0 where there is none.
  private func sequenceLength(at index: Int) -> Int {
    let first = source[index]
    func continues(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < source.count && range.contains(source[index + offset])
    }
    switch first {
    case 0x01...0x7F: return 1
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0...0xEF:
      let second: ClosedRange<UInt8> = first == 0xE0 ? 0xA0...0xBF : first == 0xED ? 0x80...0x9F : 0x80...0xBF
      return continues(1, second) && continues(2) ? 3 : 0
    case 0xF0...0xF4:
      let second: ClosedRange<UInt8> = first == 0xF0 ? 0x90...0xBF : first == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      return continues(1, second) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }

  /// The value of `name`, such as `encoding`, in the XML declaration; nil where there is no
  /// declaration or it doesn't contain the name.
  static func declared(_ name: StaticString, _ source: UnsafeRawBufferPointer) -> String? {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = UnsafeRawBufferPointer(rebasing: source[start..<min(source.count, start + 256)])
    guard head.starts(with: Array("<?xml".utf8)) else { return nil }
    let declaration = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let key = declaration.utf8.firstRange(ofASCII: name) else { return nil }
    let rest = declaration.utf8[key.upperBound...].drop {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r")
    }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let quoted = rest.dropFirst().drop {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r")
    }
    guard let quote = quoted.first else { return nil }
    return String(quoted.dropFirst().prefix { $0 != quote })
  }
}

extension Substring.UTF8View {
  /// Whether the text begins with ASCII `text`.
  fileprivate func starts(withASCII text: StaticString) -> Bool {
    starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension String.UTF8View {
  /// The first place of ASCII `text`; nil where there is none.
  fileprivate func firstRange(ofASCII text: StaticString) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].starts(withASCII: text) {
        return index..<self.index(index, offsetBy: text.utf8CodeUnitCount)
      }
      index = self.index(after: index)
    }
    return nil
  }
}
