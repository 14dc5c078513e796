internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Reads the folder of Stickies: a package of RTFD for each note, and a list of their windows.
///
/// ```
/// Stickies/.SavedStickiesState            UUID, colour and place of each note
///         /0CFBCC33-….rtfd/TXT.rtf        a note
///                         /Picture.png    a picture in it
/// ```
///
/// A note has no title and no dates; the time of its file is the last change. Notes that the list doesn't
/// have come in behind the others, so a damaged list costs colours only.
struct StickiesSource: NoteSource {
  /// The name of the list.
  static let list = ".SavedStickiesState"

  /// What the list says of a note.
  private struct Window: Sendable {
    /// The colour as `#RRGGBB`; nil for none.
    var color: String?
    /// Whether the note floats above all windows.
    var isFloating = false
    /// Whether one can see through it.
    var isTranslucent = false
  }

  /// The files.
  private let tree: SourceTree
  /// What is given next, the last one first.
  private var pending: [SourceItem] = []

  /// Whether a container is the folder of Stickies: it has the list, which is a property list.
  ///
  /// - Returns: Nil without the list. A damaged list makes it only likely.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    guard let place = tree.place(of: tree.topPath + list), let bytes = tree.soundBytes(at: place) else {
      return nil
    }
    guard let list = bytes.withBytes({ PropertyList.read($0) }), case .array = list[list.top] else {
      return .likely
    }
    return .certain
  }

  /// Lists the notes.
  init(_ tree: SourceTree) {
    self.tree = tree
    let top = tree.topPath
    var notes: [String: [Int]] = [:]
    var others: [String] = []
    for (place, file) in tree.files.enumerated()
    where !file.isClutter && file.path != top + StickiesSource.list {
      let path = file.path.dropFirst(top.count)
      let name = path.prefix { $0 != "/" }
      if file.path.hasPrefix(top), ["rtfd", "rtf"].contains(name.suffixName) {
        notes[String(name), default: []].append(place)
      } else {
        others.append(file.path)
      }
    }
    let bytes = tree.soundBytes(of: top + StickiesSource.list)?.array ?? []
    let (windows, isDamaged) = StickiesSource.windows(bytes)
    var items: [SourceItem] = []
    if isDamaged {
      items.append(
        .finding(SourceFault.cut("The list of the notes is damaged; colors and order may be missing.")))
    }
    // The list has ids without an extension, and in one case only.
    let byID = Dictionary(grouping: notes.keys) { TextFolding.caseFolded(String($0[...].stem)) }
    /// A note of the folder.
    func add(_ name: String, _ window: Window?) {
      let stem = String(name[...].stem)
      let isAlone = byID[TextFolding.caseFolded(stem)]?.count == 1
      items.append(.note(entry(top + name, isAlone ? stem : name, notes[name] ?? [], window)))
    }
    var given: Set<String> = []
    for (id, window) in windows {
      if let name = byID[TextFolding.caseFolded(id)]?.min() {
        given.insert(name)
        add(name, window)
      } else {
        items.append(.skipped(SourceSkip(id, .damaged)))
      }
    }
    for name in notes.keys.sorted() where !given.contains(name) { add(name, nil) }
    items += others.map { .skipped(SourceSkip($0, .notShown)) }
    pending = items.reversed()
  }

  /// The next note, in the order of the list; then files that belong to none.
  mutating func next() throws(SlipError) -> SourceItem? { pending.popLast() }

  /// A note, before it is read.
  ///
  /// - Parameters:
  ///   - path: The path of its package or file.
  ///   - id: What identifies it: the name without its extension, if no other note has the same.
  ///   - places: The places of its files.
  ///   - window: What the list says of it.
  private func entry(_ path: String, _ id: String, _ places: [Int], _ window: Window?) -> SourceEntry {
    let tree = tree
    let length = places.reduce(0) { $0 + tree.files[$1].length }
    return SourceEntry(id: id, place: id, length: length) { context throws(SlipError) in
      try StickiesSource.note(path, places, window, tree)
    }
  }

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - path: The path of its package or file.
  ///   - places: The places of its files.
  ///   - window: What the list says of it.
  ///   - tree: The files.
  /// - Throws: `SlipError` where a file can't be read.
  private static func note(
    _ path: String, _ places: [Int], _ window: Window?, _ tree: SourceTree
  ) throws(SlipError) -> SourceNote {
    var note = SourceNote(title: nil, fallbackTitle: "Sticky note", body: .rtf([]))
    if let file = places.first, tree.files[file].path == path {
      note.body = StickiesText.body(try tree.bytes(at: file).array, &note.diagnostics)
    } else {
      var package = FilePackage()
      for place in places {
        package.add(String(tree.files[place].path.dropFirst(path.count + 1)), try tree.bytes(at: place).array)
      }
      note.body = .rtfd(package)
      if !package.entries.contains(where: { $0.path == RTFDWriter.textName && $0.bytes?.isEmpty == false }) {
        note.diagnostics.append(SourceFault.cut("The file with the text of the note is missing or empty."))
      }
    }
    note.fileModified = places.compactMap { tree.files[$0].modified }.max()
    if let color = window?.color { note.properties.append(Property("stickies:color", .text, color)) }
    StickiesText.add(
      isFloating: window?.isFloating ?? false, isTranslucent: window?.isTranslucent ?? false, to: &note)
    return note
  }

  /// The windows of a list by the ids of their notes, in order, each id once; and whether the list is
  /// damaged.
  private static func windows(_ bytes: [UInt8]) -> (list: [(id: String, window: Window)], isDamaged: Bool) {
    guard let list = bytes.withUnsafeBytes({ PropertyList.read($0) }) else { return ([], true) }
    var windows: [(id: String, window: Window)] = []
    var known: Set<String> = []
    var isDamaged = list.isDamaged
    for element in list.elements(list.top) {
      guard let id = list.value("UUID", of: element).flatMap({ list.string($0) }), !id.isEmpty else {
        isDamaged = true
        continue
      }
      guard known.insert(TextFolding.caseFolded(id)).inserted else { continue }
      var window = Window()
      /// Whether a value of the window is set.
      func isSet(_ key: String) -> Bool {
        list.value(key, of: element).flatMap { list.integer($0) } ?? 0 != 0
      }
      window.isFloating = isSet("Floating")
      window.isTranslucent = isSet("Translucent")
      window.color = list.value("StickyColor", of: element).flatMap { color($0, list) }
      windows.append((id, window))
    }
    return (windows, isDamaged)
  }

  /// A colour as `#RRGGBB`; nil where a channel is missing.
  private static func color(_ index: Int, _ list: PropertyList) -> String? {
    let channels = ["Red", "Green", "Blue"].compactMap { list.value($0, of: index).flatMap { list.real($0) } }
    guard channels.count == 3 else { return nil }
    let color = ArchivedColor(red: channels[0], green: channels[1], blue: channels[2])
    return [color.red, color.green, color.blue].reduce(into: "#") { text, channel in
      let value = Int((channel * 255).rounded())
      text += (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
    }
  }
}

/// What the folder and the old file of Stickies have in common.
enum StickiesText {
  /// The text of a note in one file: RTFD in a stream, RTF, or else plain text.
  static func body(_ bytes: [UInt8], _ diagnostics: inout [Diagnostic]) -> SourceNote.Body {
    guard bytes.withUnsafeBytes({ FlatRTFD.isFlat($0) }) else { return .rtf(bytes) }
    return .rtfd(bytes.withUnsafeBytes { FlatRTFD.read($0, diagnostics: &diagnostics) })
  }

  /// Adds how the window of a note behaves, where it isn't the usual way.
  static func add(isFloating: Bool, isTranslucent: Bool, to note: inout SourceNote) {
    if isFloating { note.properties.append(Property("stickies:floating", .boolean, "true")) }
    if isTranslucent { note.properties.append(Property("stickies:translucent", .boolean, "true")) }
  }
}
