import SlipBase
import SlipDocument
import SlipNotes

/// Boxes with everything that a manifest can hold, unusual text above all. The same seed gives the same box.
struct BoxGenerator {
  private var state: UInt64
  /// Whether there is nothing that only the XML reader reads: elements of other namespaces, numbers of 19 digits, fractions
  /// with an exponent.
  var isPlain = false

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  // SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators").
  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func number(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }
  mutating func flag() -> Bool { bits() & 1 == 0 }
  mutating func id() -> UniqueID { UniqueID(high: bits(), low: bits()) }
  mutating func digest() -> Digest { Digest(of: Array("\(bits())".utf8)) }
  mutating func fact() -> FileFact { FileFact(digest: digest(), length: number(1 << 40)) }

  static let pieces = [
    "", "a", "Ä", "e\u{301}", "😀", "<", ">", "&", "\"", "'", "\t", "\n", "\r", "\r\n", "\u{0}", "\u{1}",
    "\u{1F}", "\u{7F}",
    "\u{85}", "\u{2028}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "_x0041_", "_", "_x", "]]>", "&amp;", "  ", "/",
    "\u{10FFFF}",
    "\u{FEFF}", "{", "\u{E000}",
  ]

  mutating func text() -> String {
    (0..<number(6)).map { _ in BoxGenerator.pieces[number(BoxGenerator.pieces.count)] }.joined()
  }

  mutating func date() -> Timestamp? {
    switch number(4) {
    case 0: nil
    case 1: Timestamp(microseconds: -62_135_596_800_000_000)
    case 2: Timestamp(microseconds: 253_402_300_799_999_999)
    default: Timestamp(microseconds: Int64(number(4_000_000_000_000_000)) - 2_000_000_000_000_000)
    }
  }

  mutating func order() -> Int {
    isPlain ? [0, 1, -1, 120][number(4)] : [0, 0, 1, -1, Int.max, Int.min][number(6)]
  }
  mutating func fraction() -> Double {
    [0, 1, 0.5, 0.1, isPlain ? 0.25 : 1e-7, Double(number(isPlain ? 10 : 1_000)) / (isPlain ? 10 : 999)][
      number(6)]
  }

  mutating func foreign() -> [String] {
    let all = [
      "<x:a xmlns:x=\"urn:x\"/>", "<a xmlns=\"urn:y\" k=\"&quot;&#10;\">t<b xmlns=\"\">ü</b> </a>",
      "<x:n xmlns:x=\"urn:x\" xmlns:s=\"urn:slipbox:manifest\"><s:note s:k=\"v\"/>&lt;</x:n>",
    ]
    return (0..<(isPlain ? 0 : number(3))).map { _ in all[number(all.count)] }
  }

  mutating func properties() -> [Property] {
    (0..<number(3)).map { _ in
      switch number(5) {
      case 0: Property("app:" + text(), .text, text())
      case 1: Property("latitude", .number, "-12.5e3")
      case 2: Property("due", .date, "2024-05-06T07:08:09.5Z")
      case 3: Property("pinned", .boolean, flag() ? "true" : "false")
      default: Property("source-url", .uri, "https://example.org/?a=1&b=2")
      }
    }
  }

  mutating func box() throws -> SlipBox {
    var box = SlipBox()
    for number in 1..<(number(3) + 1) { box.history.add(BoxHistory.Entry(number, fact())) }
    for _ in 0..<number(3) { box.history.keep(BoxHistory.Replaced(fact(), flag() ? "rtf" : "txt")) }
    box.origins = (0..<number(3)).map { _ in
      var origin = Origin(name: text(), token: text())
      if flag() { origin.url = text() }
      if flag() { origin.kind = text() }
      origin.tombstones = (0..<number(3)).map { _ in
        Tombstone(key: text(), item: flag() ? text() : nil, date: date())
      }
      origin.foreign = foreign()
      return origin
    }
    box.foreign = foreign()
    let folders = try addFolders(&box)
    let keywords = try addKeywords(&box)
    let attachments = try addAttachments(&box)
    let sources = try addSources(&box, attachments)
    try addNotes(&box, folders, keywords, attachments, sources)
    return box
  }

  private mutating func addFolders(_ box: inout SlipBox) throws -> [Folder.ID] {
    var ids: [Folder.ID] = []
    for _ in 0..<number(5) {
      var folder = Folder(id: id(), name: text())
      folder.order = order()
      folder.created = date()
      folder.properties = properties()
      folder.foreign = foreign()
      if flag(), !ids.isEmpty { folder.parent = ids[number(ids.count)] }
      try box.insert(folder)
      ids.append(folder.id)
    }
    return ids
  }

  private mutating func addKeywords(_ box: inout SlipBox) throws -> [Keyword.ID] {
    var ids: [Keyword.ID] = []
    for index in 0..<number(5) {
      let color = Keyword.Color(red: fraction(), green: fraction(), blue: fraction(), opacity: fraction())
      var keyword = Keyword(id: id(), name: "\(index)" + text(), color: color)
      if flag(), !ids.isEmpty { keyword.parent = ids[number(ids.count)] }
      keyword.foreign = foreign()
      try box.insert(keyword)
      ids.append(keyword.id)
    }
    return ids
  }

  private mutating func addAttachments(_ box: inout SlipBox) throws -> [Attachment.ID] {
    var ids: [Attachment.ID] = []
    for _ in 0..<number(5) {
      var attachment = Attachment(blob: fact(), mediaType: "image/svg+xml", fileExtension: "svg")
      if flag() { (attachment.width, attachment.height) = (1 + number(9), 1 + number(9)) }
      if flag() {
        attachment.thumbnail = Attachment.Thumbnail(file: fact(), fileExtension: flag() ? "png" : "jpg")
      }
      attachment.foreign = foreign()
      try box.insert(attachment)
      ids.append(attachment.id)
    }
    return ids
  }

  private mutating func addSources(_ box: inout SlipBox, _ attachments: [Attachment.ID]) throws -> [Source.ID]
  {
    var keys: [Source.ID] = []
    for index in 0..<number(4) {
      let original = fact()
      var source = Source(
        id: "\(index)" + text(), path: text() + ["", ".RTF", ".txt", ".ü"][number(4)], format: "rtf",
        original: original,
        kept: flag() ? original : fact())
      source.modified = date()
      if flag() { source.reading = "{\"mapping\":\"\(text())\n\"}" }
      source.isIncomplete = flag()
      source.foreign = foreign()
      if !attachments.isEmpty {
        source.lifted = (0..<number(3)).map { _ in
          let start = number(100)
          let encoding =
            flag()
            ? ExtractedData.Encoding.binary : .hex(upperCase: flag(), layout: flag() ? "" : "64:" + text())
          return ExtractedData(
            attachment: attachments[number(attachments.count)], range: start..<(start + 9),
            keep: (start + 1)..<(start + 8), insertion: start + 4, encoding: encoding)
        }
      }
      try box.insert(source)
      keys.append(source.id)
    }
    return keys
  }

  private mutating func addNotes(
    _ box: inout SlipBox, _ folders: [Folder.ID], _ keywords: [Keyword.ID], _ attachments: [Attachment.ID],
    _ sources: [Source.ID]
  ) throws {
    var ids: [Note.ID] = []
    for _ in 0..<number(8) {
      var note = Note(id: id(), title: text(), body: fact(), mirror: fact())
      note.status = Note.Status.allCases[number(3)]
      note.isFavorite = flag()
      note.order = order()
      note.created = date()
      note.modified = date()
      note.zoneIsUnknown = flag()
      if !folders.isEmpty, flag() { note.folder = folders[number(folders.count)] }
      note.keywords = keywords.filter { _ in flag() }
      note.links = (ids + [note.id]).filter { _ in flag() }
      note.manualLinks = Set(note.links.filter { _ in flag() })
      note.properties = properties()
      if flag() { note.sourceItem = text() }
      if !attachments.isEmpty {
        note.attachments = (0..<number(3)).map { _ in
          var reference = AttachmentReference(
            attachment: attachments[number(attachments.count)], name: text(),
            description: flag() ? text() : nil)
          reference.properties = properties()
          return reference
        }
      }
      if !sources.isEmpty, flag() {
        let source = box.source(sources[number(sources.count)])
        note.source = source?.id
        if let source, flag() { note.body = source.kept }
      }
      if flag() { note.imported = digest() }
      note.foreign = foreign()
      try box.insert(note)
      ids.append(note.id)
    }
  }
}
