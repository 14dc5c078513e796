internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipPrograms

/// The survey of containers, before anything is merged: what they are, and the UUIDs of their notes, so that links between them come
/// out right whichever comes first.
///
/// Only heads are read here: ids, titles, paths. Memory holds some 200 bytes a note. Where no container has changed since the last
/// import, nothing is listed.
extension SourceImport {
  /// Surveys all containers of the scans.
  ///
  /// - Throws: `SlipError` where the bundle can't be read. A container that can't be read is skipped and reported.
  mutating func survey(_ box: SlipBox) throws(SlipError) {
    var found: [Work] = []
    for (number, scan) in scans.enumerated() {
      for container in scan.containers {
        do throws(SlipError) {
          var work = try work(container, of: number)
          try recognize(&work, box)
          work.reading = given.for(box.source(work.state.key.text))
          work.state.reading = work.reading.text
          try refuseLoss(of: work, box)
          merger.look(up: &work.state)
          found.append(work)
        } catch {
          failures.append((number, SourceImport.refused(container, of: scan, error)))
        }
      }
    }
    // What has gone before the last import isn't known without reading.
    let isUnchanged = !request.prunes && found.allSatisfy { $0.state.isUnchanged(in: box) }
    for var work in found {
      do throws(SlipError) {
        if isUnchanged {
          work.count = work.state.knownCount
        } else {
          let isKnown = work.state.isUnchanged(in: box)
          try listSound(&work, alsoAsOld: isKnown)
          if !isKnown { try listOld(work, box) }
        }
        works.append(work)
      } catch {
        if error.code == KitCode.cancelled { throw error }
        failures.append((work.scan, SourceImport.refused(work.container, of: scans[work.scan], error)))
      }
    }
    if !isUnchanged { try listVanished(box, Set(found.map(\.state.key.text))) }
  }

  /// How the report names a container that is left out: by the part that can't be read, where it is a part.
  private static func refused(
    _ container: ImportScan.Container, of scan: ImportScan, _ error: SlipError
  ) -> SkippedFile {
    for prefix in [scan.below(container.path) + "/", container.path.lastName + "/"] {
      guard error.kind == .cannotDo, let file = error.location?.file, file.hasPrefix(prefix) else { continue }
      return SkippedFile(
        path: container.path + "/" + file.dropFirst(prefix.count), reason: .unreadable(error))
    }
    return SkippedFile(path: container.path, reason: .refused(error))
  }

  /// Opens a container and computes its digest.
  private mutating func work(
    _ container: ImportScan.Container, of number: Int
  ) throws(SlipError) -> Work {
    guard let kind = ProgramTable.sources.kind(named: container.kind) else {
      throw SlipError(.badInput, code: ExchangeCode.unknownFormat, "There is no source of this name.")
    }
    let scan = scans[number]
    let path = scan.below(container.path)
    let (tree, original) = try ContainerOriginal.read(
      SourceTree.open(path, limits: request.limits, parts: container.parts), path: path)
    let key = container.key(in: scan.sourceName)
    let folder = folder(of: tree, kind, key, scan)
    _ = oldNames.addContainer()
    var work = Work(
      scan: number, container: container, kind: kind, tree: tree, reading: given, original: original,
      number: context.names.addContainer(),
      state: SourceMerge(
        key: key, format: kind.format(of: tree.form), original: original.fact, folder: folder))
    if tree.form == .file { work.state.modified = tree.files.first?.modified }
    return work
  }

  /// The folders that all notes of a container are in.
  func folder(
    of tree: SourceTree, _ kind: SourceKind, _ key: ImportKey, _ scan: ImportScan
  ) -> [String] {
    if kind.hasOwnFolder { return key.folder + [key.stem] }
    // Within a tree the container is a folder like its neighbours.
    guard scan.isTree, tree.form != .file, !kind.isOneNote(tree) else { return key.folder }
    return key.folder + [tree.form == .folder ? String(key.path.lastName) : key.stem]
  }

  /// Lists the notes of a container, without the files of an archive that are damaged in it, which are named then.
  private mutating func listSound(_ work: inout Work, alsoAsOld: Bool) throws(SlipError) {
    let before = work
    do throws(SlipError) { try list(&work, alsoAsOld: alsoAsOld) } catch {
      guard work.tree.form == .archive, error.kind == .badInput else { throw error }
      let lost = work.tree.damagedFiles
      if lost.isEmpty { throw error }
      homes.subtract(work.homes.values)
      work = before
      work.tree = work.tree.without(lost)
      try refuseLoss(of: work, merger.box)
      try list(&work, alsoAsOld: alsoAsOld)
    }
  }

