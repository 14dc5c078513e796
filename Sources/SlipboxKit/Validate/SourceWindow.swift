/// The surroundings of a byte in a file. It looks at some tens of bytes, whatever the length of
/// the line: a manifest or body may be one line of many megabytes.
struct SourceWindow {
  /// The most bytes before the place that an excerpt shows.
  private static let before = 48
  /// The most bytes after the place that an excerpt shows.
  private static let after = 72
  /// Columns after more bytes than this aren't counted.
  private static let columnLimit = 4096

  /// The whole file.
  private let bytes: UnsafeRawBufferPointer
  /// The place, from 0 to the length of the file.
  private let offset: Int

  /// The surroundings of `offset`, which is moved into the file if it is outside.
  init(_ bytes: UnsafeRawBufferPointer, _ offset: Int) {
    self.bytes = bytes
    self.offset = min(max(0, offset), bytes.count)
  }

  /// The column, from 1, in Unicode code points; nil in a line that is too long to count.
  var column: Int? {
    guard let start = lineStart(atMost: Self.columnLimit) else { return nil }
    return bytes[start..<offset].reduce(1) { $0 + (Self.isContinuation($1) ? 0 : 1) }
  }

  /// The line or the part of it around the place, without the white space it begins with; nil
  /// where there is nothing to show. The cut never splits a UTF-8 sequence.
  var excerpt: ValidationFinding.Excerpt? {
    let wholeStart = lineStart(atMost: Self.before)
    var start = wholeStart ?? offset - Self.before
    var end = offset
    while end < bytes.count, end - offset < Self.after, !Self.isLineEnd(bytes[end]) { end += 1 }
    let isCut = end < bytes.count && !Self.isLineEnd(bytes[end])
    while start < offset, Self.isContinuation(bytes[start]) { start += 1 }
    while isCut, end > offset, Self.isContinuation(bytes[end]) { end -= 1 }
    if wholeStart != nil { while start < offset, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 } }
    guard start < end else { return nil }
    let lead = (wholeStart == nil ? "…" : "") + shown(start..<offset)
    return ValidationFinding.Excerpt(text: lead + shown(offset..<end) + (isCut ? "…" : ""), caret: lead.count)
  }

  /// The beginning of the XML element at the place, up to the end of its first attribute:
  /// `<note uuid="…"`. It identifies the element even if lines before it change. Empty where no
  /// element begins here.
  var object: String {
    guard offset < bytes.count, bytes[offset] == 0x3C else { return "" }
    var quotes = 0
    var end = offset + 1
    while end < bytes.count, end - offset < 512, quotes < 2 {
      if bytes[end] == 0x22 || bytes[end] == 0x27 { quotes += 1 }
      if quotes == 0, bytes[end] == 0x3E { break }
      end += 1
    }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  /// The offset at which the line begins; nil if that is more than `limit` bytes before the
  /// place.
  private func lineStart(atMost limit: Int) -> Int? {
    var start = offset
    while start > 0, !Self.isLineEnd(bytes[start - 1]) {
      guard offset - start < limit else { return nil }
      start -= 1
    }
    return start
  }

  /// The bytes of a range as text that is safe to print.
  private func shown(_ range: Range<Int>) -> String {
    PlainLine.text(String(decoding: bytes[range], as: UTF8.self))
  }

  /// Whether the byte is LF or CR.
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  /// Whether the byte continues a UTF-8 sequence.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
