internal import SlipCore
internal import SlipDocument

/// Finds out which bytes of a file change, and writes them.
struct RTFPatchWork {
  /// Bytes that take the place of others.
  private struct Splice {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  /// The file.
  private let bytes: UnsafeRawBufferPointer
  /// The document of the file, and where its blocks are.
  private let map: RTFBodyMap
  /// What turns it into the target.
  private let changes: DocumentChanges
  /// The target in terms of the tables of both documents.
  private let shared: Document
  /// What changes in the file, so far.
  private var splices: [Splice] = []
  /// Writes blocks with the numbers of the file's tables.
  private var builder: RTFBuilder?

  /// Compares a file with the document that it is to say.
  init(bytes: UnsafeRawBufferPointer, map: RTFBodyMap, target: Document) {
    (self.bytes, self.map) = (bytes, map)
    changes = DocumentChanges(from: map.document, to: target)
    shared = changes.tables.shared(target)
  }

  /// The patched file; nil where blocks and bytes can't be told apart.
  mutating func run() -> RTFPatch.Result? {
    let plan = plan()
    if plan.isEmpty { return RTFPatch.Result(bytes: Array(bytes), changes: 0, isRewritten: false) }
    guard let segments = map.segments else { return nil }
    builder = RTFBuilder(patching: shared, plan.blocks, map)
    var region: Region?
    for segment in segments {
      let before = plan.inserted[segment.blocks.lowerBound] ?? []
      if plan.changes(segment.blocks) {
        var open = region ?? Region(bytes: segment.bytes)
        open.bytes = open.bytes.lowerBound..<segment.bytes.upperBound
        open.blocks += before + plan.blocks(of: segment.blocks, in: map.document)
        region = open
        continue
      }
      if !before.isEmpty {
        region = region ?? Region(bytes: segment.bytes.lowerBound..<segment.bytes.lowerBound)
        region?.blocks += before
      }
      close(&region)
    }
    if let last = plan.inserted[map.document.blocks.count] {
      region = region ?? Region(bytes: map.end..<map.end)
      region?.blocks += last
    }
    close(&region)
    for (block, marker) in plan.markers {
      guard let range = self.marker(of: block, marker.old) else { continue }
      splices.append(Splice(range: range, bytes: Array(marker.new.utf8)))
    }
    addToHead()
    return RTFPatch.Result(bytes: result(), changes: splices.count, isRewritten: false)
  }

  /// Bytes that are replaced, and the blocks that they become.
  private struct Region {
    var bytes: Range<Int>
    var blocks: [Block] = []
  }

  // MARK: Which blocks change

  /// What happens to the blocks of the body.
  private struct Plan {
    /// For blocks that change, what takes their place.
    var replaced: [Int: [Block]] = [:]
    /// What comes before a block; behind the last one at their number.
    var inserted: [Int: [Block]] = [:]
    /// The markers of list items whose number alone changes.
    var markers: [Int: (old: String, new: String)] = [:]

    var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty && markers.isEmpty }
    /// All that is written.
    var blocks: [Block] {
      (replaced.sorted { $0.key < $1.key } + inserted.sorted { $0.key < $1.key }).flatMap(\.value)
    }

    /// Whether anything between the first and the last of these blocks changes.
    func changes(_ blocks: Range<Int>) -> Bool {
      blocks.contains { replaced[$0] != nil || $0 > blocks.lowerBound && inserted[$0] != nil }
    }

    /// What takes the place of blocks, without what comes before the first.
    func blocks(of range: Range<Int>, in document: Document) -> [Block] {
      range.flatMap { index in
        (index > range.lowerBound ? inserted[index] ?? [] : [])
          + (replaced[index] ?? [document.blocks[index]])
      }
    }
  }

  /// What happens to the blocks of the body.
  private func plan() -> Plan {
    let changedNotes = Set(changes.notes.filter { !$0.isRenumbering }.map(\.note))
    var plan = Plan()
    var (old, new) = (0, 0)
    for step in EditWalk(map.document.blocks, changes.blocks) {
      switch step {
      case .kept(let blocks):
        for block in blocks {
          if !changedNotes.isEmpty, NoteFinder.refers(block, to: changedNotes) {
            plan.replaced[old] = [shared.blocks[new]]
          }
          (old, new) = (old + 1, new + 1)
        }
      case .deleted(let blocks):
        for _ in blocks {
          plan.replaced[old] = []
          old += 1
        }
      case .inserted(let blocks):
        plan.inserted[old, default: []] += blocks
        new += blocks.count
      case .updated(_, let change):
        if let marker = renumbering(change, of: old) {
          plan.markers[old] = marker
        } else {
          plan.replaced[old] = [shared.blocks[new]]
        }
        (old, new) = (old + 1, new + 1)
      }
    }
    return plan
  }

  /// The markers of an item whose number alone changes, where the bytes can be changed just so.
  private func renumbering(_ change: BlockChange, of block: Int) -> (old: String, new: String)? {
    guard case .paragraph(let change) = change, change.isRenumbering, let item = change.listItem,
      let before = item.before, let after = item.after, before.list == after.list,
      marker(of: block, before.marker) != nil, RTFPatchWork.isPlain(after.marker)
    else { return nil }
    return (before.marker, after.marker)
  }

