internal import SlipCore

/// A part of a message (RFC 2045, 2046): its header, its body, and the parts in that.
package struct MIMEPart: Sendable {
  /// The header.
  package var headers: MIMEHeaders
  /// The body as it was sent.
  package var body: ArraySlice<UInt8>
  /// The parts of a `multipart`; empty where there are none.
  package var parts: [MIMEPart] = []
  /// Whether a boundary was met, so that the body is no text.
  package var isDivided = false
  /// Whether the last boundary is missing.
  package private(set) var isCut = false
  /// What the type is where the header says nothing.
  private var usual: String

  /// How deep parts may lie in each other.
  private static let deepest = 30
  /// The most parts of a message.
  private static let most = 10_000

  /// Reads a message.
  package init(_ bytes: ArraySlice<UInt8>) {
    var left = MIMEPart.most
    self.init(bytes.dropFirst(MIMEHeaders.start(bytes)), usual: "text/plain", depth: 0, left: &left)
  }

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - depth: How many parts lie around it.
  ///   - left: How many parts may still be read.
  private init(_ bytes: ArraySlice<UInt8>, usual: String, depth: Int, left: inout Int) {
    self.usual = usual
    headers = bytes.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count) }
    body = bytes[(bytes.startIndex + headers.end)...]
    guard type.hasPrefix("multipart/"), depth < MIMEPart.deepest,
      // No boundary ends in a blank (RFC 2046, 5.1.1).
      let boundary = headers.parameter("boundary", of: "content-type")?.trimmingBlanks(), !boundary.isEmpty
    else { return }
    let inner = type == "multipart/digest" ? "message/rfc822" : "text/plain"
    let (ranges, isCut) = MIMEPart.ranges(of: body, Array(boundary.utf8), &isDivided)
    self.isCut = isCut
    for range in ranges {
      guard left > 0 else { return }
      left -= 1
      parts.append(MIMEPart(body[range], usual: inner, depth: depth + 1, left: &left))
    }
  }

  /// Whether it, or a part in it, was cut off: the last boundary is missing, though others came.
  package var hasCut: Bool { isCut && isDivided || parts.contains(where: \.hasCut) }

  /// The type, such as `text/plain`.
  package var type: String {
    let type = headers.value("content-type")
    // A type that isn't one is text, as it was before MIME.
    return type == "plain/text" || type == "text" ? "text/plain" : type.contains("/") ? type : usual
  }

  /// `attachment`, `inline`, or empty.
  package var disposition: String { headers.value("content-disposition") }

  /// The name of the file; nil where there is none.
  package var name: String? {
    let name =
      headers.parameter("filename", of: "content-disposition")
      ?? headers.parameter("name", of: "content-type")
    guard let last = name?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) else {
      return nil
    }
    let clean = last.trimmingBlanks()
    return clean.isEmpty ? nil : clean
  }

  /// The id by which the text shows the part.
  package var id: String? {
    headers["content-id"].map { String($0.drop { $0 == "<" }.prefix { $0 != ">" }) }
  }

  /// Whether Apple Mail has taken the content out of the message.
  package var isElsewhere: Bool { headers.has("x-apple-content-length") }

  /// The content of the body.
  package var content: [UInt8] {
    let transfer = headers.value("content-transfer-encoding")
    return MIMEText.decode(body, transfer: String(transfer.filter { !$0.isWhitespace }))
  }

  /// The encoding of the text, as the header names it.
  package var charset: String? { headers.parameter("charset", of: "content-type") }

  /// The content as text, with what a mailing list adds behind Base64.
  package var text: String {
    let text = MIMEText.decode(content, label: charset)
    guard headers.value("content-transfer-encoding") == "base64",
      let footer = MIMEText.base64Footer(of: body)
    else { return text }
    return text + "\n\n" + MIMEText.undeclared(footer)
  }

  /// The parts between boundaries, without the line end before each boundary.
  ///
  /// - Parameter isDivided: Becomes true where a boundary is met, even if nothing stands behind it.
  /// - Returns: The parts, and whether the last boundary is missing.
  private static func ranges(
    of body: ArraySlice<UInt8>, _ boundary: [UInt8], _ isDivided: inout Bool
  ) -> (ranges: [Range<Int>], isCut: Bool) {
    var ranges: [Range<Int>] = []
    var start: Int?
    var place = body.startIndex
    let mark = Array("--".utf8) + boundary
    while place < body.endIndex {
      let end = body[place...].firstIndex(of: 0x0A) ?? body.endIndex
      let line = body[place..<end]
      if line.starts(with: mark) {
        let rest = line.dropFirst(mark.count)
        let isLast = rest.starts(with: "--".utf8)
        if (isLast ? rest.dropFirst(2) : rest).allSatisfy({ $0 <= 0x20 }) {
          isDivided = true
          if let start { ranges.append(start..<max(start, withoutLineEnd(body, place))) }
          start = isLast ? nil : min(end + 1, body.endIndex)
          if isLast { return (ranges, false) }
        }
      }
      place = end + 1
    }
    // The last boundary is missing: the part goes to the end.
    if let start { ranges.append(start..<body.endIndex) }
    return (ranges, true)
  }

  /// The place before the line end that ends at a place.
  private static func withoutLineEnd(_ body: ArraySlice<UInt8>, _ place: Int) -> Int {
    var place = place
    if place > body.startIndex, body[place - 1] == UInt8(ascii: "\n") { place -= 1 }
    if place > body.startIndex, body[place - 1] == UInt8(ascii: "\r") { place -= 1 }
    return place
  }
}
