internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads the file in which Stickies kept all notes before macOS 10.15: an archive of the time before keyed
/// ones.
///
/// ```
/// NSMutableArray
///   Document
///     NSMutableData    the text: RTFD in one stream
///     int              1 is folded, 2 floats, 4 is translucent
///     NSRect           the place on the screen
///     int              the colour, from 0: yellow, blue, green, pink, purple, gray
///     NSDate, NSDate   when it was created and last changed
/// ```
///
/// A note has no id, so the date at which it was created stands for one.
struct StickiesDatabase: NoteSource {
  /// The name of the file, which has no extension.
  static let fileName = "StickiesDatabase"

  /// The flags of a window.
  private enum Flag {
    /// It floats above all windows.
    static let floating: Int64 = 2
    /// One can see through it.
    static let translucent: Int64 = 4
  }

  /// The colours by their numbers.
  private static let colors = ["yellow", "blue", "green", "pink", "purple", "gray"]
  /// How many bytes at the beginning name the classes of the list and of its first note.
  private static let head = 512

  /// What is given next, the last one first.
  private var pending: [SourceItem] = []

  /// Whether a file is such an archive: by the class of its first note, or, where it has none, by its name.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    guard let bytes = tree.soundBytes(at: 0) else { return nil }
    return bytes.withBytes { bytes in
      guard TypedStream.isStream(bytes) else { return nil }
      let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(head))
      guard LooseXML.find("NSArray", in: head, from: 0) != nil else { return nil }
      if LooseXML.find("\u{8}Document", in: head, from: 0) != nil { return .certain }
      return tree.name == fileName ? .likely : nil
    }
  }

  /// Reads the archive.
  ///
  /// - Throws: `SlipError` where there is no list of notes in it.
  init(_ tree: SourceTree) throws(SlipError) {
    guard let stream = try tree.bytes(at: 0).withBytes({ TypedStream($0) }), let root = stream.roots.first,
      stream.isA(root, "NSArray")
    else {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer, "The file has no list of notes, or it is damaged.",
        at: SourceLocation(file: tree.name))
    }
    var items: [SourceItem] = []
    var ids = RepeatedIDs()
    for (number, value) in stream.values(root).dropFirst().enumerated() {
      guard let document = Document(value, stream) else {
        items.append(.skipped(SourceSkip("\(number + 1)", .damaged)))
        continue
      }
      let id = ids.next(document.created?.rfc3339 ?? "note")
      items.append(.note(document.entry(id, "\(number + 1)")))
    }
    if stream.isDamaged {
      items.append(.finding(SourceFault.cut("The file ends too early, or a part of it can't be read.")))
    }
    pending = items.reversed()
  }

  /// The next note, in the order of the file.
  mutating func next() throws(SlipError) -> SourceItem? { pending.popLast() }

  /// A note in the archive.
  private struct Document: Sendable {
    /// The text.
    var text: [UInt8]
    /// The flags of its window.
    var flags: Int64
    /// The number of its colour.
    var color: Int64
    /// When it was created.
    var created: Timestamp?
    /// When it was last changed.
    var modified: Timestamp?

    /// Reads an object; nil for one without a text. What else is missing stays empty.
    init?(_ value: TypedStream.Value, _ stream: TypedStream) {
      let parts = stream.values(value)
      guard stream.isA(value, "Document"), let data = parts.first(where: { stream.isA($0, "NSData") }),
        let text = stream.values(data).lazy.compactMap({
          if case .bytes(let bytes) = $0 { bytes } else { nil }
        })
        .first
      else { return nil }
      self.text = text
      let numbers = parts.compactMap { if case .integer(let number) = $0 { number } else { nil } }
      flags = numbers.first ?? 0
      color = numbers.count > 1 ? numbers[1] : -1
      let dates = parts.filter { stream.isA($0, "NSDate") }.map { date in
        stream.number(date).flatMap(AppleDate.timestamp)
      }
      created = dates.first ?? nil
      modified = dates.count > 1 ? dates[1] : nil
    }

    /// The note, before it is read.
    func entry(_ id: String, _ place: String) -> SourceEntry {
      SourceEntry(id: id, place: place, length: text.count) { _ in
        var note = SourceNote(title: nil, fallbackTitle: "Sticky note", body: .rtf([]))
        note.body = StickiesText.body(text, &note.diagnostics)
        (note.created, note.modified) = (created, modified)
        if let color = Int(exactly: color), colors.indices.contains(color) {
          note.properties.append(Property("stickies:color", .text, colors[color]))
        }
        StickiesText.add(
          isFloating: flags & Flag.floating != 0, isTranslucent: flags & Flag.translucent != 0, to: &note)
        return note
      }
    }
  }
}
