internal import SlipRTF
internal import SlipBase
internal import SlipFormats
internal import SlipNotes

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

/// Collects losses of one stage.
struct LossList {
  let from: Int
  let to: Int
  private(set) var all: [VersionLoss] = []

  init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  mutating func add(_ kind: String, _ id: (some CustomStringConvertible)?, _ what: String) {
    all.append(VersionLoss(from: from, to: to, kind: kind, id: id?.description, what: what))
  }

  mutating func compare<Value: Equatable>(
    _ kind: String, _ id: some CustomStringConvertible, _ before: Value, _ after: Value, _ what: String
  ) {
    if before != after { add(kind, id, what) }
  }
}
