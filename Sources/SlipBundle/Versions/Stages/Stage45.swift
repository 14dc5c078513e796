/// 4 ↔ 5: nothing but renames, new optional attributes, a derived one that goes, and references to the pictures that bodies show.
/// Declared as data.
enum Stage45 {
  static let changes: [LightweightChange] = [
    .rename(.folder, from: "creationDate", to: "created"),
    .rename(.keyword, from: "alpha", to: "opacity"),
    .rename(.note, from: "isFavorite", to: "favorite"),
    .rename(.note, from: "creationDate", to: "created"),
    .values(.note, "status", [("Draft", "draft"), ("Review", "review"), ("Archived", "archived")]),
    .dropDerived(.note, "canonicalTitle"),
    .add(.note, "modified"), .add(.note, "zone"), .add(.note, "source"), .add(.note, "imported"),
    .add(.reference, "description"), .toMany(.reference), .listShown(.reference),
    .addElement(.origins), .addElement(.sources),
  ]
}
