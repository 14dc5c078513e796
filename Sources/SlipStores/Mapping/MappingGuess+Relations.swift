/// What the relationships of notes are.
extension MappingGuess {
  /// Maps folders, keywords, links and files.
  ///
  /// The order matters: an attribute that is taken for keywords is no file any more. At the end the lines are
  /// sorted.
  mutating func mapRelations() {
    mapFolder()
    mapKeywords()
    let family = kin
    let links = relationships.filter {
      $0.isToMany && $0.destination.map(family.contains) == true
        && NameWords.back.isDisjoint(with: NameWords.of($0.name))
        && NameWords.rate($0.name, NameWords.link) > 0
    }
    let link = links.map { (NameWords.rate($0.name, NameWords.link), $0.name) }.max { $0 < $1 }?.1
    add(.note, "links", link, "leads from notes to notes")
    mapFiles()
    mapFacts()
    order()
  }

  /// The relationships of notes, with those that only entities below have; of equal names the nearest counts.
  private var relationships: [StoreRelationship] {
    var seen: Set<String> = []
    return (model.relationships(note) + below.flatMap(\.relationships)).filter {
      seen.insert($0.name).inserted
    }
  }

  /// Sorts the lines of each section into the order of its keys.
  ///
  /// Sections without fixed keys keep the order in which their lines were added.
  private mutating func order() {
    var sorted: [StoreMapping.Line] = []
    for section in StoreMapping.Section.allCases {
      let own = lines.filter { $0.section == section }
      for key in section.keys ?? [] { sorted += own.filter { $0.key == key } }
      if section.keys == nil { sorted += own }
    }
    lines = sorted
  }

  /// How much the name of a relationship and that of its destination fit.
  ///
  /// - Parameters:
  ///   - relationship: The relationship. Without a destination, its own name counts alone.
  ///   - weights: The words of the role.
  /// - Returns: The greatest weight of any word; 0 where none fits.
  private func fit(_ relationship: StoreRelationship, _ weights: NameWords.Weights) -> Double {
    NameWords.best(NameWords.of(relationship.name) + NameWords.of(relationship.destination ?? "?"), weights)
  }

  /// Maps the folder of notes: a relationship to one.
  ///
  /// Relationships to notes themselves don't count. Of several that fit equally, the last by name wins. The
  /// folder's name, parent and date of creation are mapped with it.
  private mutating func mapFolder() {
    let family = kin
    let found = relationships.filter {
      !$0.isToMany && !family.contains($0.destination ?? "?") && fit($0, NameWords.folder) > 0
    }
    let best = found.max { (fit($0, NameWords.folder), $0.name) < (fit($1, NameWords.folder), $1.name) }
    guard let best else { return }
    add(.note, "folder", best.name, "leads to one folder")
    guard let entity = best.destination, model.entity(entity) != nil else { return }
    add(.folder, "entity", entity, "where notes lead to by \(best.name)")
    add(
      .folder, "name", self.best(entity, NameWords.title, [.string]), "the string whose name fits a name best"
    )
    add(.folder, "parent", parent(of: entity), "leads from folders to one folder")
    let dates = attributes(entity).filter { $0.kind == .date }.map(\.name)
    let created = dates.filter { NameWords.rate($0, NameWords.created) > 0 }
    add(
      .folder, "created",
      created.max { NameWords.rate($0, NameWords.created) < NameWords.rate($1, NameWords.created) },
      "the date whose name fits creation best")
  }

  /// The relationship from an entity to the one of its objects that another lies in; nil for none.
  private func parent(of entity: String) -> String? {
    let own = Set(model.chain(entity).map(\.name))
    return model.relationships(entity).first { relationship in
      // What is called like the entity itself belongs to another entity of the same table.
      guard !relationship.isToMany, relationship.name.lowercased() != entity.lowercased() else {
        return false
      }
      if let destination = relationship.destination { return own.contains(destination) }
      return NameWords.of(relationship.name).contains("parent")
    }?.name
  }

  /// Maps the keywords of notes: a relationship to many, or an attribute.
  ///
  /// Where the destination has no string that could be a name, it is taken for an entity between notes and
  /// keywords, and its relationship to a keyword is followed.
  private mutating func mapKeywords() {
    let family = kin
    let found = relationships.filter {
      $0.isToMany && !family.contains($0.destination ?? "?") && fit($0, NameWords.keyword) > 0
    }
    let best = found.max { (fit($0, NameWords.keyword), $0.name) < (fit($1, NameWords.keyword), $1.name) }
    guard let best, let destination = best.destination else { return mapKeywordAttribute() }
    var (name, entity) = (best.name, destination)
    if self.best(entity, NameWords.title, [.string]) == nil {
      // An entity between note and keyword.
      let next = model.relationships(entity).first {
        !$0.isToMany && NameWords.best(NameWords.of($0.destination ?? "?"), NameWords.keyword) >= 8
      }
      if let next, let destination = next.destination {
        (name, entity) = (name + "." + next.name, destination)
      }
    }
    add(.note, "keywords", name, "leads to many keywords")
    guard model.entity(entity) != nil else { return }
    add(.keyword, "entity", entity, "where notes lead to by \(name)")
    add(
      .keyword, "name", self.best(entity, NameWords.title, [.string]),
      "the string whose name fits a name best")
    mapColor(entity)
    add(.keyword, "parent", parent(of: entity), "leads from keywords to one keyword")
  }

