internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Making notes.
extension KeyNoteLibrary {
  /// The bits of a state in the file.
  private enum State {
    /// A note is archived (`Ns`).
    static let archived = 2
    /// A text is HTML, or encrypted (`NS`).
    static let html = 4, encrypted = 0x10
  }

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - place: The place of the note in the file.
  ///   - node: The node that shows it; nil where none does.
  ///   - folder: The folders that it is in.
  ///   - context: Finds notes, and says the zone of dates.
  ///
  /// A text that is encrypted becomes a padlock, with a finding.
  func note(_ place: Int, _ node: Int?, _ folder: [SourceFolder], _ context: SourceContext) -> SourceNote {
    let own = file.notes[place]
    // A mirror shows the text of another node under its own title.
    let mirrored = node.flatMap { self.mirrored(file.nodes[$0]) }
    let source = mirrored.flatMap { file.nodes[$0].note }.map { file.notes[$0] } ?? own
    let title = node.map { self.title(of: $0) } ?? file.string(own.title)
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    note.folder = folder
    take(source.entries, &note, context)
    takeDates(own, source, node, &note, context)
    takeFacts(own, &note)
    if let node { takeFacts(file.nodes[node], &note, context) }
    if let mirrored {
      note.properties.append(Property("keynote:linked-node", .text, ids[mirrored]))
    } else if let node, !file.nodes[node].noteID.isEmpty,
      file.nodes[node].noteID != file.nodes[node].globalID
    {
      note.properties.append(Property("keynote:linked-node", .text, "gi:" + file.nodes[node].noteID))
    }
    return note
  }

  // MARK: Texts

  /// Takes the texts of a note. Several become one.
  ///
  /// Tags belong to entries, and the note gets those of all of them.
  ///
  /// - Parameters:
  ///   - entries: The texts in order.
  ///   - note: What gets the body, the keywords, and links that lead to no node.
  ///   - context: Finds notes, and has the bounds of the import.
  private func take(_ entries: [KeyNoteFile.Entry], _ note: inout SourceNote, _ context: SourceContext) {
    var bodies: [SourceNote.Body] = []
    for entry in entries {
      note.keywords += entry.tags.compactMap { keyword($0) }
      if let body = body(entry, &note, context) { bodies.append(body) }
    }
    var unresolved: [SourceLink] = []
    for body in bodies { unresolved += targets(of: body, context) }
    note.unresolved += unresolved
    if bodies.count == 1 {
      note.body = bodies[0]
    } else if bodies.count > 1 {
      note.body = .document(joined(bodies, &note, context))
    }
  }

  /// The body of a text; nil for an empty one.
  ///
  /// RTF stays RTF, without the program's own marks. HTML and plain text become documents. Bytes that
  /// aren't UTF-8 are in the code page that the first RTF of the file names, else in that of its
  /// folders, else in 1252.
  private func body(
    _ entry: KeyNoteFile.Entry, _ note: inout SourceNote, _ context: SourceContext
  ) -> SourceNote.Body? {
    var bytes = file.bytes(entry.text)
    let isRTF = bytes.withUnsafeBytes { RTFProbe.isRTF($0) }
    if entry.hasMarks, !isRTF { bytes = KeyNoteLibrary.withoutMarks(bytes) }
    guard bytes.contains(where: { $0 > 0x20 }) else {
      guard entry.state & State.encrypted != 0 else { return nil }
      note.diagnostics.append(SourceFault.encrypted("The text of a note is encrypted."))
      return .document(Document(text: "🔒"))
    }
    if isRTF {
      var body = KeyNoteBody(bytes, pictures, context.limits)
      body.edit { relinked($0, context) }
      return body.body
    }
    if entry.state & State.html != 0 {
      return .document(bytes.withUnsafeBytes { HTMLReader.read($0, limits: context.limits).document })
    }
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    if !isUTF8 {
      bytes = Array(
        SourceText.decode(bytes, codePage: file.codePages.rtf ?? file.codePages.charset ?? 1252).utf8)
    }
    return .document(bytes.withUnsafeBytes { PlainTextReader.read($0).document })
  }

  /// Lines without the semicolon that each begins with. A last line that is empty goes.
  /// Files have such semicolons so that no line of a text looks like a mark.
  private static func withoutMarks(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var isStart = true
    for byte in bytes {
      if !(isStart && byte == UInt8(ascii: ";")) { output.append(byte) }
      isStart = byte == UInt8(ascii: "\n")
    }
    return output
  }

