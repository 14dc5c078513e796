internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// The facts at the beginning of a Markdown file: YAML between `---` lines, TOML between `+++` lines, or JSON in braces.
///
/// What can't be read as such is left out of the text all the same, and `isBroken` says so.
///
/// ```
/// ---                      +++                      {
/// title: "A day"           title = "A day"            "title": "A day",
/// tags: [travel, work]     tags = ["travel"]          "tags": ["travel", "work"]
/// ---                      +++                      }
/// ```
struct NoteFrontMatter {
  /// The members in order.
  private(set) var members: [YAMLValue.Member] = []
  /// Where the text begins, in bytes.
  private(set) var end = 0
  /// Whether there is a front matter that can't be read.
  private(set) var isBroken = false

  /// Reads the front matter of a text in UTF-8 without a byte order mark.
  ///
  /// A text without front matter has no members, and `end` is 0 then.
  init(_ text: [UInt8]) {
    for (mark, ends) in [("---", ["---", "..."]), ("+++", ["+++"])] {
      guard let (body, end) = NoteFrontMatter.block(text, mark, ends) else { continue }
      self.end = end
      if mark == "+++" {
        members = NoteFrontMatter.toml(body)
      } else if case .map(let found)? = YAMLValue(body) {
        members = found
      } else {
        isBroken = !body.allSatisfy { LooseXML.isSpace($0) }
      }
      return
    }
    if text.first == UInt8(ascii: "{"), let end = NoteFrontMatter.endOfObject(text),
      let value = JSONValue(Array(text[..<end])), case .map(let found)? = YAMLValue(Array(text[..<end]))
    {
      _ = value
      (members, self.end) = (found, end)
    }
  }

  /// The facts that a program keeps in another form.
  init(_ members: [YAMLValue.Member]) { self.members = members }

  /// The lines between the first line, which is `mark`, and the next that is one of `ends`; and where the text goes on.
  ///
  /// White space at the ends of these lines doesn't count.
  ///
  /// - Returns: Nil where the first line is another one, or the block never ends.
  private static func block(_ text: [UInt8], _ mark: String, _ ends: [String]) -> ([UInt8], Int)? {
    var position = 0
    var start: Int?
    while position < text.count {
      let lineEnd = text[position...].firstIndex(of: 0x0A) ?? text.count
      var line = text[position..<lineEnd]
      while let last = line.last, LooseXML.isSpace(last) { line.removeLast() }
      let next = min(lineEnd + 1, text.count)
      if let start {
        if ends.contains(where: { line.elementsEqual($0.utf8) }) {
          return (Array(text[start..<position]), next)
        }
      } else {
        guard line.elementsEqual(mark.utf8) else { return nil }
        start = next
      }
      position = lineEnd + 1
    }
    return nil
  }

