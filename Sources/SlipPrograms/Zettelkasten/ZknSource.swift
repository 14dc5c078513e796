internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads a slip-box of Zettelkasten: a ZIP of XML files, with pictures and attachments in folders beside it.
///
/// ```
/// zknFile.xml       the notes; the number of a note is its place, also of one that was deleted and is empty
/// keywordFile.xml   the keywords, which notes name by place
/// authorFile.xml    the authors, likewise
/// bookmarks.xml     the favourites
/// desktop.xml       outlines of planned texts, in which a note may stand several times
/// ```
///
/// `f` of a keyword is how often it is used, and no number of it. Notes that follow a note, and those that were linked by
/// hand, are manual links.
struct ZknSource: NoteSource {
  /// All that the notes need.
  struct Library: Sendable {
    /// The files of the container and those beside it.
    var tree: SourceTree
    /// The keywords, by place.
    var keywords: [String] = []
    /// The authors, by place.
    var authors: [String] = []
    /// The ids of the notes, by place; empty for deleted ones.
    var ids: [String] = []
    /// The numbers of favourites.
    var bookmarks: Set<Int> = []
    /// The folders beside the container in which pictures may be.
    var pictures = ["img"]
    /// The folders beside the container in which attachments may be.
    var attachments = ["attachments"]

    /// A file beside the container.
    ///
    /// Paths may be absolute, of a computer that the container has left long ago. So a path is looked for as it is, and
    /// then its last name.
    ///
    /// - Parameters:
    ///   - path: The path as a note has it, with `/` or a backslash.
    ///   - folders: The folders to look in.
    func file(_ path: String, in folders: [String]) -> (name: String, bytes: [UInt8])? {
      let parts = path.split { $0 == "/" || $0 == "\\" }.map(String.init)
      guard let name = parts.last else { return nil }
      for candidate in [parts.joined(separator: "/"), name] {
        for folder in folders {
          if let bytes = tree.neighbour(folder + "/" + candidate) { return (name, bytes) }
        }
      }
      return nil
    }

    /// The UUID of the note with a number.
    func note(_ number: Int, _ context: SourceContext) -> UniqueID? {
      ids.indices.contains(number - 1) && !ids[number - 1].isEmpty ? context.note(ids[number - 1]) : nil
    }
  }

  /// A note as the XML has it.
  private struct Zettel: Sendable {
    /// Its place in the file, from 1.
    var number = 0
    /// The title; empty for none.
    var title = ""
    /// The text with its markup.
    var content = ""
    /// The dates as they are written.
    var created, modified: String?
    /// The places of its authors, from 1.
    var authors: [Int] = []
    /// The places of its keywords, from 1.
    var keywords: [Int] = []
    /// The notes that it was linked with by hand.
    var manual: [Int] = []
    /// The notes that follow it, in order.
    var followers: [Int] = []
    /// Names of files, paths on computers of the past, and addresses.
    var links: [String] = []
    /// A remark; nil for none.
    var remark: String?
    /// How good it was found; nil for none.
    var rating: String?
    /// Whether its markup is damaged, so that words may be missing.
    var isCut = false
  }

  /// What the notes need.
  private let library: Library
  /// The notes that aren't deleted, in order.
  private var notes: [Zettel] = []
  /// What comes after the notes, in reverse order.
  private var pending: [SourceItem] = []
  /// The place of the next note.
  private var position = 0

  /// Reads all files but those beside the container.
  init(_ tree: SourceTree) throws(SlipError) {
    var library = Library(tree: tree)
    var findings: [SourceItem] = []
    /// The tree of a file. One that is damaged is a finding, one that is missing is empty.
    func part(_ name: String) throws(SlipError) -> LooseTree {
      let bytes = try tree.read(name)
      let xml = LooseTree(bytes ?? [])
      if bytes != nil, !xml.isWhole { findings.append(ZknSource.damage(name)) }
      return xml
    }
    library.keywords = ZknSource.entries(try part("keywordFile.xml"))
    library.authors = ZknSource.entries(try part("authorFile.xml"))
    let xml = try part("zknFile.xml")
    for (place, node) in xml.children(of: xml.root ?? 0, "zettel").enumerated() {
      let zettel = ZknSource.zettel(xml, node, number: place + 1)
      let isDeleted = zettel.title.isEmpty && zettel.content.isEmpty && !zettel.isCut
      let id = xml.attribute(node, "zknid") ?? ""
      library.ids.append(isDeleted ? "" : id.isEmpty ? "\(place + 1)" : id)
      if !isDeleted { notes.append(zettel) }
    }
    let about = try part("metaInformation.xml")
    library.pictures = ZknSource.folders(about.value(about.root, "imagepath")) + library.pictures
    library.attachments = ZknSource.folders(about.value(about.root, "attachmentpath")) + library.attachments
    let marks = try part("bookmarks.xml")
    let outlines = try part("desktop.xml")
    for mark in marks.children(of: marks.root ?? 0, "bookmark") {
      for entry in marks.children(of: mark, "entry") {
        if let number = marks.attribute(entry, "id").flatMap({ Int($0) }) { library.bookmarks.insert(number) }
      }
    }
    pending = library.keywords.filter { !$0.isEmpty }.map { .keyword(SourceKeyword(path: [$0])) }.reversed()
    self.library = library
    pending = desktops(outlines).reversed() + pending + findings
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if position < notes.count {
      let (zettel, library) = (notes[position], library)
      position += 1
      return .note(
        SourceEntry(
          id: library.ids[zettel.number - 1], place: "\(zettel.number)", length: zettel.content.utf8.count
        ) {
          context throws(SlipError) in ZknSource.note(zettel, library, context)
        })
    }
    return pending.popLast()
  }

