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
    var output: [UInt8] = []
    var place = text.startIndex
    text.withUnsafeBytes { raw in
      var from = 0
      while let next = LooseXML.find("{{", in: raw, from: from) {
        from = next + 2
        guard let row = tasks.first(where: { LooseXML.has($0.macro, raw, at: next) }) else { continue }
        output += text[place..<(text.startIndex + next)]
        output.append(
          contentsOf: UnsafeBufferPointer(start: row.box.utf8Start, count: row.box.utf8CodeUnitCount))
        from = next + row.macro.utf8CodeUnitCount
        place = text.startIndex + from
      }
    }
    return place == text.startIndex ? text : (output + text[place...])[...]
  }
}
