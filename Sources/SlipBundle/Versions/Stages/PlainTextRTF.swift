/// Plain text in the simplest RTF, as the stage from version 1 to 2 writes it.
///
/// Frozen, and exactly reversible: `unwrap(wrap(text))` is `text` for every text.
enum PlainTextRTF {
  /// Everything before the text: RTF 1 in code page 1252, one font, 12 points.
  private static let head = Array(
    #"{\rtf1\ansi\ansicpg1252\uc0\deff0{\fonttbl{\f0\fswiss Helvetica;}}\pard\f0\fs24 "#.utf8)
  /// The end of the group.
  private static let tail: [UInt8] = [0x7D]
  /// A line feed.
  private static let paragraph = Array(#"\par "#.utf8)
  /// The length of the longest UTF-16 unit, `\u-32768 `.
  private static let longestUnit = 9
  /// A tab.
  private static let tab = Array(#"\tab "#.utf8)

  /// The text as RTF.
  ///
  /// Line feeds become `\par`, tabs `\tab`; everything outside ASCII becomes `\uN` by UTF-16 units (RTF
  /// 1.9.1), without a replacement character, as `\uc0` declares: `é` → `\u233 `.
  static func wrap(_ text: String) -> [UInt8] {
    var output = head
    for unit in text.utf16 {
      switch unit {
      case 0x0A: output += paragraph
      case 0x09: output += tab
      case 0x5C, 0x7B, 0x7D: output += [0x5C, UInt8(truncatingIfNeeded: unit)]
      case 0x20...0x7E: output.append(UInt8(truncatingIfNeeded: unit))
      default: output += Array("\\u\(Int16(bitPattern: unit)) ".utf8)
      }
    }
    return output + tail
  }

  /// The text that was wrapped; nil for RTF that `wrap` didn't make.
  ///
  /// The text that was found is wrapped again and compared, so that RTF which merely looks similar is never
  /// taken for wrapped text.
  static func unwrap(_ body: [UInt8]) -> String? {
    guard body.count >= head.count + tail.count, body.starts(with: head), body.last == tail[0] else {
      return nil
    }
    var units: [UInt16] = []
    var index = head.count
    let end = body.count - tail.count
    while index < end {
      guard body[index] == 0x5C else {
        units.append(UInt16(body[index]))
        index += 1
        continue
      }
      let rest = body[index..<end]
      if rest.starts(with: paragraph) {
        units.append(0x0A)
        index += paragraph.count
      } else if rest.starts(with: tab) {
        units.append(0x09)
        index += tab.count
      } else if index + 1 < end, body[index + 1] == 0x75,
        let space = rest.prefix(longestUnit).firstIndex(of: 0x20),
        let unit = Int16(String(decoding: body[(index + 2)..<space], as: UTF8.self))
      {
        units.append(UInt16(bitPattern: unit))
        index = space + 1
      } else if index + 1 < end {
        units.append(UInt16(body[index + 1]))
        index += 2
      } else {
        return nil
      }
    }
    let text = String(decoding: units, as: UTF16.self)
    return wrap(text) == body ? text : nil
  }
}
