internal import SlipBase
internal import SlipExchange

/// The objects of a file of OneNote: its revision store ([MS-ONESTORE]).
///
/// ```
/// header        where the log and the root list are
/// log           how many nodes of each list count
/// root list     a list for each object space: the section, and each page
///   revisions   each with the one that it depends on, its groups of objects, and its root objects
/// file data     pictures and attached files, by GUID
/// ```
///
/// Lists are chains of fragments. All numbers are offsets into the file, and any of them may be wrong.
struct OneNoteStore: Sendable {
  /// An object.
  struct Object: Sendable {
    /// Its kind (JCID).
    var kind: UInt32
    /// Where its properties are; empty for file data.
    var range: Range<Int>
    /// The GUIDs that its references use, by number.
    var guids: [UInt32: [UInt8]]
    /// The name of its file data; empty for others.
    var file = ""
  }

  /// An object space: the section or a page.
  struct Space: Sendable {
    var id: OneNoteID
    var objects: [OneNoteID: Object] = [:]
    /// The root objects by role.
    var roots: [UInt32: OneNoteID] = [:]
    /// Whether something of it couldn't be followed.
    var isDamaged = false
  }

  /// The spaces in the order of the file.
  fileprivate(set) var spaces: [Space] = []
  /// The space of the section.
  fileprivate(set) var root: OneNoteID?
  /// Where files are, by the bytes of their GUIDs.
  fileprivate(set) var files: [[UInt8]: Range<Int>] = [:]
  /// Whether something couldn't be followed.
  fileprivate(set) var isDamaged = false
  /// Whether the file is shorter than it says.
  private(set) var isCut = false

  /// The format of this store.
  private static let format: [UInt8] = [
    0x3F, 0xDD, 0x9A, 0x10, 0x1B, 0x91, 0xF5, 0x49, 0xA5, 0xD0, 0x17, 0x91, 0xED, 0xC8, 0xAE, 0xD8,
  ]
  /// The format of files that were packaged for synchronization.
  private static let packaged: [UInt8] = [
    0x2F, 0xE9, 0x8D, 0x63, 0xD4, 0xA6, 0xC1, 0x4B, 0x9A, 0x36, 0xB3, 0xFC, 0x25, 0x11, 0xA5, 0xB7,
  ]
  /// The file types of sections and of tables of contents.
  private static let section: [UInt8] = [
    0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D, 0xAE, 0xB1, 0x53, 0x78, 0xD0, 0x29, 0x96, 0xD3,
  ]

  /// Whether bytes are a section, in any packaging.
  static func isSection(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: section) }

  /// Whether a section is packaged for synchronization.
  static func isPackaged(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 64 && bytes[48..<64].elementsEqual(packaged)
  }

  /// Reads a file; nil for another format.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 1_024, bytes[48..<64].elementsEqual(OneNoteStore.format) else { return nil }
    var reader = OneNoteStoreReader(bytes)
    reader.read()
    self = reader.store
    // The header says how long the file is ([MS-ONESTORE] 2.3.1, cbExpectedFileLength).
    isCut = OneNoteBytes(bytes: bytes).number(196, 8) > UInt64(bytes.count)
    if isCut { isDamaged = true }
  }

  /// Has nothing yet.
  fileprivate init(spaces: [Space]) { self.spaces = spaces }

  /// Where the file is that an object names: `<ifndf>{GUID}</ifndf>`; nil where it isn't in the store.
  func file(of object: Object) -> Range<Int>? {
    guard let open = object.file.firstIndex(of: "{"), let close = object.file.firstIndex(of: "}"),
      open < close
    else {
      return nil
    }
    let digits = object.file[object.file.index(after: open)..<close].filter { $0 != "-" }
    guard digits.count == 32 else { return nil }
    let text = Array(digits)
    let bytes = (0..<16).compactMap { UInt8(String(text[(2 * $0)...(2 * $0 + 1)]), radix: 16) }
    guard bytes.count == 16 else { return nil }
    let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
    return files[order.map { bytes[$0] }]
  }
}

/// Reads the lists of a revision store.
private struct OneNoteStoreReader {
  /// What was read.
  var store = OneNoteStore(spaces: [])
  /// The file.
  private let file: OneNoteBytes
  /// How many nodes of lists count, by the number of the list.
  private var counts: [UInt32: Int] = [:]
  /// How much work is left, so that lists that lead back end.
  private var left: Int

