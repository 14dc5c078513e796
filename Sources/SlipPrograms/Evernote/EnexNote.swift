internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads one note of an ENEX file.
///
/// The elements are read by name, in any order, because programs disagree about it:
///
/// ```
/// note             title, created, updated, tag*, note-attributes, content, resource*, task*
/// content          CDATA with a document of its own, in ENML; rarely escaped instead, or in Base64 and encrypted
/// resource         data (base64), mime, width, height, resource-attributes (file-name, source-url)
/// task             title, taskStatus, taskGroupNoteLevelID, sortWeight, dueDate, taskFlag, reminder*
/// note-attributes  source-url, author, latitude, longitude, reminder-time, ... , application-data*
/// ```
///
/// `guid` and `notebook-name` are written by backups of other programs, not by Evernote. Dates are in UTC; one that
/// can't be is reported and left out. The text of recognized pictures is not read.
struct EnexNote {
  /// A file of the note.
  struct Resource {
    /// The content.
    var bytes: [UInt8] = []
    /// The MD5 of the content, by which the text names it.
    var hash = ""
    /// The file name; nil where there is none.
    var name: String?
    /// Where it was found.
    var address: String?
    /// Whether it was left out because it is longer than `longestData`.
    var isTooLong = false
  }

  /// A task.
  struct Task {
    /// Its elements by name.
    var values: [String: String] = [:]
  }

  /// The most bytes of base64 that are read of a file. Evernote takes no note of more than 200 MB.
  private static let longestData = 280_000_000
  /// The most bytes that are read of the value of an element other than content and data.
  private static let longestValue = 1 << 20

  /// The title; empty for none.
  private var title = ""
  /// Where the content is in the note's bytes; nil for none.
  private var content: Range<Int>?
  /// Whether the content is escaped rather than a CDATA section.
  private var contentIsEscaped = false
  /// How the content is encoded: empty, `base64`, or `base64:aes` for an encrypted one.
  private var encoding = ""
  /// The values of all other elements, by name. Of several of a name, the first counts.
  private var values: [String: String] = [:]
  /// What programs noted, by their keys.
  private var applicationData: [(key: String, value: String)] = []
  /// The names of the tags.
  private var tags: [String] = []
  /// The files.
  private var resources: [Resource] = []
  /// The tasks.
  private var tasks: [Task] = []
  /// What is damaged, where in the note's bytes, and whether words or files may be missing with it.
  private var damage: [(place: Int, message: String, isCut: Bool)] = []

