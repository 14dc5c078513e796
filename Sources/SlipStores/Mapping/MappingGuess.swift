/// Guesses which entities of a model are notes, folders, keywords and attachments, by names and
/// types.
///
/// An entity gets points for a word in its name that means a note, for a body, a title, a date, a
/// relationship to one folder and one to many keywords. It loses points for a word that means
/// something else, and for having no body. The entity with the most points is what notes are, if it
/// has enough of them, or else the topmost one above it that is called like a note and has only notes below it.
/// For its properties, the one whose name fits a role best gets that role.
package struct MappingGuess: Sendable {
  /// The mapping; nil where no entity looks like a note.
  package private(set) var mapping: StoreMapping?
  /// Whether notes may be imported by it without a look: the entity's name says that it is a note,
  /// it has a body, and folders, keywords or a title besides, and no other entity is nearly as
  /// good.
  package private(set) var isSure = false
  /// The entities that came closest, with their scores, the best first.
  package private(set) var ranking: [(entity: String, score: Double)] = []

  /// The model.
  let model: StoreModel
  /// The name of the entity that notes are.
  var note = ""
  /// Attributes that have a role.
  var used: Set<String> = []
  /// Whether it can't be said which of several texts is that of notes.
  var isDoubtful = false
  /// The lines so far.
  var lines: [StoreMapping.Line] = []

  /// The least score of an entity whose name says that it is a note.
  private static let leastNamed = 8.0
  /// The least score of an entity whose name doesn't.
  private static let leastUnnamed = 12.0
  /// The least weight of the word in a name that makes a guess sure.
  private static let leastSure = 7.0
  /// How close another entity must come to make a guess unsure.
  private static let rivalry = 2.0

  /// Guesses the mapping of a model.
  ///
  /// - Parameter model: The model, with or without properties. `mapping` is nil where no score is high
  ///   enough.
  package init(_ model: StoreModel) {
    self.model = model
    ranking = model.entities.map { ($0.name, score($0)) }.sorted {
      ($1.score, $1.entity) < ($0.score, $0.entity)
    }
    guard let first = ranking.first, first.score >= MappingGuess.leastNamed else { return }
    guard isNamed(first.entity) || first.score >= MappingGuess.leastUnnamed else { return }
    note = widened(first.entity)
    let family = kin
    let rival = ranking.first { !family.contains($0.entity) }
    let isRivalled = rival.map { $0.score > first.score - MappingGuess.rivalry }
    mapNote()
    mapRelations()
    mapping = StoreMapping(lines)
    let hasMore = ["folder", "keywords", "title"].contains { mapping?[.note, $0] != nil }
    isSure =
      !isDoubtful && isRivalled != true && hasMore && mapping?[.note, "body"] != nil
      && noteWeight(note) >= MappingGuess.leastSure
  }

  // MARK: Entities

  /// The names of the entity of notes, of those above it and of those below it.
  var kin: Set<String> { Set((model.chain(note) + model.family(note)).map(\.name)) }

  /// The entities below that of notes.
  var below: [StoreEntity] { model.family(note).filter { $0.name != note } }

  /// The entity whose rows are notes: one that looks like a note, or the topmost above it that does so by its
  /// name and has only notes below it.
  ///
  /// Rows of an entity are those of all entities below it, too. So where several entities below one are notes, that
  /// one has them all, even if it is abstract.
  private func widened(_ name: String) -> String {
    let above = model.chain(name).dropFirst().last { ancestor in
      noteWeight(ancestor.name) >= MappingGuess.leastSure
        && model.family(ancestor.name).allSatisfy { isNoteBelow(NameWords.of($0.name)) }
    }
    return above?.name ?? name
  }

  /// Whether an entity below one of notes is a note itself: an `ImageNote` is, a `NoteImage` and a `NoteFolder`
  /// aren't.
  private func isNoteBelow(_ words: [String]) -> Bool {
    guard let last = words.last else { return true }
    if NameWords.weight(last, NameWords.note) > 0 { return true }
    return !isSomethingElse(words) && NameWords.weight(last, NameWords.folder) < 6
  }

  /// Whether a word in an entity's name means something else than a note.
  private func isSomethingElse(_ words: [String]) -> Bool {
    let isPart = ["data", "item"].contains(words.last ?? "") && words.first?.hasPrefix("note") == true
    return !isPart && words.contains { NameWords.notNote.contains(NameWords.singular($0)) }
  }

  /// Whether a word in an entity's name means a note.
  ///
  /// - Parameter name: The name of the entity. Words that only begin with `note` or `memo` count, too.
  private func isNamed(_ name: String) -> Bool {
    NameWords.of(name).contains {
      NameWords.weight($0, NameWords.note) > 0 || $0.hasPrefix("note") || $0.hasPrefix("memo")
    }
  }

  /// How much an entity's name speaks for a note.
  ///
  /// - Returns: The greatest weight of a word; 8 for a word such as `Notentity`, and 0 where nothing fits.
  private func noteWeight(_ name: String) -> Double {
    let words = NameWords.of(name)
    let best = NameWords.best(words, NameWords.note)
    if best > 0 { return best }
    // Words that are run together with others, such as Notentity.
    let isJoined = words.contains {
      ($0.hasPrefix("note") || $0.hasPrefix("memo")) && $0.count > 5 && !$0.hasPrefix("notebook")
    }
    return isJoined ? 8 : 0
  }

  /// How much speaks for it that an entity is a note.
  ///
  /// An abstract entity loses 20 points, because it has no rows of its own. Without a body an entity loses 8
  /// points, unless it has a title and pictures.
  private func score(_ entity: StoreEntity) -> Double {
    let words = NameWords.of(entity.name)
    let attributes = attributes(entity.name)
    var score = noteWeight(entity.name)
    if isSomethingElse(words) { score -= 9 }
    let body = bodies(entity.name).body
    let title = best(entity.name, NameWords.title, [.string])
    if body != nil { score += 6 }
    if title != nil, title != body { score += 2 }
    if attributes.contains(where: { $0.kind == .date }) { score += 1 }
    for relationship in model.relationships(entity.name) {
      let destination = NameWords.of(relationship.destination ?? "?")
      if !relationship.isToMany, NameWords.best(destination, NameWords.folder) >= 7 { score += 2 }
      if relationship.isToMany, NameWords.best(destination, NameWords.keyword) >= 8 { score += 2 }
    }
    let hasPictures = attributes.contains {
      $0.kind.isBytes && !NameWords.picture.isDisjoint(with: NameWords.of($0.name))
    }
    if body == nil, title == nil || !hasPictures { score -= 8 }
    return entity.isAbstract ? score - 20 : score
  }

  // MARK: Attributes

  /// The attributes of an entity that are stored and not computed, with those of its ancestors.
  func attributes(_ entity: String) -> [StoreAttribute] {
    model.attributes(entity).filter { !$0.isTransient && !$0.isDerived }
  }

  /// The attributes of notes, with those that only entities below have; of equal names the nearest counts.
  var noteAttributes: [StoreAttribute] {
    var seen: Set<String> = []
    return (attributes(note) + below.flatMap { attributes($0.name) }).filter { seen.insert($0.name).inserted }
  }

  /// What is found in the entity of notes, or else in the first of those below that has it.
  func nearest<Found>(_ find: (String) -> Found?) -> Found? {
    if let found = find(note) { return found }
    for member in below {
      if let found = find(member.name) { return found }
    }
    return nil
  }

  /// The attribute that fits some words best; of equal ones the first.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity. Its own words cost nothing in names of attributes.
  ///   - weights: The words of the role.
  ///   - kinds: The types that the attribute may have.
  ///   - except: Names that are out of the question.
  ///   - least: The least rate that counts.
  /// - Returns: The name of the attribute; nil where none reaches the least rate.
  func best(
    _ entity: String, _ weights: NameWords.Weights, _ kinds: Set<StoreAttribute.Kind>,
    except: Set<String> = [], least: Double = 1
  ) -> String? {
    let words = NameWords.of(entity)
    let own = Set(words + words.map(NameWords.singular))
    var found: (name: String, rate: Double)?
    for attribute in attributes(entity)
    where kinds.contains(attribute.kind) && !except.contains(attribute.name) {
      let rate = NameWords.rate(attribute.name, weights, entity: own)
      if rate > found?.rate ?? -1 { found = (attribute.name, rate) }
    }
    return found.flatMap { $0.rate >= least ? $0.name : nil }
  }

  /// The body of an entity, and a plain text beside it. Bytes that are called a formatted text win
  /// over strings.
  ///
  /// - Parameter entity: The name of the entity.
  /// - Returns: The body and the plain text, both nil where there is none. Without bytes, a string is the
  ///   body, and there is no plain text.
  func bodies(_ entity: String) -> (body: String?, plain: String?) {
    let own = NameWords.of(entity)
    let attributes = attributes(entity)
    var rich: [(rate: Double, name: String)] = []
    for attribute in attributes where attribute.kind.isBytes {
      let words = NameWords.of(attribute.name)
      let isRich = !NameWords.rich.isDisjoint(with: words)
      guard NameWords.picture.isDisjoint(with: words), isRich || NameWords.best(words, NameWords.body) > 0
      else {
        continue
      }
      rich.append(((isRich ? 10 : 0) + NameWords.best(words, NameWords.body), attribute.name))
    }
    var except: Set<String> = []
    for word in ["note", "entry"] where own.map(NameWords.singular).contains(word) {
      // The noteName of a Note is a title; its fullNote, or its note alone, is a body.
      for attribute in attributes {
        let words = NameWords.of(attribute.name)
        let isTitle = words.contains { $0 != "text" && NameWords.title[$0] != nil }
        if words.contains(word), isTitle { except.insert(attribute.name) }
      }
    }
    let plain = best(entity, NameWords.body, [.string], except: except)
    guard let chosen = rich.max(by: { ($0.rate, $0.name) < ($1.rate, $1.name) }) else { return (plain, nil) }
    return (chosen.name, plain)
  }

  /// Adds a line.
  ///
  /// A missing name adds nothing. Names of notes are noted in `used`.
  ///
  /// - Parameters:
  ///   - section: The section of the mapping.
  ///   - key: The key in that section.
  ///   - name: What the key gets.
  ///   - reason: Why, in a few words for the reader of the mapping.
  mutating func add(_ section: StoreMapping.Section, _ key: String, _ name: String?, _ reason: String) {
    add(section, key, names: name.map { [$0] } ?? [], reason)
  }

  /// Adds a line with one name or a list of them; without a name, none.
  mutating func add(_ section: StoreMapping.Section, _ key: String, names: [String], _ reason: String) {
    guard let first = names.first else { return }
    let value: StoreMapping.Value = names.count == 1 ? .name(first) : .list(names.map { .name($0) })
    lines.append(StoreMapping.Line(section, key, value, reason: reason))
    if section == .note { used.formUnion(names) }
  }
}
