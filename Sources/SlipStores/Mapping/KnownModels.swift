package import SlipBase

/// Mappings of models that are known, where a guess would leave something out.
enum KnownModels {
  /// A known model.
  private struct Row {
    /// Names in lower case and without underscores: an entity, a dot and an attribute.
    var marks: [String]
    /// What the mapping has instead of what was guessed, or besides.
    var lines: [StoreMapping.Line]
  }

  /// The models.
  private static let rows: [Row] = [
    // Code snippets with notes about them: both are the text.
    Row(
      marks: ["snippet.notes", "snippet.code", "snippet.title"],
      lines: [line(.note, "body", .list([.name("notes"), .name("code")]), "a snippet has notes and code")]),
    // What `schema --to xcdatamodel` writes. The text is made of the body again, and sources are the import's own.
    Row(
      marks: ["note.mirror", "note.sourceitem", "reference.caption", "attachment.sha256"],
      lines: [
        line(.note, "plain", .name("mirror"), "the plain text of the body"),
        line(
          .note, "ignore", .list([.name("sourceItem"), .name("imported"), .name("source")]),
          "what an earlier import noted"),
      ]),
    // Apple Notes until 2015, whose bodies are objects of their own.
    Row(
      marks: ["notebody.htmlstring", "note.datecreated", "note.title", "folder.name"],
      lines: [
        line(.note, "entity", .name("Note"), "Apple Notes until 2015"),
        line(.note, "id", .name("universallyuniqueid"), "Apple Notes until 2015"),
        line(.note, "title", .name("title"), "Apple Notes until 2015"),
        line(
          .note, "body", .foreign(entity: "NoteBody", attribute: "htmlstring", by: "note"),
          "Apple Notes until 2015"),
        line(.note, "created", .name("datecreated"), "Apple Notes until 2015"),
        line(.note, "modified", .name("dateedited"), "Apple Notes until 2015"),
        line(.note, "folder", .name("folder"), "Apple Notes until 2015"),
        line(.folder, "entity", .name("Folder"), "Apple Notes until 2015"),
        line(.folder, "name", .name("name"), "Apple Notes until 2015"),
        line(.folder, "parent", .name("parent"), "Apple Notes until 2015"),
      ]),
  ]

  /// Models of programs whose stores don't say enough for a reader that doesn't know them: what their marks are, and what to do.
  private static let refused: [(marks: [String], advice: String)] = [
    (
      ["sfnote.text", "sfnote.encrypted", "sfnote.trashed"],
      "This is the store of Bear, whose texts are in Bear's own Markdown, and some of them encrypted. Export the notes in Bear as .bear2bk (File, Backup Notes), and import that."
    )
  ]

  /// What to do in place of importing a store of a program that is known; nil for all others.
  static func advice(_ model: StoreModel) -> String? {
    let names = Set(
      model.entities.flatMap { entity in
        entity.attributes.map { (entity.name + "." + $0.name).lowercased().filter { $0 != "_" } }
      })
    return refused.first { $0.marks.allSatisfy(names.contains) }?.advice
  }

  /// A line with a reason.
  ///
  /// - Parameter reason: What the mapping says about the line.
  private static func line(
    _ section: StoreMapping.Section, _ key: String, _ value: StoreMapping.Value, _ reason: String
  ) -> StoreMapping.Line {
    StoreMapping.Line(section, key, value, reason: reason)
  }

  /// The mapping of a known model, which takes the place of what was guessed; nil for other models.
  ///
  /// - Parameters:
  ///   - model: The model. Case and underscores of its names don't count.
  ///   - guessed: What was guessed, whose other lines stay.
  /// - Returns: Nil also where the result doesn't say which entity notes are.
  static func mapping(_ model: StoreModel, guessed: StoreMapping?) -> StoreMapping? {
    var names: [String: String] = [:]
    for entity in model.entities {
      for attribute in entity.attributes {
        let key = (entity.name + "." + attribute.name).lowercased().filter { $0 != "_" }
        names[key] = attribute.name
      }
    }
    guard let row = rows.first(where: { $0.marks.allSatisfy { names[$0] != nil } }) else { return nil }
    var lines = guessed?.lines ?? []
    for var line in row.lines {
      if line.section == .note, case .list(let parts) = line.value {
        line.value = .list(parts.map { named($0, row, names) })
      }
      if let place = lines.firstIndex(where: { $0.section == line.section && $0.key == line.key }) {
        lines[place] = line
      } else {
        lines.append(line)
      }
    }
    let mapping = StoreMapping(lines)
    return mapping.name(.note, "entity") == nil ? nil : mapping
  }

  /// A name as this model spells it.
  ///
  /// - Parameters:
  ///   - value: The value of a line. Only names are changed.
  ///   - row: The model that was recognized.
  ///   - names: The names of this model's attributes by mark.
  private static func named(
    _ value: StoreMapping.Value, _ row: Row, _ names: [String: String]
  ) -> StoreMapping.Value {
    guard case .name(let name) = value,
      let mark = row.marks.first(where: { $0.hasSuffix("." + name) }), let own = names[mark]
    else { return value }
    return .name(own)
  }
}

extension StoreMapping {
  /// What would be taken for notes, and whether that is sure.
  ///
  /// - Returns: The mapping, nil where nothing looks like notes; whether it may be used without a look; and
  ///   the guess, for its ranking. A known model is always sure.
  package static func proposed(_ model: StoreModel) -> (
    mapping: StoreMapping?, isSure: Bool, guess: MappingGuess
  ) {
    let guess = MappingGuess(model)
    if let known = KnownModels.mapping(model, guessed: guess.mapping) { return (known, true, guess) }
    return (guess.mapping, guess.isSure, guess)
  }

  /// The mapping of a store that is sure.
  ///
  /// - Throws: `SlipError` with `StoreCode.noGuess`, and the entities that come closest as
  ///   candidates.
  package static func sure(of store: CoreDataStore) throws(SlipError) -> StoreMapping {
    if let advice = KnownModels.advice(store.model) {
      throw SlipError(
        .badInput, code: StoreCode.noGuess, advice, at: SourceLocation(file: store.file.path))
    }
    let (mapping, isSure, guess) = proposed(store.model)
    if let mapping, isSure { return mapping }
    let closest = guess.ranking.first.map { "; \(PrintableText.of($0.entity)) comes closest" } ?? ""
    throw SlipError(
      .badInput, code: StoreCode.noGuess,
      "Nothing in the store is surely notes\(closest). `slipconv inspect` prints a mapping; corrected, it goes to --mapping.",
      at: SourceLocation(file: store.file.path))
  }
}
