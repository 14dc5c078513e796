internal import RTFSyntax
internal import SlipCore

/// Decodes the data of a picture or object, written as hexadecimal digits or behind `\bin`.
///
/// It accepts whatever programs write: digits in both cases with white space and other characters
/// between them, binary data, a mixture of the two, and an odd number of digits. `RTFHexDecoder` and
/// `RTFPictureGroup`, in contrast, accept only data that can be written again exactly.
///
/// `{\pict\pngblip 89504E47}` and `{\pict\pngblip{\bin4 …}}` give the same four bytes.
package enum RTFPictureData {
  /// The decoded data of a group. Nested groups are passed over, except one that contains nothing but
  /// `\bin`.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - range: the bytes of the group from behind its destination to its closing brace.
  package static func decode(_ input: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<input.count)
    let part = UnsafeRawBufferPointer(rebasing: input[range])
    var tokens = Tokenizer(part)
    var result: [UInt8] = []
    var pending: UInt8?
    var depth = 0
    var start = -1
    while let token = tokens.next() {
      switch token.kind {
      case .groupStart:
        depth += 1
        start = token.end
      case .groupEnd: depth -= 1
      case .text
      where depth == 0 && result.isEmpty && pending == nil && Tokenizer.hexDigit(part[token.offset]) != nil:
        // As a rule these are all the digits, maybe on millions of lines, so they are decoded at once.
        let digits = RTFHexDecoder(part, at: token.offset)
        (result, pending) = (digits.data, digits.half)
        tokens.position = digits.end
      case .text where depth == 0:
        decode(UnsafeRawBufferPointer(rebasing: part[token.offset..<token.end]), &pending, into: &result)
      case .binary where depth == 0 || depth == 1 && isWord(part, start, token):
        result.append(contentsOf: part[token.offset..<token.end])
      default: break
      }
    }
    if let pending { repair(&result, pending) }
    return result
  }

  /// Whether binary data follows a brace directly. Some programs give the data a group of its own,
  /// `{\bin4 …}`.
  ///
  /// - Parameter start: where the content of the group begins.
  private static func isWord(_ part: UnsafeRawBufferPointer, _ start: Int, _ token: Token) -> Bool {
    guard start >= 0, start < token.offset else { return false }
    return part[start...].starts(with: Array("\\bin".utf8)) && token.offset - start <= 16
  }

  /// Repairs data with an odd number of digits.
  ///
  /// The last digit is dropped, except where the first digit seems to be the lost one: where the data
  /// is a picture when a zero precedes it, all digits move by one place.
  private static func repair(_ data: inout [UInt8], _ last: UInt8) {
    guard let first = data.first, data.withUnsafeBytes({ MediaType.sniff($0) }) == .binary else { return }
    let head =
      [first >> 4] + zip(data.prefix(4_096), data.dropFirst().prefix(4_096)).map { $0 << 4 | $1 >> 4 }
    guard head.withUnsafeBytes({ MediaType.sniff($0).isImage }) else { return }
    var carry: UInt8 = 0
    for index in data.indices {
      (data[index], carry) = (carry << 4 | data[index] >> 4, data[index] & 15)
    }
    data.append(carry << 4 | last)
  }

  /// Decodes digits, passing over all other bytes.
  ///
  /// - Parameter pending: the first digit of a byte whose second one has not come yet.
  private static func decode(
    _ digits: UnsafeRawBufferPointer, _ pending: inout UInt8?, into result: inout [UInt8]
  ) {
    for byte in digits {
      let digit = values[Int(byte)]
      guard digit < 16 else { continue }
      if let high = pending {
        result.append(high << 4 | digit)
        pending = nil
      } else {
        pending = digit
      }
    }
  }

  /// The value of each hexadecimal digit; 255 for other bytes.
  private static let values: [UInt8] = (0...255).map { byte in
    switch UInt8(byte) {
    case 0x30...0x39: UInt8(byte) - 0x30
    case 0x41...0x46: UInt8(byte) - 0x37
    case 0x61...0x66: UInt8(byte) - 0x57
    default: 255
    }
  }
}
