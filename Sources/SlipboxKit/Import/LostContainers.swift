internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipPrograms

/// Containers that the slip-box knows and that aren't recognized any more, because the part by which they are known is damaged or
/// missing.
///
/// Left alone, their files would come in as notes of their own, and their notes would count as gone.
struct LostContainers {
  /// What the slip-box knows.
  private let box: SlipBox
  /// All keys of containers that were found.
  private let found: Set<String>

  /// Prepares a look at all scans of an import.
  private init(_ scans: [ImportScan], _ box: SlipBox) {
    self.box = box
    found = Set(scans.flatMap { scan in scan.containers.map { $0.key(in: scan.sourceName).text } })
  }

  /// Takes what isn't recognized any more out of scans, and lists it as something that can't be imported.
  ///
  /// - Throws: `SlipError` for a folder that was imported as a container as a whole.
  static func expect(in scans: inout [ImportScan], _ box: SlipBox) throws(SlipError) {
    let lost = LostContainers(scans, box)
    for index in scans.indices { try lost.expect(in: &scans[index]) }
  }

  /// Extensions of files that are notes wherever they lie, each by its path in the folder that is imported.
  private static let pages = Set(
    ProgramTable.sources.kinds.filter { ["markdown", "html", "org"].contains($0.name) }.flatMap(\.suffixes))

  /// The kind that a source was imported as; nil for single files, and for folders of pages, which people put together themselves
  /// and whose notes are the same whatever the folder is.
  private func kind(of key: String) -> SourceKind? {
    guard let source = box.source(key), let kind = ProgramTable.sources.kind(named: source.format) else {
      return nil
    }
    let isOfPages = box.notes(from: key).contains { note in
      box.note(note)?.sourceItem.map { LostContainers.pages.contains($0.suffixName) } ?? false
    }
    return isOfPages || kind.suffixes.isEmpty ? nil : kind
  }

  /// The error for something that was of a kind.
  private func error(_ kind: SourceKind, _ path: String) -> SlipError {
    SlipError(
      .badInput, code: ExchangeCode.pieceDamaged,
      "It was imported before (\(kind.title)), and isn't recognized as that now: something of it is damaged or missing. What is something else needs another name.",
      at: SourceLocation(file: path))
  }

  /// Looks at one scan.
  private func expect(in scan: inout ImportScan) throws(SlipError) {
    let name = scan.sourceName
    /// The key of a path.
    func key(_ path: String) -> String { ImportKey(sourceName: name, path: path).text }
    if scan.isTree, let whole = scan.wholeKey?.text, !found.contains(whole), let kind = kind(of: whole) {
      throw error(kind, scan.unpacked.first { $0.path.isEmpty }?.archive ?? scan.root)
    }
    for (index, file) in scan.skipped.enumerated() where !file.reason.isFailure {
      guard let kind = kind(of: key(file.path)) else { continue }
      scan.skipped[index].reason = .refused(error(kind, scan.shown(file.path)))
    }
    var gone: [SkippedFile] = []
    for container in scan.containers {
      guard let kind = kind(of: container.key(in: name).text), kind.name != container.kind else { continue }
      gone.append(
        SkippedFile(path: container.path, reason: .refused(error(kind, scan.shown(container.path)))))
    }
    if !scan.isTree {
      for file in scan.files {
        guard let kind = kind(of: file.key(in: name).text) else { continue }
        gone.append(SkippedFile(path: file.path, reason: .refused(error(kind, scan.shown(file.path)))))
      }
    } else {
      gone += try folders(in: scan)
    }
    for archive in scan.unpacked where !archive.path.isEmpty && archive.archive.hasPrefix(scan.root + "/") {
      let path = String(archive.archive.dropFirst(scan.root.count + 1))
      guard let kind = kind(of: key(path)) else { continue }
      // What was one container is unpacked now, because something else is in it, too.
      scan.files.removeAll { $0.path.hasPrefix(archive.path + "/") }
      scan.containers.removeAll { $0.path == archive.path || $0.path.hasPrefix(archive.path + "/") }
      gone.append(SkippedFile(path: path, reason: .refused(error(kind, archive.archive))))
    }
    for file in gone {
      scan.containers.removeAll { $0.path == file.path }
      scan.files.removeAll { $0.path == file.path || $0.path.hasPrefix(file.path + "/") }
      scan.containers.removeAll { $0.path.hasPrefix(file.path + "/") }
    }
    scan.skipped += gone
  }

  /// The folders in a tree that were containers, and are there without being recognized.
  private func folders(in scan: ImportScan) throws(SlipError) -> [SkippedFile] {
    var gone: [SkippedFile] = []
    let prefix = scan.sourceName + "/"
    for source in box.sources where source.id.hasPrefix(prefix) && !found.contains(source.id) {
      guard source.format.hasSuffix(Source.folderSuffix), let kind = kind(of: source.id),
        ImportKey(sourceName: scan.sourceName, path: source.path).text == source.id,
        !scan.skipped.contains(where: { $0.path == source.path }),
        try FileSystem.status(scan.below(source.path))?.kind == .directory
      else { continue }
      gone.append(
        SkippedFile(
          path: source.path, isDirectory: true, reason: .refused(error(kind, scan.shown(source.path)))))
    }
    return gone
  }
}
