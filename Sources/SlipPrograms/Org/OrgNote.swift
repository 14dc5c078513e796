internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Makes a note of an Org file.
enum OrgNote {
  /// Reads a file.
  ///
  /// - Throws: `SlipError` where it can't be read.
  static func note(
    _ place: Int, _ file: OrgVault.File, _ vault: OrgVault, _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    var found: [Diagnostic] = []
    let text = try vault.text(place, context, &found)
    let head = file.head
    let stem = vault.name(file.path)
    let denote = DenoteName(stem)
    let title =
      head.title.isEmpty ? denote.map(\.title).flatMap { $0.isEmpty ? nil : $0 } ?? stem : head.title
    var note = SourceNote(title: title, body: .document(Document()))
    note.folder = file.path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
    note.fileModified = vault.tree.files[place].modified
    if file.path.suffixName == "org_archive" { note.status = .archived }
    note.diagnostics += found
    if let graph = vault.graph { note.isFavorite = graph.favorites.contains(TextFolding.caseFolded(title)) }
    let day = vault.graph?.title(ofFile: file.path).day
    if let date = date(head, stem, denote) ?? day {
      (note.created, note.zoneIsUnknown) = date.moment(context)
    }
    apply(head, to: &note)
    var reader = OrgText(text, head, file.path, vault, context)
    reader.read()
    let tags = (head.tags.isEmpty ? denote?.tags ?? [] : head.tags) + reader.tags
    note.keywords = tags.map { SourceKeyword(path: [$0]) }
    reader.fill(&note)
    note.expectText(text.utf8)
    return note
  }

  /// The date of a file: what it says, that in its name, or the number of Denote.
  private static func date(_ head: OrgHead, _ stem: String, _ denote: DenoteName?) -> SourceDate? {
    if let text = head.date {
      if let date = SourceDate(stamp(text)) { return date }
    }
    if let number = denote?.number { return SourceDate(number) }
    if stem.utf8.count == 8, stem.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // As org-journal names its files.
      return SourceDate("\(stem.prefix(4))-\(stem.dropFirst(4).prefix(2))-\(stem.suffix(2))")
    }
    let day = stem.map { $0 == "_" ? "-" : String($0) }.joined()
    guard day.split(separator: "-").map(\.count) == [4, 2, 2], day.allSatisfy({ $0.isNumber || $0 == "-" })
    else {
      return nil
    }
    return SourceDate(day)
  }

  /// The first date in a text without the name of the day. Of a range the beginning counts: `<2014-03-04 Tue 10:30-11:30>`.
  private static func stamp(_ text: String) -> String {
    let isStamp = text.contains { "<[".contains($0) }
    let start = isStamp ? text.drop { !"<[".contains($0) }.dropFirst() : text[...]
    let inside = isStamp ? start.prefix { !">]".contains($0) } : start
    let words = inside.split(separator: " ").filter { $0.first?.isNumber ?? false }
    return words.map { word in isStamp && word.contains(":") ? word.prefix { $0 != "-" } : word }.joined(
      separator: " ")
  }

  /// Gives a note what the head of the file says.
  private static func apply(_ head: OrgHead, to note: inout SourceNote) {
    for alias in head.aliases { note.properties.append(Property(Property.WellKnown.alias, .text, alias)) }
    for reference in head.references {
      let isAddress = reference.hasPrefix("http://") || reference.hasPrefix("https://")
      note.properties.append(
        isAddress
          ? Property(Property.WellKnown.sourceURL, .uri, reference) : Property("org:ref", .text, reference))
    }
    if let date = head.date, !date.isEmpty, SourceDate(stamp(date)) == nil, !SourceDate.isNone(stamp(date)) {
      note.properties.append(Property("org:date", .text, date))
    }
    for (key, value) in head.properties { note.properties.append(Property("org:" + key, .text, value)) }
    for (value, name) in [
      (head.author, Property.WellKnown.author), (head.language, Property.WellKnown.language),
      (head.summary, Property.WellKnown.summary),
    ] {
      if let value, !value.isEmpty { note.properties.append(Property(name, .text, value)) }
    }
  }
}
