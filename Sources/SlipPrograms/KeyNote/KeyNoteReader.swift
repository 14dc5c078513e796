internal import RTFSyntax
internal import SlipBase
internal import SlipExchange

/// Reads the lines of a file of KeyNote.
///
/// Fields have two letters and `=`. What the reader doesn't know it passes over, and any bytes give a file.
///
/// ```
/// %-            a node begins
/// LV=1          its level below its folder
/// gi=5          its number
/// %*            a note begins
/// ND=Bees       its title
/// %.            an entry, that is a text of the note, begins
/// DC=28-11-2024 17:42:29
/// %:            RTF follows, up to the next mark
/// {\rtf1…}
/// %%            the end of the file
/// ```
///
/// Files of version 3 hold notes apart from the nodes that show them. In older files each node holds
/// its own note. The version stands in the head of the file.
struct KeyNoteReader {
  /// What the lines that come now belong to.
  private enum Part {
    /// Nothing that is read.
    case none
    /// A list or a thing of this kind.
    case tags, note, entry, folder, node, storage, pictures
    /// A text that goes on to the next line with a mark.
    case text
  }

  /// What the lines that come now belong to.
  private var part = Part.none
  /// The tag whose name comes.
  private var tag = ""
  /// The level of the last node.
  private var level = 0
  /// How many nodes may lie in each other; deeper ones lie beside each other.
  /// The number is a bound of this reader, not of the program.
  private static let deepest = 64

  /// Begins before the first line.
  init() {}

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - start: Where they begin.
  ///   - isOutside: Whether these are the bytes behind packed lines.
  ///   - file: What gets what is read.
  /// The reader may run twice over one file: over the packed lines, and over what lies behind them.
  mutating func run(
    over bytes: UnsafeRawBufferPointer, from start: Int, isOutside: Bool, into file: inout KeyNoteFile
  ) {
    var position = min(start, bytes.count)
    part = .none
    while position < bytes.count {
      let start = position
      let line = KeyNoteReader.line(in: bytes, &position)
      if !line.isEmpty, bytes[line.lowerBound] == UInt8(ascii: "%"), line.count <= 3,
        let mark = Mark(rawValue: String(decoding: bytes[line], as: UTF8.self))
      {
        endText(at: start, bytes, isOutside, &file)
        if mark == .end {
          file.hasEnd = true
          return
        }
        begin(mark, &file, bytes, &position, isOutside)
      } else if part != .text {
        field(line, in: bytes, &file)
      }
    }
    endText(at: bytes.count, bytes, isOutside, &file)
  }

