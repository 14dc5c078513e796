internal import SlipBase
internal import SlipNotes
internal import SlipRTF

/// Stage 1 ↔ 2: notes get an id, a status and an order; their text is wrapped in RTF.
///
/// ```
/// <note title="Bees">                  <note id="…" title="Bees" order="0">
///   <text>Honey</text>         ↔         <formattedBodyText>{\rtf1…Honey}</formattedBodyText>
/// </note>                                <bodyText>honey</bodyText>
///                                      </note>
/// ```
///
/// Up and down again gives the same document. Down loses keywords, pictures and formatting, and ids, unless
/// they are those that the stage makes.
enum Stage12 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version1.row, Version2.row, changes: changes, .whole(up: up, down: down))

  /// What changes on the way up.
  static let changes = [
    "Notes get an id, made of position and title, the status Draft and an order.",
    "Text is wrapped in RTF, with a lower-case mirror beside it.",
    "Keywords can be listed; there are none yet.",
  ]

  /// Makes version 2.
  ///
  /// Ids are made of position and title (RFC 9562, version 5), so that the same document always gets the same
  /// ids. The order is the position, which version 1 implies.
  static func up(_ box: V1Box, limits: Limits = Limits()) -> V2Box {
    var result = V2Box()
    result.history = box.history
    for (position, note) in box.notes.enumerated() {
      let body = PlainTextRTF.wrap(note.text)
      result.notes.append(
        V2Box.Note(
          id: id(position, note.title), title: note.title, order: position, creationDate: note.creationDate,
          formattedBodyText: body, bodyText: lowerCaseMirror(of: body, limits)))
    }
    result.sort()
    return result
  }

  /// Makes version 1, with the notes in their order.
  static func down(_ box: V2Box, limits: Limits = Limits()) -> V1Box {
    var result = V1Box()
    result.history = box.history
    for note in ordered(box) {
      result.notes.append(
        V1Box.Note(title: note.title, creationDate: note.creationDate, text: text(of: note, limits)))
    }
    return result
  }

  /// What would be different after going down and up again.
  ///
  /// The list is no guess: the older version is made, migrated up, and compared note by note.
  static func losses(_ box: V2Box, _ down: V1Box, limits: Limits = Limits()) -> [VersionLoss] {
    var losses = LossList(from: 2, to: 1)
    for keyword in box.keywords { losses.add("keyword", keyword.id, "all of it") }
    let back = ordered(up(down, limits: limits))
    for (note, again) in zip(ordered(box), back) {
      losses.compare("note", note.id, note.id, again.id, "id")
      losses.compare("note", note.id, note.status, again.status, "status")
      losses.compare("note", note.id, note.isFavorite, again.isFavorite, "favorite")
      losses.compare("note", note.id, note.order, again.order, "order")
      losses.compare("note", note.id, note.formattedBodyText, again.formattedBodyText, "formatting")
      losses.compare("note", note.id, note.image, again.image, "image")
      if note.formattedBodyText == again.formattedBodyText {
        losses.compare("note", note.id, note.bodyText, again.bodyText, "mirror")
      }
    }
    return losses.all
  }

  /// A note's text: what was wrapped, exactly, or what is extracted from RTF that somebody edited.
  static func text(of note: V2Box.Note, _ limits: Limits) -> String {
    if let text = PlainTextRTF.unwrap(note.formattedBodyText) { return text }
    return plainText(of: note.formattedBodyText, limits)
  }

  /// Notes in the user's order, by id where it doesn't decide.
  static func ordered(_ box: V2Box) -> [V2Box.Note] {
    box.notes.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  /// The text of RTF.
  static func plainText(of body: [UInt8], _ limits: Limits) -> String {
    var ignored = DiagnosticSink()
    let mirror = body.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &ignored) }
    return String(decoding: mirror, as: UTF8.self)
  }

  /// The text of RTF as versions 2 and 3 store it.
  static func lowerCaseMirror(of body: [UInt8], _ limits: Limits) -> String {
    plainText(of: body, limits).lowercased()
  }

  /// A note's id.
  private static func id(_ position: Int, _ title: String) -> UniqueID {
    UniqueID(namespace: IdentityNamespace.note, name: "version 1\n\(position)\n\(title)")
  }
}

extension Stage12 {
  /// Reads version 1, makes version 2 and checks that nothing was lost.
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V1Format.read, options.limits)
    var new = up(old, limits: options.limits)
    var after = new.census
    after.text = TextDigest.of(
      ordered(new).lazy.map { Digest(of: Array(text(of: $0, options.limits).utf8)) })
    try StageTable.expectNothingLost(old.census, after)
    new.history = new.history.migrated(from: 1, to: 2, options)
    return VersionDocument(version: 2, xml: try V2Format.bytes(new), payload: .none)
  }

  /// Reads version 2, makes version 1 and lists what that loses.
  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V2Format.read, options.limits)
    var new = down(old, limits: options.limits)
    let losses = losses(old, new, limits: options.limits)
    new.history = new.history.migrated(from: 2, to: 1, options)
    var result = VersionDocument(version: 1, xml: try V1Format.bytes(new), payload: .none)
    result.losses = losses
    return result
  }
}
