internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Reads a file of Tinderbox: each item is a note, and one with items in it a folder as well, which has its
/// own text as a note.
struct TinderboxSource: NoteSource {
  /// What all notes share.
  private let library: TinderboxLibrary
  /// The next item.
  private var position = 0
  /// What is given next, the last one first.
  private var pending: [SourceItem] = []

  /// Scans a file.
  init(_ bytes: FileBytes) {
    library = TinderboxLibrary(bytes)
    if library.file.isCut || library.file.isDamaged {
      pending.append(.finding(SourceFault.cut("The file is damaged or cut off; what is there was read.")))
    }
  }

  /// The next item: for a container the folder, and then the note.
  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    guard position < library.file.items.count else { return nil }
    let (place, library) = (position, library)
    position += 1
    let item = library.file.items[place]
    let length = (item.text?.count ?? 0) + (item.richText?.count ?? 0)
    let note = SourceItem.note(
      SourceEntry(id: library.ids[place], place: library.ids[place], length: length) { context in
        library.note(place, context)
      })
    guard item.isContainer else { return note }
    pending.append(note)
    return .folder(library.folders(to: place))
  }
}

/// What all notes of a file share, and how an item becomes a note.
struct TinderboxLibrary: Sendable {
  /// The file.
  private let bytes: FileBytes
  /// Its structure.
  let file: TinderboxFile
  /// The ids of the items. A number that comes twice gets a mark.
  let ids: [String]
  /// The steps of containers, by the place of the item.
  private let steps: [Int: SourceFolder]

  /// Scans a file.
  init(_ bytes: FileBytes) {
    self.bytes = bytes
    let file = bytes.withBytes { TinderboxFile($0) }
    self.file = file
    var repeated = RepeatedIDs()
    let ids = file.items.map { repeated.next($0.id.isEmpty ? "item" : $0.id) }
    self.ids = ids
    steps = bytes.withBytes { bytes in
      var steps: [Int: SourceFolder] = [:]
      for place in file.items.indices where file.items[place].isContainer {
        let name = file.value("Name", of: place, in: bytes) ?? "Untitled"
        steps[place] = SourceFolder(name, id: ids[place], order: place)
      }
      return steps
    }
  }

  /// The folders down to a container, and it.
  func folders(to place: Int) -> [SourceFolder] {
    var path: [SourceFolder] = []
    var place = place
    while place >= 0 {
      if let step = steps[place] { path.append(step) }
      place = file.items[place].parent
    }
    return path.reversed()
  }

  /// Makes a note of an item.
  func note(_ place: Int, _ context: SourceContext) -> SourceNote {
    bytes.withBytes { bytes in
      let item = file.items[place]
      var note = SourceNote(title: file.value("Name", of: place, in: bytes), body: .document(Document()))
      note.folder = folders(to: item.isContainer ? place : item.parent)
      takeText(of: item, &note, bytes)
      takeAttributes(of: item, &note, bytes, context)
      takeLinks(of: item, &note, bytes, context)
      if file.isCut || file.isDamaged {
        note.diagnostics.append(SourceFault.cut("The file is damaged or cut off; what is there was read."))
      }
      return note
    }
  }

  // MARK: Texts

  /// Takes the text: rich text, or else the plain one.
  private func takeText(
    of item: TinderboxFile.Item, _ note: inout SourceNote, _ bytes: UnsafeRawBufferPointer
  ) {
    if let range = item.richText {
      let rich = Base64.decode(bytes[range])
      if rich.withUnsafeBytes({ RTFProbe.isRTF($0) }) {
        note.body = .rtf(rich)
        return
      }
      var faults: [Diagnostic] = []
      let package = rich.withUnsafeBytes { FlatRTFD.read($0, diagnostics: &faults) }
      if package.entries.contains(where: { $0.bytes?.isEmpty == false }) {
        note.body = .rtfd(package)
        note.diagnostics += faults
        if !faults.isEmpty {
          note.diagnostics.append(
            SourceFault.cut("The rich text of an item is damaged; what is there was read."))
        }
        return
      }
      note.diagnostics.append(
        SourceFault.cut("The rich text of an item is damaged; its plain text was taken."))
    }
    guard let range = item.text else { return }
    let text = Array(TinderboxFile.string(range, in: bytes).utf8)
    note.body = .document(text.withUnsafeBytes { PlainTextReader.read($0).document })
  }

  // MARK: Attributes

