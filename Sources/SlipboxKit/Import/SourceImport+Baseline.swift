internal import SlipPrograms
internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import Synchronization

/// What containers said when they were last imported, and where.
extension SourceImport {
  /// Gives a container that was imported from another place the key that it had there.
  mutating func recognize(_ work: inout Work, _ box: SlipBox) throws(SlipError) {
    guard !request.keepsApart, !box.has(source: work.state.key.text) else { return }
    let current = scans.flatMap { scan in scan.containers.map { $0.key(in: scan.sourceName).text } }
    let identity = ContainerIdentity(box: box, current: Set(current).union(recognized.map(\.source)))
    let context = try context(of: work, read: given)
    guard let key = try identity.source(of: work.tree, work.kind, work.state, context) else { return }
    recognized.append(ImportReport.Recognized(path: work.container.path, source: key.text))
    var state = SourceMerge(
      key: key, format: work.state.format, original: work.state.original,
      folder: folder(of: work.tree, work.kind, key, scans[work.scan]))
    state.modified = work.state.modified
    // Some notes get the file's name as a folder, and that is the one that they have.
    work.tree = work.tree.named(String(key.path.lastName))
    work.state = state
  }

  /// What reading a source as it was last imported needs to know, apart from its number.
  private func old(_ source: Source) throws(SlipError) -> SourceContext {
    var reading = ImportReading(remembered: source.reading)
    // Of a model only the digest is remembered.
    if let model = given.model { reading.model = model }
    return try reading.applied(to: context)
  }

  /// Lists the notes of containers that are gone from a folder that is imported: links to them led somewhere.
  mutating func listVanished(_ box: SlipBox, _ there: Set<Source.ID>) throws(SlipError) {
    for (number, scan) in scans.enumerated() where scan.isTree {
      let prefix = TextFolding.nfc(scan.sourceName) + "/"
      for source in box.sources where source.id.hasPrefix(prefix) && !there.contains(source.id) {
        let isListed = scans[number].containers.contains { $0.key(in: scan.sourceName).text == source.id }
        guard !isListed, ProgramTable.sources.kind(named: source.format) != nil else { continue }
        var known: [String: UniqueID] = [:]
        for id in box.notes(from: source.id) {
          if let item = box.note(id)?.sourceItem { known[item] = id }
        }
        var names = oldNames
        let place = names.addContainer()
        _ = try forEachOld(of: source, box, old(source), beside: nil) { item, id in
          guard case .note(let entry) = item, let note = known[id] else { return }
          _ = names.add(id, names: entry.names, note, in: place)
        }
        oldNames = names
      }
    }
  }

  /// Lists the notes that a container had when it was last imported, with their names and UUIDs.
  ///
  /// A link to a note that is new led nowhere then, and so must it when the old state is read again.
  mutating func listOld(_ work: Work, _ box: SlipBox) throws(SlipError) {
    let merger = merger
    var (state, names) = (work.state, oldNames)
    guard let source = box.source(work.state.key.text) else { return }
    var context = try old(source)
    context.container = work.number
    _ = try forEachOld(of: source, box, context, beside: work.tree) { item, id throws(SlipError) in
      guard case .note(let entry) = item else { return }
      var note = work.ids[work.state.moved[id] ?? id]
      if note == nil { note = try merger.noteID(ofItem: id, in: &state) }
      if let note { _ = names.add(id, names: entry.names, note, in: work.number) }
    }
    oldNames = names
  }

  /// Goes through what a container held when it was last imported, with the unique ids of its notes.
  ///
  /// - Returns: Whether all of it could be read; nil where nothing is kept of the container.
  /// - Throws: `SlipError` where what is kept is there and can't be read.
  private func forEachOld(
    of source: Source, _ box: SlipBox, _ context: SourceContext, beside current: SourceTree?,
    _ body: (SourceItem, String) throws(SlipError) -> Void
  ) throws(SlipError) -> Bool? {
    guard let old = output.old else { return nil }
    return try SourceImport.forEachOld(
      of: source, in: old, box, context, beside: current, request.limits, body)
  }

  /// The same from the files of a bundle.
  private static func forEachOld(
    of source: Source, in old: DirectoryStorage, _ box: SlipBox, _ context: SourceContext,
    beside current: SourceTree?, _ limits: Limits, _ body: (SourceItem, String) throws(SlipError) -> Void
  ) throws(SlipError) -> Bool? {
    guard let kind = ProgramTable.sources.kind(named: source.format) else { return nil }
    do throws(SlipError) {
      var tree = try slipErrors { try SourceImport.tree(of: source, in: old, box, limits) }
      if let current { tree.neighbour = current.neighbour }
      var reader = try kind.open(tree, context)
      var unique = RepeatedIDs(mark: "//")
      let takesTrash = ImportReading(remembered: source.reading).takesTrash == true
      while let item = try reader.next() {
        guard case .note(let entry) = item else {
          try body(item, "")
          continue
        }
        if !entry.isTrashed || takesTrash { try body(item, unique.next(entry.id)) }
      }
      return true
    } catch {
      if error.kind == .cannotDo, error.code != FileCode.missing { throw error }
      return false
    }
  }

