package import SlipBase
package import SlipNotes

/// Facts of a note that a container has no field for, as JSON that only this program reads.
///
/// Formats such as TextBundle give each program a place of its own, and other programs leave it alone.
///
/// ```json
/// { "uuid": "5f0c2b1e-…", "status": "review", "favorite": true, "keywords": [["bees", "queens"]],
///   "properties": [{ "name": "due", "kind": "date", "value": "2024-05-06T00:00:00Z" }],
///   "folder": ["Work"], "related": ["6a01…"], "links": { "../Plan.textbundle": "6a01…" } }
/// ```
package struct NoteFacts {
  /// What such facts are called.
  package static let key = "slipbox"

  /// Which facts are written. The UUID always is.
  package struct Parts: OptionSet {
    package let rawValue: Int
    /// Creates a set from bits.
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// The title.
    package static let title = Parts(rawValue: 1)
    /// The dates, with fractions of seconds.
    package static let dates = Parts(rawValue: 2)
    /// Status and favourite.
    package static let state = Parts(rawValue: 4)
    /// Keywords with those above them.
    package static let keywords = Parts(rawValue: 8)
    /// All properties.
    package static let properties = Parts(rawValue: 16)
    /// The folders from the top.
    package static let folder = Parts(rawValue: 32)
    /// Links by hand.
    package static let related = Parts(rawValue: 64)
  }

  /// The facts of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - parts: Which facts.
  ///   - properties: Those for which the container has no field; nil: all are written.
  ///   - links: What links in the text are written as, and the notes that they lead to.
  ///   - more: Further members.
  package static func json(
    of note: Note, in box: ContainerBox, _ parts: Parts, properties: [Property]? = nil,
    links: [String: Note.ID] = [:], more: [(String, JSONValue?)] = []
  ) -> JSONValue {
    var members: [(String, JSONValue?)] = [("uuid", .string(note.id.description))] + more
    if parts.contains(.title) { members.append(("title", .string(note.title))) }
    if parts.contains(.dates) {
      members.append(("created", .string(note.created?.rfc3339 ?? "")))
      members.append(("modified", .string(note.modified?.rfc3339 ?? "")))
    }
    if parts.contains(.state) {
      members.append(("status", .string(note.status.rawValue)))
      members.append(("favorite", note.isFavorite ? .bool(true) : nil))
    }
    if parts.contains(.keywords), !note.keywords.isEmpty {
      let paths = note.keywords.map { JSONValue.array(box.box.names(ofKeyword: $0).map { .string($0) }) }
      members.append(("keywords", .array(paths)))
    }
    let kept = properties ?? note.properties
    if parts.contains(.properties), !kept.isEmpty {
      members.append(("properties", .array(kept.map(json))))
      if properties == nil { members.append(("all-properties", .bool(true))) }
    }
    if parts.contains(.folder) {
      members.append(("folder", .array(box.box.path(of: note.folder).map { .string($0) })))
    }
    let related = box.manualLinks(of: note)
    if parts.contains(.related), !related.isEmpty {
      members.append(("related", .array(related.map { .string($0.description) })))
    }
    if !links.isEmpty {
      members.append(("links", .object(links.mapValues { .string($0.description) })))
    }
    return .object(members)
  }

  /// A property.
  private static func json(_ property: Property) -> JSONValue {
    .object([
      ("name", .string(property.name)), ("kind", .string(property.kind.rawValue)),
      ("value", .string(property.value)),
    ])
  }

  // MARK: Reading

  /// The facts.
  private let value: JSONValue

  /// Facts that were read; nil for anything without a UUID.
  package init?(_ value: JSONValue?) {
    guard let value, value["uuid"]?.string.flatMap({ UniqueID($0) }) != nil else { return nil }
    self.value = value
  }

  /// The UUID that the note had, as text in lower case.
  package var uuid: String { (value["uuid"]?.string ?? "").lowercased() }

  /// A further member.
  package subscript(_ name: String) -> JSONValue? { value[name] }

  /// The UUID of the note that a link's address stands for; nil for others.
  package func note(ofLink target: String) -> String? { value["links"]?[target]?.string }

  /// The keywords with those above them, from the top.
  package var keywords: [[String]] { (value["keywords"]?.array ?? []).map { $0.array.compactMap(\.string) } }

  /// Whether the note had a date of a task and didn't say that it is one. Some programs keep such dates for tasks only.
  package var hasDatesOfTask: Bool {
    let names = Set((value["properties"]?.array ?? []).compactMap { $0["name"]?.string })
    return !names.contains("joplin:is_todo")
      && (names.contains(Property.WellKnown.due) || names.contains(Property.WellKnown.completed))
  }

  /// Gives a note what the facts say, as far as the container still says the same in its own way. What was changed in the other
  /// program stays as that has it.
  ///
  /// - Parameters:
  ///   - note: The note, with what the container says.
  ///   - hasKeywords: Whether the container has keywords of its own.
  ///   - tag: How the container writes a keyword.
  ///   - find: The note of the import that had a UUID.
  package func apply(
    to note: inout SourceNote, hasKeywords: Bool = true, tag: ([String]) -> String = { $0.joined() },
    find: (String) -> UniqueID?
  ) {
    if let title = value["title"]?.string, isSame(title, note.title ?? "") { note.title = title }
    (note.created, note.modified) = (
      date("created", note.created, other: "modified"), date("modified", note.modified, other: "created")
    )
    if let status = value["status"]?.string.flatMap({ Note.Status(rawValue: $0) }),
      note.status == .draft || status == .archived
    {
      note.status = status
    }
    if value["favorite"]?.isTrue ?? false { note.isFavorite = true }
    let paths = keywords
    let own = Set(note.keywords.map { NoteFacts.folded($0.path) })
    if !paths.isEmpty, !hasKeywords || Set(paths.map { NoteFacts.folded([tag($0)]) }) == own {
      note.keywords = paths.map { SourceKeyword(path: $0) }
    }
    takeProperties(&note)
    if let folder = value["folder"] {
      let path = folder.array.compactMap(\.string)
      let own = note.folder.map(\.name)
      if own.isEmpty || path.isEmpty || isSame(path.joined(), own.joined()) {
        note.folder = path.map { SourceFolder($0) }
      }
    }
    note.relations += (value["related"]?.array ?? []).compactMap { $0.string.flatMap(find) }
  }

  /// Adds the properties. Those that the container has a field for count as that says.
  private func takeProperties(_ note: inout SourceNote) {
    var found = (value["properties"]?.array ?? []).compactMap { property -> Property? in
      guard let name = property["name"]?.string, let text = property["value"]?.string else { return nil }
      return Property(name, property["kind"]?.string.flatMap { Property.Kind(rawValue: $0) } ?? .text, text)
    }
    guard value["all-properties"]?.isTrue ?? false else {
      note.properties += found
      return
    }
    for own in note.properties where found.first(where: { $0.name == own.name })?.value != own.value {
      found.removeAll { $0.name == own.name }
      found.append(own)
    }
    note.properties = found
  }

  /// A date: that of the facts, unless the container has another.
  ///
  /// Where a note has no date, some containers need one all the same: that is the other date, or the beginning of 1970.
  private func date(_ name: String, _ own: Timestamp?, other: String) -> Timestamp? {
    guard let text = value[name]?.string else { return own }
    let known = Timestamp(rfc3339: text)
    guard let own else { return known }
    let written = known ?? value[other]?.string.flatMap { Timestamp(rfc3339: $0) } ?? Timestamp(seconds: 0)
    let distance = own.microseconds.subtractingReportingOverflow(written.microseconds)
    return !distance.overflow && abs(distance.partialValue) < 1_000_000 ? known : own
  }

  /// Whether a title or path is the one of the facts, cut, with other signs, or with the number that a file's name got.
  ///
  /// ```
  /// A memo.   A memo (2)   true
  /// ```
  ///
  /// - Parameters:
  ///   - title: What the facts say.
  ///   - own: What the container says.
  private func isSame(_ title: String, _ own: String) -> Bool {
    let (all, part) = (NoteFacts.folded([title]), NoteFacts.folded([own]))
    if all == part || all.isEmpty || part.count > 20 && all.hasPrefix(part.dropLast(8)) { return true }
    guard own.last == ")", let open = own.lastIndex(of: "("),
      own[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
    else { return false }
    return all == NoteFacts.folded([String(own[..<open])])
  }

  /// Names without case and signs.
  package static func folded(_ path: [String]) -> String {
    String(TextFolding.caseFolded(path.joined()).filter { $0.isLetter || $0.isNumber })
  }
}
