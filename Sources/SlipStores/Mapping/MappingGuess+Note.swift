/// What the attributes of notes are.
extension MappingGuess {
  /// Maps the attributes of the note's entity.
  ///
  /// A string that is called a text, and neither a title nor a name, is never the title. Where the title is
  /// the same as the plain text, the plain text is dropped.
  mutating func mapNote() {
    add(.note, "entity", note, "its name and its properties fit notes best")
    let (texts, foundPlain) = texts()
    var plain = foundPlain
    let beside = textBeside()
    // A summary or a comment isn't the text where an object beside the note has one.
    let isWeak = texts.allSatisfy { NameWords.rate($0, NameWords.body) < MappingGuess.leastBody }
    let taken = Set(texts + [plain].compactMap { $0 })
    var title = nearest { best($0, NameWords.title, [.string], except: taken) }
    if let name = title {
      let words = NameWords.of(name)
      let isText = words.contains("text") && Set(words).isDisjoint(with: ["title", "name", "heading"])
      if isText { title = nil }
    }
    if let text = plain, !texts.contains(text), title == text { plain = nil }
    add(.note, "id", nearest { identifier(attributes($0)) }, "an identifier by name and type")
    add(.note, "title", title, "the string whose name fits a title best")
    let isRich = noteAttributes.contains { texts.contains($0.name) && $0.kind.isBytes }
    if let value = beside.value, isWeak {
      lines.append(StoreMapping.Line(.note, "body", value, reason: "an object beside the note has its text"))
    } else {
      // Which of two texts is the note's, nobody can tell by their names.
      if beside.isThere { isDoubtful = true }
      add(
        .note, "body", names: texts,
        isRich ? "bytes that are called a text" : "the string whose name fits a text best")
      add(.note, "plain", plain, "the same as a string, for bodies that can't be read")
    }
    mapDates()
    add(.note, "status", nearest { status(attributes($0)) }, "called status")
    mapMarks()
  }

  /// The least rate of an attribute that is surely the text of a note.
  private static let leastBody = 5.0

  /// Where an entity beside that of notes has texts, such as `NoteBody`: what leads to it, nil where that isn't known; and whether
  /// there is such an entity.
  private func textBeside() -> (value: StoreMapping.Value?, isThere: Bool) {
    let family = kin
    let own = Set(NameWords.of(note).map(NameWords.singular))
    var isThere = false
    for entity in model.entities where !family.contains(entity.name) && !entity.isAbstract {
      let words = NameWords.of(entity.name).map(NameWords.singular)
      guard let last = words.last, ["body", "content", "text"].contains(last),
        let body = bodies(entity.name).body
      else { continue }
      // The text of something else, such as a MessageBody.
      let rest = words.dropLast()
      guard rest.isEmpty || !own.isDisjoint(with: rest) else { continue }
      isThere = true
      if let way = model.relationships(note).first(where: { !$0.isToMany && $0.destination == entity.name }) {
        return (.name(way.name + "." + body), true)
      }
      let back = model.relationships(entity.name).first {
        !$0.isToMany && $0.destination.map(family.contains) == true
      }
      if let back { return (.foreign(entity: entity.name, attribute: body, by: back.name), true) }
    }
    return (nil, isThere)
  }

  /// The bodies of notes, and a plain text beside them.
  ///
  /// - Returns: One body, which the entity of notes has. Where it has none, those of the entities below, each once.
  private func texts() -> (bodies: [String], plain: String?) {
    let (body, plain) = bodies(note)
    if let body { return ([body], plain) }
    var found: [String] = []
    for member in below {
      if let body = bodies(member.name).body, !found.contains(body) { found.append(body) }
    }
    return (found, plain ?? nearest { bodies($0).plain })
  }

