internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// The text of a note as it stands in a page of a site.
///
/// The document is changed before it is written: links that would lead to nothing become text, headings continue the page's
/// own, and the title isn't shown twice.
struct SiteBody {
  /// The markup within the page.
  let markup: [UInt8]
  /// The language of most of the text; nil where it is unknown.
  let language: String?
  /// Whether elements state their own look.
  let hasStyles: Bool
  /// Findings about the text.
  let diagnostics: [Diagnostic]

  /// Reads and writes the text of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - site: The site.
  ///   - renderings: The pictures that are shown instead of attachments.
  ///   - up: What leads from the page to the top of the site.
  /// - Throws: `SlipError` where the body can't be read.
  init(of note: Note, in site: SiteBox, _ renderings: SiteRenderings, up: String) throws {
    let address = { (id: Note.ID) in up + site.addresses.note(id) }
    let targets = Targets(files: up, note: address, isNote: { _ in false }, prefix: SiteBody.placePrefix)
    try self.init(of: note, in: site, targets) { document in
      document.show(site, renderings, up: up, note)
    }
  }

  /// Reads and writes the text of a note for a page that has all notes. Pictures are in the page itself; other files are
  /// named.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - slot: The slot of the note.
  ///   - site: The site.
  /// - Throws: `SlipError` where the body or a picture can't be read.
  init(embedded note: Note, slot: Int, in site: SiteBox) throws {
    let targets = Targets(
      files: "", note: { "#" + OnePage.identifier(of: $0) },
      isNote: { name in OnePage.note(named: name).map { site.slots[$0] != nil } ?? false },
      prefix: "in.\(slot).",
      titleLevel: 2)
    try self.init(of: note, in: site, targets) { document in
      try document.embed(site, note)
    }
  }

  /// Reads and writes the text of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - site: The site.
  ///   - targets: Where links lead.
  ///   - show: Gives pictures and files their places.
  private init(
    of note: Note, in site: SiteBox, _ targets: Targets, _ show: (inout Document) throws -> Void
  ) throws {
    let places = ContainerText.Places(
      file: { _, attachment in targets.files + SiteAddresses.attachment(attachment) }, note: targets.note)
    let text = try site.content.text(of: note, places, showsAll: true)
    var document = text.document
    try show(&document)
    document.resolveLinks(site.content.options.links, targets)
    document.dropTitle(note.title)
    document.outline(below: targets.titleLevel)
    let unseen = document.makePicturesVisible(limits: site.content.options.limits)
    var options = WriteOptions()
    options.links = site.content.options.links
    options.isFragment = true
    options.isPartOfPage = true
    if targets.prefix != SiteBody.placePrefix { options.noteIdentifierPrefix = targets.prefix }
    let written = HTMLWriter.content(of: document, options: options)
    (markup, language) = (written.markup, written.language)
    hasStyles = markup.withUnsafeBufferPointer { SiteBody.contains($0, " style=\"") }
    diagnostics = text.diagnostics + unseen
  }

  /// Whether bytes contain a text.
  private static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    let (sought, count) = (text.utf8Start, text.utf8CodeUnitCount)
    var index = 0
    while index + count <= bytes.count {
      if bytes[index] == sought[0] {
        var length = 1
        while length < count, bytes[index + length] == sought[length] { length += 1 }
        if length == count { return true }
      }
      index += 1
    }
    return false
  }
}

extension Document {
  /// Gives pictures a size, a description and a link to themselves. Those that can't be shown become links to their files,
  /// and those that aren't in the box their description.
  fileprivate mutating func show(_ site: SiteBox, _ renderings: SiteRenderings, up: String, _ note: Note) {
    let attachments = attachments(in: site)
    let shown = attachments.map { $0.flatMap(renderings.path) }
    let pictured = picturedResources
    for index in pictured {
      if let path = shown[index] { self.resources[index].content = .file(up + path) }
    }
    let resources = resources
    editInlines { inline in
      guard case .picture(var picture) = inline, resources.indices.contains(picture.resource) else {
        return [inline]
      }
      let resource = resources[picture.resource]
      guard let attachment = attachments[picture.resource] else {
        if case .bytes = resource.content { return [inline] }
        let text = picture.description ?? resource.name ?? ""
        return text.isEmpty ? [] : [.run(Run(text, style: picture.style))]
      }
      guard let path = shown[picture.resource] else {
        return [
          .attachment(AttachedFile(resource: picture.resource, width: picture.width, height: picture.height))
        ]
      }
      picture.describe(attachment, in: note, named: resource.name)
      // A drawing that is opened by itself may run scripts.
      let isDrawing = path.hasSuffix(".svg")
      if picture.style.link == nil, !isDrawing { picture.style.link = Hyperlink(target: up + path) }
      return [.picture(picture)]
    }
  }

  /// The attachments that the resources are; nil for others.
  private func attachments(in site: SiteBox) -> [Attachment?] {
    resources.map { resource in
      guard case .file(let path) = resource.content else { return nil }
      let name = path.split(separator: "/").last?.prefix(64) ?? ""
      return Digest(hex: name).flatMap(site.box.attachment)
    }
  }

