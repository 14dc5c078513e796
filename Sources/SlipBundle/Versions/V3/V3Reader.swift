internal import SlipBase
internal import SlipNotes

/// Fills a box of version 3 while `VersionWalker` reads.
///
/// The walker has checked names, places and required attributes, so a child of a note always follows its
/// note. Only the content of elements can still be malformed.
final class V3Reader: VersionConsumer {
  /// What was read so far.
  var box = V3Box()
  /// Whether the body that is open is in Base64.
  private var isBase64 = false

  /// Takes an element: entities are added, and children of a note go to the last note.
  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
    switch kind {
    case .event: box.history.append(try HistoryEvent(attributes))
    case .folder: box.folders.append(try V3Box.Folder(attributes))
    case .keyword: box.keywords.append(try V3Box.Keyword(attributes))
    case .note: box.notes.append(try note(attributes))
    case .noteKeyword: box.notes[box.notes.count - 1].keywords.append(try attributes.requiredID("ref"))
    case .link: box.notes[box.notes.count - 1].links.append(try attributes.requiredID("to"))
    case .formattedBodyText: isBase64 = attributes.text("encoding") != nil
    case .image:
      box.notes[box.notes.count - 1].image = InlineImage(name: attributes.requiredText("name"), bytes: [])
    default: break
    }
  }

  /// A note without its references and content, which follow in elements of their own.
  private func note(_ attributes: ManifestAttributes) throws(SlipError) -> V3Box.Note {
    V3Box.Note(
      id: try attributes.requiredID("id"), title: attributes.requiredText("title"),
      status: try attributes.word("status") ?? .draft,
      isFavorite: try attributes.value("isFavorite", ManifestValue.bool) ?? false,
      order: try attributes.value("order", ManifestValue.int) ?? 0,
      creationDate: try attributes.date("creationDate"), folder: try attributes.id("folder"))
  }

  /// Takes an element's content.
  ///
  /// - Throws: `SlipError` where a body or picture should be Base64 and isn't.
  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
    guard let last = box.notes.indices.last else { return }
    switch kind {
    case .formattedBodyText:
      guard let body = VersionText.body(text, isBase64: isBase64) else {
        throw VersionText.malformed("a body's Base64", box.notes[last].id)
      }
      box.notes[last].formattedBodyText = body
    case .bodyText: box.notes[last].bodyText = VersionText.text(text)
    case .image:
      guard let bytes = Base64.bytes(text) else {
        throw VersionText.malformed("a picture's Base64", box.notes[last].id)
      }
      box.notes[last].image?.bytes = bytes
    default: break
    }
  }
}

extension V3Box.Folder {
  /// Reads a folder; version 4 has the same element, so its reader uses this, too.
  init(_ attributes: ManifestAttributes) throws(SlipError) {
    self.init(
      id: try attributes.requiredID("id"), name: attributes.requiredText("name"),
      parent: try attributes.id("parent"), order: try attributes.value("order", ManifestValue.int) ?? 0,
      creationDate: try attributes.date("creationDate"))
  }
}

extension V3Box.Keyword {
  /// Reads a keyword; version 4 has the same element, so its reader uses this, too.
  init(_ attributes: ManifestAttributes) throws(SlipError) {
    self.init(
      id: try attributes.requiredID("id"), name: attributes.requiredText("name"),
      color: ColorHex.Components(
        red: try attributes.required("red", ManifestValue.fraction),
        green: try attributes.required("green", ManifestValue.fraction),
        blue: try attributes.required("blue", ManifestValue.fraction),
        alpha: try attributes.value("alpha", ManifestValue.fraction) ?? 1))
  }
}