  /// Whether a container was damaged as such when it was last imported, or wasn't imported before. Then it can't wait until it is whole
  /// again: it never was.
  ///
  /// - Throws: `SlipError` where what is kept of it is there and can't be read.
  func wasDamaged(_ work: Work, _ box: SlipBox) throws(SlipError) -> Bool {
    guard let source = box.source(work.state.key.text) else { return true }
    if !source.isIncomplete { return false }
    var isDamaged = false
    let isComplete = try forEachOld(of: source, box, old(source), beside: work.tree) { item, _ in
      if item.isDamage { isDamaged = true }
    }
    return isDamaged || isComplete != true
  }

  /// Reads what the container said when it was last imported, from what is kept of it.
  ///
  /// With that, what the program changed is told from what the user changed. Where what is kept is damaged or missing, all notes
  /// count as changed by the program.
  ///
  /// - Throws: `SlipError` where it is there and can't be read.
  func readBaseline(of work: inout Work, _ box: SlipBox) throws(SlipError) {
    var baseline = SourceBaseline()
    var entries: [SourceEntry] = []
    guard let source = box.source(work.state.key.text) else { return }
    var context = try old(source)
    context.container = work.number
    let isComplete = try forEachOld(of: source, box, context, beside: work.tree) { item, id in
      switch item {
      case .note(var entry):
        entry.id = id
        entries.append(entry)
      case .folder(let steps): baseline.add(steps)
      case .keyword(let keyword): baseline.add(keyword)
      case .skipped, .finding: break
      }
    }
    guard let isComplete else { return }
    baseline.isComplete = isComplete
    context.names = oldNames
    let (all, key, format, old) = (entries, work.state.key, work.state.format, context)
    let moved = work.state.moved
    var rest = all.indices[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(ImportBatch<Int>.mostPieces))
      rest = rest.dropFirst(batch.count)
      let found = Parallel.map(count: batch.count, workers: request.workers) {
        index -> SourceBaseline.Note? in
        let entry = all[batch[index]]
        do throws(SlipError) {
          var note = try ItemImporter.read(
            entry, as: old.names.note(entry.id, from: old.container) ?? UniqueID(high: 0, low: 0),
            order: batch[index], of: key, format: format, old)
          try note.limitNames(request.limits)
          note.item?.id = moved[entry.id] ?? entry.id
          return SourceBaseline.Note(note)
        } catch {
          // It was refused when it was imported, too.
          return nil
        }
      }
      for note in found { if let note { baseline.add(note) } }
    }
    if request.onConflict == .merge { baseline.text = oldTexts(of: source, box, work, context) }
    work.state.baseline = baseline
  }

  /// Reads texts of a container as it was last imported, when they are asked for.
  private func oldTexts(
    of source: Source, _ box: SlipBox, _ work: Work, _ context: SourceContext
  ) -> @Sendable (String) throws(SlipError) -> [UInt8]? {
    guard let old = output.old else { return { _ in nil } }
    let (limits, tree, moved) = (request.limits, work.tree, work.state.moved)
    let (key, format) = (work.state.key, work.state.format)
    let texts = OldTexts { () throws(SlipError) in
      var entries: [String: OldTexts.Entry] = [:]
      _ = try SourceImport.forEachOld(of: source, in: old, box, context, beside: tree, limits) { item, id in
        guard case .note(var entry) = item else { return }
        entry.id = id
        entries[moved[id] ?? id] = OldTexts.Entry(entry: entry, order: entries.count)
      }
      return entries
    }
    return { item throws(SlipError) in
      guard let found = try texts.entry(item) else { return nil }
      let id = context.names.note(found.entry.id, from: context.container) ?? UniqueID(high: 0, low: 0)
      do throws(SlipError) {
        return try ItemImporter.read(
          found.entry, as: id, order: found.order, of: key, format: format, context
        ).body.bytes
      } catch {
        if error.kind == .cannotDo, error.code != FileCode.missing { throw error }
        return nil
      }
    }
  }

  /// The files of a container as they were last imported.
  static func tree(
    of source: Source, in old: DirectoryStorage, _ box: SlipBox, _ limits: Limits
  ) throws -> SourceTree {
    let name = String(source.path.lastName)
    return try old.withBytes(of: PayloadPath.kept(source.kept.digest, source.keptExtension)) { kept in
      guard source.isPackage else { return try SourceTree.of(Array(kept), named: name, limits: limits) }
      let file = OriginalFile(fact: source.original, lifted: source.lifted, isPackage: true)
      let package = try file.package(kept: kept, limits: limits) { digest in
        guard let attachment = box.attachment(digest) else { return [] }
        return try old.read(PayloadPath.blob(digest, attachment.fileExtension))
      }
      return SourceTree.of(package, named: name)
    }
  }
}

/// The notes of a container as it was last imported, listed anew when the first is asked for: most imports ask for none.
private final class OldTexts: Sendable {
  /// A note.
  struct Entry: Sendable {
    /// The note, which is still to be read.
    var entry: SourceEntry
    /// Its place among all.
    var order: Int
  }

  /// Lists them.
  private let list: @Sendable () throws(SlipError) -> [String: Entry]
  /// What was listed.
  private let known = Mutex<[String: Entry]?>(nil)

  /// Prepares the list.
  init(_ list: @escaping @Sendable () throws(SlipError) -> [String: Entry]) { self.list = list }

  /// The note of an item; nil where there is none.
  func entry(_ item: String) throws(SlipError) -> Entry? {
    if let known = known.withLock({ $0 }) { return known[item] }
    let entries = try list()
    known.withLock { $0 = entries }
    return entries[item]
  }
}