  /// Reads the note in a range of the file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - range: Where the note is in it.
  ///   - notebook: The name of the notebook, from the name of the file.
  ///   - lines: The lines of the file, for findings.
  ///   - context: Bounds, and the notes that links lead to.
  /// - Returns: The note. What can't be read of it is missing.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, notebook: String, _ lines: FileLines,
    _ context: SourceContext
  ) -> SourceNote {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
    var reader = EnexNote()
    reader.parse(bytes)
    var note = reader.note(bytes, context)
    note.diagnostics += reader.damage.map { damage in
      let place = lines.position(of: range.lowerBound + damage.place)
      return damage.isCut
        ? SourceFault.cut(damage.message, place) : SourceFault.damaged(damage.message, place)
    }
    // Only backups of other programs name the notebook; Evernote's file is the notebook.
    note.folder = [SourceFolder(reader.values["notebook-name"] ?? notebook)]
    reader.facts?.apply(to: &note) { context.note($0.lowercased()) }
    return note
  }

  /// What this program noted about the note, when it wrote the export.
  private var facts: NoteFacts? {
    applicationData.first { $0.key == NoteFacts.key }.flatMap { NoteFacts(JSONValue(Array($0.value.utf8))) }
  }

  // MARK: Elements

  /// Reads the elements in any order.
  ///
  /// At most 64 elements are noted as open; deeper ones are read as if they were closed.
  private mutating func parse(_ bytes: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    var open: [String] = []
    var text = ""
    while let token = scanner.next(in: bytes) {
      switch token {
      case .start(let tag, let isEmpty):
        text = ""
        switch tag.name {
        case "content" where !isEmpty:
          encoding = (tag["encoding"] ?? "").lowercased()
          takeContent(bytes, &scanner)
          continue
        case "resource": resources.append(Resource())
        case "task": tasks.append(Task())
        case "application-data":
          if !resources.isEmpty && open.contains("resource") { break }
          applicationData.append((tag["key"] ?? "", ""))
        case "data" where !isEmpty && open.contains("resource"):
          takeData(bytes, &scanner)
          continue
        default: break
        }
        if !isEmpty, open.count < 64 { open.append(tag.name) }
      case .end(let name):
        end(name, text.trimmingBlanks(), open)
        text = ""
        if let last = open.lastIndex(of: name) { open.removeSubrange(last...) }
      case .text(let range):
        let range = range.prefix(max(0, EnexNote.longestValue - text.utf8.count))
        text += LooseXML.unescaped(bytes, range)
      case .cdata(let range): text += String(decoding: bytes[range], as: UTF8.self)
      }
    }
  }

  /// Takes the value of an element.
  ///
  /// - Parameters:
  ///   - name: The name of the element.
  ///   - text: Its text without blanks at the ends.
  ///   - open: The elements that are open, the outermost first.
  private mutating func end(_ name: String, _ text: String, _ open: [String]) {
    if open.contains("resource"), !resources.isEmpty {
      let last = resources.count - 1
      if name == "file-name", !text.isEmpty { resources[last].name = text }
      if name == "source-url", !text.isEmpty { resources[last].address = text }
      return
    }
    if open.contains("task"), name != "task", !tasks.isEmpty {
      if !open.contains("reminder") || tasks[tasks.count - 1].values[name] == nil {
        tasks[tasks.count - 1].values[name] = text
      }
      return
    }
    switch name {
    case "title": title = text
    case "tag": if !text.isEmpty { tags.append(text) }
    case "application-data":
      if !applicationData.isEmpty { applicationData[applicationData.count - 1].value = text }
    default: if values[name] == nil, !text.isEmpty { values[name] = text }
    }
  }

  /// Takes the range of the content, up to its end tag or to what must come behind it.
  ///
  /// The text of a note may itself contain `]]>`, as some programs write without escaping it. So the end tag of the
  /// element ends the content, and not the end of the first CDATA section.
  ///
  /// - Parameters:
  ///   - bytes: The note.
  ///   - scanner: Stands behind the start tag, and then before the end tag.
  private mutating func takeContent(_ bytes: UnsafeRawBufferPointer, _ scanner: inout LooseXML) {
    let start = scanner.position
    var end = LooseXML.find("</content>", in: bytes, from: start)
    if end == nil {
      let next: [StaticString] = [
        "<created>", "<updated>", "<tag>", "<note-attributes>", "<resource>", "<task>",
      ]
      end = next.compactMap { LooseXML.find($0, in: bytes, from: start) }.min()
      damage.append((start, "The text of the note has no end tag; it was read up to what comes next.", true))
    }
    var range = start..<(end ?? bytes.count)
    scanner.position = range.upperBound
    while let first = range.first, LooseXML.isSpace(bytes[first]) { range = range.dropFirst() }
    while let last = range.last, LooseXML.isSpace(bytes[last]) { range = range.dropLast() }
    if LooseXML.has("<![CDATA[", bytes, at: range.lowerBound) {
      range = min(range.lowerBound + 9, range.upperBound)..<range.upperBound
      if range.count >= 3, LooseXML.has("]]>", bytes, at: range.upperBound - 3) { range = range.dropLast(3) }
      if let place = EnexNote.strayEnd(in: range, bytes) {
        damage.append(
          (place, "The text of the note has the end of a CDATA section in it; it was read as text.", false))
      }
    } else {
      contentIsEscaped = true
    }
    content = range
  }

  /// Where a CDATA section ends too early; nil where none does. Two sections next to each other are no damage.
  private static func strayEnd(in range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound])
    var place = range.lowerBound
    while let found = LooseXML.find("]]>", in: part, from: place) {
      guard LooseXML.has("<![CDATA[", part, at: found + 3) else { return found }
      place = found + 12
    }
    return nil
  }

  /// Takes the content of a file.
  ///
  /// White space within base64 is skipped. Damage costs the bytes behind it, and is reported.
  ///
  /// The MD5 is computed from the content, because the file doesn't give it.
  private mutating func takeData(_ bytes: UnsafeRawBufferPointer, _ scanner: inout LooseXML) {
    let start = scanner.position
    let end = LooseXML.find("<", in: bytes, from: start) ?? bytes.count
    scanner.position = end
    guard !resources.isEmpty else { return }
    guard end - start <= EnexNote.longestData else {
      resources[resources.count - 1].isTooLong = true
      return
    }
    let data = Base64.decode(bytes[start..<end])
    if !EnexNote.isBase64(bytes[start..<end]) {
      let rest = data.isEmpty ? "it was left out." : "what could be read of it was imported."
      damage.append((start, "A file of the note is damaged; \(rest)", true))
    }
    resources[resources.count - 1].bytes = data
    resources[resources.count - 1].hash = data.withUnsafeBytes { MD5Digest.hex(of: $0) }
  }

  /// Whether a text consists of digits of base64 and white space, up to its padding.
  private static func isBase64(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let other = text.first { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x2D, 0x5F: false
      default: !LooseXML.isSpace(byte)
      }
    }
    return other == nil || other == UInt8(ascii: "=")
  }

  // MARK: The note

  /// The note that the elements give.
  ///
  /// Files that the text doesn't show are attachments behind it. Empty ones are left out.
  private func note(_ bytes: UnsafeRawBufferPointer, _ context: SourceContext) -> SourceNote {
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    let created = values["created"].flatMap { SourceDate($0) }
    let modified = values["updated"].flatMap { SourceDate($0) }
    for value in ["created", "updated"].compactMap({ values[$0] })
    where SourceDate(value) == nil && !SourceDate.isNone(value) {
      note.diagnostics.append(SourceFault.impossibleDate)
    }
    (note.created, note.modified) = (created?.time, modified?.time)
    note.keywords = tags.map { SourceKeyword(path: [$0]) }
    note.properties = properties()
    for resource in resources where resource.isTooLong {
      note.diagnostics.append(
        SourceFault.damaged("A file of the note is larger than any that Evernote takes; it was left out."))
    }

    var markup = EnexMarkup(resources: resources, tasks: tasks, context: context)
    if let content {
      var enml = contentIsEscaped ? Array(LooseXML.unescaped(bytes, content).utf8) : Array(bytes[content])
      if !contentIsEscaped, LooseXML.find("]]]]><![CDATA[>", in: bytes, from: content.lowerBound) != nil {
        // An end of a section within the text was written as two sections.
        enml = Array(String(decoding: enml, as: UTF8.self).replacing("]]]]><![CDATA[>", with: "]]>").utf8)
      }
      switch encoding {
      case "": break
      case "base64": enml = Base64.decode(enml)
      default:
        enml = Array("<en-note><div><en-crypt></en-crypt></div></en-note>".utf8)
      }
      enml.withUnsafeBytes { markup.convert($0) }
      if let damage = enml.withUnsafeBytes({ EnexNote.damage(of: $0) }) {
        note.diagnostics.append(damage)
        note.lacksEnd = true
      }
    } else {
      note.lacksText = true
    }
    if content?.isEmpty ?? true {
      note.diagnostics.append(SourceFault.damaged("The export has no text of the note."))
    }
    markup.finish()
    note.unresolved = markup.unresolved
    note.diagnostics += markup.diagnostics
    note.properties += markup.hints.map { Property(Property.WellKnown.encryptedHint, .text, $0) }
    let result = markup.html.withUnsafeBytes {
      HTMLReader.read($0, limits: context.limits, pictures: .program)
    }
    var document = result.document
    let shown = show(in: &document, &note, context)
    note.body = .document(document)
    for resource in resources where !shown.contains(resource.hash) && !resource.bytes.isEmpty {
      note.files.append(SourceFile(name: resource.name ?? "", bytes: resource.bytes))
    }
    return note
  }

  /// Elements of HTML without an end tag.
  private static let voidElements: Set<String> = [
    "br", "col", "en-crypt", "en-media", "en-todo", "hr", "img", "input", "wbr",
  ]

  /// What is wrong with the markup of a text; nil where it is whole. Elements that close each other in the wrong order lose no word,
  /// but a text that ends within an element or a tag may go on.
  private static func damage(of enml: UnsafeRawBufferPointer) -> Diagnostic? {
    let xml = LooseTree(enml)
    let isTorn =
      xml.isBroken || xml.nodes.contains { !$0.isWhole && !voidElements.contains($0.name.lowercased()) }
    guard isTorn else { return nil }
    let isEnded =
      LooseXML.find("</en-note", in: enml, from: 0) != nil
      || LooseXML.find("<en-note", in: enml, from: 0) == nil
    return isEnded && !xml.isBroken
      ? SourceFault.damaged("The markup of the text is damaged; it was read as well as possible.")
      : SourceFault.cut("The text is cut off, or a tag in it has no end; what is there was read.")
  }

  /// Gives the document its files, and returns the hashes of those that it shows.
  ///
  /// A file that the text names and that isn't there is reported as missing.
  private func show(
    in document: inout Document, _ note: inout SourceNote, _ context: SourceContext
  ) -> Set<String> {
    var shown: Set<String> = []
    let byHash = Dictionary(resources.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
    let missing = document.takeFiles { path in
      guard let resource = byHash[path] else { return nil }
      shown.insert(path)
      return (resource.name ?? "", resource.bytes)
    }
    note.reportRemote(missing.filter(Vault.hasScheme).map { String($0.lastName) })
    note.reportMissing(missing.filter { !Vault.hasScheme($0) }.map { String($0.lastName) })
    document.retarget { target in
      guard let resource = byHash[target] else { return target }
      shown.insert(resource.hash)
      note.linkedFiles[target] = SourceFile(name: resource.name ?? "", bytes: resource.bytes)
      return target
    }
    document.linkAddresses { AppAddress.note($0, context).map(SourceContext.target) }
    return shown
  }

  /// Facts that a slip-box has no field for.
  ///
  /// A date that can't be read is left out here; only those of the note itself are reported. The due date of a task isn't that of
  /// the note, so it comes with the task's title.
  private func properties() -> [Property] {
    var properties: [Property] = []
    for (element, name, kind) in EnexNote.attributes {
      guard var value = values[element] else { continue }
      if kind == .date {
        guard let date = SourceDate(value) else { continue }
        value = date.time.rfc3339
      }
      properties.append(Property(name, kind, value))
    }
    for task in tasks {
      guard let due = task.values["dueDate"].flatMap({ SourceDate($0) }) else { continue }
      let title = task.values["title"] ?? ""
      properties.append(Property("enex:task-due", .text, "\(due.time.rfc3339) \(title)"))
    }
    for (key, value) in applicationData where !key.isEmpty && key != NoteFacts.key {
      properties.append(Property("enex:application-data:" + key, .text, value))
    }
    return properties
  }

  /// Elements of a note's attributes, and the properties that they become.
  static let attributes: [(String, String, Property.Kind)] = [
    ("source-url", Property.WellKnown.sourceURL, .uri), ("author", Property.WellKnown.author, .text),
    ("latitude", Property.WellKnown.latitude, .number),
    ("longitude", Property.WellKnown.longitude, .number), ("place-name", Property.WellKnown.place, .text),
    ("reminder-time", Property.WellKnown.due, .date),
    ("reminder-done-time", Property.WellKnown.completed, .date), ("altitude", "enex:altitude", .number),
    ("source", "enex:source", .text), ("source-application", "enex:source-application", .text),
    ("content-class", "enex:content-class", .text), ("subject-date", "enex:subject-date", .date),
    ("reminder-order", "enex:reminder-order", .text), ("notebook-name", "enex:notebook", .text),
  ]
}
