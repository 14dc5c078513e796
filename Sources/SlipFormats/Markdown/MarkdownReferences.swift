internal import SlipBase

/// How much text the definitions of links (`[label]: address "title"`) become where they are used: cmark-gfm copies the
/// address and title to each place. Never less than that.
struct MarkdownReferences {
  /// In bytes.
  private(set) var copied = 0

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The length of long definitions, by label.
  private var definitions: [String: Int] = [:]
  /// Where the paragraph ends that was looked at last.
  private var paragraphEnd = 0

  /// Copies of shorter ones take no more memory than text does.
  private static let shortest = 128
  /// Labels are no longer (CommonMark 0.29, 4.7).
  private static let longestLabel = 1_000

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    forEachLabel { reader, label, end in
      guard end + 1 < bytes.count, bytes[end + 1] == 0x3A else { return }
      let length = reader.length(ofDefinitionAt: end + 2)
      guard length >= MarkdownReferences.shortest else { return }
      reader.definitions[MarkdownReferences.folded(label), default: 0].formMaximum(length)
    }
    guard !definitions.isEmpty else { return }
    forEachLabel { reader, label, _ in
      reader.copied += reader.definitions[MarkdownReferences.folded(label)] ?? 0
    }
  }

  /// All that stands in brackets which hold no others, with the place of the closing one.
  private mutating func forEachLabel(
    _ body: (inout MarkdownReferences, Slice<UnsafeBufferPointer<UInt8>>, Int) -> Void
  ) {
    var start: Int?
    var isEscaped = false
    for index in bytes.indices {
      let byte = bytes[index]
      defer { isEscaped = byte == 0x5C && !isEscaped }
      if isEscaped { continue }
      if byte == 0x5B {
        start = index + 1
      } else if byte == 0x5D, let opened = start {
        if index - opened <= MarkdownReferences.longestLabel { body(&self, bytes[opened..<index], index) }
        start = nil
      }
    }
  }

  /// Case and white space make no difference; the signs of quotations, which may stand in a label of several lines, count
  /// as white space.
  private static func folded(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let words = label.split { $0 <= 0x20 || $0 == 0x3E }
    return TextFolding.caseFolded(String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self))
  }

  /// The address and title behind the colon: the rest of the line where both surely end there, else of the paragraph.
  private mutating func length(ofDefinitionAt start: Int) -> Int {
    let end = endOfLine(start)
    if let quote = quote(in: start..<end) {
      let closing: UInt8 = quote.byte == 0x28 ? 0x29 : quote.byte
      if bytes[(quote.index + 1)..<end].contains(closing) { return end - start }
    } else if bytes[start..<end].contains(where: { $0 > 0x20 }), !beginsWithQuote(end) {
      return end - start
    }
    if paragraphEnd <= start { paragraphEnd = endOfParagraph(start) }
    return paragraphEnd - start
  }

  /// What may begin a title: a quote or bracket behind white space.
  private func quote(in range: Range<Int>) -> (index: Int, byte: UInt8)? {
    range.first { isQuote(bytes[$0]) && $0 > range.lowerBound && bytes[$0 - 1] <= 0x20 }.map {
      ($0, bytes[$0])
    }
  }

  private func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 || byte == 0x28 }

  /// The next line may begin with a title.
  private func beginsWithQuote(_ endOfLine: Int) -> Bool {
    bytes[endOfLine...].first { $0 > 0x20 && $0 != 0x3E }.map(isQuote) ?? false
  }

  private func endOfLine(_ start: Int) -> Int {
    bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  private func endOfParagraph(_ start: Int) -> Int {
    var at = endOfLine(start)
    while at < bytes.count {
      let next = endOfLine(at + 1)
      if !bytes[(at + 1)..<next].contains(where: { $0 > 0x20 }) { return at }
      at = next
    }
    return at
  }
}

extension Int {
  fileprivate mutating func formMaximum(_ other: Int) { self = Swift.max(self, other) }
}
