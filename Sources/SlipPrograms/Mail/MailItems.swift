internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipMarkup

/// A message and the messages in it as notes.
struct MailItems {
  /// How deep messages in messages are notes of their own.
  private static let deepest = 8
  /// The most messages in one.
  private static let most = 1_000

  /// The message.
  private let bytes: ArraySlice<UInt8>
  private let id: String
  private let isTrashed: Bool

  /// Begins a message with an id in the container.
  init(_ bytes: ArraySlice<UInt8>, id: String, isTrashed: Bool) {
    (self.bytes, self.id, self.isTrashed) = (bytes, id, isTrashed)
  }

  /// The notes: the message, and behind it those in it, each with the numbers that lead to it.
  ///
  /// - Parameters:
  ///   - known: The ids of messages that came before, to which these are added.
  ///   - read: Makes the note of a message by the numbers that lead to it; none for the outermost.
  func items(
    in folder: [SourceFolder], _ known: inout Set<String>,
    read: @escaping @Sendable (SourceContext, [Int]) throws(SlipError) -> SourceNote
  ) -> [SourceItem] {
    var items: [SourceItem] = []
    var open: [(message: MIMEPart?, id: String, chain: [Int])] = [(nil, id, [])]
    var isCut = false
    while let (inner, id, chain) = open.popLast() {
      guard items.count < MailItems.most else {
        isCut = true
        break
      }
      let head = inner?.headers ?? bytes.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count) }
      let outer = chain.isEmpty ? nil : String(id[..<(id.lastIndex(of: "#") ?? id.startIndex)])
      let names =
        head["message-id"].map { [MailNote.reference($0)] }?.filter { known.insert($0).inserted } ?? []
      var entry = SourceEntry(id: id, place: id, names: names, length: bytes.count) {
        context throws(SlipError) in
        var note = try read(context, chain)
        note.folder = folder
        if let outer, let target = context.note(outer) { note.relations.append(target) }
        return note
      }
      entry.isTrashed = isTrashed || MailFacts(head).isTrashed
      items.append(.note(entry))
      guard inner != nil || MailItems.mayHoldMessages(bytes) else { continue }
      let parts = MailParts(inner ?? MIMEPart(bytes))
      guard chain.count < MailItems.deepest else {
        isCut = isCut || !parts.messages.isEmpty
        continue
      }
      open += parts.messages.enumerated().reversed().map {
        ($0.element, "\(id)#\($0.offset + 1)", chain + [$0.offset])
      }
    }
    if isCut {
      items.append(
        .finding(
          SourceFault.dropped(
            "The message \(id) has more messages in it, or deeper ones, than become notes; they are in the original."
          )))
    }
    return items
  }

  /// Whether the bytes name the type of messages.
  private static func mayHoldMessages(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { bytes in
      // In any case; what is found needlessly only costs time.
      let types: [StaticString] = ["essage/", "ESSAGE/", "part/digest", "part/Digest", "PART/DIGEST"]
      return types.contains {
        LooseXML.find($0, in: bytes, from: 0) != nil
      }
    }
  }
}
