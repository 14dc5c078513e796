internal import SlipCore

/// A page in MHTML (RFC 2557): a message of the page and its pictures.
package struct MHTMLPage {
  /// The page in HTML, as UTF-8 where the message says its encoding. Empty where there is none.
  package private(set) var html: [UInt8] = []
  /// The part of the page; nil where there is none.
  package let root: MIMEPart?
  /// The other parts, in order.
  package let others: [MIMEPart]

  /// Finds the page in a message.
  package init(_ message: MIMEPart) {
    var parts = [message]
    var leaves: [MIMEPart] = []
    while let part = parts.popLast() {
      if part.parts.isEmpty { leaves.append(part) } else { parts += part.parts.reversed() }
    }
    let start = message.headers.parameter("start", of: "content-type").map {
      $0.filter { !"<>".contains($0) }
    }
    // Without a page, the first text is the page, whatever it is written in.
    let root =
      leaves.firstIndex { start != nil && $0.id == start && MHTMLPage.isPage($0) }
      ?? leaves.firstIndex { $0.type == "text/html" } ?? leaves.firstIndex { MHTMLPage.isPage($0) }
      ?? leaves.firstIndex { $0.type.hasPrefix("text/") && $0.type != "text/css" }
      // Where no boundary comes, all is one part.
      ?? leaves.firstIndex { $0.type.hasPrefix("multipart/") && !$0.isDivided && !$0.body.isEmpty }
    self.root = root.map { leaves[$0] }
    others = leaves.enumerated().filter { $0.offset != root }.map(\.element)
    guard let page = self.root else { return }
    html = page.content
    if !MHTMLPage.isPage(page) {
      let text = page.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      html = Array("\u{FEFF}<!DOCTYPE html><body><pre>\(text)</pre>".utf8)
    } else if let label = page.charset?.lowercased(), !MailEncoding.unsaid.contains(label) {
      html = [0xEF, 0xBB, 0xBF] + Array(MIMEText.decode(html, label: label).utf8)
    }
  }

  /// Whether bytes are a page.
  package static func isPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = MIMEHeaders.start(bytes)
    let head = MIMEHeaders.withLineEnds(Array(bytes.dropFirst(start).prefix(65_536)))
    guard let first = head.first, first > 0x20, first < 0x7F else { return false }
    let headers = head.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count) }
    let type = headers.value("content-type")
    return type.hasPrefix("multipart/") || type == "text/html" || headers.has("snapshot-content-location")
  }

  /// The place of a part. In a long one, the white space of a folded line counts for nothing (RFC 2557, 4.4.2).
  package static func location(_ part: MIMEPart) -> String {
    (part.headers["content-location"] ?? "").filter { !$0.isWhitespace }
  }

  /// Whether a part is a page in HTML or XHTML.
  private static func isPage(_ part: MIMEPart) -> Bool {
    part.type == "text/html" || part.type == "application/xhtml+xml"
  }
}
