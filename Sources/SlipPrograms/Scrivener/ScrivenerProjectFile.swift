internal import SlipBase
internal import SlipExchange
internal import SlipNotes
internal import XMLSyntax

/// Writes the project file of a new project: the binder with what is known of each item, keywords, labels and statuses.
///
/// ```xml
/// <ScrivenerProject Identifier="…" Version="2.0" Creator="…" Author="" Modified="…">
///   <Binder>
///     <BinderItem UUID="…" Type="Text" Created="…" Modified="…">
///       <Title>Bees</Title>
///       <MetaData>
///         <IncludeInCompile>Yes</IncludeInCompile>
///         <LabelID>0</LabelID>
///         <StatusID>4</StatusID>
///         <CustomMetaData>…</CustomMetaData>
///       </MetaData>
///       <Keywords><KeywordID>1</KeywordID></Keywords>
///       <Bookmarks><Bookmark BinderUUID="…"/></Bookmarks>
///       <Children>…</Children>
///     </BinderItem>
///   </Binder>
///   <Keywords>…</Keywords>
///   <CustomMetaDataSettings>…</CustomMetaDataSettings>
///   <LabelSettings>…</LabelSettings>
///   <StatusSettings>…</StatusSettings>
/// </ScrivenerProject>
/// ```
///
/// The version that the file names is 2.0, the format of Scrivener 3.
struct ScrivenerProjectFile: Sendable {
  /// The box.
  private let box: ContainerBox
  /// The binder.
  private let binder: ScrivenerBinder
  /// The numbers of keywords, in the order in which they are written.
  private let keywords: [Keyword.ID: Int]
  /// The labels with their colours, in order.
  private let labels: [(name: String, color: String?)]
  /// The names of statuses, in order.
  private let statuses: [String]
  /// Custom fields, in order.
  private var fields: [String]

  /// Statuses that Scrivener's own templates have.
  private static let usual = ["To Do", "In Progress", "First Draft", "Revised Draft", "Final Draft", "Done"]
  /// What properties of this program's importer begin with.
  private static let prefix = "scrivener:"
  /// Properties that aren't custom fields.
  private static let special: Set<String> = [
    "status", "label", "label-color", "section-type", "in-compile", "reference", "collection", NoteFacts.key,
  ]

  /// Collects what items refer to by number.
  ///
  /// Labels and statuses get their numbers in the order in which notes use them; the usual statuses
  /// come first. If all notes are exported, keywords that no note has are written too. Otherwise only
  /// used keywords and those above them are.
  ///
  /// - Parameters:
  ///   - box: What is exported.
  ///   - binder: The binder of the project.
  init(_ box: ContainerBox, _ binder: ScrivenerBinder) {
    (self.box, self.binder) = (box, binder)
    var used: Set<Keyword.ID> = []
    var labels: [(name: String, color: String?)] = []
    var statuses = ScrivenerProjectFile.usual
    var fields: Set<String> = []
    let isWhole = box.notes.count == box.box.noteCount
    if isWhole { used = Set(box.box.keywords.map(\.id)) }
    for id in box.notes {
      guard let note = box.box.note(id) else { continue }
      for keyword in note.keywords {
        var next: Keyword.ID? = keyword
        while let id = next, used.insert(id).inserted { next = box.box.keyword(id)?.parent }
      }
      if let label = Self.value("label", note), !labels.contains(where: { $0.name == label }) {
        labels.append((label, Self.value("label-color", note)))
      }
      if let status = Self.status(of: note), !statuses.contains(status) { statuses.append(status) }
      for property in note.properties { if let field = Self.field(property) { fields.insert(field) } }
    }
    (self.labels, self.statuses, self.fields) = (labels, statuses, fields.sorted() + [NoteFacts.key])
    if binder.items.contains(where: { $0.search != nil }) { self.fields.append(ScrivenerProject.searchField) }
    var numbers: [Keyword.ID: Int] = [:]
    for keyword in box.box.keywords where used.contains(keyword.id) {
      numbers[keyword.id] = numbers.count + 1
    }
    keywords = numbers
  }

  /// The value of the first property of Scrivener with a name.
  ///
  /// - Parameters:
  ///   - name: The name without `scrivener:`, such as `label`.
  ///   - note: The note.
  private static func value(_ name: String, _ note: Note) -> String? {
    note.properties.first { $0.name == prefix + name }?.value
  }

  /// The status of a note by its name; nil for none. The name that it had there counts as long as it fits.
  ///
  /// ```
  /// draft      no status, unless the note says `scrivener:status`
  /// review     Final Draft
  /// archived   Archived
  /// ```
  private static func status(of note: Note) -> String? {
    if let name = value("status", note), ScrivenerProject.status(name) == note.status { return name }
    switch note.status {
    case .draft: return nil
    case .review: return "Final Draft"
    case .archived: return "Archived"
    }
  }

