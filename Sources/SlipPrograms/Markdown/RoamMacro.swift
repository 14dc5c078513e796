internal import SlipBase
internal import SlipExchange

/// What Roam writes into Markdown that it exports.
enum RoamMacro {
  /// The macros of tasks, and the boxes that they show.
  private static let tasks: [(macro: StaticString, box: StaticString)] = [
    ("{{[[TODO]]}}", "☐"), ("{{[[DONE]]}}", "☑"), ("{{TODO}}", "☐"), ("{{DONE}}", "☑"),
  ]

  /// A text in UTF-8 with boxes for tasks. One without such macros stays as it is.
  static func boxes(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = text
    for (macro, box) in tasks {
      let size = macro.utf8CodeUnitCount
      var output: [UInt8] = []
      var place = bytes.startIndex
      let found = bytes.withUnsafeBytes { raw -> [Int] in
        var (found, from) = ([Int](), 0)
        while let next = LooseXML.find(macro, in: raw, from: from) {
          found.append(next)
          from = next + size
        }
        return found
      }
      if found.isEmpty { continue }
      for offset in found {
        let start = bytes.startIndex + offset
        output += bytes[place..<start]
        output.append(contentsOf: UnsafeBufferPointer(start: box.utf8Start, count: box.utf8CodeUnitCount))
        place = start + size
      }
      bytes = (output + bytes[place...])[...]
    }
    return bytes
  }
}
