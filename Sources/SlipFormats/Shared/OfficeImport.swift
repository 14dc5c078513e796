internal import SlipBase
internal import SlipDocument
internal import SlipMarkup
internal import SlipOffice

/// Reads the parts of other formats that a word processor's document may have within it.
struct OfficeImport: Sendable {
  private let limits: Limits
  /// How many documents are around the part.
  private let depth: Int

  /// The most documents within each other.
  private static let deepest = 4

  /// Creates a reader for the parts of a document.
  init(_ limits: Limits) { self.init(limits, depth: 0) }

  private init(_ limits: Limits, depth: Int) { (self.limits, self.depth) = (limits, depth) }

  /// The document that a part holds; nil for a format that isn't known.
  func read(_ bytes: UnsafeRawBufferPointer, _ mediaType: String) -> Document? {
    guard depth < OfficeImport.deepest else { return nil }
    if DOCXReader.isDOCX(bytes) {
      let result = DOCXReader.read(
        bytes, limits: limits, importing: OfficeImport(limits, depth: depth + 1).read)
      return result.diagnostics.contains { $0.severity == .error } ? nil : result.document
    }
    if mediaType == "message/rfc822" || mediaType.hasPrefix("multipart/") || MHTMLPage.isPage(bytes) {
      return page(MIMEPart(MIMEHeaders.withLineEnds(Array(bytes))[...]))
    }
    let row = FormatTable.rows.first { row in
      !row.isOffice && row.kind != .package && (row.mediaType.name == mediaType || row.sniff(bytes))
    }
    return row?.read?(bytes, limits).document
  }

  /// The document of a page in MHTML, with the pictures that are in the message; nil for a message without a page.
  private func page(_ message: MIMEPart) -> Document? {
    let page = MHTMLPage(message)
    guard !page.html.isEmpty else { return nil }
    var document = page.html.withUnsafeBytes { HTMLReader.read($0, limits: limits, pictures: .page).document }
    for index in document.resources.indices {
      guard case .file(let path) = document.resources[index].content,
        let part = page.others.first(where: { part in
          part.id.map { "cid:" + $0 } == path || MHTMLPage.location(part) == path || part.name == path
        })
      else { continue }
      let bytes = part.content
      document.resources[index].content = .bytes(bytes)
      document.resources[index].mediaType = bytes.withUnsafeBytes { MediaType.sniff($0) }.name
      document.resources[index].name = part.name
    }
    return document
  }
}
