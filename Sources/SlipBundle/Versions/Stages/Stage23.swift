internal import SlipBase
internal import SlipNotes

/// Stage 2 ↔ 3: keywords that differ only in case are merged, colours get components, notes get a first
/// folder.
///
/// ```
/// <keyword … colorHex="FFCC00"/>   ↔   <keyword … red="1" green="0.8" blue="0"/>
/// <note id="…" title="Bees">       ↔   <note id="…" title="Bees" folder="…">
/// ```
///
/// On the way up, merging keywords loses nothing but their ids, as no note refers to keywords in version 2;
/// it is reported all the same. On the way down, folders, references to keywords and links are lost, and what
/// colours have beyond 8 bits.
enum Stage23 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version2.row, Version3.row, changes: changes, .whole(up: up, down: down))

  /// What changes on the way up.
  static let changes = [
    "Keywords whose names differ only in case are merged.", "colorHex becomes red, green, blue and alpha.",
    "All notes go into a first folder, Notes.", "Notes can have keywords and links.",
  ]

  /// The folder that all notes go into. Its id is always the same.
  static let firstFolder = V3Box.Folder(
    id: UniqueID(namespace: IdentityNamespace.folder, name: "Notes"), name: "Notes")

  /// Makes version 3.
  ///
  /// Of keywords whose names differ only in case, the first by id stays. As no note refers to keywords in
  /// version 2, no reference has to be changed.
  static func up(_ box: V2Box) -> V3Box {
    var result = V3Box()
    result.history = box.history
    result.folders = [firstFolder]
    var names: Set<String> = []
    for keyword in box.keywords {
      // The first one by id takes the place of all.
      guard names.insert(TextFolding.caseFolded(keyword.name)).inserted,
        let color = ColorHex.components(keyword.colorHex)
      else { continue }
      result.keywords.append(V3Box.Keyword(id: keyword.id, name: keyword.name, color: color))
    }
    for note in box.notes {
      result.notes.append(
        V3Box.Note(
          id: note.id, title: note.title, status: note.status, isFavorite: note.isFavorite, order: note.order,
          creationDate: note.creationDate, folder: firstFolder.id, formattedBodyText: note.formattedBodyText,
          bodyText: note.bodyText, image: note.image))
    }
    result.sort()
    return result
  }

  /// Makes version 2, by leaving out what that doesn't have.
  ///
  /// Colours are rounded to 8 bits a component.
  static func down(_ box: V3Box) -> V2Box {
    var result = V2Box()
    result.history = box.history
    for keyword in box.keywords {
      result.keywords.append(
        V2Box.Keyword(id: keyword.id, name: keyword.name, colorHex: ColorHex.text(keyword.color)))
    }
    for note in box.notes {
      result.notes.append(
        V2Box.Note(
          id: note.id, title: note.title, status: note.status, isFavorite: note.isFavorite, order: note.order,
          creationDate: note.creationDate, formattedBodyText: note.formattedBodyText, bodyText: note.bodyText,
          image: note.image))
    }
    result.sort()
    return result
  }

  /// What would be different after going down and up again.
  ///
  /// The empty bundle is a case of its own: going up, it gets a folder that it didn't have.
  static func losses(_ box: V3Box, _ down: V2Box) -> [VersionLoss] {
    var losses = LossList(from: 3, to: 2)
    let back = up(down)
    if !box.folders.contains(where: { $0.id == firstFolder.id }), box.notes.isEmpty {
      losses.add("bundle", String?.none, "that it has no folder")
    }
    for folder in box.folders where folder != firstFolder { losses.add("folder", folder.id, "all of it") }
    for (keyword, again) in zip(box.keywords, back.keywords) {
      losses.compare("keyword", keyword.id, keyword.color, again.color, "exact colour")
    }
    for (note, again) in zip(box.notes, back.notes) {
      losses.compare("note", note.id, note.folder, again.folder, "folder")
      if !note.keywords.isEmpty { losses.add("note", note.id, "keywords") }
      if !note.links.isEmpty { losses.add("note", note.id, "links") }
    }
    return losses.all
  }
}

extension Stage23 {
  /// Reads version 2, makes version 3 and checks that nothing was lost but the keywords that were merged.
  ///
  /// Their number is reported.
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V2Format.read, options.limits)
    var new = up(old)
    var before = old.census
    before.folders = 1
    before.keywords = Set(old.keywords.map { TextFolding.caseFolded($0.name) }).count
    try StageTable.expectNothingLost(before, new.census)
    new.history = new.history.migrated(from: 2, to: 3, options)
    var result = VersionDocument(version: 3, xml: try V3Format.bytes(new), payload: .none)
    let merged = old.keywords.count - new.keywords.count
    if merged > 0 {
      result.diagnostics.append(
        Diagnostic(
          code: MigrationCode.keywordsMerged, severity: .info,
          message: "keywords that differ only in case were merged", location: SourceLocation(), count: merged)
      )
    }
    return result
  }

  /// Reads version 3, makes version 2 and lists what that loses.
  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V3Format.read, options.limits)
    var new = down(old)
    let losses = losses(old, new)
    new.history = new.history.migrated(from: 3, to: 2, options)
    var result = VersionDocument(version: 2, xml: try V2Format.bytes(new), payload: .none)
    result.losses = losses
    return result
  }
}
