internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipMarkup

/// Reads mailboxes: each message is a note, and each file a folder.
///
/// ```
/// From rosa@example.org Fri Nov 21 15:55:06 1997      a message begins: behind a blank line, and with a time and a year
/// Subject: Bees
///
/// >From here on …                                     a line that begins with From
///
/// Inbox, Inbox.sbd/Garden, Mail/Bees.mbox/mbox        the folders Inbox, Inbox/Garden and Mail/Bees
/// ```
///
/// One message is in memory at a time. Identity is the message's own id, else its place.
struct MboxSource: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// Those that come; nil where only one mailbox is read.
  private var files: SourceFiles?
  /// The mailbox that is being read.
  private var open: Mailbox?
  /// What comes before the next message.
  private var waiting: ArraySlice<SourceItem> = []
  /// The digests of messages by id.
  private var known: [String: Set<Digest>] = [:]
  /// The ids of messages that answers lead to.
  private(set) var messages: Set<String> = []
  private var ids = RepeatedIDs()

  /// A mailbox.
  private struct Mailbox {
    var bytes: FileBytes
    var path: String
    var folder: [SourceFolder]
    /// Where the next message begins.
    var position = 0
    /// How many messages came.
    var count = 0
  }

  /// How many files are looked at.
  private static let probed = 64

  /// Whether a container is a mailbox, or a folder of mailboxes.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    if tree.form == .file { return isMailbox(tree, 0) ? .certain : nil }
    let content = tree.files.indices.filter { !tree.files[$0].isClutter }
    // Files with another extension aren't looked into: in an archive, each would have to be unpacked.
    let named = content.filter { ["mbox", ""].contains(tree.files[$0].path.suffixName) }
    let boxes = named.prefix(probed).filter { isMailbox(tree, $0) }
    guard !boxes.isEmpty else { return nil }
    return tree.form == .folder || content.contains { tree.files[$0].path.suffixName == "mbox" }
      ? .possible : nil
  }

  /// Whether a file begins with a message of a mailbox.
  static func isMailbox(_ tree: SourceTree, _ place: Int) -> Bool {
    guard tree.files[place].length > 16, let bytes = tree.soundBytes(at: place) else { return false }
    return bytes.withBytes { bytes in
      let start = MIMEHeaders.start(bytes)
      let head = MIMEHeaders.withLineEnds(Array(bytes.dropFirst(start).prefix(65_536)))
      guard head.withUnsafeBytes({ beginsMessage($0, 0) }) else { return false }
      if tree.files[place].path.suffixName == "mbox" { return true }
      let headers = head.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count) }
      return ["from", "to", "subject", "date", "received", "message-id", "x-mozilla-status"].contains {
        headers.has($0)
      }
    }
  }

  /// Whether a line begins a message: `From `, and a time and a year; or nothing but a hyphen, as Thunderbird writes it, where a
  /// header follows.
  private static func beginsMessage(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    guard LooseXML.has("From ", bytes, at: start) else { return false }
    let line = bytes[start...].prefix(512).prefix { $0 != UInt8(ascii: "\n") }
    var (hasTime, hasYear) = (false, false)
    let words = line.split(whereSeparator: { $0 <= 0x20 }).dropFirst()
    if words.isEmpty || words.count == 1 && words.first?.elementsEqual("-".utf8) == true {
      return MailFile.isMessage(
        UnsafeRawBufferPointer(rebasing: bytes[line.endIndex...].dropFirst().prefix(8_192)))
    }
    for word in words {
      if word.count == 4, word.allSatisfy({ $0.isASCIIDigit }) { hasYear = true }
      let isTime =
        word.count >= 4 && word.contains(UInt8(ascii: ":")) && (0x30...0x39).contains(word.first ?? 0)
      if isTime { hasTime = true }
    }
    return hasTime && hasYear
  }

  /// Opens a file or folder.
  init(_ tree: SourceTree) {
    self.tree = tree
    files = SourceFiles(tree)
  }

  /// Opens one mailbox of a folder.
  ///
  /// - Parameters:
  ///   - file: The mailbox.
  ///   - messages: The ids of messages that came before.
  /// - Throws: `SlipError` where it can't be read.
  init(_ tree: SourceTree, only file: SourceFiles.File, after messages: Set<String>) throws(SlipError) {
    (self.tree, self.messages) = (tree, messages)
    open = try mailbox(file)
  }

  /// A mailbox from its beginning.
  private func mailbox(_ file: SourceFiles.File) throws(SlipError) -> Mailbox {
    var bytes = try tree.bytes(at: file.place)
    if bytes.withBytes({ MIMEHeaders.endsInReturns($0) }) {
      bytes = FileBytes(bytes.array.withLineFeeds())
    }
    var box = Mailbox(
      bytes: bytes, path: file.path, folder: MboxSource.folder(file.path).map { SourceFolder($0) })
    box.position = bytes.withBytes { MIMEHeaders.start($0) }
    return box
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while true {
      if let item = waiting.popFirst() { return item }
      if var box = open {
        if let items = message(&box) {
          open = box
          waiting = items[...]
          continue
        }
        open = nil
      }
      guard let found = files?.next() else { return nil }
      let (place, path, file) = (found.place, found.path, found.file)
      if MboxSource.isMailbox(tree, place) {
        open = try mailbox(found)
      } else if !["msf", "plist"].contains(file.path.suffixName), file.name != "table_of_contents",
        file.length > 0
      {
        return .skipped(SourceSkip(path, .notShown))
      }
    }
  }

  /// The folder that a mailbox stands for.
  private static func folder(_ path: String) -> [String] {
    var parts = path.split(separator: "/").map(String.init)
    if parts.last == "mbox", parts.count > 1 { parts.removeLast() }
    return parts.map { part in
      ["sbd", "mbox"].contains(part.suffixName) ? String(part.stem) : part
    }
  }

  /// The notes of the next message; nil at the end of the mailbox.
  private mutating func message(_ box: inout Mailbox) -> [SourceItem]? {
    let (start, bytes) = (box.position, box.bytes)
    guard start < bytes.count else { return nil }
    let end = bytes.withBytes { MboxSource.end(of: start, $0) }
    box.position = end
    box.count += 1
    bytes.release(upTo: start)
    let raw = bytes.withBytes { MboxSource.message($0, start..<end) }
    let headers = raw.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count) }
    // What mail servers keep for themselves in a mailbox.
    let isInternal =
      (headers.has("x-imap") || headers.has("x-imapbase"))
      && headers["subject"]?.contains("FOLDER INTERNAL DATA") == true
    if isInternal { return [] }
    let place = "\(box.path)#\(box.count)"
    var id = headers["message-id"].map { String($0.drop { $0 == "<" }.prefix { $0 != ">" }) } ?? ""
    if id.isEmpty { id = place }
    guard known[id, default: []].insert(Digest(of: raw)).inserted else {
      return [.skipped(SourceSkip(place, .copy))]
    }
    let isCut = end == bytes.count && raw.withUnsafeBytes { MboxSource.isCut($0, headers) }
    return MailItems(raw[...], id: ids.next(id), isTrashed: false).items(in: box.folder, &messages) {
      context, chain throws(SlipError) in
      let raw = bytes.withBytes { MboxSource.message($0, start..<end) }
      var note = MailNote.note(raw[...], chain, fallback: "", context)
      if isCut {
        note.diagnostics.append(
          SourceFault.cut("The mailbox ends within the message; what is there was read."))
      }
      return note
    }
  }

  /// Whether the last message of a mailbox was cut off: it doesn't end with a line, has no end of its header, or is shorter than
  /// its header says.
  private static func isCut(_ bytes: UnsafeRawBufferPointer, _ headers: MIMEHeaders) -> Bool {
    guard bytes.last == 0x0A || bytes.last == 0x0D, headers.isEnded else { return true }
    if let length = headers["content-length"].flatMap({ Int($0) }), length > bytes.count - headers.end {
      return true
    }
    return false
  }

  /// Where the message that begins at a place ends.
  private static func end(of start: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    if let end = statedEnd(of: start, bytes) { return end }
    var place = start + 1
    while let next = LooseXML.find("\nFrom ", in: bytes, from: place) {
      let isBlank =
        next > 0
        && (bytes[next - 1] == UInt8(ascii: "\n")
          || bytes[next - 1] == UInt8(ascii: "\r") && next > 1 && bytes[next - 2] == UInt8(ascii: "\n"))
      if isBlank, beginsMessage(bytes, next + 1) { return next + 1 }
      place = next + 1
    }
    return bytes.count
  }

  /// Where a message ends by the length that its header states; nil where it states none, or where no message begins there.
  private static func statedEnd(of start: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let head = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 8_192, bytes.count)])
    guard LooseXML.find("\nContent-Length:", in: head, from: 0) != nil else { return nil }
    let headers = MIMEHeaders(head, 0..<head.count)
    guard let length = headers["content-length"].flatMap({ Int($0) }), length >= 0, length < bytes.count
    else { return nil }
    var end = start + headers.end + length
    guard end <= bytes.count else { return nil }
    while end < bytes.count, bytes[end] == 0x0A || bytes[end] == 0x0D { end += 1 }
    return end == bytes.count || beginsMessage(bytes, end) ? end : nil
  }

  /// A message without the line before it, with its lines that begin with From as they were written.
  private static func message(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    let first = bytes[range].firstIndex(of: 0x0A).map { $0 + 1 } ?? range.upperBound
    let whole = UnsafeRawBufferPointer(rebasing: bytes[first..<range.upperBound])
    guard LooseXML.find(">From ", in: whole, from: 0) != nil else { return Array(whole) }
    var output: [UInt8] = []
    output.reserveCapacity(whole.count)
    var place = 0
    while place < whole.count {
      let end = whole[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? whole.count
      var line = whole[place..<end]
      if line.first == UInt8(ascii: ">"),
        line.drop(while: { $0 == UInt8(ascii: ">") }).starts(with: "From ".utf8)
      {
        line = line.dropFirst()
      }
      output += line
      place = end
    }
    return output
  }
}
