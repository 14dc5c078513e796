import Testing

@testable import SlipStore

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
