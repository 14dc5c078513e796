internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads pages in MHTML (RFC 2557): a message of the page and its pictures.
enum MHTMLSource {
  /// The extensions of such files.
  static let suffixes = ["mhtml", "mht"]

  /// Whether bytes are a page.
  static func isPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = MIMEHeaders.start(bytes)
    let head = MIMEHeaders.withLineEnds(Array(bytes.dropFirst(start).prefix(65_536)))
    guard let first = head.first, first > 0x20, first < 0x7F else { return false }
    let headers = head.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count) }
    let type = headers.value("content-type")
    return type.hasPrefix("multipart/") || type == "text/html" || headers.has("snapshot-content-location")
  }

  /// Whether bytes are a page that Chrome saved.
  static func isSavedPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(8_192))
    return LooseXML.find("Snapshot-Content-Location:", in: head, from: 0) != nil && isPage(bytes)
  }

  /// Makes a note of a page.
  private static func page(_ message: MIMEPart) -> SavedPage {
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
      leaves.firstIndex { start != nil && $0.id == start && isPage($0) } ?? leaves.firstIndex {
        $0.type == "text/html"
      }
      ?? leaves.firstIndex { isPage($0) }
      ?? leaves.firstIndex { $0.type.hasPrefix("text/") && $0.type != "text/css" }
      // Where no boundary comes, all is one part.
      ?? leaves.firstIndex { $0.type.hasPrefix("multipart/") && !$0.isDivided && !$0.body.isEmpty }
    let outer = location(message)
    let own = root.map { location(leaves[$0]) } ?? ""
    var html: [UInt8] = []
    if let root {
      html = leaves[root].content
      if !isPage(leaves[root]) {
        let text = MarkupFilter.escaped(leaves[root].text)
        html = Array("\u{FEFF}<!DOCTYPE html><body><pre>\(text)</pre>".utf8)
      } else if let label = leaves[root].charset?.lowercased(), !MailEncoding.unsaid.contains(label) {
        html = [0xEF, 0xBB, 0xBF] + Array(MIMEText.decode(html, label: label).utf8)
      }
    }
    let address = own.hasPrefix("cid:") ? "" : outer.isEmpty ? own : WebAddress.resolve(own, from: outer)
    var page = SavedPage(html: html, address: message.headers["snapshot-content-location"] ?? address)
    for (index, part) in leaves.enumerated() where index != root {
      if part.type == "text/html" {
        page.frames += 1
        continue
      }
      page.files.append(
        SavedPage.File(
          address: WebAddress.resolve(location(part), from: page.address), id: part.id, bytes: part.content))
    }
    return page
  }

  /// The place of a part. In a long one, the white space of a folded line counts for nothing (RFC 2557, 4.4.2).
  private static func location(_ part: MIMEPart) -> String {
    (part.headers["content-location"] ?? "").filter { !$0.isWhitespace }
  }

  /// Whether a part is a page in HTML or XHTML.
  private static func isPage(_ part: MIMEPart) -> Bool {
    part.type == "text/html" || part.type == "application/xhtml+xml"
  }

  /// Makes a note of a file.
  static func note(_ bytes: [UInt8], _ stem: String, _ context: SourceContext) -> SourceNote {
    let message = MIMEPart(MIMEHeaders.withLineEnds(bytes)[...])
    var note = SourceNote(title: stem, body: .document(Document()))
    if let date = message.headers["date"].flatMap(MailDate.read) {
      (note.created, note.zoneIsUnknown) = date.moment(context)
    }
    let page = page(message)
    if message.isCut || message.body.isEmpty || page.html.isEmpty && page.files.isEmpty {
      note.diagnostics.append(
        SourceFault.cut("The file ends without its last boundary; the end may be missing."))
    }
    // A saved picture has no page.
    if page.html.isEmpty, let file = page.files.first {
      note.title = message.headers["subject"] ?? stem
      file.fill(&note, named: stem)
      note.files = page.files.dropFirst().map { SourceFile(name: $0.name, bytes: $0.bytes) }
      return note
    }
    page.fill(&note, fallback: message.headers["subject"] ?? stem, context)
    return note
  }
}