  // MARK: XML

  /// The texts of the entries in a file, by place.
  ///
  /// ```
  /// <keywords><entry f="7">soil</entry><entry f="1">spring work</entry></keywords>   ->   ["soil", "spring work"]
  /// ```
  private static func entries(_ xml: LooseTree) -> [String] {
    xml.children(of: xml.root ?? 0, "entry").map { xml.text($0).trimmingBlanks() }
  }

  /// The finding that one of the files is damaged.
  private static func damage(_ name: String) -> SourceItem {
    .finding(
      SourceFault.cut("'\(name)' is damaged or cut off; what is there was read."))
  }

  /// The folders beside the container that a configured path may mean: as it is, or its last part where it is absolute.
  private static func folders(_ path: String?) -> [String] {
    let parts = (path ?? "").split { $0 == "/" || $0 == "\\" }.map(String.init)
    guard let last = parts.last else { return [] }
    return parts.count == 1 ? [last] : [parts.joined(separator: "/"), last]
  }

  /// A note of the XML.
  private static func zettel(_ xml: LooseTree, _ node: Int, number: Int) -> Zettel {
    var zettel = Zettel()
    /// The numbers in an element, which commas separate.
    func numbers(_ name: String) -> [Int] {
      (xml.value(node, name) ?? "").split(separator: ",").compactMap { Int(String($0).trimmingBlanks()) }
    }
    zettel.number = number
    zettel.title = xml.value(node, "title") ?? ""
    zettel.content = xml.text(xml.child(of: node, "content"))
    zettel.created = xml.attribute(node, "ts_created") ?? xml.value(xml.child(of: node, "date"), "created")
    zettel.modified = xml.attribute(node, "ts_edited") ?? xml.value(xml.child(of: node, "date"), "edited")
    (zettel.authors, zettel.keywords, zettel.manual) = (
      numbers("author"), numbers("keywords"), numbers("manlinks")
    )
    zettel.followers = numbers("luhmann") + numbers("luhindex")
    zettel.links =
      xml.child(of: node, "links").map { list in
        xml.children(of: list).map { xml.text($0).trimmingBlanks() }.filter { !$0.isEmpty }
      } ?? []
    zettel.remark = xml.value(node, "misc")
    zettel.rating = xml.attribute(node, "rating")
    zettel.isCut = !xml.isWhole(node) || xml.child(of: node, "content") == nil
    return zettel
  }

  /// A date `YYMMDDhhmm`, of this century up to 69.
  static func date(_ text: String?) -> SourceDate? {
    guard let text, text.utf8.count >= 10, text.utf8.prefix(10).allSatisfy({ $0.isASCIIDigit })
    else {
      return nil
    }
    return SourceDate((text.utf8.first ?? 0 >= 0x37 ? "19" : "20") + text.prefix(10))
  }

  // MARK: Notes

  /// Makes a note.
  private static func note(_ zettel: Zettel, _ library: Library, _ context: SourceContext) -> SourceNote {
    var note = SourceNote(
      title: zettel.title.isEmpty ? "Zettel \(zettel.number)" : zettel.title,
      body: .document(Document()))
    let (created, modified) = (date(zettel.created)?.moment(context), date(zettel.modified)?.moment(context))
    (note.created, note.modified) = (created?.time, modified?.time)
    note.zoneIsUnknown = created?.zoneIsUnknown ?? false || modified?.zoneIsUnknown ?? false
    if [zettel.created, zettel.modified].contains(where: { $0?.isEmpty == false && date($0) == nil }) {
      note.diagnostics.append(SourceFault.impossibleDate)
    }
    note.isFavorite = library.bookmarks.contains(zettel.number)
    /// The names at these places of a list. Places that it doesn't have are left out.
    func names(_ numbers: [Int], _ list: [String]) -> [String] {
      numbers.filter { list.indices.contains($0 - 1) }.map { list[$0 - 1] }.filter { !$0.isEmpty }
    }
    note.keywords = names(zettel.keywords, library.keywords).map { SourceKeyword(path: [$0]) }
    note.properties = names(zettel.authors, library.authors).map {
      Property(Property.WellKnown.author, .text, $0)
    }
    note.properties.append(Property("zkn3:number", .number, "\(zettel.number)"))
    if let remark = zettel.remark { note.properties.append(Property("zkn3:remark", .text, remark)) }
    if let rating = zettel.rating { note.properties.append(Property("zkn3:rating", .text, rating)) }
    for number in zettel.manual + zettel.followers {
      if let id = library.note(number, context) {
        note.relations.append(id)
      } else {
        note.unresolved.append(SourceLink("\(number)"))
      }
    }
    note.properties += zettel.followers.map { Property("zkn3:follower", .number, "\($0)") }
    takeText(zettel, library, &note, context)
    for link in zettel.links { take(link, library, &note) }
    if zettel.isCut {
      note.diagnostics.append(SourceFault.cut("The note is damaged or cut off; what is there was read."))
    }
    return note
  }

