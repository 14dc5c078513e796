internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import WindowsArchives

/// Makes a note of an item of Outlook.
///
/// An item may have its text in three forms at once. The RTF comes first, because Outlook edits it; wrapped in it is the
/// HTML of mails as it was sent.
struct OutlookNote {
  /// The note.
  private(set) var note: SourceNote
  /// The item.
  private let item: OutlookItem
  /// Bounds of the import.
  private let context: SourceContext
  /// Places of attachments that the text shows.
  private var shown: Set<Int> = []

  /// Ids of properties (MS-OXPROPS).
  private enum ID {
    /// The subject, with marks such as `RE:`.
    static let subject: UInt16 = 0x0037
    /// When it was sent.
    static let sent: UInt16 = 0x0039
    /// When it was received.
    static let received: UInt16 = 0x0E06
    /// The plain text.
    static let text: UInt16 = 0x1000
    /// The RTF, compressed.
    static let rtf: UInt16 = 0x1009
    /// The HTML.
    static let html: UInt16 = 0x1013
    /// A picture of an attachment, as a Windows metafile.
    static let rendering: UInt16 = 0x3709
    /// When the item was created, or saved as a file.
    static let created: UInt16 = 0x3007
    /// When it was last changed.
    static let modified: UInt16 = 0x3008
    /// The code page of the HTML.
    static let webCodePage: UInt16 = 0x3FDE
    /// Whether it is flagged for follow-up.
    static let flag: UInt16 = 0x1090
  }

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - context: Bounds of the import.
  init(_ item: OutlookItem, _ context: SourceContext) {
    (self.item, self.context) = (item, context)
    note = SourceNote(title: OutlookNote.subject(item), body: .document(Document()))
    takeDates()
    let categories = item.properties[.text(set: MAPIName.PropertySet.strings, "keywords")]
    note.keywords = (categories?.texts ?? []).map { SourceKeyword(path: [$0.trimmingBlanks()]) }
    // The program flags an item for follow-up with 2, and marks it done with 1.
    note.isFavorite = item.properties.number(ID.flag) == 2
    note.properties = OutlookFacts.properties(of: item)
    takeBody()
    takeAttachments()
    if item.isDamaged {
      note.diagnostics.append(
        SourceFault.cut("A part of the item is damaged; what could be read of it was imported."))
    }
  }

  /// The subject; nil for a blank one. Old streams have a mark before it: U+0001 and the length of `RE: `.
  ///
  /// Where it is missing, its form without prefix (0E1D) takes its place.
  private static func subject(_ item: OutlookItem) -> String? {
    for id in [ID.subject, 0x0E1D] {
      var text = item.properties.text(id) ?? ""
      if text.unicodeScalars.first == "\u{1}" { text = String(text.unicodeScalars.dropFirst(2)) }
      text = text.trimmingBlanks()
      if !text.isEmpty { return text }
    }
    return nil
  }

  /// The time of creation is often that of saving the file, so the time of sending comes first.
  ///
  /// 1. The time of sending.
  /// 2. The local time of sending, as old streams have it; its zone is unknown.
  /// 3. The time of creation.
  /// 4. The time of receipt.
  private mutating func takeDates() {
    let properties = item.properties
    note.created = properties.time(ID.sent)
    if note.created == nil, let local = item.localSent {
      let moment = context.moment(ofLocal: local)
      (note.created, note.zoneIsUnknown) = (moment.time, moment.zoneIsUnknown)
    }
    note.created = note.created ?? properties.time(ID.created) ?? properties.time(ID.received)
    note.modified = properties.time(ID.modified)
  }

  // MARK: Text

  /// Takes the text: that of the compressed RTF, else the HTML, else the plain text.
  ///
  /// Compressed RTF (MS-OXRTFCP) with a wrong length or check sum is taken all the same, with a
  /// finding.
  private mutating func takeBody() {
    if let packed = item.properties.bytes(ID.rtf), !packed.isEmpty {
      if let rtf = packed.withUnsafeBytes({ CompressedRTF.unpack($0) }) {
        if !rtf.isSound {
          note.diagnostics.append(
            SourceFault.cut("The compressed text has another length or check sum than it says."))
        }
        if take(rtf: rtf.bytes) { return }
      } else {
        note.diagnostics.append(SourceFault.cut("The compressed text can't be read."))
      }
    }
    if let html = html { return take(html: html) }
    let words = item.properties.text(ID.text) ?? ""
    let members = words.trimmingBlanks().isEmpty ? OutlookFacts.members(of: item) : []
    let text = Array((members.isEmpty ? words : members.joined(separator: "\n")).utf8)
    note.body = .document(text.withUnsafeBytes { PlainTextReader.read($0) }.document)
  }

