/// The texts of notes for lists of results, and how they begin for all other lists: files in `x/t` and `x/e`.
struct SiteTexts {
  /// The most texts in a file.
  private static let mostTexts = 16
  /// The most bytes of texts in a file.
  private static let mostBytes = 360_000
  /// How many openings are in a file.
  static let openingsInFile = 512

  /// Takes the files.
  let output: any SiteOutput
  /// How many texts are in each file.
  private(set) var counts: [Int] = []
  /// The texts of the next file, as JavaScript.
  private var pending = SiteScript("t", 0)
  /// How many texts are pending.
  private var count = 0

  /// Begins without texts.
  init(output: any SiteOutput) { self.output = output }

  /// Adds the text of the next note. Of a very long one only the beginning is kept, which is what a list can show of it.
  mutating func add(_ text: [UInt8]) throws {
    var end = min(text.count, SiteTexts.mostBytes)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    if count == SiteTexts.mostTexts || count > 0 && pending.bytes.count + end > SiteTexts.mostBytes {
      try finish()
    }
    pending.raw(count == 0 ? "[" : ",")
    pending.string(String(decoding: text[..<end], as: UTF8.self))
    count += 1
  }

  /// Writes the texts that are pending.
  mutating func finish() throws {
    if count == 0 { return }
    pending.raw("]")
    let number = counts.count
    try output.write("x/t/\(number / SiteIndex.filesInFolder)/\(number).js", pending.finished())
    counts.append(count)
    (pending, count) = (SiteScript("t", number + 1), 0)
  }

  /// Writes openings.
  static func write(_ openings: [String], _ write: (String, [UInt8]) throws -> Void) rethrows {
    for (number, start) in stride(from: 0, to: openings.count, by: openingsInFile).enumerated() {
      var script = SiteScript("e", number)
      script.string(openings[start..<min(openings.count, start + openingsInFile)].joined(separator: "\n"))
      try write("x/e/\(number).js", script.finished())
    }
  }
}