  /// Maps an attribute that is called keywords.
  ///
  /// Its whole name must be one word such as `tags`. It is a string, or bytes with a list of strings.
  private mutating func mapKeywordAttribute() {
    let words: Set<String> = ["tag", "keyword", "label"]
    let own = noteAttributes.first { attribute in
      let name = NameWords.of(attribute.name)
      return (attribute.kind == .string || attribute.kind.isBytes) && !used.contains(attribute.name)
        && name.count == 1 && words.contains(NameWords.singular(name[0]))
    }
    add(.note, "keywords", own?.name, "called keywords")
  }

  /// Maps the colour of keywords: channels, or one attribute.
  ///
  /// Red, green and blue must all be there to count as channels; the opacity may be missing.
  ///
  /// - Parameter entity: The entity of keywords.
  private mutating func mapColor(_ entity: String) {
    let all = attributes(entity)
    let channels = [["red"], ["green"], ["blue"], ["opacity", "alpha"]].map { words in
      all.first {
        ($0.kind == .double || $0.kind == .float) && !Set(words).isDisjoint(with: NameWords.of($0.name))
      }?.name
    }
    if channels.prefix(3).allSatisfy({ $0 != nil }) {
      lines.append(
        StoreMapping.Line(
          .keyword, "color", .list(channels.compactMap { $0 }.map { .name($0) }),
          reason: "numbers for each channel"))
      return
    }
    let color = all.first {
      ($0.kind == .string || $0.kind.isBytes)
        && !Set(["color", "colour", "hex"]).isDisjoint(with: NameWords.of($0.name))
    }
    add(.keyword, "color", color?.name, "called a colour")
  }

  /// Maps files: relationships to entities with bytes, entities with bytes that lead to notes, and bytes of the
  /// note itself.
  ///
  /// A relationship counts if a word of its name or destination weighs 5 or more. The section of attachments
  /// describes the first such entity only.
  private mutating func mapFiles() {
    let family = kin
    var files: [StoreMapping.Value] = []
    var found: Set<String> = []
    for relationship in relationships where fit(relationship, NameWords.file) >= 5 {
      guard let entity = relationship.destination, !family.contains(entity) else { continue }
      if hasBytes(entity) {
        mapAttachment(entity, "where notes lead to by \(relationship.name)")
      } else if let next = file(beside: entity, family) {
        mapUse(entity, next, "where notes lead to by \(relationship.name)")
      } else {
        continue
      }
      files.append(.name(relationship.name))
      found.insert(entity)
    }
    for (entity, way) in ownedFiles(family) where !found.contains(entity) {
      files.append(.foreign(entity: entity, attribute: nil, by: way))
      mapAttachment(entity, "leads to notes by \(way)")
    }
    for attribute in noteAttributes where attribute.kind.isBytes && !used.contains(attribute.name) {
      let words = NameWords.of(attribute.name)
      let others = NameWords.thumbnail.union(["icon", "color", "url", "urls"])
      if NameWords.best(words, NameWords.file) > 0, others.isDisjoint(with: words) {
        files.append(.name(attribute.name))
      }
    }
    guard !files.isEmpty else { return }
    lines.append(
      StoreMapping.Line(
        .note, "attachments", .list(files), reason: "files of the note"))
  }

  /// Entities of files that lead to one note each, with the relationship to it, which has none back.
  ///
  /// Where names come from columns, a relationship from notes to many files doesn't show, but the way back does.
  ///
  /// - Parameter family: The names of the entities that notes are, which are no files.
  private func ownedFiles(_ family: Set<String>) -> [(entity: String, way: String)] {
    model.entities.compactMap { entity in
      guard !family.contains(entity.name), NameWords.best(NameWords.of(entity.name), NameWords.file) >= 5,
        hasBytes(entity.name)
      else { return nil }
      let way = entity.relationships.first {
        !$0.isToMany && $0.inverse == nil && $0.destination.map(family.contains) == true
      }
      return way.map { (entity.name, $0.name) }
    }
  }