  /// Takes RTF, or the HTML that is wrapped in it; false where it has no text and another form has.
  ///
  /// HTML that is wrapped in RTF (MS-OXRTFEX) is what the sender wrote, so it comes out of it again.
  ///
  /// - Parameter rtf: The unpacked bytes.
  private mutating func take(rtf: [UInt8]) -> Bool {
    guard rtf.withUnsafeBytes({ RTFProbe.isRTF($0) }) else { return false }
    var faults = DiagnosticSink()
    if let page = rtf.withUnsafeBytes({
      RTFEncapsulatedHTML.recover($0, limits: context.limits, diagnostics: &faults)
    }) {
      note.diagnostics += faults.diagnostics
      take(html: OutlookNote.mark + page)
      return true
    }
    let hasOther = html != nil || !(item.properties.text(ID.text) ?? "").trimmingBlanks().isEmpty
    if hasOther {
      let mirror = rtf.withUnsafeBytes {
        RTFPlainText.extract($0, limits: context.limits, diagnostics: &faults)
      }
      if mirror.allSatisfy({ $0 <= 0x20 }) { return false }
    }
    note.body = .rtf(rtf)
    return true
  }

  /// The mark of UTF-8, which counts more than what a page declares.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The HTML of the item, in UTF-8 with a mark if its code page is known; nil where there is none.
  ///
  /// Code page 20127 stands for ASCII. Many programs write it whatever the page has, so the reader
  /// finds out by itself.
  private var html: [UInt8]? {
    if let text = item.properties.text(ID.html), !text.isEmpty { return OutlookNote.mark + Array(text.utf8) }
    guard let bytes = item.properties.bytes(ID.html), !bytes.isEmpty else { return nil }
    if let text = bytes.withUnsafeBytes({ context.encoding?.decode($0) }) { return OutlookNote.mark + text }
    if let page = item.properties.number(ID.webCodePage), page != 20127,
      let text = WindowsText.decode(bytes, codePage: page)
    {
      return OutlookNote.mark + Array(text.utf8)
    }
    return bytes
  }

  /// Takes HTML, with the pictures that it shows by content id.
  ///
  /// A page names a picture as `cid:ID`, by the name of the file, or by its place on the web. Names are
  /// compared without case, and of several with one name the first attachment counts. Pictures that
  /// aren't there are reported.
  ///
  /// - Parameter html: The page, with a mark if it is in UTF-8.
  private mutating func take(html: [UInt8]) {
    let result = html.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .page) }
    var document = result.document
    note.diagnostics += result.diagnostics
    var places: [String: Int] = [:]
    for (place, attachment) in item.attachments.enumerated().reversed() {
      let names = [attachment.name, attachment.properties.text(0x3713)]
      for name in names + [attachment.contentID.map { "cid:" + $0 }] {
        if let name { places[name.lowercased()] = place }
      }
    }
    let attachments = item.attachments
    var taken: Set<Int> = []
    let missing = document.takeFiles { path in
      guard let place = places[path.lowercased()] ?? places[RelativePath.withoutEncoding(path).lowercased()],
        case .file(let bytes) = attachments[place].content
      else { return nil }
      taken.insert(place)
      return (attachments[place].name ?? "", bytes)
    }
    shown = taken
    note.reportMissing(missing)
    note.body = .document(document)
  }

  // MARK: Attachments

  /// Takes the files that the text doesn't show. Attached items are notes of their own.
  ///
  /// Of an object of another program only its picture, a Windows metafile, is taken. The finding says
  /// that the rest stays in the kept original.
  private mutating func takeAttachments() {
    for (place, attachment) in item.attachments.enumerated() where !shown.contains(place) {
      switch attachment.content {
      case .file(let bytes): note.files.append(SourceFile(name: attachment.name ?? "", bytes: bytes))
      case .item:
        if let name = attachment.properties.text(0x3001)?.trimmingBlanks(), !name.isEmpty {
          note.properties.append(Property("outlook:attached-item", .text, name))
        }
      case .object:
        if let picture = attachment.properties.bytes(ID.rendering), !picture.isEmpty {
          let name = attachment.name.map { $0 + ".wmf" } ?? ""
          note.files.append(SourceFile(name: name, bytes: picture))
        }
        note.diagnostics.append(
          SourceFault.dropped(
            "An embedded object of another program is in the original file only, which the bundle has."))
      case .nothing:
        note.diagnostics.append(SourceFault.missingFile("An attachment has no content."))
      }
    }
  }
}