  /// Takes the text.
  private static func takeText(
    _ zettel: Zettel, _ library: Library, _ note: inout SourceNote, _ context: SourceContext
  ) {
    var markup = ZknMarkup(
      note: { library.note($0, context) },
      author: { library.authors.indices.contains($0 - 1) ? library.authors[$0 - 1] : nil })
    markup.convertWhole(Array(zettel.content.utf8))
    note.unresolved += markup.missing.map { SourceLink("\($0)") }
    if markup.hasForms {
      note.diagnostics.append(
        SourceFault.dropped("A form of the calculus of indications has no text; it was left out."))
    }
    let result = markup.html.withUnsafeBytes {
      HTMLReader.read($0, limits: context.limits, pictures: .program)
    }
    let body = MarkdownBody(result.document, context) { name, _ in
      if Vault.hasScheme(name) || name.hasPrefix("#") { return .elsewhere }
      guard let found = library.file(name, in: library.pictures) else { return .missing(candidates: []) }
      return .file(name: found.name, bytes: found.bytes)
    }
    body.fill(&note)
  }

  /// Takes a link of a note's list: an address, or a file that lies beside the container.
  ///
  /// What isn't there stays as a property, and is reported.
  private static func take(_ link: String, _ library: Library, _ note: inout SourceNote) {
    if Vault.hasScheme(link) {
      return note.properties.append(Property("zkn3:link", .uri, link))
    }
    if let found = library.file(link, in: library.attachments) {
      note.files.append(SourceFile(name: found.name, bytes: found.bytes))
    } else {
      note.properties.append(Property("zkn3:link", .text, link))
      note.reportMissing([link])
    }
  }

  // MARK: Outlines

  /// A note for each outline, with headings and links.
  ///
  /// ```
  /// <desktop name="Draft"><bullet name="Part 1"><entry id="2"/></bullet><entry id="5"/></desktop>
  /// ```
  ///
  /// A folder wouldn't do, because a note may stand in an outline several times, and in several outlines.
  ///
  /// - Parameter xml: The file `desktop.xml`.
  private func desktops(_ xml: LooseTree) -> [SourceItem] {
    let titles = Dictionary(notes.map { ($0.number, $0.title) }, uniquingKeysWith: { first, _ in first })
    return xml.children(of: xml.root ?? 0, "desktop").compactMap { desktop in
      let lines = ZknSource.lines(xml, desktop)
      let name = xml.attribute(desktop, "name") ?? "Desktop"
      guard !lines.isEmpty else { return nil }
      let library = library
      return .note(
        SourceEntry(id: "desktop/" + name, place: "desktop/" + name) { context throws(SlipError) in
          var document = Document()
          var dead: [SourceLink] = []
          document.blocks = lines.map { line in
            var paragraph = Paragraph()
            var style = CharacterStyle()
            if let number = line.number {
              if let id = library.note(number, context) {
                style.link = Hyperlink(target: SourceContext.target(id))
              } else {
                dead.append(SourceLink("\(number)"))
              }
            } else {
              paragraph.style.headingLevel = min(max(line.level, 1), 6)
            }
            let title = line.number.map { number in
              titles[number].flatMap { $0.isEmpty ? nil : $0 } ?? "Zettel \(number)"
            }
            paragraph.inlines = [.run(Run(line.name ?? title ?? "", style: style))]
            return .paragraph(paragraph)
          }
          var note = SourceNote(title: name, body: .document(document))
          note.unresolved = dead
          return note
        })
    }
  }

  /// A line of an outline: a heading, or a note by its number.
  private struct Line: Sendable {
    /// The name of a heading; nil for a note.
    var name: String?
    /// The number of a note; nil for a heading.
    var number: Int?
    /// How deep it lies, from 1.
    var level: Int
  }

  /// The lines of an outline, in order.
  private static func lines(_ xml: LooseTree, _ desktop: Int) -> [Line] {
    var lines: [Line] = []
    var open = xml.children(of: desktop).reversed().map { (node: $0, level: 1) }
    while let (node, level) = open.popLast() {
      switch xml.nodes[node].name {
      case "bullet":
        lines.append(Line(name: xml.attribute(node, "name") ?? "", level: level))
        open += xml.children(of: node).reversed().map { ($0, level + 1) }
      case "entry":
        if let number = xml.attribute(node, "id").flatMap({ Int($0) }) {
          lines.append(Line(number: number, level: level))
        }
      default: break
      }
    }
    return lines
  }
}