  /// Finds out whether a block refers to notes.
  private struct NoteFinder: DocumentVisitor {
    let notes: Set<Int>
    var hasFound = false

    static func refers(_ block: Block, to notes: Set<Int>) -> Bool {
      var finder = NoteFinder(notes: notes)
      Document.walk([block], &finder)
      return finder.hasFound
    }

    mutating func visit(_ inline: Inline) {
      switch inline {
      case .noteReference(let index), .deletedNote(let index): if notes.contains(index) { hasFound = true }
      default: break
      }
    }
  }

  // MARK: What is written

  /// Writes what takes the place of a region.
  private mutating func close(_ region: inout Region?) {
    guard let open = region else { return }
    region = nil
    var range = skippingLineEnds(open.bytes.lowerBound, open.bytes.upperBound)..<open.bytes.upperBound
    if range.isEmpty {
      let place = skippingLineEnds(range.lowerBound, bytes.count)
      range = place..<place
    }
    var written = range.isEmpty ? [] : RTFSkeleton.of(bytes, range, end: map.end)
    if !open.blocks.isEmpty {
      if range.isEmpty, range.upperBound >= map.end, !endsParagraph(before: range.lowerBound) {
        written += Array("\\par\n".utf8)
      }
      let isReset = written.isEmpty && RTFSkeleton.isReset(bytes, from: range.upperBound, end: map.end)
      written += write(open.blocks, isReset: isReset)
      // One line end is enough.
      if written.last == 0x0A, range.upperBound < bytes.count, bytes[range.upperBound] == 0x0A {
        written.removeLast()
      }
    }
    splices.append(Splice(range: range, bytes: written))
  }

  /// Line ends that separate what comes before from a range belong to neither.
  private func skippingLineEnds(_ start: Int, _ end: Int) -> Int {
    var start = start
    while start < end, bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
    return start
  }

  /// Whether the last paragraph has an end of its own, so that another one may follow.
  private func endsParagraph(before offset: Int) -> Bool {
    guard let last = map.document.blocks.last, case .paragraph = last else { return true }
    var text = bytes[..<offset].suffix(64)
    while let byte = text.last, byte <= 0x20 || byte == 0x7D { text.removeLast() }
    return text.suffix(4).elementsEqual(Array("\\par".utf8))
  }

  /// Blocks as RTF: in a group, so that what follows keeps its formatting, unless it sets its own.
  private mutating func write(_ blocks: [Block], isReset: Bool) -> [UInt8] {
    guard var builder else { return [] }
    builder.out = RTFOutput()
    builder.out.usesCodePage = false
    let isBare = isReset && !needsUnicode(blocks)
    if !isBare {
      builder.out.open()
      builder.out.word("uc", 1)
    }
    builder.blocks(blocks[...])
    if !isBare { builder.out.close() }
    self.builder = builder
    return builder.out.bytes
  }

  /// Whether text has characters that are written as `\u`, whose fallback the file may count otherwise.
  private func needsUnicode(_ blocks: [Block]) -> Bool {
    !BlockKey.text(blocks).utf8.allSatisfy { $0 < 0x80 }
      || blocks.contains { if case .table = $0 { true } else { false } }
  }

  // MARK: Markers

  /// The bytes of a list item's marker within its `\listtext`; nil where it isn't there just so.
  private func marker(of block: Int, _ marker: String) -> Range<Int>? {
    guard let segment = map.segments?.first(where: { $0.blocks.contains(block) }), segment.blocks.count == 1,
      RTFPatchWork.isPlain(marker)
    else { return nil }
    let text = bytes[segment.bytes]
    let (word, wanted) = (Array("{\\listtext".utf8), Array(marker.utf8))
    guard let group = find(word, in: text), let end = text[group...].firstIndex(of: 0x7D),
      let place = find(wanted, in: text[(group + word.count)..<end])
    else { return nil }
    return place..<(place + wanted.count)
  }

  /// Where bytes occur for the first time.
  private func find(_ wanted: [UInt8], in slice: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard slice.count >= wanted.count else { return nil }
    return (slice.startIndex...(slice.endIndex - wanted.count)).first {
      slice[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
  }

  /// Whether a marker is written in RTF as it is.
  private static func isPlain(_ marker: String) -> Bool {
    !marker.isEmpty
      && marker.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C && $0 != 0x7B && $0 != 0x7D }
  }

  // MARK: The head

  /// Adds to the head what it lacks.
  private mutating func addToHead() {
    guard let builder else { return }
    for (table, entries, frame) in builder.headAdditions(map) {
      if let end = map.tableEnds[table] {
        splices.append(Splice(range: end..<end, bytes: entries))
      } else {
        let bytes = Array(frame.utf8) + entries + Array("}\n".utf8)
        splices.append(Splice(range: map.start..<map.start, bytes: bytes))
      }
    }
  }

  /// The file with all splices. Of those at one place the first stays first.
  private func result() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + splices.reduce(0) { $0 + $1.bytes.count })
    var offset = 0
    let sorted = splices.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, splice) in sorted {
      guard splice.range.lowerBound >= offset else { continue }
      result += bytes[offset..<splice.range.lowerBound]
      result += splice.bytes
      offset = splice.range.upperBound
    }
    return result + bytes[offset...]
  }
}
