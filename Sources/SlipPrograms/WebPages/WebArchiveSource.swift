internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipMarkup

/// Reads web archives: a property list with the page and its files.
///
/// ```
/// WebMainResource        WebResourceURL, WebResourceData, WebResourceMIMEType, WebResourceTextEncodingName
/// WebSubresources        a list of the same
/// WebSubframeArchives    frames, which stay in the original
/// ```
enum WebArchiveSource {
  /// The extensions of such files.
  static let suffixes = ["webarchive"]

  /// Whether bytes are an archive.
  static func isArchive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    LooseXML.find("WebMainResource", in: bytes, from: 0) != nil
      && (LooseXML.has("bplist", bytes, at: 0) || LooseXML.find("<plist", in: bytes, from: 0) != nil)
  }

  /// A resource of an archive.
  private struct Resource {
    var address = ""
    var bytes: [UInt8] = []
    var type = ""
    var encoding: String?

    /// Takes a resource of a list.
    init(_ list: PropertyList, _ index: Int) {
      address = list.value("WebResourceURL", of: index).flatMap { list.string($0) } ?? ""
      let type = list.value("WebResourceMIMEType", of: index).flatMap { list.string($0) } ?? ""
      self.type = type.prefix { $0 != ";" }.trimmingBlanks().lowercased()
      encoding = list.value("WebResourceTextEncodingName", of: index).flatMap { list.string($0) }
      if let data = list.value("WebResourceData", of: index) {
        switch list[data] {
        case .data(let bytes): self.bytes = bytes
        case .string(let text): bytes = Array(text.utf8)
        default: break
        }
      }
    }
  }

  /// Makes a note of an archive.
  ///
  /// - Throws: `SlipError` where the list can't be read.
  static func note(_ bytes: [UInt8], _ stem: String, _ context: SourceContext) throws(SlipError) -> SourceNote
  {
    guard let list = bytes.withUnsafeBytes({ PropertyList.read($0) }),
      let main = list.value("WebMainResource", of: list.top)
    else {
      throw SlipError(.badInput, code: ExchangeCode.badContainer, "The archive has no page that can be read.")
    }
    let page = Resource(list, main)
    var note = SourceNote(title: stem, body: .document(Document()))
    if list.value("WebResourceData", of: main) == nil {
      note.diagnostics.append(SourceFault.cut("The archive has no content of its page."))
    }
    if list.isDamaged {
      note.diagnostics.append(SourceFault.cut("The archive is damaged; what is there was read."))
    }
    guard page.type.contains("html") || page.type.isEmpty else {
      other(page, stem, &note)
      return note
    }
    var html = page.bytes
    if let label = page.encoding, !label.isEmpty {
      html = [0xEF, 0xBB, 0xBF] + Array(MIMEText.decode(html, label: label).utf8)
    }
    var saved = SavedPage(html: html, address: page.address)
    for index in list.value("WebSubresources", of: list.top).map({ list.elements($0) }) ?? [] {
      let file = Resource(list, index)
      saved.files.append(SavedPage.File(address: file.address, id: nil, bytes: file.bytes))
    }
    saved.frames = list.value("WebSubframeArchives", of: list.top).map { list.elements($0).count } ?? 0
    saved.fill(&note, fallback: stem, context)
    return note
  }

  /// A page that is a picture, a text or another file.
  private static func other(_ page: Resource, _ stem: String, _ note: inout SourceNote) {
    let file = SavedPage.File(address: page.address, id: nil, bytes: page.bytes)
    if !file.name.isEmpty { note.title = file.name }
    if page.type.hasPrefix("text/") {
      note.takePlain(MIMEText.decode(page.bytes, label: page.encoding))
      SavedPage.take(page.address, &note)
    } else {
      file.fill(&note, named: stem)
    }
  }
}