  /// Where the object ends that the text begins with: behind the brace that closes it.
  ///
  /// Braces within strings don't count.
  ///
  /// - Returns: Nil where the object isn't closed.
  private static func endOfObject(_ text: [UInt8]) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    for (index, byte) in text.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case 0x22: isInString = true
      case 0x7B: depth += 1
      case 0x7D:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }

  /// The flat lines `key = value` of TOML, which is what site generators write. Tables are left out.
  ///
  /// Lines whose value can't be read, comments and headings of tables are passed over.
  private static func toml(_ body: [UInt8]) -> [YAMLValue.Member] {
    var members: [YAMLValue.Member] = []
    for line in String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "="), line.first != "[", line.first != "#" else { continue }
      let key = String(line[..<equals]).trimmingBlanks()
      let value = String(line[line.index(after: equals)...]).trimmingBlanks()
      // The values that occur are those of YAML's flow style as well.
      guard !key.isEmpty, let value = YAMLValue(Array(value.utf8)) else { continue }
      members.append(YAMLValue.Member(key: key, value: value))
    }
    return members
  }

  // MARK: Facts

  /// What the keys of a folder's saved search begin with, in the note that an export makes of it.
  static let folderPrefix = "slipbox-"

  /// The saved search of a folder; empty for a note like any other.
  var savedSearch: [Property] {
    [Property.WellKnown.search, Property.WellKnown.predicate].compactMap { name in
      texts(NoteFrontMatter.folderPrefix + name).first.map { Property(name, .text, $0) }
    }
  }

  /// The texts of the first of these keys that is there, regardless of case.
  ///
  /// - Parameter keys: Keys in lower case, the most important first.
  /// - Returns: The texts in order; empty where no key is there.
  func texts(_ keys: String...) -> [String] {
    for key in keys {
      if let found = members.first(where: { $0.key.lowercased() == key }) { return found.value.texts }
    }
    return []
  }

  /// Whether there is an empty date of change: then the time of the file doesn't stand for it.
  var saysThatDatesAreUnknown: Bool {
    members.contains { $0.key.lowercased() == "modified" && $0.value.texts.allSatisfy(\.isEmpty) }
  }

  /// The first date of these keys that can be read, and its key in lower case.
  ///
  /// - Parameter keys: Keys in lower case, the most important first.
  /// - Returns: Nil where no key has a date.
  private func dated(_ keys: [String]) -> (key: String, date: SourceDate)? {
    for key in keys {
      let text = members.first(where: { $0.key.lowercased() == key })?.value.texts.first
      if let date = text.flatMap(NoteFrontMatter.date) { return (key, date) }
    }
    return nil
  }

  /// The date that a text says.
  ///
  /// A number of nine digits or more is a count of seconds since 1970, one of twelve or more a count of milliseconds.
  private static func date(_ text: String) -> SourceDate? {
    if let date = SourceDate(text) { return date }
    guard let count = Int64(text), count > 99_999_999 else { return nil }
    return SourceDate(count, perSecond: count > 99_999_999_999 ? 1_000 : 1)
  }

  /// Other names of the note.
  ///
  /// A text with commas is a list of names; an element of a list is one name.
  var aliases: [String] {
    ["aliases", "alias"].flatMap { key -> [String] in
      guard let value = members.first(where: { $0.key.lowercased() == key })?.value else { return [] }
      guard let text = value.scalar else { return value.texts }
      return text.split(separator: ",").map(String.init)
    }.map { $0.trimmingBlanks() }.filter { !$0.isEmpty && $0 != "~" && $0 != "null" }
  }

  /// The keywords, without `#`.
  ///
  /// - Parameter isVault: Whether only `tags` are keywords, as in Obsidian, and no other list of words.
  ///
  /// A text with commas is a list. Without commas `tags` is a list of words, and any other key one keyword of several words.
  func tags(isVault: Bool) -> [String] {
    let keys = isVault ? ["tags", "tag"] : ["tags", "tag", "keywords", "categories"]
    return keys.flatMap { key -> [String] in
      guard let value = members.first(where: { $0.key.lowercased() == key })?.value else { return [] }
      guard let text = value.scalar else { return value.texts }
      let separators: Set<Character> =
        text.contains(",") ? [","] : key == "tags" || key == "tag" ? [",", " "] : [","]
      return text.split { separators.contains($0) }.map(String.init)
    }.map { tag in
      let tag = tag.trimmingBlanks()
      return tag.hasPrefix("#") ? String(tag.dropFirst()) : tag
    }.filter { !$0.isEmpty && $0 != "~" }
  }

  /// Gives a note what the front matter says.
  ///
  /// - Parameter program: What the names of further properties begin with, such as `obsidian`.
  ///
  /// Dates replace those of the note, also where there are none. A title replaces that of the note only if
  /// there is one.
  func apply(to note: inout SourceNote, program: String, _ context: SourceContext) {
    if let title = texts("title").first, !title.isEmpty { note.title = title }
    let (creation, change) = (dated(NoteFrontMatter.createdKeys), dated(NoteFrontMatter.modifiedKeys))
    let (created, modified) = (creation?.date.moment(context), change?.date.moment(context))
    (note.created, note.modified) = (created?.time, modified?.time)
    note.zoneIsUnknown = created?.zoneIsUnknown ?? false || modified?.zoneIsUnknown ?? false
    let isVault = program != "markdown"
    let (tags, names) = (tags(isVault: isVault), texts("keywords"))
    let hasNames = isVault && VaultTag.fit(names, tags)
    note.keywords += (hasNames ? names : tags).map(VaultTag.path).filter { !$0.isEmpty }.map {
      SourceKeyword(path: $0)
    }
    let status = texts("status").first.flatMap { Note.Status(rawValue: $0) }
    note.status = status ?? note.status
    if texts("archived").first == "true" { note.status = .archived }
    let isFavorite = texts("favorite").first == "true"
    note.isFavorite = note.isFavorite || isFavorite
    for (key, name, kind) in NoteFrontMatter.known {
      for text in texts(key) { note.properties.append(Property(name, kind, text)) }
    }
    // Joplin's files say of a task whether it is done, but not when.
    let isDone = texts(NoteFrontMatter.joplinCompleted).first.map {
      ["yes", "true"].contains($0.lowercased())
    }
    if let isDone {
      note.properties.append(Property(JoplinTask.isTask, .boolean, "true"))
      if isDone { note.properties.append(Property(JoplinTask.isCompleted, .boolean, "true")) }
    }
    // The name of a file stands for its title, so a title that can't be one is an alias as well.
    note.properties += aliases.filter { $0 != texts("title").first?.trimmingBlanks() }.map {
      Property(Property.WellKnown.alias, .text, $0)
    }
    let used = Set(
      [creation?.key, change?.key].compactMap { $0 } + NoteFrontMatter.known.map(\.key)
        + ["title", "tags", "tag", "aliases", "alias", "archived"]
        + (isVault && !hasNames ? [] : ["keywords"]) + (isVault ? [] : ["categories"])
        + (isDone == nil ? [] : [NoteFrontMatter.joplinCompleted])
        + (status == nil ? [] : ["status"]) + (isFavorite ? ["favorite"] : []))
    for member in members where !used.contains(member.key.lowercased()) && !member.key.isEmpty {
      let isDate = NoteFrontMatter.dateKeys.contains(member.key.lowercased())
      let texts = member.value.elements.flatMap { value in
        value.texts.map { (text: $0, isQuoted: !value.isPlain) }
      }
      for (text, isQuoted) in texts where !isDate || !text.isEmpty {
        let moment = isDate ? NoteFrontMatter.date(text)?.moment(context) : nil
        // Many programs write a date twice, under the keys of several others.
        if let time = moment?.time, time == created?.time || time == modified?.time { continue }
        if isDate, SourceDate.isNone(text) { continue }
        note.properties.append(
          FrontMatterKeys.property(member.key, text, program, isQuoted: isQuoted) { $0.moment(context).time })
        guard isDate, moment == nil else { continue }
        note.diagnostics.append(
          SourceFault.damaged("A date of the note can't be read; it stays as a property."))
      }
    }
    if isBroken {
      note.lacksFacts = true
      note.diagnostics.append(
        SourceFault.damaged("The properties of the note can't be read; the file is kept as it is."))
    }
  }

  /// What Joplin's files with front matter call a task that is done.
  private static let joplinCompleted = "completed?"
  /// Keys of the date of creation, the first that is there counts.
  private static let createdKeys = [
    "created", "date", "date created", "created_at", "created-at", "creation_date", "ctime", "date_created",
    "date-created",
    "published",
  ]
  /// Keys of the date of the last change.
  private static let modifiedKeys = [
    "modified", "updated", "lastmod", "date modified", "updated_at", "updated-at", "mtime", "last_modified",
    "date_modified", "date-modified",
  ]
  /// Keys of dates.
  private static let dateKeys = Set(createdKeys + modifiedKeys)
  /// Keys with a meaning that a slip-box knows.
  private static let known: [(key: String, name: String, kind: Property.Kind)] = [
    ("description", Property.WellKnown.summary, .text), ("summary", Property.WellKnown.summary, .text),
    ("source", Property.WellKnown.sourceURL, .uri), ("url", Property.WellKnown.sourceURL, .uri),
    ("author", Property.WellKnown.author, .text), ("authors", Property.WellKnown.author, .text),
    ("lang", Property.WellKnown.language, .text), ("language", Property.WellKnown.language, .text),
  ]
}
