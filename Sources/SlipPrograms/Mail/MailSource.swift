internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipMarkup

/// Reads messages, each in a file of its own.
///
/// ```
/// Garden/Bees.eml            a message
/// 123.emlx                   a message of Apple Mail: its length, the message, and a property list
/// cur/1204680122.27_0:2,FS   a message of a Maildir, with its flags
/// ```
///
/// A message in a message is a note, too, with a link by hand to the outer one. A mailbox that lies beside messages is read as such.
struct MailSource: NoteSource {
  /// The extensions of messages.
  static let suffixes = ["eml", "emlx"]
  /// Other extensions that a message may have.
  private static let others: Set = ["", "mbox", "mbx", "msg"]

  /// The files.
  private let tree: SourceTree
  /// Those that come.
  private var files: SourceFiles
  /// The places of attachments beside messages, by the paths of these.
  private let attachments: [String: [Int]]
  /// What comes before the next file.
  private var waiting: ArraySlice<SourceItem> = []
  /// The mailbox that is being read, as programs keep one beside messages that were saved.
  private var mailbox: MboxSource?
  /// The ids of messages so far. Of a message that is there twice, answers lead to the first.
  private var known: Set<String> = []

  /// How many files are looked at.
  private static let probed = 64

  /// Whether a container is a message, or a folder of messages.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    if tree.form == .file {
      let suffix = tree.name.suffixName
      guard suffixes.contains(suffix) || others.contains(suffix) && !isMailbox(tree, 0), isMessage(tree, 0)
      else {
        return nil
      }
      if suffix.isEmpty, tree.soundBytes(at: 0)?.withBytes({ MHTMLSource.isSavedPage($0) }) ?? false {
        return nil
      }
      return .certain
    }
    let content = tree.files.indices.filter { !tree.files[$0].isClutter }
    let named = content.filter {
      suffixes.contains(tree.files[$0].path.suffixName) || isMaildir(tree.files[$0].path)
    }
    if named.isEmpty {
      // Messages of MH are called 1, 2, 3.
      let bare = content.filter { tree.files[$0].path.suffixName.isEmpty && !tree.files[$0].isHidden }
      return bare.count * 2 >= content.count
        && bare.prefix(probed).contains { !isMailbox(tree, $0) && isMessage(tree, $0) }
        ? .possible : nil
    }
    guard named.prefix(probed).contains(where: { isMessage(tree, $0) }) else { return nil }
    return tree.form == .folder || named.count * 2 >= content.count ? .possible : nil
  }

  /// Whether a file is a message, by its beginning.
  private static func isMessage(_ tree: SourceTree, _ place: Int) -> Bool {
    guard let bytes = tree.soundBytes(at: place) else { return false }
    return bytes.withBytes { MailFile.isMessage($0) }
  }

  /// Whether a file begins as a mailbox does.
  private static func isMailbox(_ tree: SourceTree, _ place: Int) -> Bool {
    tree.soundBytes(at: place)?.withBytes { LooseXML.has("From ", $0, at: MIMEHeaders.start($0)) } ?? false
  }

  /// Whether a file is one of a Maildir, by its folder and its name.
  private static func isMaildir(_ path: String) -> Bool {
    let folder = path.parentPath.lastName
    return folder == "cur" || folder == "new"
  }

  /// Opens a file or folder.
  init(_ tree: SourceTree) {
    self.tree = tree
    attachments = MailSource.attachments(in: tree)
    files = SourceFiles(tree)
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while waiting.isEmpty {
      if let item = try mailbox?.next() { return item }
      known.formUnion(mailbox?.messages ?? [])
      mailbox = nil
      guard let found = files.next() else { return nil }
      let (place, path) = (found.place, found.path)
      guard MailSource.isMessage(tree, place) else {
        let owner = MailSource.message(ofAttachment: found.file.path)
        if owner.map({ attachments[$0] != nil }) ?? false { continue }
        let isDamaged = ["eml", "emlx"].contains(path.suffixName) || MailSource.isMaildir(path)
        waiting = [.skipped(SourceSkip(path, isDamaged ? .damaged : .notShown))]
        continue
      }
      if isMailbox(place, path) {
        mailbox = try MboxSource(tree, only: found, after: known)
      } else {
        waiting = try items(place, path)[...]
      }
    }
    return waiting.popFirst()
  }

  /// Whether a file of a folder holds several messages. What is named as a message is one, and so are those of MH, whose names are
  /// numbers, and of a Maildir.
  private func isMailbox(_ place: Int, _ path: String) -> Bool {
    let name = path.lastName
    return tree.form != .file && !MailSource.suffixes.contains(path.suffixName) && !MailSource.isMaildir(path)
      && !name.utf8.allSatisfy(\.isASCIIDigit) && MboxSource.isMailbox(tree, place)
  }

  /// What the names of messages end in whose attachments Apple Mail keeps in files of their own.
  private static let partial = ".partial.emlx"

  /// The message that a file is an attachment of: `Attachments/5/2/a.pdf` belongs to `Messages/5.partial.emlx`; nil for others.
  private static func message(ofAttachment path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let place = parts.lastIndex(of: "Attachments"), place + 2 < parts.count else { return nil }
    return (parts[..<place] + ["Messages", parts[place + 1] + partial]).joined(separator: "/")
  }

  /// The places of the attachments that Apple Mail keeps beside messages, by the paths of these.
  private static func attachments(in tree: SourceTree) -> [String: [Int]] {
    var attachments: [String: [Int]] = [:]
    for place in tree.files.indices where !tree.files[place].isClutter {
      guard let message = message(ofAttachment: tree.files[place].path), tree.place(of: message) != nil else {
        continue
      }
      attachments[message, default: []].append(place)
    }
    return attachments
  }

  /// The name of a folder of a Maildir, in which letters beyond ASCII stand in modified UTF-7 (RFC 3501, 5.1.3): `&ANw-bung`.
  private static func folderName(_ name: Substring) -> String {
    var text = ""
    var rest = name
    while let mark = rest.firstIndex(of: "&") {
      text += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let end = rest.firstIndex(of: "-") else { return String(name) }
      if rest.startIndex == end {
        text += "&"
      } else {
        let digits = rest[..<end].replacing(",", with: "/")
        let bytes = Base64.decode(digits.utf8)
        // A sign of its own, as in `R&D-old`.
        guard !bytes.isEmpty, bytes.count % 2 == 0 else { return String(name) }
        text += MIMEText.decode(bytes, label: "utf-16be")
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  /// The notes of a file: the message, and those in it.
  private mutating func items(_ place: Int, _ path: String) throws(SlipError) -> [SourceItem] {
    let tree = tree
    let message = MailFile(try tree.bytes(at: place).array)
    var folder = path.parentPath.split(separator: "/").map(String.init)
    // In Apple Mail's store, what lies between a mailbox and its messages is the program's.
    if folder.last == "Messages", let box = folder.lastIndex(where: { $0.suffixName == "mbox" }) {
      folder = folder[...box].map { $0.suffixName == "mbox" ? String($0.stem) : $0 }
    }
    let isMaildir = MailSource.isMaildir(path)
    if isMaildir {
      folder.removeLast()
      // In a Maildir, `.Archive.2024` is a folder in a folder.
      if let last = folder.last, last.hasPrefix(".") {
        folder.removeLast()
        folder += last.dropFirst().split(separator: ".").map { MailSource.folderName($0) }
      }
    }
    let steps = folder.map { SourceFolder($0) }
    let flags = isMaildir ? path.lastName.split(separator: ",").last.map(String.init) ?? "" : ""
    let isTrashed = message.isDeleted || flags.contains("T")
    let beside = attachments[tree.files[place].path, default: []]
    return MailItems(message.bytes, id: path, isTrashed: isTrashed).items(in: steps, &known) {
      context, chain throws(SlipError) in
      let file = MailFile(try tree.bytes(at: place).array)
      var files: [SourceFile] = []
      for attachment in chain.isEmpty ? beside : [] {
        let bytes = try tree.bytes(at: attachment).array
        files.append(SourceFile(name: String(tree.files[attachment].path.lastName), bytes: bytes))
      }
      var note = MailNote.note(
        file.bytes, chain, fallback: String(path.lastName.stem), beside: files, context)
      if chain.isEmpty, file.isFlagged || flags.contains("F") { note.isFavorite = true }
      if isTrashed { note.status = .archived }
      if file.isCut {
        note.diagnostics.append(
          SourceFault.cut("The file is shorter than the message in it should be; what is there was read."))
      }
      if chain.isEmpty { note.fileModified = tree.files[place].modified }
      return note
    }
  }
}

/// The message in a file, and what a program says of it beside the message.
struct MailFile {
  /// The message.
  private(set) var bytes: ArraySlice<UInt8>
  /// Whether the program shows a flag.
  private(set) var isFlagged = false
  /// Whether it was thrown away.
  private(set) var isDeleted = false
  /// Whether the file is shorter than the message in it.
  private(set) var isCut = false

  /// The fields of which a message has at least two.
  private static let fields: Set<String> = [
    "from", "date", "subject", "message-id", "to", "received", "mime-version", "content-type", "return-path",
    "delivered-to",
  ]

  /// Whether bytes begin as a message does.
  static func isMessage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = (length(bytes)?.start ?? 0)
    start += MIMEHeaders.start(bytes.dropFirst(start))
    let head = MIMEHeaders.withLineEnds(Array(bytes.dropFirst(start).prefix(65_536)))
    guard let first = head.first, first > 0x20, first < 0x7F else { return false }
    return head.withUnsafeBytes { MIMEHeaders($0, 0..<$0.count).count(of: fields) } >= 2
  }

  /// The length of the message in a file of Apple Mail, and where the message begins; nil for other files.
  private static func length(_ bytes: UnsafeRawBufferPointer) -> (length: Int, start: Int)? {
    guard let end = bytes.prefix(32).firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: bytes[..<end], as: UTF8.self).trimmingBlanks()
    guard let length = Int(line), length > 0 else { return nil }
    return (length, end + 1)
  }

  /// Where the message of Apple Mail ends: where its length says, unless the property list behind it begins elsewhere. Programs
  /// have changed the line ends of such files.
  private static func end(of file: [UInt8], _ end: Int) -> Int {
    let mark = Array("<?xml".utf8)
    if file[end...].drop(while: { $0 <= 0x20 }).starts(with: mark) { return end }
    guard let last = file.lastIndex(where: { $0 > 0x20 }),
      file[...last].suffix(8).elementsEqual("</plist>".utf8)
    else { return end }
    // The list has a few facts; a message may have others in it.
    let tail = max(0, file.count - 65_536)
    let starts = (tail..<file.count).reversed().lazy.filter { place in
      file[place] == mark[0] && (place == 0 || file[place - 1] == 0x0A) && file[place...].starts(with: mark)
    }
    return starts.first ?? end
  }

  /// Takes the message out of a file.
  init(_ file: [UInt8]) {
    let all = MIMEHeaders.withLineEnds(file)
    bytes = all[...]
    guard let (length, start) = all.withUnsafeBytes({ MailFile.length($0) }) else { return }
    isCut = length > all.count - start
    let end = MailFile.end(of: all, min(start + min(length, all.count), all.count))
    bytes = all[start..<end]
    let flags = LooseTree(Array(all[end...]))
    guard let dict = flags.find(flags.root, "dict") else { return }
    let children = flags.children(of: dict)
    for (key, value) in zip(children, children.dropFirst()) where flags.text(key) == "flags" {
      let bits = Int(flags.text(value).trimmingBlanks()) ?? 0
      (isDeleted, isFlagged) = (bits & 2 != 0, bits & 16 != 0)
    }
  }
}