  /// Puts pictures into the document itself, with a size and a description. Other files have no place, so only their names
  /// stay.
  ///
  /// - Throws: `SlipError` where a picture can't be read.
  fileprivate mutating func embed(_ site: SiteBox, _ note: Note) throws {
    let attachments = attachments(in: site)
    let pictured = Set(picturedResources)
    for index in resources.indices {
      guard case .file = resources[index].content else { continue }
      if let attachment = attachments[index], pictured.contains(index) {
        resources[index].content = .bytes(try site.content.blob(attachment.id))
      } else {
        resources[index].content = .file("")
      }
    }
    let resources = resources
    editInlines { inline in
      guard case .picture(let picture) = inline, resources.indices.contains(picture.resource),
        case .file = resources[picture.resource].content
      else {
        guard case .picture(var picture) = inline, attachments.indices.contains(picture.resource),
          let attachment = attachments[picture.resource]
        else { return [inline] }
        picture.describe(attachment, in: note, named: resources[picture.resource].name)
        return [.picture(picture)]
      }
      let text = picture.description ?? resources[picture.resource].name ?? ""
      return text.isEmpty ? [] : [.run(Run(text, style: picture.style))]
    }
    // Links to files that the page doesn't have.
    editLinks { $0.target.hasPrefix("a/") ? nil : $0 }
  }

  /// Removes links that lead to nothing: to places that the text doesn't have, to other notes and files, and those that the
  /// choice of links leaves out. Places get names that no part of the page has.
  fileprivate mutating func resolveLinks(_ choice: LinkChoice, _ targets: SiteBody.Targets) {
    var places: Set<String> = []
    editInlines { inline in
      guard case .bookmarkStart(let name) = inline else { return [inline] }
      guard !name.isEmpty, places.insert(name).inserted else { return [] }
      return [.bookmarkStart(targets.prefix + name)]
    }
    let policy = LinkPolicy(choice, rewrite: nil, dropsUnknownFiles: false)
    editLinks { link in
      if link.target.utf8.first == UInt8(ascii: "#") {
        let name = String(link.target.dropFirst())
        if targets.isNote(name) { return link }
        let found = [name, name.removingPercentEncoding].compactMap { $0 }.first(where: places.contains)
        return found.map { Hyperlink(target: "#" + targets.prefix + $0, tip: link.tip) }
      }
      // What is left of links to notes names notes that the site doesn't have, and other programs' links lead nowhere for
      // somebody else.
      if let scheme = LinkPolicy.scheme(of: link.target), !SiteBody.schemes.contains(scheme) { return nil }
      let live = policy.live(link.target)
      // An address of the web needs a host.
      return live == nil || live?.hasPrefix("http:///") == true || live?.hasPrefix("https:///") == true
        ? nil : link
    }
  }

  /// Removes the first paragraph where it is the title, which the page shows already.
  fileprivate mutating func dropTitle(_ title: String) {
    for (index, block) in blocks.enumerated() {
      guard case .paragraph(let paragraph) = block else { return }
      // A paragraph that is much longer than the title isn't the title.
      let length = paragraph.inlines.reduce(0) { $0 + $1.runLength }
      if length > title.utf8.count * 2 + 64 { return }
      let text = SiteText.line(paragraph.inlines.reduce(into: "") { $0 += $1.runText })
      if text.isEmpty, !paragraph.inlines.contains(where: \.isVisible), paragraph.textBoxes.isEmpty {
        continue
      }
      let isText = paragraph.inlines.allSatisfy { inline in
        switch inline {
        case .run(let run): run.style.isVisible && run.style.link == nil && run.style.revision == nil
        case .bookmarkStart, .bookmarkEnd: true
        default: false
        }
      }
      guard isText, paragraph.listItem == nil, paragraph.textBoxes.isEmpty, paragraph.endIsVisible,
        text == SiteText.line(title), !text.isEmpty
      else { return }
      let marks = paragraph.inlines.filter { if case .run = $0 { false } else { true } }
      blocks.removeSubrange(...index)
      // Links may lead to a place in the title.
      if !marks.isEmpty { blocks.insert(.paragraph(Paragraph(inlines: marks)), at: 0) }
      return
    }
  }

  /// Makes headings continue the page's title: the first level is the one below it, and none is left out. They take the look
  /// of the page.
  fileprivate mutating func outline(below title: Int) {
    var open: [Int] = []
    for index in blocks.indices {
      guard case .paragraph(var paragraph) = blocks[index], let level = paragraph.style.headingLevel else {
        continue
      }
      while let last = open.last, last >= level { open.removeLast() }
      open.append(level)
      paragraph.style.headingLevel = min(open.count + title, 6)
      paragraph.inlines = paragraph.inlines.map { inline in
        guard case .run(var run) = inline else { return inline }
        (run.style.size, run.style.font, run.style.color) = (nil, nil, nil)
        return .run(run)
      }
      blocks[index] = .paragraph(paragraph)
    }
  }
}

extension SiteBody {
  /// The schemes of links that lead somewhere for every reader.
  fileprivate static let schemes: Set<String> = [
    "http", "https", "mailto", "tel", "ftp", "news", "xmpp", "sms", "geo", "magnet", "doi", "irc",
  ]

  /// Where links of a text lead.
  fileprivate struct Targets {
    /// What the addresses of files begin with.
    var files: String
    /// The address of another note.
    var note: (Note.ID) -> String
    /// Whether an identifier in the page is that of a note.
    var isNote: (String) -> Bool
    /// What identifiers of places in the text begin with.
    var prefix: String
    /// The level of the heading that the page gives the text.
    var titleLevel = 1
  }

  /// What identifiers of places in a text begin with.
  fileprivate static let placePrefix = "in."
}

extension Picture {
  /// Gives the picture a description and a size, where it has none.
  fileprivate mutating func describe(_ attachment: Attachment, in note: Note, named name: String?) {
    let reference = note.attachments.first { $0.attachment == attachment.id }
    if description?.isEmpty ?? true { description = reference?.description ?? name }
    // 15 twips are a pixel of CSS.
    if width == nil, height == nil, let x = attachment.width, let y = attachment.height {
      (width, height) = (x * 15, y * 15)
    }
  }
}

extension String {
  /// The text without percent-encoding (RFC 3986); nil where that isn't UTF-8.
  fileprivate var removingPercentEncoding: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var (bytes, rest) = ([UInt8](), Array(utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