  /// A part of the file.
  private typealias Part = Range<Int>

  /// The mark of fragments.
  private static let mark: UInt64 = 0xA456_7AB1_F5F7_F4C4
  /// Begins a file.
  init(_ bytes: UnsafeRawBufferPointer) {
    file = OneNoteBytes(bytes: bytes)
    left = bytes.count / 4 + 1_000
  }

  /// Reads the file.
  mutating func read() {
    readLog()
    let file = file
    var (lists, files): ([Part], [Part]) = ([], [])
    var root: OneNoteID?
    nodes(reference(172)) { node in
      switch node.id {
      case 0x04: root = node.name(0, file)
      case 0x08: if let list = node.part { lists.append(list) }
      case 0x90: if let list = node.part { files.append(list) }
      default: break
      }
    }
    store.root = root
    for list in files { readFiles(list) }
    for list in lists { readSpace(list) }
  }

  // MARK: Lists

  /// A node of a list.
  private struct Node {
    var id: UInt32
    /// Where its data are, behind its reference.
    var data: Range<Int>
    /// What it refers to.
    var part: Part?
    /// Whether it refers to something that isn't all there.
    var isCut = false

    /// A name in the data.
    func name(_ offset: Int, _ file: OneNoteBytes) -> OneNoteID {
      OneNoteID(
        guid: file.part(data.lowerBound + offset, 16), number: file.word(data.lowerBound + offset + 16))
    }
  }

  /// The part that a reference of 12 bytes names; nil for none.
  private func reference(_ offset: Int) -> Part? { part(file.number(offset, 8), file.number(offset + 8, 4)) }

  /// A part of the file; nil where it isn't all there.
  private func part(_ start: UInt64, _ count: UInt64) -> Part? {
    // A reference to nothing has a length of 0.
    guard start > 0, count > 0, let start = Int(exactly: start), let count = Int(exactly: count),
      start < file.bytes.count, count <= file.bytes.count - start
    else { return nil }
    return start..<start + count
  }

  /// Reads the log: how many nodes of lists count.
  private mutating func readLog() {
    let transactions = Int(file.word(96))
    var done = 0
    var next = reference(160)
    while let part = next, part.count >= 12, done < transactions, left > 0 {
      let end = part.upperBound - 12
      var place = part.lowerBound
      while place + 8 <= end, done < transactions {
        let list = file.word(place)
        if list == 1 { done += 1 } else { counts[list] = Int(file.word(place + 4)) }
        place += 8
        left -= 1
      }
      next = reference(end)
      left -= 1
    }
  }

  /// Goes through the nodes of a list that count.
  private mutating func nodes(_ list: Part?, _ body: (Node) -> Void) {
    var next = list
    var allowed: Int?
    while let part = next, left > 0 {
      left -= 1
      guard part.count >= 36, file.number(part.lowerBound, 8) == OneNoteStoreReader.mark else {
        store.isDamaged = true
        return
      }
      var count = allowed ?? counts[file.word(part.lowerBound + 8)] ?? .max
      var place = part.lowerBound + 16
      let end = part.upperBound - 20
      while place + 4 <= end, count > 0, left > 0 {
        let head = file.word(place)
        let (id, size) = (head & 0x3FF, Int(head >> 10 & 0x1FFF))
        if id == 0 || id == 0xFF || size < 4 || size > end - place { break }
        let node = node(id, head, place..<place + size)
        if node.isCut { store.isDamaged = true }
        body(node)
        place += size
        count -= 1
        left -= 1
      }
      allowed = count
      next = reference(end)
    }
  }

  /// A node with its reference.
  private func node(_ id: UInt32, _ head: UInt32, _ range: Range<Int>) -> Node {
    var place = range.lowerBound + 4
    var (part, isCut): (Part?, Bool) = (nil, false)
    if head >> 27 & 15 == 1 || head >> 27 & 15 == 2 {
      let (startSize, startScale): (Int, UInt64) = [(8, 1), (4, 1), (2, 8), (4, 8)][Int(head >> 23 & 3)]
      let (countSize, countScale): (Int, UInt64) = [(4, 1), (8, 1), (1, 8), (2, 8)][Int(head >> 25 & 3)]
      let (start, count) = (file.number(place, startSize), file.number(place + startSize, countSize))
      place += startSize + countSize
      part = self.part(start.multipliedReportingOverflow(by: startScale).partialValue, count &* countScale)
      isCut = part == nil && start > 0 && count > 0
    }
    return Node(id: id, data: min(place, range.upperBound)..<range.upperBound, part: part, isCut: isCut)
  }

