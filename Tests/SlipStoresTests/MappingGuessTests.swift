import Testing

@testable import SlipStores

@Suite struct MappingGuessTests {
  @Test func wordsAreFoundInNames() {
    #expect(NameWords.of("creationDate_") == ["creation", "date"])
    #expect(NameWords.of("formattedbodytext_") == ["formatted", "body", "text"])
    #expect(NameWords.of("imageURLString") == ["image", "url", "string"])
    #expect(NameWords.of("timeStamp") == ["timestamp"])
    #expect(NameWords.of("linkedNotes_") == ["linked", "notes"])
    #expect(NameWords.of("") == [])
  }

  /// An entity with attributes and relationships.
  private func entity(
    _ name: String, _ attributes: [(String, StoreAttribute.Kind)], _ relationships: [StoreRelationship] = []
  ) -> StoreEntity {
    var entity = StoreEntity(name)
    entity.attributes = attributes.map { StoreAttribute($0.0, $0.1) }
    entity.relationships = relationships
    return entity
  }

  @Test func aModelOfNotesIsMapped() {
    let model = StoreModel(entities: [
      entity("Folder", [("name_", .string)], [StoreRelationship("parent", to: "Folder")]),
      entity("Keyword", [("name_", .string), ("red_", .double), ("green_", .double), ("blue_", .double)]),
      entity(
        "Note",
        [
          ("title_", .string), ("formattedBody_", .binary), ("bodyText_", .string), ("creationDate", .date),
          ("thumbnail", .binary), ("isFavorite", .boolean), ("uuid_", .uuid), ("status_", .string),
        ],
        [
          StoreRelationship("folder", to: "Folder"),
          StoreRelationship("keywords_", to: "Keyword", isToMany: true),
          StoreRelationship("linkedNotes_", to: "Note", isToMany: true),
          StoreRelationship("backLinkedNotes_", to: "Note", isToMany: true),
        ]),
    ])
    let guess = MappingGuess(model)
    #expect(guess.isSure)
    let lines = (guess.mapping?.lines ?? []).map { "\($0.section).\($0.key)=\($0.value.toml)" }
    #expect(
      lines == [
        "note.entity=\"Note\"", "note.id=\"uuid_\"", "note.title=\"title_\"", "note.body=\"formattedBody_\"",
        "note.plain=\"bodyText_\"", "note.created=\"creationDate\"", "note.status=\"status_\"",
        "note.favorite=\"isFavorite\"", "note.folder=\"folder\"", "note.keywords=\"keywords_\"",
        "note.links=\"linkedNotes_\"", "folder.entity=\"Folder\"", "folder.name=\"name_\"",
        "folder.parent=\"parent\"", "keyword.entity=\"Keyword\"", "keyword.name=\"name_\"",
        "keyword.color=[\"red_\", \"green_\", \"blue_\"]",
      ])
    #expect(lines.count == guess.mapping?.lines.count { $0.reason != nil })
  }

  /// The line of a note's body.
  private func body(_ guess: MappingGuess) -> String? {
    guess.mapping?.lines.first { $0.section == .note && $0.key == "body" }?.value.toml
  }

  @Test func aTextBesideTheNoteIsJoinedOrAskedAbout() {
    func model(_ own: String, _ relationships: [StoreRelationship], back: [StoreRelationship] = [])
      -> StoreModel
    {
      StoreModel(entities: [
        entity(
          "Note", [("title", .string), (own, .string), ("creationDate", .date), ("deletedFlag", .int64)],
          relationships),
        entity("NoteBody", [("content", .string)], back),
        entity("Folder", [("name", .string)]),
      ])
    }
    let joined = MappingGuess(model("summary", [StoreRelationship("body", to: "NoteBody")]))
    #expect(joined.isSure && body(joined) == "\"body.content\"")
    #expect(joined.mapping?.name(.note, "skip") == "deletedFlag")
    let foreign = MappingGuess(model("summary", [], back: [StoreRelationship("owner", to: "Note")]))
    #expect(foreign.isSure && body(foreign)?.contains("NoteBody") == true)
    // Of two texts, or of one that nothing leads to, nobody knows which is the note's.
    #expect(!MappingGuess(model("text", [StoreRelationship("body", to: "NoteBody")])).isSure)
    #expect(!MappingGuess(model("summary", [])).isSure)
  }

  @Test(arguments: ["deleted", "deletedflag", "deleted_", "isTrashed", "markedForDeletion", "trashedAt"])
  func whatIsDeletedIsTrash(_ name: String) {
    let note = entity(
      "Note", [("title", .string), ("text", .string), ("date", .date), (name, .int64)],
      [StoreRelationship("folder", to: "Folder")])
    let guess = MappingGuess(StoreModel(entities: [note, entity("Folder", [("name", .string)])]))
    #expect(guess.mapping?.name(.note, "skip") == name)
  }

  @Test(arguments: ["deletedCount", "binary", "trashFolderID"]) func otherNumbersAreNot(_ name: String) {
    let note = entity("Note", [("title", .string), ("text", .string), (name, .int64)])
    #expect(MappingGuess(StoreModel(entities: [note])).mapping?.name(.note, "skip") == nil)
  }

  @Test func aStoreOfBearIsRefusedWithAdvice() {
    let note = entity(
      "SFNote", [("text", .string), ("title", .string), ("encrypted", .int64), ("trashed", .int64)])
    #expect(KnownModels.advice(StoreModel(entities: [note]))?.contains(".bear2bk") == true)
    #expect(KnownModels.advice(StoreModel(entities: [entity("Note", [("text", .string)])])) == nil)
  }

  @Test func otherModelsAreRefused() {
    let shop = StoreModel(entities: [
      entity("Product", [("name", .string), ("price", .decimal), ("image", .binary)]),
      entity("UserMessage", [("text", .string), ("date", .date)]),
    ])
    let guess = MappingGuess(shop)
    #expect(guess.mapping == nil)
    #expect(!guess.isSure)
    #expect(guess.ranking.count == 2)
    #expect(MappingGuess(StoreModel()).mapping == nil)
  }

  @Test func twoEntitiesOfNotesAreNotSure() {
    let model = StoreModel(entities: [
      entity("Note", [("title", .string), ("body", .string)]),
      entity("Memo", [("title", .string), ("body", .string)]),
    ])
    #expect(MappingGuess(model).mapping != nil)
    #expect(!MappingGuess(model).isSure)
  }

  /// Entities that inherit from others.
  private func below(_ parent: String, _ entities: [StoreEntity]) -> [StoreEntity] {
    entities.map { entity in
      var entity = entity
      entity.parent = parent
      return entity
    }
  }

  /// The lines of a mapping of some of its keys.
  private func lines(_ mapping: StoreMapping?, _ section: StoreMapping.Section, _ keys: [String]) -> [String?]
  {
    keys.map { mapping?[section, $0]?.toml }
  }

  @Test func notesAreThoseOfAllEntitiesBelow() {
    let note = entity("Note", [("title", .string), ("body", .string)])
    let lock = below("Note", [entity("LockedNote", [("hint", .string)])])
    let plain = MappingGuess(StoreModel(entities: [note] + lock))
    #expect(plain.isSure && plain.mapping?.name(.note, "entity") == "Note")
    var item = entity("Item", [("title", .string)])
    item.isAbstract = true
    let kinds = below("Item", [entity("Folder", [("note", .string)]), entity("Note", [("body", .string)])])
    let tasks = below("Note", [entity("TaskNote", [("due", .date)])])
    let guess = MappingGuess(StoreModel(entities: [item] + kinds + tasks))
    #expect(guess.isSure && guess.mapping?.name(.note, "entity") == "Note")
  }

  @Test func anAbstractNoteHasTheTextsAndFilesOfThoseBelow() {
    var note = entity("Note", [("title", .string)])
    note.isAbstract = true
    let kinds = [
      entity("CodeNote", [("code", .string)]), entity("ImageNote", [("image", .binary)]),
      entity("TextNote", [("body", .string)], [StoreRelationship("folder", to: "Folder")]),
    ]
    let folder = entity("Folder", [("name", .string)])
    let guess = MappingGuess(StoreModel(entities: [note, folder] + below("Note", kinds)))
    #expect(guess.isSure)
    #expect(
      lines(guess.mapping, .note, ["entity", "title", "body", "folder", "attachments"]) == [
        "\"Note\"", "\"title\"", "[\"code\", \"body\"]", "\"folder\"", "[\"image\"]",
      ])
  }

  @Test func anEntityWithOthersBelowIsNotTakenForNotes() {
    var note = entity("NoteObject", [("title", .string)])
    note.isAbstract = true
    let kinds = below(
      "NoteObject", [entity("NoteFolder", [("name", .string)]), entity("Note", [("body", .string)])])
    let guess = MappingGuess(StoreModel(entities: [note] + kinds))
    #expect(guess.isSure && guess.mapping?.name(.note, "entity") == "Note")
  }

  @Test func filesThatLeadToNotesAreTaken() {
    let model = StoreModel(
      entities: [
        entity(
          "Attachment", [("data", .binary), ("fullimagedata", .binary)],
          [StoreRelationship("note", to: "Note")]),
        entity("Note", [("body", .string), ("img", .binary), ("title", .string)]),
      ] + below("Attachment", [entity("FileAttachment", []), entity("ImageAttachment", [])]))
    let mapping = MappingGuess(model).mapping
    #expect(
      mapping?[.note, "attachments"]?.toml == "[{ entity = \"Attachment\", by = \"note\" }, \"img\"]")
    #expect(
      lines(mapping, .attachment, ["entity", "data"]) == [
        "\"Attachment\"", "[\"fullimagedata\", \"data\"]",
      ])
  }

  @Test func keywordsLieBelowOthers() {
    let model = StoreModel(entities: [
      entity(
        "Note", [("body", .string), ("title", .string)],
        [StoreRelationship("tags", to: "Tag", isToMany: true)]),
      entity("Tag", [("name", .string)], [StoreRelationship("parent", to: "Tag")]),
    ])
    #expect(MappingGuess(model).mapping?.name(.keyword, "parent") == "parent")
  }

  @Test func aMappingIsTOML() {
    let mapping = StoreMapping([
      StoreMapping.Line(.note, "entity", .name("No\"te"), reason: "why"),
      StoreMapping.Line(
        .note, "body", .list([.name("a.b"), .foreign(entity: "B", attribute: "x", by: "note")])),
      StoreMapping.Line(.note, "status_values", .words([.init("0", "draft")])),
      StoreMapping.Line(.properties, "mood", .name("app:mood")),
    ])
    #expect(
      mapping.toml == """
        [note]
        entity = "No\\"te"  # why
        body = ["a.b", { entity = "B", attribute = "x", by = "note" }]
        status_values = { "0" = "draft" }

        [properties]
        mood = "app:mood"

        """)
  }
}