  /// Several bodies as one document.
  ///
  /// The documents follow each other without a line between them. Findings of reading go to the note.
  private func joined(
    _ bodies: [SourceNote.Body], _ note: inout SourceNote, _ context: SourceContext
  ) -> Document {
    var whole = Document()
    for (index, body) in bodies.enumerated() {
      let result: ReadResult =
        switch body {
        case .document(let document): ReadResult(document: document, diagnostics: [])
        case .rtf(let bytes): bytes.withUnsafeBytes { RTFReader.read($0, limits: context.limits) }
        case .rtfd(let package): RTFDReader.read(package, limits: context.limits)
        }
      note.diagnostics += result.diagnostics
      if index == 0 { whole = result.document } else { whole.append(result.document) }
    }
    return whole
  }

  /// RTF whose links lead to notes of the bundle. One that leads to none stays as it is.
  ///
  /// Only `file:///` addresses can be links of the program. A text without one isn't parsed.
  private func relinked(_ rtf: [UInt8], _ context: SourceContext) -> [UInt8] {
    guard rtf.withUnsafeBytes({ LooseXML.find("ile:///", in: $0, from: 0) }) != nil else { return rtf }
    return rtf.withUnsafeBytes { bytes in
      RTFHyperlinks.rewrite(bytes, limits: context.limits) { target in
        KeyNoteLink(target).flatMap { id(of: $0) }.flatMap { context.note($0) }.map(SourceContext.target)
      }
    }
  }

  /// The links of a body that lead to no node.
  ///
  /// The note lists them as unresolved links.
  private func targets(of body: SourceNote.Body, _ context: SourceContext) -> [SourceLink] {
    var links: [SourceLink] = []
    let rtf: [UInt8]? =
      switch body {
      case .rtf(let bytes): bytes
      case .rtfd(let package): package[RTFDWriter.textName]?.bytes
      case .document: nil
      }
    guard let rtf, rtf.withUnsafeBytes({ LooseXML.find("ile:///", in: $0, from: 0) }) != nil else {
      return []
    }
    for target in rtf.withUnsafeBytes({ RTFHyperlinks.targets(in: $0, limits: context.limits) })
    where KeyNoteLink(target) != nil { links.append(SourceLink(target)) }
    return links
  }

  // MARK: Facts

  /// Takes the dates of a note, or else that of its folder.
  ///
  /// The note comes before its entries, and these before the folder. A mirror has the dates of the note
  /// that it shows where it has none of its own. Dates have no zone: `zoneIsUnknown` says so.
  private func takeDates(
    _ own: KeyNoteFile.Note, _ source: KeyNoteFile.Note, _ node: Int?, _ note: inout SourceNote,
    _ context: SourceContext
  ) {
    var created = [own.created] + source.entries.map(\.created)
    if let node, file.folders[file.nodes[node].folder].isNote {
      created.append(file.folders[file.nodes[node].folder].created)
    }
    let first = created.lazy.compactMap { KeyNoteDate.read($0) }.first?.moment(context)
    let last = KeyNoteDate.read(own.modified.isEmpty ? source.modified : own.modified)?.moment(context)
    (note.created, note.modified) = (first?.time, last?.time)
    note.zoneIsUnknown = first?.zoneIsUnknown ?? false || last?.zoneIsUnknown ?? false
    if (created + [own.modified]).contains(where: { !$0.isEmpty && KeyNoteDate.read($0) == nil }) {
      note.diagnostics.append(SourceFault.impossibleDate)
    }
  }

  /// Takes what a note says of itself.
  ///
  /// A note may show a file in place of a text. Its path becomes the property `keynote:file`, and the
  /// file, looked for beside the source only, an attachment.
  private func takeFacts(_ own: KeyNoteFile.Note, _ note: inout SourceNote) {
    let alias = file.string(own.alias)
    if !alias.isEmpty { note.properties.append(Property(Property.WellKnown.alias, .text, alias)) }
    if own.state & State.archived != 0 { note.status = .archived }
    guard !own.path.isEmpty || !own.relativePath.isEmpty else { return }
    let (path, relative) = (file.string(own.path), file.string(own.relativePath))
    note.properties.append(Property("keynote:file", .text, path.isEmpty ? relative : path))
    let name = String((path.isEmpty ? relative : path).map { $0 == "\\" ? "/" : $0 }).lastName
    let places = [KeyNotePictures.path(relative), KeyNotePictures.path(path)].compactMap { $0 }
    if let bytes = places.lazy.filter({ !$0.isEmpty }).compactMap({ neighbour($0) }).first {
      note.files.append(SourceFile(name: name.isEmpty ? "file" : String(name), bytes: bytes))
    } else {
      note.diagnostics.append(
        SourceFault.missingFile("The file that a note shows in place of a text is missing."))
    }
  }