  /// Lists the notes of a container with their names and UUIDs.
  ///
  /// - Parameter alsoAsOld: Whether they are those of the last import, too.
  private mutating func list(
    _ work: inout Work, alsoAsOld: Bool
  ) throws(SlipError) {
    var source = try work.kind.open(work.tree, context(of: work, read: work.reading))
    var unique = RepeatedIDs(mark: "//")
    var exported = try work.tree.read(ExportMarker.name).flatMap { ExportMarker($0) }
    let path = scans[work.scan].below(work.container.path)
    if exported == nil, work.tree.form == .folder, try FileSystem.status(path)?.kind == .directory {
      // The container may have only some files of the folder.
      exported = try ExportMarker(in: path)
    }
    var listed: [(id: String, names: [String])] = []
    while let item = try source.next() {
      if item.isDamage { work.isDamaged = true }
      guard case .note(let entry) = item else { continue }
      work.count += 1
      if work.count.isMultiple(of: 1_000) { try progress("looking", work.count, of: nil) }
      if entry.isTrashed, work.reading.takesTrash != true { continue }
      let id = unique.next(entry.id)
      if !request.keepsApart,
        let home = merger.home(of: entry, id, listed: exported?.notes[entry.id], in: work.state),
        homes.insert(home).inserted
      {
        work.homes[id] = home
      }
      listed.append((id, entry.names))
    }
    if let fault = work.tree.faults.all.first { throw fault.error }
    if work.tree.holeFinding != nil { work.isDamaged = true }
    if !alsoAsOld { try findMoves(in: &work, listed.map(\.id), merger.box) }
    for (id, names) in listed {
      let note: UniqueID
      if let home = work.homes[id] {
        note = home
      } else {
        note = try merger.noteID(ofItem: id, in: &work.state)
      }
      work.ids[id] = note
      _ = context.names.add(id, names: names, note, in: work.number)
      if alsoAsOld { _ = oldNames.add(id, names: names, note, in: work.number) }
    }
  }

  /// Lets notes that were moved within a folder stay the same notes.
  private func findMoves(in work: inout Work, _ listed: [String], _ box: SlipBox) throws(SlipError) {
    let state = work.state
    guard work.tree.form != .file, let source = box.source(state.key.text), let old = output.old else {
      return
    }
    let there = Set(listed)
    let gone = state.knownItems.filter { !there.contains($0) }
    let new = listed.filter { state.isNew($0) && work.homes[$0] == nil && work.tree.file(ofItem: $0) != nil }
    guard !gone.isEmpty, !new.isEmpty else { return }
    let before = try slipErrors { try SourceImport.tree(of: source, in: old, box, request.limits) }
    let moves = try ContainerMoves(from: gone.sorted(), in: before, to: new, in: work.tree)
    for (path, now) in moves.paths.sorted(by: { $0.key < $1.key }) { work.state.move(path, to: now) }
  }

  /// Throws where a part of a known container can't be read that could be read before, or has no bytes any more though many notes were
  /// in it.
  ///
  /// Without that part, what is kept of the container would lose it, and notes would lose what it says of them. So the
  /// container stays as it is until all of it can be read again.
  private func refuseLoss(of work: Work, _ box: SlipBox) throws(SlipError) {
    let empty = work.kind.holdsManyInFiles ? work.tree.files.filter { $0.length == 0 } : []
    guard !work.tree.failed.isEmpty || !empty.isEmpty, let source = box.source(work.state.key.text),
      let old = output.old
    else { return }
    let known = try slipErrors { try SourceImport.tree(of: source, in: old, box, request.limits) }
    for fault in work.tree.failed {
      let isKnown =
        fault.path.isEmpty
        || known.files.contains {
          $0.path == fault.path || $0.path.hasPrefix(fault.path + "/")
        }
      if isKnown { throw fault.error }
    }
    for file in empty where known.place(of: file.path).map({ known.files[$0].length > 0 }) ?? false {
      throw SlipError(
        .badInput, code: ExchangeCode.pieceDamaged,
        "The file is empty; there were notes in it when it was last imported.",
        at: SourceLocation(file: file.path))
    }
  }
}