  /// The custom field of a property; nil for properties that aren't one.
  ///
  /// The id of a field is made of small letters `a` to `z`, digits, `-` and `_`. A property with
  /// another name or of another kind, and one whose value XML would change, goes with the rest to one
  /// field as JSON.
  private static func field(_ property: Property) -> String? {
    guard property.name.hasPrefix(prefix), property.kind == .text else { return nil }
    let name = String(property.name.dropFirst(prefix.count))
    let isPlain =
      !name.isEmpty && !special.contains(name)
      && name.utf8.allSatisfy {
        $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
    return isPlain && isPlainText(property.value) ? name : nil
  }

  /// Whether a text comes back from an element as it is.
  ///
  /// White space at the ends gets lost when the element is read, and so do control characters that XML
  /// doesn't allow.
  static func isPlainText(_ text: String) -> Bool {
    !text.isEmpty && text == text.trimmingBlanks() && text == ItemImporter.cleaned(text: text)
  }

  // MARK: Writing

  /// The whole file.
  ///
  /// - Throws: `SlipError` where a note's facts can't be written.
  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try write { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Writes the file in pieces.
  ///
  /// - Throws: What `write` throws.
  ///
  /// The pieces together are the file. It is never in memory as a whole, since projects may have any
  /// number of items.
  ///
  /// - Parameter write: Gets each piece, which lasts for this one call.
  /// - Returns: Findings; at present there are none.
  func write(to write: (UnsafeRawBufferPointer) throws -> Void) throws -> [Diagnostic] {
    try withoutActuallyEscaping(write) { write in
      var xml = XMLWriter(to: write)
      try xml.start("ScrivenerProject")
      let id = UniqueID(namespace: IdentityNamespace.folder, name: "scrivener-project/" + box.options.name)
      xml.attribute("Identifier", id.description.uppercased())
      xml.attribute("Version", "2.0")
      xml.attribute("Creator", "SCRMAC-3.3.6-16305")
      xml.attribute("Author", "")
      let newest = box.notes.compactMap { box.box.note($0)?.modified }.max()
      xml.attribute("Modified", Self.date(newest))
      try writeBinder(&xml)
      try writeKeywords(&xml)
      try ScrivenerCollections(box, binder).write(&xml)
      try writeSettings(&xml)
      try xml.finish()
      return []
    }
  }

  /// Writes the items, without recursion, since folders may lie deep.
  ///
  /// Each step either begins an item or ends the elements `Children` and `BinderItem` of one. Steps
  /// wait in an array.
  private func writeBinder(_ xml: inout XMLWriter) throws {
    try xml.start("Binder")
    /// An item to be written, or how many elements to end.
    enum Step { case item(Int), end(Int) }
    var open = binder.roots.reversed().map { Step.item($0) }
    while let step = open.popLast() {
      switch step {
      case .end(let count): for _ in 0..<count { xml.end() }
      case .item(let place):
        let item = binder.items[place]
        try start(item, &xml)
        if item.children.isEmpty {
          xml.end()
        } else {
          try xml.start("Children")
          open.append(.end(2))
          open += item.children.reversed().map { Step.item($0) }
        }
      }
    }
    xml.end()
  }

  /// Writes an item up to the items in it.
  ///
  /// The element stays open, for `Children` and its end follow.
  ///
  /// - Parameters:
  ///   - item: The item. Facts of a note come from the note, those of a folder from the item.
  ///   - xml: Where to write.
  /// - Throws: `SlipError` where the facts of a note can't be written.
  private func start(_ item: ScrivenerBinder.Item, _ xml: inout XMLWriter) throws {
    let note = item.note.flatMap { box.box.note($0) }
    try xml.start("BinderItem")
    xml.attribute("UUID", item.id)
    xml.attribute("Type", item.type)
    xml.attribute("Created", Self.date(note?.created ?? note?.modified ?? item.created))
    xml.attribute("Modified", Self.date(note?.modified ?? note?.created ?? item.modified ?? item.created))
    try element("Title", ItemImporter.cleaned(text: item.title), &xml)
    try xml.start("MetaData")
    func own(_ name: String) -> String? {
      if let note { return Self.value(name, note) }
      return item.facts.first { $0.name == name }?.value
    }
    if own("in-compile") == "true" { try element("IncludeInCompile", "Yes", &xml) }
    if let section = own("section-type") { try element("SectionType", section, &xml) }
    if let note { try writeState(note, &xml) }
    if !item.fileExtension.isEmpty { try element("FileExtension", item.fileExtension, &xml) }
    var fields = note.map { customFields(of: $0) } ?? []
    if item.media != nil { fields.append((NoteFacts.key, ScrivenerProject.attachmentMark)) }
    if let search = item.search { fields.append((ScrivenerProject.searchField, search.facts)) }
    if !fields.isEmpty { try writeFields(fields, &xml) }
    xml.end()
    if let note { try writeLists(note, &xml) }
  }

  /// Writes label and status of a note: numbers that `writeSettings` explains at the end of the file.
  private func writeState(_ note: Note, _ xml: inout XMLWriter) throws {
    if let label = Self.value("label", note), let place = labels.firstIndex(where: { $0.name == label }) {
      try element("LabelID", String(place), &xml)
    }
    if let status = Self.status(of: note), let place = statuses.firstIndex(of: status) {
      try element("StatusID", String(place), &xml)
    }
  }

  /// The custom fields of a note. One of them holds the facts for which Scrivener has no field.
  private func customFields(of note: Note) -> [(name: String, value: String)] {
    var own = note.properties.compactMap { property in
      Self.field(property).map { (name: $0, value: property.value) }
    }
    if let facts = facts(of: note) { own.append((NoteFacts.key, facts)) }
    return own
  }

  /// Writes custom fields.
  ///
  /// - Parameters:
  ///   - fields: The ids and values of the fields.
  ///   - xml: Where to write.
  private func writeFields(_ fields: [(name: String, value: String)], _ xml: inout XMLWriter) throws {
    try xml.start("CustomMetaData")
    for field in fields {
      try xml.start("MetaDataItem")
      try element("FieldID", field.name, &xml)
      try element("Value", field.value, &xml)
      xml.end()
    }
    xml.end()
  }

  /// Writes keywords and bookmarks of a note.
  ///
  /// A link between notes that the user made by hand is a bookmark of an item, and the property
  /// `scrivener:reference` is one of an address. Links in the text are in the text only.
  private func writeLists(_ note: Note, _ xml: inout XMLWriter) throws {
    let numbers = note.keywords.compactMap { keywords[$0] }
    if !numbers.isEmpty {
      try xml.start("Keywords")
      for number in numbers { try element("KeywordID", String(number), &xml) }
      xml.end()
    }
    let related = box.manualLinks(of: note).compactMap { binder.ids[$0] }
    let addresses = note.properties.filter { Self.isReference($0) }
    guard !related.isEmpty || !addresses.isEmpty else { return }
    try xml.start("Bookmarks")
    for id in related {
      try xml.start("Bookmark")
      xml.attribute("BinderUUID", id)
      xml.end()
    }
    for address in addresses {
      try xml.start("Bookmark")
      xml.attribute("Destination", address.value)
      xml.text(address.value)
      xml.end()
    }
    xml.end()
  }

  /// Whether a property is an address that Scrivener holds.
  ///
  /// Any other address becomes a part of the JSON of `facts`.
  private static func isReference(_ property: Property) -> Bool {
    property.name == prefix + "reference" && property.kind == .uri && isPlainText(property.value)
  }

  /// What Scrivener has no place for, as JSON; nil where there is nothing of the kind.
  ///
  /// The JSON is the value of one custom field, on one line. It holds properties that no element of the
  /// file can hold, a status that has no name of its own in the note, the mark of a favourite, and
  /// dates where they are missing or finer than Scrivener's seconds. The importer reads it back.
  ///
  /// - Parameter note: The note.
  private func facts(of note: Note) -> String? {
    var summaries = 0
    let status = Self.status(of: note)
    let rest = note.properties.filter { property in
      if Self.field(property) != nil || Self.isReference(property) { return false }
      if property.name == Property.WellKnown.summary, property.kind == .text, Self.isPlainText(property.value)
      {
        summaries += 1
        return summaries > 1
      }
      guard property.name.hasPrefix(Self.prefix), property.kind == .text else { return true }
      switch property.name.dropFirst(Self.prefix.count) {
      case "status": return property.value != status
      case "label", "label-color": return false
      case "section-type": return !Self.isPlainText(property.value)
      case "collection": return ScrivenerCollections.title(property) == nil
      case "in-compile": return property.value != "true"
      default: return true
      }
    }
    let hasOwnStatus = status != nil && Self.value("status", note) != status
    let dates = [note.created, note.modified]
    let hasDates = dates.contains { $0 == nil || ($0?.microseconds ?? 0) % 1_000_000 != 0 }
    guard !rest.isEmpty || hasOwnStatus || note.isFavorite || hasDates else { return nil }
    var parts: NoteFacts.Parts = [.state, .properties]
    if hasDates { parts.insert(.dates) }
    let json = NoteFacts.json(
      of: note, in: box, parts, properties: rest, more: [("own-status", hasOwnStatus ? .bool(true) : nil)])
    return ((try? JSONText.line(json)) ?? "").trimmingBlanks()
  }

  // MARK: Settings

  /// Writes all keywords with those below them, without recursion.
  ///
  /// A keyword has a title, a colour in parts from 0 to 1, and the keywords below it. A keyword whose
  /// parent isn't written comes to the top.
  private func writeKeywords(_ xml: inout XMLWriter) throws {
    guard !keywords.isEmpty else { return }
    var children: [Keyword.ID?: [Keyword]] = [:]
    for keyword in box.box.keywords where keywords[keyword.id] != nil {
      children[keyword.parent.flatMap { keywords[$0] == nil ? nil : $0 }, default: []].append(keyword)
    }
    /// A keyword to be written, or how many elements to end.
    enum Step { case keyword(Keyword), end(Int) }
    try xml.start("Keywords")
    var open = (children[nil] ?? []).reversed().map { Step.keyword($0) }
    while let step = open.popLast() {
      switch step {
      case .end(let count): for _ in 0..<count { xml.end() }
      case .keyword(let keyword):
        try xml.start("Keyword")
        xml.attribute("ID", keywords[keyword.id] ?? 0)
        try element("Title", ItemImporter.cleaned(text: keyword.name), &xml)
        let color = keyword.color
        try element(
          "Color", [color.red, color.green, color.blue].map { "\($0)" }.joined(separator: " "), &xml)
        if let below = children[keyword.id] {
          try xml.start("Children")
          open.append(.end(2))
          open += below.reversed().map { Step.keyword($0) }
        } else {
          xml.end()
        }
      }
    }
    xml.end()
  }

  /// Writes the names of labels, statuses and custom fields.
  ///
  /// The number −1 stands for none in both lists; Scrivener expects these two rows. Custom fields are
  /// of the type `Text`, with their ids as titles.
  private func writeSettings(_ xml: inout XMLWriter) throws {
    try xml.start("CustomMetaDataSettings")
    for field in fields {
      try xml.start("MetaDataField")
      xml.attribute("Type", "Text")
      xml.attribute("ID", field)
      xml.attribute("Wraps", "No")
      xml.attribute("Align", "Left")
      try element("Title", field, &xml)
      xml.end()
    }
    xml.end()
    try xml.start("LabelSettings")
    try element("Title", "Label", &xml)
    try element("DefaultLabelID", "-1", &xml)
    try xml.start("Labels")
    try numbered("Label", -1, "No Label", nil, &xml)
    for (place, label) in labels.enumerated() { try numbered("Label", place, label.name, label.color, &xml) }
    xml.end()
    xml.end()
    try xml.start("StatusSettings")
    try element("Title", "Status", &xml)
    try element("DefaultStatusID", "-1", &xml)
    try xml.start("StatusItems")
    try numbered("Status", -1, "No Status", nil, &xml)
    for (place, status) in statuses.enumerated() { try numbered("Status", place, status, nil, &xml) }
    xml.end()
    xml.end()
  }

  /// Writes a label or status.
  ///
  /// - Parameters:
  ///   - name: The element, `Label` or `Status`.
  ///   - number: The number that items refer to.
  ///   - text: What the user sees.
  ///   - color: The parts of a colour, as the property `scrivener:label-color` holds them; nil for
  ///     none.
  ///   - xml: Where to write.
  private func numbered(
    _ name: StaticString, _ number: Int, _ text: String, _ color: String?, _ xml: inout XMLWriter
  ) throws {
    try xml.start(name)
    xml.attribute("ID", number)
    if let color { xml.attribute("Color", ItemImporter.cleaned(text: color)) }
    xml.text(ItemImporter.cleaned(text: text))
    xml.end()
  }

  /// Writes an element with text.
  ///
  /// - Parameters:
  ///   - name: The name of the element.
  ///   - text: The text; for an empty one the element is written without content.
  ///   - xml: Where to write. It escapes the text.
  private func element(_ name: StaticString, _ text: String, _ xml: inout XMLWriter) throws {
    try xml.start(name)
    if !text.isEmpty { xml.text(text) }
    xml.end()
  }

  /// A date such as `2024-05-06 07:08:09 +0000`; the beginning of 1970 for none, since Scrivener requires one.
  ///
  /// The time is in UTC, and parts of a second are cut off.
  private static func date(_ time: Timestamp?) -> String {
    let text = (time ?? Timestamp(seconds: 0)).rfc3339
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + " +0000"
  }
}