  /// Takes what a tree says of a node.
  ///
  /// The flag makes a favourite, an alarm the date at which the note is due, and its subject the
  /// property `keynote:alarm`. Check boxes, hidden nodes and colours become properties `keynote:…`.
  private func takeFacts(_ node: KeyNoteFile.Node, _ note: inout SourceNote, _ context: SourceContext) {
    note.isFavorite = node.isFlagged
    if node.isChecked { note.properties.append(Property("keynote:checked", .boolean, "true")) }
    if node.isHidden { note.properties.append(Property("keynote:hidden", .boolean, "true")) }
    for (name, color) in [("color", node.color), ("background", node.background)] where !color.isEmpty {
      note.properties.append(Property("keynote:" + name, .text, KeyNoteLibrary.color(color)))
    }
    guard !node.alarm.isEmpty, let alarm = KeyNoteDate.alarm(file.string(node.alarm)) else { return }
    let (time, zoneIsUnknown) = alarm.date.moment(context)
    note.properties.append(Property(Property.WellKnown.due, .date, time.rfc3339))
    note.zoneIsUnknown = note.zoneIsUnknown || zoneIsUnknown
    if !alarm.subject.isEmpty { note.properties.append(Property("keynote:alarm", .text, alarm.subject)) }
  }

  /// A colour as `#RRGGBB`; the name of one that is a name, such as `clRed`.
  ///
  /// ```
  /// $000000FF → #FF0000    (two digits that don't count, then blue, green and red)
  /// ```
  private static func color(_ text: String) -> String {
    guard text.hasPrefix("$"), text.utf8.count == 9, UInt32(text.dropFirst(), radix: 16) != nil else {
      return text
    }
    let digits = Array(text.dropFirst(3))
    return "#" + String(digits[4...5]) + String(digits[2...3]) + String(digits[0...1])
  }
}

/// Dates as the program writes them. None has a zone.
enum KeyNoteDate {
  /// Reads a date.
  ///
  /// ```
  /// 28-11-2024 17:42:29    0812241906 (day, month, year, hour, minute)    20200113T115321
  /// ```
  ///
  /// - Returns: Nil for anything else.
  ///
  /// Years of ten digits have two digits and lie in this century.
  static func read(_ text: String) -> SourceDate? {
    let digits = text.utf8.filter { $0.isASCIIDigit }.map { Character(Unicode.Scalar($0)) }
    /// The digits of a range.
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    if text.utf8.contains(0x54) { return SourceDate(text) }
    switch digits.count {
    case 10:
      return SourceDate("20\(part(4..<6))-\(part(2..<4))-\(part(0..<2))T\(part(6..<8)):\(part(8..<10))")
    case 14:
      let day = "\(part(4..<8))-\(part(2..<4))-\(part(0..<2))"
      return SourceDate("\(day)T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))")
    case 8: return SourceDate("\(part(4..<8))-\(part(2..<4))-\(part(0..<2))")
    default: return nil
    }
  }

  /// Reads an alarm: `[D]REMINDER[/EVENT][*FORMAT][|SUBJECT]`. The time of the event counts, if there is one.
  ///
  /// - Returns: Nil where no date can be read.
  ///
  /// ```
  /// D30-11-2024 09:00/30-11-2024 10:00*0|Water the bees
  /// ```
  static func alarm(_ text: String) -> (date: SourceDate, subject: String)? {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let times = (parts.first ?? "").prefix { $0 != "*" }.split(separator: "/")
    guard let date = times.reversed().lazy.compactMap({ read(String($0.drop { $0 == "D" })) }).first else {
      return nil
    }
    return (date, parts.count > 1 ? String(parts[1]).trimmingBlanks() : "")
  }
}

extension Document {
  /// A document of one paragraph.
  init(text: String) {
    self.init()
    blocks = [.paragraph(Paragraph(inlines: [.run(Run(text))]))]
  }
}
