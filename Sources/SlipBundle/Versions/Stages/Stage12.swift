internal import SlipBase
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

/// 1 → 2: notes get an id, a status and an order; their text is wrapped in RTF.
enum Stage12 {
  static let changes = [
    "Notes get an id, made of position and title, the status Draft and an order.",
    "Text is wrapped in RTF, with a lower-case mirror beside it.",
    "Keywords can be listed; there are none yet.",
  ]

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

  /// Notes come by order.
  static func down(_ box: V2Box, limits: Limits = Limits()) -> V1Box {
    var result = V1Box()
    result.history = box.history
    for note in ordered(box) {
      result.notes.append(
        V1Box.Note(title: note.title, creationDate: note.creationDate, text: text(of: note, limits)))
    }
    return result
  }

  /// What doesn't come back.
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

  /// The text before and after: `box` is what `up` gives, or what `down` was given.
  static func text(of note: V2Box.Note, _ limits: Limits) -> String {
    if let text = PlainTextRTF.unwrap(note.formattedBodyText) { return text }
    return plainText(of: note.formattedBodyText, limits)
  }

  static func ordered(_ box: V2Box) -> [V2Box.Note] {
    box.notes.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  static func plainText(of body: [UInt8], _ limits: Limits) -> String {
    var ignored = DiagnosticSink()
    let mirror = body.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &ignored) }
    return String(decoding: mirror, as: UTF8.self)
  }

  static func lowerCaseMirror(of body: [UInt8], _ limits: Limits) -> String {
    plainText(of: body, limits).lowercased()
  }

  private static func id(_ position: Int, _ title: String) -> UniqueID {
    UniqueID(namespace: IdentityNamespace.note, name: "version 1\n\(position)\n\(title)")
  }
}

extension Stage12 {
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V1Format.read, options.limits)
    var new = up(old, limits: options.limits)
    var after = new.census
    after.text = TextDigest.of(
      ordered(new).lazy.map { Digest(of: Array(text(of: $0, options.limits).utf8)) })
    try StageTable.expectKept(old.census, after)
    new.history = new.history.migrated(from: 1, to: 2, options)
    return VersionDocument(version: 2, xml: try V2Format.bytes(new), payload: .none)
  }

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
