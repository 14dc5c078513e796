internal import SlipCore

/// Counts how many bytes cmark-gfm copies for link definitions.
///
/// ```
/// Read [this][a] and [that][a].
///
/// [a]: https://a.example/a/long/address "A title"
/// ```
///
/// cmark-gfm copies the address and title of a definition to each place that uses it, so
/// a long definition that is used often could fill the memory. The count is never too
/// low.
struct MarkdownReferences {
  /// The bytes that are copied, at most.
  private(set) var copied = 0

  /// The whole text.
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The lengths of long definitions, by folded label. Of several definitions with one
  /// label the longest counts.
  private var definitions: [String: Int] = [:]
  /// Where the paragraph ends that was looked at last, so that each one is searched once.
  private var paragraphEnd = 0

  /// Shorter definitions aren't counted: their copies take no more memory than text does.
  private static let shortest = 128
  /// The most bytes of a label (CommonMark 0.29, 4.7).
  private static let longestLabel = 1_000

  /// Counts in two passes: one for the definitions and one, if there are long ones, for
  /// their uses.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    forEachLabel { reader, label, end in
      guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ":") else { return }
      let length = reader.length(ofDefinitionAt: end + 2)
      guard length >= MarkdownReferences.shortest else { return }
      reader.definitions[MarkdownReferences.folded(label), default: 0].formMaximum(length)
    }
    guard !definitions.isEmpty else { return }
    forEachLabel { reader, label, _ in
      reader.copied += reader.definitions[MarkdownReferences.folded(label)] ?? 0
    }
  }

  /// Calls a closure with everything that stands in brackets without other brackets in
  /// it, and with the index of the closing bracket.
  private mutating func forEachLabel(
    _ body: (inout MarkdownReferences, Slice<UnsafeBufferPointer<UInt8>>, Int) -> Void
  ) {
    var start: Int?
    var isEscaped = false
    for index in bytes.indices {
      let byte = bytes[index]
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      if isEscaped { continue }
      if byte == UInt8(ascii: "[") {
        start = index + 1
      } else if byte == UInt8(ascii: "]"), let opened = start {
        if index - opened <= MarkdownReferences.longestLabel { body(&self, bytes[opened..<index], index) }
        start = nil
      }
    }
  }

  /// The label as cmark-gfm compares labels: case and white space make no difference. `>`
  /// counts as white space, because labels of several lines may have the signs of
  /// quotations in them.
  private static func folded(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let words = label.split { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
    let label = String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    // Upper case first, so that `ß` and `SS` become the same.
    return label.uppercased().lowercased()
  }

  /// The length of a definition's address and title: up to the end of the line if both
  /// certainly end there, and otherwise up to the end of the paragraph.
  ///
  /// - Parameter start: the index behind the colon.
  private mutating func length(ofDefinitionAt start: Int) -> Int {
    let end = endOfLine(start)
    if let quote = quote(in: start..<end) {
      let closing: UInt8 = quote.byte == UInt8(ascii: "(") ? 0x29 : quote.byte
      if bytes[(quote.index + 1)..<end].contains(closing) { return end - start }
    } else if bytes[start..<end].contains(where: { $0 > 0x20 }), !beginsWithQuote(end) {
      return end - start
    }
    if paragraphEnd <= start { paragraphEnd = endOfParagraph(start) }
    return paragraphEnd - start
  }

  /// The sign that may begin a title: a quotation mark or parenthesis behind white space.
  private func quote(in range: Range<Int>) -> (index: Int, byte: UInt8)? {
    range.first { isQuote(bytes[$0]) && $0 > range.lowerBound && bytes[$0 - 1] <= 0x20 }.map {
      ($0, bytes[$0])
    }
  }

  /// Whether the byte is `"`, `'` or `(`.
  private func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(")
  }

  /// Whether the line behind this one may begin with a title.
  private func beginsWithQuote(_ endOfLine: Int) -> Bool {
    bytes[endOfLine...].first { $0 > 0x20 && $0 != UInt8(ascii: ">") }.map(isQuote) ?? false
  }

  /// The index of the next line end at or behind `start`.
  private func endOfLine(_ start: Int) -> Int {
    bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
  }

  /// The index of the line end before the next blank line.
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
  /// Makes the value the larger one of itself and another.
  fileprivate mutating func formMaximum(_ other: Int) { self = Swift.max(self, other) }
}
