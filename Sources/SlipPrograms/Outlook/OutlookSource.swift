internal import SlipBase
internal import SlipExchange
internal import WindowsArchives

/// Reads items of Outlook: each file is a note, and so is each item that is attached to one.
///
/// ```
/// Mail/Bees.msg            a note in the folder Mail, with the id Mail/Bees.msg
///   attachment 0: a.png    a file of the note
///   attachment 1: a mail   a note in the same folder, with the id Mail/Bees.msg#1
/// ```
///
/// Identity is the path of the file; an attached item adds a number sign and the numbers of the
/// attachments that lead to it. An attached item is linked to the one that it is attached to.
struct OutlookSource: NoteSource {
  /// The extensions of message files.
  static let suffixes = ["msg", "oft"]
  /// The extensions of streams.
  static let streamSuffixes = ["dat", "tnef"]

  /// The files.
  private let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for the container itself.
  private let top: String
  /// Whether a file has items, by its first bytes.
  private let isOne: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Lists the items of a file.
  private let list: @Sendable (UnsafeRawBufferPointer) -> (any OutlookContainer)?
  /// The listing of a single file; nil for a folder.
  private var single: (any OutlookContainer)?
  /// The next file.
  private var position = 0
  /// What comes before the next file.
  private var waiting: ArraySlice<SourceItem> = []

  /// How many of the first files are looked at to find out what a folder is.
  private static let probed = 64

  /// Whether a container is a file of this kind, or a folder or archive that has some.
  ///
  /// - Parameters:
  ///   - tree: The container. At least half of the files of an archive must be of this kind.
  ///   - isOne: Whether bytes are of this kind.
  static func recognizes(
    _ tree: SourceTree, _ isOne: (UnsafeRawBufferPointer) -> Bool
  ) -> Recognition? {
    let all = suffixes + streamSuffixes
    let places = tree.files.indices.filter {
      tree.form == .file || all.contains(tree.files[$0].path.suffixName) && !tree.files[$0].isClutter
    }
    guard !places.isEmpty, tree.form != .archive || places.count * 2 >= tree.files.count else { return nil }
    let isHere = places.prefix(probed).contains { place in
      (tree.soundBytes(at: place)).map { $0.withBytes(isOne) } ?? false
    }
    return isHere ? (tree.form == .file ? .certain : .possible) : nil
  }

  /// Opens a file or folder.
  ///
  /// - Throws: `SlipError` where a single file isn't of this kind.
  ///
  /// - Parameters:
  ///   - tree: The container.
  ///   - isOne: Whether a file has items, by its first bytes.
  ///   - list: Lists the items of a file; nil for a damaged one.
  init(
    _ tree: SourceTree, isOne: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    _ list: @escaping @Sendable (UnsafeRawBufferPointer) -> (any OutlookContainer)?
  ) throws(SlipError) {
    (self.tree, self.isOne, self.list) = (tree, isOne, list)
    top = tree.topPath
    guard tree.form == .file else { return }
    single = try tree.bytes(at: 0).withBytes(list)
    if single == nil {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer, "The file is no message, or its directory is damaged.",
        at: SourceLocation(file: tree.name))
    }
  }

  /// - Throws: `SlipError` where a file can't be read. A file that is no message becomes a skipped one.
  mutating func next() throws(SlipError) -> SourceItem? {
    while waiting.isEmpty {
      guard position < tree.files.count else { return nil }
      let place = position
      position += 1
      guard tree.files[place].path.hasPrefix(top), !tree.files[place].isClutter else { continue }
      waiting = try items(place)[...]
    }
    return waiting.popFirst()
  }

  /// The items of a file.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  ///
  /// - Parameter place: The place of the file in the tree.
  /// - Returns: The notes, and a finding where the directory of the file is damaged.
  private func items(_ place: Int) throws(SlipError) -> [SourceItem] {
    let path = String(tree.files[place].path.dropFirst(top.count))
    let bytes = try tree.bytes(at: place)
    guard bytes.withBytes(isOne) else {
      let isEmptied = tree.files[place].length == 0 && OutlookSource.suffixes.contains(path.suffixName)
      return [.skipped(SourceSkip(path, isEmptied ? .damaged : .notShown))]
    }
    guard let container = single ?? bytes.withBytes(list) else {
      return [.skipped(SourceSkip(path, .damaged))]
    }
    let kept = container.isLarge ? container : nil
    var items: [SourceItem] = container.places.indices.map { index in
      .note(entry(container.places, index, path, place, kept))
    }
    if container.isDamaged {
      var finding = SourceFault.cut("A table of the file is damaged; what it leads to may be missing.")
      finding.location.file = path
      items.append(.finding(finding))
    }
    return items
  }

  /// The id of an item.
  /// The numbers of attachments have slashes between them.
  private static func id(_ path: String, _ place: OutlookPlace) -> String {
    place.path.isEmpty ? path : path + "#" + place.path
  }

  /// The entry of an item.
  ///
  /// - Parameters:
  ///   - places: All items of the file.
  ///   - index: The place of this one in `places`.
  ///   - path: The path of the file below the top.
  ///   - place: The place of the file in the tree.
  ///   - kept: The listing of a large file, which lasts until its items are read; nil: it is listed
  ///     again.
  private func entry(
    _ places: [OutlookPlace], _ index: Int, _ path: String, _ place: Int, _ kept: (any OutlookContainer)?
  ) -> SourceEntry {
    let (tree, list) = (tree, list)
    let id = OutlookSource.id(path, places[index])
    let outer = places[index].parent.map { OutlookSource.id(path, places[$0]) }
    let length = index == 0 ? tree.files[place].length : 0
    return SourceEntry(id: id, place: id, length: length) { context throws(SlipError) in
      let bytes = try tree.bytes(at: place)
      let item = bytes.withBytes { bytes in (kept ?? list(bytes))?.item(index, from: bytes) }
      try bytes.expectUnchanged()
      guard let item else {
        throw SlipError(.badInput, code: ExchangeCode.pieceDamaged, "The item can't be read.")
      }
      var note = OutlookNote(item, context).note
      if note.title == nil { note.title = OutlookSource.title(of: item, index == 0 ? path : nil) }
      note.folder = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
      note.fileModified = tree.files[place].modified
      if let outer, let target = context.note(outer) { note.relations.append(target) }
      return note
    }
  }

  /// The title of an item without a subject: that of its conversation, which is the subject of the first mail.
  ///
  /// A stream has the name of its file instead, unless mail programs gave it: they call every stream `winmail.dat`.
  ///
  /// - Parameter path: The path of the file; nil for an attached item, which has no name of its own.
  private static func title(of item: OutlookItem, _ path: String?) -> String? {
    let name = path.map { String($0.lastName.stem) } ?? ""
    let isNamed = !name.isEmpty && !name.lowercased().hasPrefix("winmail")
    let topic = item.properties.text(0x0070)?.trimmingBlanks() ?? ""
    let isStream = !suffixes.contains(path?.suffixName ?? "")
    if topic.isEmpty || isNamed && isStream { return isNamed ? name : nil }
    return topic
  }
}