  /// Attributes that say where an item is drawn, or that are notes of the program for itself.
  private static let ownAttributes: Set<String> = [
    "Name", "Created", "Modified", "Tags", "Xpos", "Ypos", "Width", "Height", "TextWindowHeight",
    "TextWindowWidth", "TextExportTemplate", "HTMLExportPath", "HTMLExportFileName", "ReadCount",
    "SelectionCount", "LastFetched", "Bend", "MapBackgroundFill", "MapScrollX", "MapScrollY", "MapTextSize",
    "OutlineTextSize", "OutlineBackgroundColor", "NameFont", "NameAlignment", "TextFont", "TextFontSize",
    "TextAlign", "LeftMargin", "RightMargin", "Border", "BorderColor", "BorderBevel", "BorderDash", "Shadow",
    "ShadowBlur", "ShadowColor", "ShadowDistance", "Opacity", "Pattern", "Shape", "Fill", "FillOpacity",
    "Lock", "Sticky", "InteriorScale", "Searchable", "AgentPriority", "CleanupAction", "Sandbox",
    "ViewInBrowser", "KeyAttributeFont", "KeyAttributeFontSize", "DisplayedAttributesDateFormat",
    "IsTemplate", "TextPaneRatio", "TextPaneWidth", "RawHTMLNote", "SmartQuotes",
  ]
  /// Attributes that have a property of a known meaning.
  private static let known: [String: (String, Property.Kind)] = [
    "URL": (Property.WellKnown.sourceURL, .uri), "SourceURL": (Property.WellKnown.sourceURL, .uri),
    "DueDate": (Property.WellKnown.due, .date), "Subtitle": (Property.WellKnown.alias, .text),
    "Latitude": (Property.WellKnown.latitude, .number), "Longitude": (Property.WellKnown.longitude, .number),
    "Address": (Property.WellKnown.place, .text),
  ]

  /// Takes name, dates, tags and other attributes. A value that hasn't the form of its type stays text.
  private func takeAttributes(
    of item: TinderboxFile.Item, _ note: inout SourceNote, _ bytes: UnsafeRawBufferPointer,
    _ context: SourceContext
  ) {
    if item.kind != "item" { note.properties.append(Property("tinderbox:kind", .text, item.kind)) }
    if let prototype = item.prototype {
      note.properties.append(Property("tinderbox:prototype", .text, prototype))
    }
    for (name, range) in item.attributes {
      let value = TinderboxFile.string(range, in: bytes).trimmingBlanks()
      guard !value.isEmpty, !name.isEmpty else { continue }
      switch name {
      case "Created": note.created = note.created ?? note.date(value, context)
      case "Modified": note.modified = note.modified ?? note.date(value, context)
      case "Tags":
        note.keywords += value.split(separator: ";").compactMap {
          let tag = String($0).trimmingBlanks()
          return tag.isEmpty ? nil : SourceKeyword(path: [tag])
        }
      case _ where TinderboxLibrary.ownAttributes.contains(name): break
      default: note.properties.append(property(name, value, context))
      }
    }
  }

  /// An attribute as a property.
  private func property(_ name: String, _ value: String, _ context: SourceContext) -> Property {
    let (title, kind) = TinderboxLibrary.known[name] ?? ("tinderbox:" + name, kind(of: name))
    let text =
      kind == .date ? SourceDate(value)?.moment(context).time.rfc3339 ?? value : value
    return Property(title, Property.accepts(text, as: kind) ? kind : .text, text)
  }

  /// The kind of a property, by the type that the file gives its attribute.
  private func kind(of name: String) -> Property.Kind {
    switch file.types[name] {
    case "number"?: .number
    case "date"?: .date
    case "boolean"?: .boolean
    case "url"?: .uri
    default: .text
    }
  }

  // MARK: Links

  /// Takes the links: in the text where they stand on a part of it, else by hand.
  ///
  /// The places are those of the plain text. Where the rich text has something else there, the words count.
  private func takeLinks(
    of item: TinderboxFile.Item, _ note: inout SourceNote, _ bytes: UnsafeRawBufferPointer,
    _ context: SourceContext
  ) {
    var inText: [(range: Range<Int>, target: String)] = []
    for link in file.links[item.id] ?? [] {
      if !link.address.isEmpty {
        if let range = link.range {
          inText.append((range, link.address))
        } else {
          note.properties.append(Property("tinderbox:link", .uri, link.address))
        }
      } else if let target = context.note(link.target) {
        if let range = link.range {
          inText.append((range, SourceContext.target(target)))
        } else {
          note.relations.append(target)
        }
      } else {
        note.unresolved.append(SourceLink(link.target))
      }
    }
    guard !inText.isEmpty else { return }
    let text = Array((item.text.map { TinderboxFile.string($0, in: bytes) } ?? "").utf16)
    let links = inText.map { link in
      TextLinks.Link(
        range: link.range, words: text[link.range.clamped(to: text.indices)], target: link.target)
    }
    var document = self.document(note.body, &note, context)
    // What stands on nothing, or in a table, becomes a link by hand.
    for target in TextLinks.add(links, to: &document) {
      if case .note(let id)? = LinkTarget(hyperlink: target) {
        note.relations.append(id)
      } else {
        note.properties.append(Property("tinderbox:link", .uri, target))
      }
    }
    note.body = .document(document)
  }

  /// The document of a body.
  private func document(
    _ body: SourceNote.Body, _ note: inout SourceNote, _ context: SourceContext
  ) -> Document {
    let result: ReadResult
    switch body {
    case .document(let document): return document
    case .rtf(let bytes): result = bytes.withUnsafeBytes { RTFReader.read($0, limits: context.limits) }
    case .rtfd(let package):
      result = RTFDReader.read(RTFDParts.readable(package, context.limits), limits: context.limits)
    }
    note.diagnostics += result.diagnostics
    return result.document
  }
}