  /// The relationship to one file that the uses of files have; nil for none.
  ///
  /// - Parameters:
  ///   - entity: The entity of uses, which has no bytes of its own.
  ///   - family: The names of the entities that notes are, which are no files.
  private func file(beside entity: String, _ family: Set<String>) -> StoreRelationship? {
    model.relationships(entity).first { next in
      guard !next.isToMany, let destination = next.destination, !family.contains(destination) else {
        return false
      }
      return fit(next, NameWords.file) >= 5 && hasBytes(destination)
    }
  }

  /// Describes uses of files, whose content another entity has, unless an entity of files is described already.
  ///
  /// - Parameters:
  ///   - entity: The entity of uses.
  ///   - file: Its relationship to the file.
  ///   - reason: Why it is that.
  private mutating func mapUse(_ entity: String, _ file: StoreRelationship, _ reason: String) {
    guard !lines.contains(where: { $0.section == .attachment }), let destination = file.destination else {
      return
    }
    add(.attachment, "entity", entity, reason)
    let data = blobs(model.family(destination).map(\.name)).prefix(1).map { "\(file.name).\($0)" }
    add(.attachment, "data", names: data, "bytes that are no thumbnail")
    let texts = attributes(entity).filter { $0.kind == .string }
    func text(_ words: Set<String>) -> String? {
      texts.first { !words.isDisjoint(with: NameWords.of($0.name)) }?.name
    }
    add(.attachment, "name", text(["name", "filename"]), "a string that is called a name")
    add(.attachment, "caption", text(["caption", "description"]), "a string that is called a caption")
  }

  /// Maps properties that are objects of an entity with a name and a value.
  private mutating func mapFacts() {
    let family = kin
    let words: Set<String> = ["property", "field", "metadata", "fact"]
    for relationship in relationships where relationship.isToMany {
      guard let entity = relationship.destination, !family.contains(entity),
        NameWords.of(entity).contains(where: { words.contains(NameWords.singular($0)) })
      else { continue }
      let texts = attributes(entity).filter { $0.kind == .string }.map(\.name)
      func text(_ words: Set<String>) -> String? {
        texts.first { !words.isDisjoint(with: NameWords.of($0)) }
      }
      guard let name = text(["name", "key"]), let value = text(["value", "content"]), name != value else {
        continue
      }
      add(.note, "properties", relationship.name, "leads to names with values")
      add(.property, "entity", entity, "where notes lead to by \(relationship.name)")
      add(.property, "name", name, "called a name")
      add(.property, "value", value, "called a value")
      add(.property, "type", text(["type", "kind"]), "called a type")
      return
    }
  }

  /// Whether an entity, or one below it, has bytes.
  private func hasBytes(_ entity: String) -> Bool { !blobs(model.family(entity).map(\.name)).isEmpty }

  /// Describes the entity of files, unless one is described already.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - reason: Why it is that.
  private mutating func mapAttachment(_ entity: String, _ reason: String) {
    guard !lines.contains(where: { $0.section == .attachment }) else { return }
    add(.attachment, "entity", entity, reason)
    let members = model.family(entity).map(\.name)
    let all = blobs(members)
    var data = Array(all.prefix(1))
    // One attribute for each entity below that has bytes of its own. Columns don't say whose they are.
    let isShared = model.origin == .columns && members.count > 1
    let each = isShared ? all : members.compactMap { blobs([$0]).first }
    for name in each where !data.contains(name) { data.append(name) }
    add(.attachment, "data", names: data, "bytes that are no thumbnail")
    let name = members.lazy.flatMap(attributes).first {
      $0.kind == .string && !Set(["name", "filename"]).isDisjoint(with: NameWords.of($0.name))
    }
    add(.attachment, "name", name?.name, "a string that is called a name")
  }

  /// The attributes with bytes of some entities, the most likely file first, without thumbnails
  /// where there are others.
  ///
  /// The word `full` ranks an attribute higher, and so does a word of a file. Equal ones stay in the order of
  /// the model.
  ///
  /// - Parameter entities: The names of the entities.
  /// - Returns: Names of attributes, each once; empty where there are no bytes.
  private func blobs(_ entities: [String]) -> [String] {
    var found: [(rank: Int, name: String)] = []
    for attribute in entities.flatMap(attributes) where attribute.kind.isBytes {
      guard !found.contains(where: { $0.name == attribute.name }) else { continue }
      let words = NameWords.of(attribute.name)
      let isFile = words.contains { $0 == "data" || NameWords.file[$0] != nil }
      let isReal = NameWords.thumbnail.isDisjoint(with: words)
      let rank = (isReal ? 4 : 0) + (words.contains("full") ? 2 : 0) + (isFile ? 1 : 0)
      found.append((rank, attribute.name))
    }
    let sorted = found.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
    let real = sorted.filter { $0.element.rank >= 4 }
    return (real.isEmpty ? sorted : real).map { $0.element.name }
  }
}