  // MARK: Spaces

  /// A revision of a space.
  private struct Revision {
    var base: OneNoteID
    var groups: [Part] = []
    var roots: [UInt32: OneNoteID] = [:]
  }

  /// Reads a space: its current revision, and those that it depends on.
  private mutating func readSpace(_ list: Part) {
    let wasDamaged = store.isDamaged
    store.isDamaged = false
    defer { store.isDamaged = store.isDamaged || wasDamaged }
    var manifest: Part?
    nodes(list) { node in if node.id == 0x10 { manifest = node.part ?? manifest } }
    guard let manifest else {
      store.isDamaged = true
      return
    }
    let file = file
    var space: OneNoteStore.Space?
    var revisions: [OneNoteID: Revision] = [:]
    var (current, open): (OneNoteID?, OneNoteID?) = (nil, nil)
    nodes(manifest) { node in
      switch node.id {
      case 0x14: space = OneNoteStore.Space(id: node.name(0, file))
      case 0x1B, 0x1E, 0x1F:
        let id = node.name(0, file)
        revisions[id] = Revision(base: node.name(20, file))
        open = id
        let role = file.word(node.data.lowerBound + (node.id == 0x1B ? 48 : 40))
        if role == 1, node.id != 0x1F { current = id }
      case 0x5C: if file.word(node.data.lowerBound + 20) == 1 { current = node.name(0, file) }
      case 0xB0: if let open, let part = node.part { revisions[open]?.groups.append(part) }
      case 0x5A:
        if let open { revisions[open]?.roots[file.word(node.data.lowerBound + 20)] = node.name(0, file) }
      default: break
      }
    }
    guard var space else { return }
    var chain: [Revision] = []
    var seen: Set<OneNoteID> = []
    while let id = current, seen.insert(id).inserted, let revision = revisions[id] {
      chain.append(revision)
      current = revision.base
    }
    for revision in chain.reversed() {
      for group in revision.groups { readGroup(group, &space) }
      space.roots.merge(revision.roots) { _, new in new }
    }
    space.isDamaged = store.isDamaged
    store.spaces.append(space)
  }

  /// Reads a group of objects.
  private mutating func readGroup(_ list: Part, _ space: inout OneNoteStore.Space) {
    var guids: [UInt32: [UInt8]] = [:]
    var found: [(OneNoteID, OneNoteStore.Object)] = []
    let file = file
    /// The name that a number of four bytes stands for.
    func name(_ offset: Int) -> OneNoteID {
      let number = file.word(offset)
      return OneNoteID(guid: guids[number >> 8] ?? [], number: number & 0xFF)
    }
    nodes(list) { node in
      let start = node.data.lowerBound
      switch node.id {
      case 0x22: guids = [:]
      case 0x24: guids[file.word(start)] = file.part(start + 4, 16)
      case 0xA4, 0xA5, 0xC4, 0xC5:
        let object = OneNoteStore.Object(kind: file.word(start + 4), range: node.part ?? 0..<0, guids: guids)
        found.append((name(start), object))
      case 0x41, 0x42:
        found.append((name(start), OneNoteStore.Object(kind: 0, range: node.part ?? 0..<0, guids: guids)))
      case 0x72, 0x73:
        let place = start + (node.id == 0x72 ? 9 : 12)
        let text = file.text(place + 4, units: min(Int(file.word(place)), 256))
        found.append(
          (name(start), OneNoteStore.Object(kind: file.word(start + 4), range: 0..<0, guids: [:], file: text))
        )
      default: break
      }
    }
    for (id, object) in found {
      var object = object
      if object.kind == 0 { object.kind = space.objects[id]?.kind ?? 0 }
      space.objects[id] = object
    }
  }

  /// Reads where files are.
  private mutating func readFiles(_ list: Part) {
    var found: [([UInt8], Part)] = []
    let file = file
    nodes(list) { node in
      guard node.id == 0x94, let part = node.part, part.count >= 36 else { return }
      let length = file.number(part.lowerBound + 16, 8)
      guard let count = Int(exactly: length), count <= file.bytes.count - part.lowerBound - 36 else { return }
      let start = part.lowerBound + 36
      found.append((file.part(node.data.lowerBound, 16), start..<start + count))
    }
    for (id, part) in found { store.files[id] = part }
  }
}