  /// Maps the favourites, the order, the trash and the archive.
  private mutating func mapMarks() {
    let favorite =
      nearest { best($0, NameWords.favorite, [.boolean]) }
      ?? nearest { best($0, NameWords.favorite, [.int64], except: used, least: 6) }
    add(.note, "favorite", favorite, "a Boolean that is called a favourite")
    let place = nearest { best($0, NameWords.order, wholes, except: used, least: 5) }
    add(.note, "order", place, "a whole number called an order")
    let all = noteAttributes
    let skip = all.first { isTrash($0) }
    add(.note, "skip", skip?.name, "says what is in the trash")
    let archived = all.first {
      $0.kind == .boolean && !Set(["archived", "archive"]).isDisjoint(with: NameWords.of($0.name))
    }
    add(.note, "archived", archived?.name, "a Boolean that is called archived")
  }

  /// Whether an attribute says what is in the trash: a Boolean or a date that is called so, or a number that is called nothing else.
  /// Stores without a model have numbers in place of Booleans.
  private func isTrash(_ attribute: StoreAttribute) -> Bool {
    let words = NameWords.of(attribute.name)
    guard !NameWords.deleted.isDisjoint(with: words) else { return false }
    if attribute.kind == .boolean || attribute.kind == .date { return true }
    return wholes.contains(attribute.kind)
      && NameWords.deleted.union(NameWords.aboutDeleted).isSuperset(of: words)
  }

  /// The types of whole numbers.
  private var wholes: Set<StoreAttribute.Kind> { [.int16, .int32, .int64] }

  /// Maps dates of creation and change.
  ///
  /// A floating-point number counts as a date only if its name speaks of creation or change. The date of
  /// change is chosen first, and the other dates are left for that of creation.
  private mutating func mapDates() {
    let modified = nearest { highest(dates($0), NameWords.modified) }
    let created = nearest { highest(dates($0).filter { $0 != modified }, NameWords.created) }
    add(.note, "created", created, "the date whose name fits creation best")
    add(.note, "modified", modified, "the date whose name fits a change best")
  }

  /// The names of an entity's attributes that are dates of creation or change.
  private func dates(_ entity: String) -> [String] {
    let numbers: Set<String> = ["created", "creation", "modified", "updated"]
    return attributes(entity).filter { attribute in
      let words = NameWords.of(attribute.name)
      let isDate = attribute.kind == .date || attribute.kind == .double && !numbers.isDisjoint(with: words)
      return isDate && NameWords.otherDate.isDisjoint(with: words)
    }.map(\.name)
  }

  /// The name that fits best; nil where none does.
  ///
  /// - Parameters:
  ///   - names: The names to choose from. Of equal ones, the last by name wins.
  ///   - weights: The words of the role.
  private func highest(_ names: [String], _ weights: NameWords.Weights) -> String? {
    names.map { (NameWords.rate($0, weights), $0) }.filter { $0.0 > 0 }.max { $0 < $1 }?.1
  }

  /// The attribute that identifies notes; nil for none.
  ///
  /// UUIDs and bytes go before strings. A string must be called an identifier and nothing else, because
  /// identifiers of other things, such as `folderID`, are strings as well.
  private func identifier(_ all: [StoreAttribute]) -> String? {
    let own: Set<String> = ["id", "uuid", "guid", "identifier", "unique", "note"]
    var found = all.filter {
      ($0.kind == .uuid || $0.kind == .binary) && NameWords.rate($0.name, NameWords.id) > 0
    }
    if found.isEmpty {
      found = all.filter {
        $0.kind == .string && NameWords.rate($0.name, NameWords.id) > 0
          && own.isSuperset(of: NameWords.of($0.name))
      }
    }
    let highest = found.map { NameWords.rate($0.name, NameWords.id) }.max()
    return found.first { NameWords.rate($0.name, NameWords.id) == highest }?.name
  }

  /// The attribute that is called just status or state; nil for none.
  ///
  /// Its type must be a string or a whole number.
  private func status(_ all: [StoreAttribute]) -> String? {
    all.first {
      let words = NameWords.of($0.name)
      return ($0.kind == .string || $0.kind.isWhole) && (words == ["status"] || words == ["state"])
    }?.name
  }
}
