public import SlipBase
public import SlipNotes

/// Gives what a slip-box in memory doesn't hold of its notes: their plain texts, and what their bodies say.
public protocol NoteTextProvider: Sendable {
  /// The text of a note's mirror.
  ///
  /// It is called only for notes whose text a query needs to decide.
  ///
  /// - Parameter note: A note of the box.
  /// - Throws: `SlipError` when the text can't be read.
  func text(of note: Note) throws(SlipError) -> String

  /// Calls `body` with the same text as bytes of UTF-8, without making a string of it.
  ///
  /// - Parameters:
  ///   - note: A note of the box.
  ///   - body: Gets bytes that are valid during the call only.
  /// - Throws: `SlipError` when the text can't be read.
  func withText<R>(of note: Note, _ body: (UnsafeBufferPointer<UInt8>) -> R) throws(SlipError) -> R

  /// Whether the note's body has tracked changes of a merge that nobody has accepted or rejected, or the note another open conflict.
  ///
  /// - Parameter note: A note of the box.
  /// - Throws: `SlipError` when the body can't be read.
  func hasConflict(_ note: Note) throws(SlipError) -> Bool

  /// How many links of the note's text lead to no note.
  ///
  /// - Parameter note: A note of the box.
  /// - Throws: `SlipError` when the body or the text can't be read.
  func brokenLinks(of note: Note) throws(SlipError) -> Int
}

extension NoteTextProvider {
  /// Takes the bytes of `text(of:)`.
  ///
  /// - Parameters:
  ///   - note: A note of the box.
  ///   - body: Gets bytes that are valid during the call only.
  /// - Throws: `SlipError` when the text can't be read.
  public func withText<R>(of note: Note, _ body: (UnsafeBufferPointer<UInt8>) -> R) throws(SlipError) -> R {
    var text = try text(of: note)
    return text.withUTF8 { body($0) }
  }
}

/// A slip-box as predicates see it: entities with keys.
///
/// A view holds the box as it was when the view was made.
public struct BoxView: Sendable {
  /// The box and the texts, shared by all objects of the view.
  final class Store: Sendable {
    /// The box.
    let box: SlipBox
    /// Where texts come from.
    let texts: any NoteTextProvider

    /// Creates a store.
    init(_ box: SlipBox, _ texts: any NoteTextProvider) {
      self.box = box
      self.texts = texts
    }
  }

  /// What the objects refer to.
  private let store: Store

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - texts: Where the texts of its notes come from.
  public init(_ box: SlipBox, texts: any NoteTextProvider) { store = Store(box, texts) }

  /// All objects of an entity, by UUID, key or digest. An attachment has the name by which the first of its notes uses it. Colors
  /// and properties have no place of their own and are none: they are reached from keywords, notes and folders.
  public func objects(of kind: EntityKind) -> [any QueryObject] {
    switch kind {
    case .note: store.box.notes.map { BoxNote(store: store, note: $0) }
    case .folder: store.box.folders.map { BoxFolder(store: store, folder: $0) }
    case .keyword: store.box.keywords.map { BoxKeyword(store: store, keyword: $0) }
    case .source: store.box.sources.map { BoxSource(source: $0) }
    case .attachment:
      store.box.attachments.map { BoxAttachment(store: store, use: store.use(of: $0), attachment: $0) }
    case .color, .property: []
    }
  }

  /// A note as an object; nil where the box has none with this UUID.
  public func note(_ id: Note.ID) -> (any QueryObject)? {
    store.box.note(id).map { BoxNote(store: store, note: $0) }
  }
}

extension PreparedQuery {
  /// Finds the objects of a slip-box for which the predicate holds, and orders them.
  ///
  /// - Parameter view: The box.
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be
  ///   read.
  public func run(over view: BoxView) throws(QueryError) -> QueryResult {
    try run(over: view.objects(of: request.entity))
  }
}

/// A box's objects as values of keys.
extension BoxView.Store {
  /// A note that may be none.
  func value(note id: Note.ID) -> QueryValue? { box.note(id).map { .object(BoxNote(store: self, note: $0)) } }

  /// The use of an attachment by the first of its notes; without a name where no note uses it.
  func use(of attachment: Attachment) -> AttachmentReference {
    let user = box.notes(using: attachment.id).first.flatMap(box.note)
    return user?.attachments.first { $0.attachment == attachment.id }
      ?? AttachmentReference(attachment: attachment.id, name: "")
  }

  /// A keyword that may be none.
  func value(keyword id: Keyword.ID?) -> QueryValue {
    .optional(id.flatMap(box.keyword)) { .object(BoxKeyword(store: self, keyword: $0)) }
  }

  /// A folder that may be none.
  func value(folder id: Folder.ID?) -> QueryValue {
    .optional(id.flatMap(box.folder)) { .object(BoxFolder(store: self, folder: $0)) }
  }
}
