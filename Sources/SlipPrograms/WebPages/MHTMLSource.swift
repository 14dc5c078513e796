internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipMarkup

/// Reads pages in MHTML (RFC 2557): a message of the page and its pictures.
enum MHTMLSource {
  /// The extensions of such files.
  static let suffixes = ["mhtml", "mht"]

  /// Whether bytes are a page.
  static func isPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    MHTMLPage.isPage(bytes)
  }

  /// Whether bytes are a page that Chrome saved.
  static func isSavedPage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(8_192))
    return LooseXML.find("Snapshot-Content-Location:", in: head, from: 0) != nil && isPage(bytes)
  }

  /// Makes a note of a page.
  private static func page(_ message: MIMEPart) -> SavedPage {
    let found = MHTMLPage(message)
    let outer = MHTMLPage.location(message)
    let own = found.root.map { MHTMLPage.location($0) } ?? ""
    let address = own.hasPrefix("cid:") ? "" : outer.isEmpty ? own : WebAddress.resolve(own, from: outer)
    var page = SavedPage(
      html: found.html, address: message.headers["snapshot-content-location"] ?? address)
    for part in found.others {
      if part.type == "text/html" {
        page.frames += 1
        continue
      }
      page.files.append(
        SavedPage.File(
          address: WebAddress.resolve(MHTMLPage.location(part), from: page.address), id: part.id,
          bytes: part.content))
    }
    return page
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