  /// The next line without its end. The position moves behind the end.
  ///
  /// Lines end with LF or CR LF.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - position: Where the line begins; afterwards, where the next one does.
  /// - Returns: The range of the line.
  static func line(in bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Range<Int> {
    let start = position
    var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    position = min(bytes.count, end + 1)
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// Lines that begin something.
  /// A folder of an old file that is a single note.
  private enum Mark: String {
    case simpleFolder = "%"
    /// A folder with a tree.
    case folder = "%+"
    /// A node of a tree.
    case node = "%-"
    /// A note, with its title and its state.
    case note = "%*"
    /// An entry of a note.
    case entry = "%."
    /// A text in RTF.
    case rtf = "%:"
    /// A text whose lines each begin with a semicolon.
    case plain = "%>"
    /// The list of tags.
    case tags = "%TG"
    /// The list of tags in earlier versions.
    case oldTags = "%T"
    /// Bookmarks of the editor, which mean nothing to a slip-box.
    case bookmarks = "%BK"
    /// Where pictures are stored.
    case storage = "%S"
    /// The list of pictures.
    case pictures = "%I"
    /// Pictures in the file.
    case embedded = "%EI"
    /// A part that is encrypted.
    case encrypted = "%C"
    /// The end of an encrypted part.
    case encryptedEnd = "%CE"
    /// The end of the file.
    case end = "%%"
  }

  /// Begins what a mark says.
  ///
  /// - Parameters:
  ///   - mark: The mark.
  ///   - file: What gets the new folder, node, note or entry.
  ///   - bytes: The file.
  ///   - position: Where the next line begins. Pictures and encrypted parts move it behind themselves.
  ///   - isOutside: Whether these are the bytes behind packed lines.
  private mutating func begin(
    _ mark: Mark, _ file: inout KeyNoteFile, _ bytes: UnsafeRawBufferPointer, _ position: inout Int,
    _ isOutside: Bool
  ) {
    part = .none
    // Behind packed lines there are pictures only; ranges of anything else would be of the other bytes.
    guard !isOutside || mark == .embedded else { return }
    switch mark {
    case .simpleFolder, .folder:
      var folder = KeyNoteFile.Folder()
      folder.isNote = mark == .simpleFolder
      file.folders.append(folder)
      level = 0
      part = .folder
      if folder.isNote {
        var node = KeyNoteFile.Node(folder: file.folders.count - 1)
        addNote(to: &node, &file)
        file.nodes.append(node)
      }
    case .node:
      if file.folders.isEmpty { file.folders.append(KeyNoteFile.Folder()) }
      var node = KeyNoteFile.Node(folder: file.folders.count - 1)
      // Without a level, a node lies as deep as the one before it; in old files it lies at the top.
      if file.version >= 3, file.nodes.last?.folder == node.folder { node.level = level }
      level = node.level
      if file.version < 3 { addNote(to: &node, &file) }
      file.nodes.append(node)
      part = .node
    case .note:
      file.notes.append(KeyNoteFile.Note())
      part = .note
    case .entry:
      if file.notes.isEmpty { file.notes.append(KeyNoteFile.Note()) }
      file.notes[file.notes.count - 1].entries.append(KeyNoteFile.Entry())
      part = .entry
    case .rtf, .plain: beginText(at: position, isPlain: mark == .plain, &file)
    case .tags, .oldTags: part = .tags
    case .storage: part = .storage
    case .pictures: part = .pictures
    case .embedded: KeyNoteReader.embedded(in: bytes, &position, isOutside, &file)
    case .encrypted:
      file.encryptedParts += 1
      position = KeyNoteReader.end(of: "%CE", in: bytes, from: position)
    case .bookmarks, .encryptedEnd, .end: break
    }
  }

  /// Gives a node a note of its own, as each has one in old files.
  /// The note comes last in `file.notes`.
  private func addNote(to node: inout KeyNoteFile.Node, _ file: inout KeyNoteFile) {
    node.note = file.notes.count
    file.notes.append(KeyNoteFile.Note())
  }

  // MARK: Texts

  /// Begins a text of the entry, node or folder before it.
  ///
  /// A text that follows another without a new entry gets an entry of its own, so nothing is
  /// overwritten.
  ///
  /// - Parameters:
  ///   - position: Where the text begins.
  ///   - isPlain: Whether each of its lines begins with a semicolon.
  ///   - file: What gets the text, as a range of bytes.
  private mutating func beginText(at position: Int, isPlain: Bool, _ file: inout KeyNoteFile) {
    guard !file.notes.isEmpty else { return }
    let last = file.notes.count - 1
    if file.version < 3 || file.notes[last].entries.isEmpty
      || !file.notes[last].entries[file.notes[last].entries.count - 1].text.isEmpty
    {
      file.notes[last].entries.append(KeyNoteFile.Entry())
    }
    let entry = file.notes[last].entries.count - 1
    file.notes[last].entries[entry].text = position..<position
    file.notes[last].entries[entry].hasMarks = isPlain || file.folders.last?.isPlain == true
    part = .text
  }

  /// Ends a text where the next mark begins.
  ///
  /// The first RTF of the file also says which code page titles of old files are in.
  private mutating func endText(
    at position: Int, _ bytes: UnsafeRawBufferPointer, _ isOutside: Bool, _ file: inout KeyNoteFile
  ) {
    guard part == .text, !isOutside, let note = file.notes.indices.last,
      let entry = file.notes[note].entries.indices.last
    else { return }
    let start = file.notes[note].entries[entry].text.lowerBound
    file.notes[note].entries[entry].text = start..<max(start, position)
    part = .none
    if file.codePages.rtf == nil {
      file.codePages.rtf = KeyNoteReader.codePage(
        of: UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(200)))
    }
  }

  /// The code page that the head of RTF names; nil for none.
  ///
  /// Only the first 200 bytes of a text are looked through: `{\rtf1\ansi\ansicpg1252…`.
  private static func codePage(of head: UnsafeRawBufferPointer) -> Int? {
    guard let found = LooseXML.find("\\ansicpg", in: head, from: 0) else { return nil }
    let digits = head[(found + 8)...].prefix { $0.isASCIIDigit }
    return Int(String(decoding: digits.prefix(5), as: UTF8.self))
  }

  // MARK: Fields

  /// Takes a field.
  ///
  /// - Parameters:
  ///   - line: Where the field is, without its line end. A line that is no field is passed over.
  ///   - bytes: The file.
  ///   - file: What gets the value.
  private mutating func field(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, _ file: inout KeyNoteFile
  ) {
    guard line.count >= 3, bytes[line.lowerBound + 2] == UInt8(ascii: "=") else { return }
    let value = line.lowerBound + 3..<line.upperBound
    let name = String(decoding: bytes[line.lowerBound..<line.lowerBound + 2], as: UTF8.self)
    /// The value as text; at most 4,096 bytes of it.
    func text() -> String {
      String(decoding: bytes[value].prefix(4_096), as: UTF8.self).trimmingBlanks()
    }
    switch part {
    case .tags:
      if name == "ID" { tag = text() }
      if name == "TN", !tag.isEmpty {
        if file.tags.updateValue(value, forKey: tag) == nil { file.tagOrder.append(tag) }
      }
    case .folder: folder(name, value, text, &file)
    case .node:
      node(name, value, text, &file)
      if file.version < 3, let note = file.nodes.last?.note { self.note(name, value, text, note, &file) }
    case .note: note(name, value, text, file.notes.count - 1, &file)
    case .entry:
      let note = file.notes.count - 1
      entry(name, text, &file.notes[note].entries[file.notes[note].entries.count - 1])
    case .storage:
      if name == "SD", value.count > 2 {
        file.storage = (bytes[value.lowerBound] == UInt8(ascii: "0"), value.lowerBound + 2..<value.upperBound)
      }
    case .pictures: if name == "PD" { picture(text(), &file) }
    case .none, .text: break
    }
  }

  /// Takes a field of a folder.
  ///
  /// `NN` is the name, `ID` the number, `DC` the date of creation. In `FL`, a row of flags, the sixth
  /// says that texts are plain. `CH` and `TH` are character sets of Windows, which tell the code page
  /// of names in old files.
  private func folder(
    _ name: String, _ value: Range<Int>, _ text: () -> String, _ file: inout KeyNoteFile
  ) {
    guard let last = file.folders.indices.last else { return }
    switch name {
    case "NN": file.folders[last].name = value
    case "ID": file.folders[last].id = text()
    case "DC": file.folders[last].created = text()
    case "FL": file.folders[last].isPlain = Array(text().utf8).dropFirst(5).first == UInt8(ascii: "1")
    case "CH", "TH":
      if let page = Int(text()).flatMap({ CodePage.number(charset: $0) }), page != 1252, page > 100 {
        file.codePages.charset = file.codePages.charset ?? page
      }
    default: break
    }
  }

  /// Takes a field of a node.
  ///
  /// `LV` is the level, and `gi`, `GI` and `DI` are numbers that links name. `VN` names the node whose
  /// text a mirror shows. `HC` and `HB` are colours and `NA` is an alarm. `ns` holds flags as a
  /// hexadecimal number; in old files `NF` holds them as a row of digits.
  private mutating func node(
    _ name: String, _ value: Range<Int>, _ text: () -> String, _ file: inout KeyNoteFile
  ) {
    guard let last = file.nodes.indices.last else { return }
    switch name {
    case "LV":
      // A node can lie only one step deeper than the one before it.
      let before = last > 0 && file.nodes[last - 1].folder == file.nodes[last].folder
      let most = before ? file.nodes[last - 1].level + 1 : 0
      level = min(max(Int(text()) ?? 0, 0), most, KeyNoteReader.deepest)
      file.nodes[last].level = level
    case "gi": file.nodes[last].globalID = text()
    case "GI":
      if file.version >= 3 { file.nodes[last].noteID = text() } else { file.nodes[last].globalID = text() }
    case "DI": file.nodes[last].id = text()
    case "VN": file.nodes[last].mirror = text()
    case "HC": file.nodes[last].color = text()
    case "HB": file.nodes[last].background = text()
    case "NA": file.nodes[last].alarm = value
    case "ns":
      let state = Int(text(), radix: 16) ?? 0
      (file.nodes[last].isFlagged, file.nodes[last].isChecked, file.nodes[last].isHidden) = (
        state & 0x200 != 0, state & 0x800 != 0, state & 0x1000 != 0
      )
    case "NF":
      let flags = Array(text().utf8)
      guard flags.count >= 12 else { return }
      (file.nodes[last].isChecked, file.nodes[last].isFlagged, file.nodes[last].isHidden) = (
        flags[0] == UInt8(ascii: "1"), flags[1] == UInt8(ascii: "1"), flags[11] == UInt8(ascii: "1")
      )
    default: break
    }
  }

  /// Takes a field of a note.
  ///
  /// `ND` is the title, `AL` another name, `LM` the date of the last change, `Ns` the state as a
  /// hexadecimal number. `VF` and `RV` are the full and the relative path of a file that the note shows
  /// in place of a text. In old files `NT` has the dates of creation and change, with a full stop
  /// between them.
  private func note(
    _ name: String, _ value: Range<Int>, _ text: () -> String, _ note: Int, _ file: inout KeyNoteFile
  ) {
    switch name {
    case "ND": file.notes[note].title = value
    case "GI": if file.version >= 3 { file.notePlaces[text()] = file.notePlaces[text()] ?? note }
    case "AL": file.notes[note].alias = value
    case "LM": file.notes[note].modified = text()
    case "Ns": file.notes[note].state = Int(text(), radix: 16) ?? 0
    case "VF": file.notes[note].path = value
    case "RV": file.notes[note].relativePath = value
    case "NT":
      let parts = text().split(separator: ".")
      file.notes[note].created = parts.first.map(String.init) ?? ""
      file.notes[note].modified = parts.count > 1 ? String(parts[1]) : file.notes[note].modified
    case "DC": file.notes[note].created = text()
    default: break
    }
  }

  /// Takes a field of an entry.
  ///
  /// `DC` is the date of creation, `NS` the state, `TG` the numbers of tags with commas between them.
  private func entry(_ name: String, _ text: () -> String, _ entry: inout KeyNoteFile.Entry) {
    switch name {
    case "DC": entry.created = text()
    case "NS": entry.state = Int(text(), radix: 16) ?? 0
    case "TG": entry.tags = text().split(separator: ",").map { String($0).trimmingBlanks() }
    default: break
    }
  }

  // MARK: Pictures

  /// Takes a row of the list of pictures: `1|Folder\|1_pic.png|1|20|18|…`.
  ///
  /// The first three parts count: the number, the path and the name.
  private func picture(_ row: String, _ file: inout KeyNoteFile) {
    let parts = row.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count > 2, let id = Int(parts[0]) else { return }
    file.pictures[id] = KeyNoteFile.Picture(path: String(parts[1]), name: String(parts[2]))
  }

  /// Takes the pictures in a file: `EI=1|1_pic.png|193`, so many bytes, and a line `##END_IMAGE##`.
  ///
  /// A picture that the file cuts off is left out and marks the file as damaged. Of two with the same
  /// number the first counts.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - position: Where the pictures begin; afterwards, where they end.
  ///   - isOutside: Whether these are the bytes behind packed lines.
  ///   - file: What gets the pictures, as ranges of bytes.
  private static func embedded(
    in bytes: UnsafeRawBufferPointer, _ position: inout Int, _ isOutside: Bool, _ file: inout KeyNoteFile
  ) {
    while position < bytes.count {
      var next = position
      let line = line(in: bytes, &next)
      guard line.count > 3, bytes[line].starts(with: "EI=".utf8) else {
        // An empty line may stand between two pictures.
        if !line.isEmpty { return }
        position = next
        continue
      }
      let row = String(decoding: bytes[line].dropFirst(3).prefix(1_024), as: UTF8.self)
      let parts = row.split(separator: "|", omittingEmptySubsequences: false)
      guard parts.count > 2, let id = Int(parts[0]), let size = Int(parts[parts.count - 1]), size >= 0 else {
        file.isDamaged = true
        position = end(of: "##END_IMAGE##", in: bytes, from: next)
        continue
      }
      let isWhole = size <= bytes.count - next
      let data = next..<(isWhole ? next + size : bytes.count)
      if isWhole, file.embedded[id] == nil {
        file.embedded[id] = KeyNoteFile.Embedded(name: String(parts[1]), range: data, isOutside: isOutside)
      }
      if !isWhole { file.isDamaged = true }
      position = end(of: "##END_IMAGE##", in: bytes, from: isWhole ? data.upperBound : next)
    }
  }

  /// Where the line behind a line begins; the end where there is no such line.
  ///
  /// - Parameters:
  ///   - wanted: The whole line.
  ///   - bytes: The file.
  ///   - start: Where the search begins.
  private static func end(of wanted: StaticString, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      let line = line(in: bytes, &position)
      if line.count == wanted.utf8CodeUnitCount, LooseXML.has(wanted, bytes, at: line.lowerBound) {
        return position
      }
    }
    return bytes.count
  }
}
