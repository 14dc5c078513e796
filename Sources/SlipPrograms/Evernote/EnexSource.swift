internal import SlipBase
internal import SlipExchange
internal import SlipFiles

/// Reads an ENEX file note by note, or an archive of several. A file is mapped, and never held as a whole.
struct EnexSource: NoteSource {
  /// The container.
  private let tree: SourceTree
  /// The files that are left, the open one first.
  private var places: ArraySlice<Int>
  /// The open file.
  private var bytes: FileBytes
  /// The lines of the open file, for findings.
  private var lines: FileLines
  /// Where the search for the next note begins.
  private var position = 0
  /// How many notes of the open file came.
  private var count = 0
  /// What is said of the last note, or of the file that has just ended.
  private var finding: SourceItem?

  /// The places of the files: all of a single file, those with the extension in an archive.
  static func files(_ tree: SourceTree) -> [Int] {
    tree.files.indices.filter {
      tree.form == .file || tree.files[$0].path.suffixName == "enex" && !tree.files[$0].isClutter
    }
  }

  /// Begins with the first file.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(_ tree: SourceTree) throws(SlipError) {
    self.tree = tree
    places = EnexSource.files(tree)[...]
    bytes = try places.first.map { place throws(SlipError) in try tree.bytes(at: place) } ?? FileBytes([])
    lines = FileLines(bytes)
  }

  /// Whether the root element of a file is that of an export. Only the first 4 KiB are looked at.
  static func isEnex(_ bytes: UnsafeRawBufferPointer) -> Bool {
    LooseXML.find(
      "<en-export", in: UnsafeRawBufferPointer(rebasing: bytes.prefix(4_096)), from: 0) != nil
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let finding {
      self.finding = nil
      return finding
    }
    while let place = places.first {
      if let note = note(place) { return note }
      let isWhole = bytes.withBytes { LooseXML.find("</en-export", in: $0, from: position) != nil }
      places.removeFirst()
      if let next = places.first {
        bytes = try tree.bytes(at: next)
        (lines, position, count) = (FileLines(bytes), 0, 0)
      }
      guard isWhole else {
        var cut = SourceFault.cut("The export is cut off: notes at its end may be missing.")
        if tree.form != .file { cut.location.file = tree.files[place].path }
        return .finding(cut)
      }
    }
    return nil
  }

  /// The next note of the open file; nil at its end.
  private mutating func note(_ place: Int) -> SourceItem? {
    let (from, number) = (position, count + 1)
    let found = bytes.withBytes { bytes -> (range: Range<Int>, isWhole: Bool, head: EnexHead)? in
      guard let start = EnexSource.start(in: bytes, from: from) else { return nil }
      let end = LooseXML.find("</note>", in: bytes, from: start)
      let next = EnexSource.start(in: bytes, from: start + 6, before: end)
      let range = start..<(next ?? end ?? bytes.count)
      return (range, next == nil && end != nil, EnexHead(bytes, range))
    }
    guard let found else { return nil }
    count = number
    position = max(found.range.upperBound, from + 1)
    if !found.isWhole {
      finding = .finding(
        SourceFault.cut(
          "A note of the export has no end; what is there was read.",
          lines.position(of: found.range.lowerBound)))
    }
    let name = tree.files[place].name
    let (source, range, notebook, lines) = (bytes, found.range, String(name.stem), lines)
    let isWhole = found.isWhole
    return .note(
      SourceEntry(
        id: found.head.id, place: tree.form == .file ? "\(number)" : "\(name)#\(number)",
        names: found.head.names, length: range.count
      ) { context throws(SlipError) in
        var note = source.withBytes { EnexNote.read($0, range, notebook: notebook, lines, context) }
        if !isWhole {
          note.diagnostics.append(SourceFault.cut("The note has no end; what is there was read."))
        }
        return note
      })
  }

  /// Where the next `<note>` begins.
  private static func start(in bytes: UnsafeRawBufferPointer, from: Int, before end: Int? = nil) -> Int? {
    var index = from
    let all = end.map { UnsafeRawBufferPointer(rebasing: bytes.prefix($0)) } ?? bytes
    while let found = LooseXML.find("<note", in: all, from: index) {
      let after = found + 5
      if after < all.count, all[after] == UInt8(ascii: ">") || LooseXML.isSpace(all[after]) { return found }
      index = after
    }
    return nil
  }
}

/// What identifies a note in an export.
///
/// Evernote exports no id. Title and date of creation are what stays the same from one export to the next; two notes that share
/// both are told apart by their order. The name of the notebook isn't part of it, because the source's key has it.
struct EnexHead {
  /// The id: that of Evernote where a program exported it, else time and title.
  private(set) var id = ""
  /// What links call the note.
  private(set) var names: [String] = []

  /// Looks at the elements of a note that come before its content or behind it.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    /// The text between two tags, without blanks at its ends.
    func value(_ start: StaticString, _ end: StaticString) -> String? {
      let part = UnsafeRawBufferPointer(rebasing: bytes[range])
      guard let from = LooseXML.find(start, in: part, from: 0) else { return nil }
      let begin = from + start.utf8CodeUnitCount
      guard let stop = LooseXML.find(end, in: part, from: begin) else { return nil }
      return LooseXML.unescaped(part, begin..<stop).trimmingBlanks()
    }
    let title = value("<title>", "</title>") ?? ""
    let created = value("<created>", "</created>") ?? ""
    let data = value("<application-data key=\"slipbox\">", "</application-data>")
    if let guid = value("<guid>", "</guid>"), !guid.isEmpty {
      id = guid
    } else if let facts = data.flatMap({ NoteFacts(JSONValue(Array($0.utf8))) }) {
      id = facts.uuid
    } else {
      let clean = ImportKey.path(of: title)
      id = created.isEmpty ? clean : clean.isEmpty ? created : created + " " + clean
    }
    names = title.isEmpty ? [] : [title]
  }
}
