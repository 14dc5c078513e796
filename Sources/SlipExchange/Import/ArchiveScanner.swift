internal import SlipBase
internal import SlipFiles
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD
internal import Synchronization

/// Looks into archives.
///
/// An archive that holds the notes of one program, and nothing else that could be imported, is a container. Any other is unpacked and
/// looked at as the folder that it was made of, so that the same comes of both.
struct ArchiveScanner {
  /// What an archive is.
  enum Content {
    /// A container as a whole.
    case container(SourceTable.Finding)
    /// Notes and containers, as a folder may have them.
    case folder(ImportScan)
    /// An archive of other things.
    case nothing
  }

  /// Looks at what is unpacked.
  private let scanner: ImportScanner
  /// The kinds of containers.
  private var sources: SourceTable { scanner.sources }

  /// How many archives may lie in each other.
  static let deepest = 4

  /// Creates a scanner of archives.
  ///
  /// - Parameter scanner: The scanner that came upon them.
  init(_ scanner: ImportScanner) { self.scanner = scanner.depth == 0 ? scanner.outermost : scanner }

  /// What an archive holds, or the parts of one export together.
  ///
  /// - Parameters:
  ///   - paths: The archives in the file system.
  ///   - sourceName: What keys of files in it begin with.
  /// - Returns: Nil for a file that is no archive, and for several that aren't parts of one export.
  /// - Throws: `SlipError` where it can't be said what it is, or it is beyond a limit.
  func content(of paths: [String], sourceName: String) throws(SlipError) -> Content? {
    var trees: [SourceTree] = []
    for path in paths {
      guard let tree = try archive(path) else { return nil }
      trees.append(tree)
    }
    guard let first = trees.first, trees.count == 1 || ArchiveScanner.areParts(trees) else { return nil }
    var found: SourceTable.Finding?
    if trees.count == 1, let (kind, sureness) = sources.recognition(of: first) {
      found = SourceTable.Finding(kind: kind, failed: first.failed)
      if let fault = first.faults.all.first { throw fault.error }
      if let found, isWhole(first, kind, sureness) { return .container(found) }
    }
    let suffix = paths[0].suffixName
    let isGeneral = ImportScan.archives.contains(suffix) || !sources.isClaimed(by: suffix)
    if isGeneral, scanner.depth < ArchiveScanner.deepest, trees.contains(where: mayHoldNotes) {
      let scan = try unpacked(trees, of: paths, sourceName)
      // Something in it that can't be read is named, so then it is a folder with a container.
      let hasFaults = scan.isDamaged || scan.skipped.contains { $0.reason.error != nil }
      if scan.isOneContainer, !hasFaults, trees.count == 1,
        let kind = sources.kind(named: scan.containers[0].kind)
      {
        return .container(SourceTable.Finding(kind: kind, failed: first.failed))
      }
      if !scan.isEmpty || hasFaults { return .folder(scan) }
    }
    if let found { return .container(found) }
    if let fault = first.failed.first(where: { $0.error.kind == .cannotDo }) { throw fault.error }
    // An archive in which nothing can be read is a damaged archive, not a file that nobody knows.
    if first.files.isEmpty, let fault = first.failed.first { throw fault.error }
    return .nothing
  }

  /// Opens an archive; nil for another file, and for one that is damaged.
  private func archive(_ path: String) throws(SlipError) -> SourceTree? {
    do throws(SlipError) {
      let tree = try SourceTree.open(path)
      return tree.form == .archive ? tree : nil
    } catch {
      if error.kind == .cannotDo || error.code == RTFDCode.tooLarge { throw error }
      return nil
    }
  }

  /// Whether archives are parts of one export: no file is in two of them with another content.
  private static func areParts(_ trees: [SourceTree]) -> Bool {
    var seen: [String: (tree: Int, place: Int)] = [:]
    for (number, tree) in trees.enumerated() {
      for (place, file) in tree.files.enumerated() where !file.isClutter {
        guard let other = seen[file.path] else {
          seen[file.path] = (number, place)
          continue
        }
        guard let bytes = tree.soundBytes(at: place)?.array,
          bytes == trees[other.tree].soundBytes(at: other.place)?.array
        else { return false }
      }
    }
    return true
  }

  /// Whether all of an archive belongs to a container of a kind, as far as names say. The same folder would be looked at as a whole,
  /// or would have nothing else that can be imported.
  private func isWhole(_ tree: SourceTree, _ kind: SourceKind, _ sureness: Recognition) -> Bool {
    let isSure = sureness > .possible
    let top = tree.topPath
    if isSure {
      if sources.mayBeContainer(folder: tree.top) { return true }
      let marks = sources.marks.map { top + $0 }
      if tree.files.contains(where: { file in
        marks.contains { file.path == $0 || file.path.hasPrefix($0 + "/") }
      }) {
        return true
      }
    }
    // What a package holds, without the package around it.
    if isSure, !kind.folderSuffixes.isEmpty,
      !tree.files.contains(where: { file in
        file.path.split(separator: "/").dropLast().contains(where: sources.mayBeContainer(folder:))
      })
    {
      return true
    }
    let suffixes = Set(
      kind.suffixes + sources.kinds.filter { kind.parts.contains($0.name) }.flatMap(\.suffixes))
    return tree.files.allSatisfy { file in
      if file.isClutter || file.isHidden { return true }
      let suffix = file.path.suffixName
      if ImportScan.archives.contains(suffix) { return false }
      if isSure, file.path.split(separator: "/").dropLast().contains(where: sources.mayBeContainer(folder:)) {
        return true
      }
      if ExchangeTable.importer(forPath: file.path) != nil { return false }
      return !sources.mayBeContainer(file: file.name) || suffixes.contains(suffix)
        || kind.fileNames.contains(String(file.name))
    }
  }

  /// Whether an archive may hold something that can be imported, as far as names say.
  private func mayHoldNotes(_ tree: SourceTree) -> Bool {
    tree.files.contains { file in
      !file.isClutter && !file.isHidden
        && (file.path.suffixName.isEmpty || ExchangeTable.importer(forPath: file.path) != nil
          || OtherDocument.isNamedSo(file.path)
          || sources.mayBeContainer(file: file.name))
    }
  }

  /// The scan of archives that are unpacked to one folder.
  private func unpacked(
    _ trees: [SourceTree], of paths: [String], _ sourceName: String
  ) throws(SlipError) -> ImportScan {
    let shown = paths[0]
    let scratch = try ScratchFolder()
    let stem = ArchiveParts.stem(of: shown)
    let name = stem == "." || stem == ".." || stem.isEmpty ? "archive" : stem
    var lost: [SkippedFile] = []
    let archive = try FileSystem.status(shown)
    let time = archive?.modified ?? Timestamp(seconds: 0)
    for (number, tree) in trees.enumerated() {
      for (place, file) in tree.files.enumerated() where !file.isClutter {
        if trees[..<number].contains(where: { $0.place(of: file.path) != nil }) { continue }
        do throws(SlipError) {
          let bytes = try tree.bytes(at: place)
          try scanner.room.take(bytes.count, shown)
          try bytes.withBytes { bytes throws(SlipError) in
            try scratch.create(
              name + "/" + file.path, bytes, modified: file.modified ?? file.entryTime ?? time)
          }
        } catch {
          if error.code == RTFDCode.tooLarge { throw error }
          lost.append(SkippedFile(path: file.path, reason: .unreadable(error)))
        }
      }
      lost += tree.failed.map { SkippedFile(path: $0.path, reason: .unreadable($0.error)) }
      lost += tree.unreadable.map { SkippedFile(path: $0, reason: .symbolicLink) }
    }
    let tops = Set(trees.map(\.top))
    let top = tops.count == 1 ? tops.first ?? "" : ""
    let folder = scratch.path + "/" + name + (top.isEmpty ? "" : "/" + top)
    // Nothing of it may be readable.
    try FileSystem.makeDirectory(folder, parents: true)
    var scan = try scanner.inside.scan(folder, sourceName: sourceName)
    for index in lost.indices where !top.isEmpty && lost[index].path.hasPrefix(top + "/") {
      lost[index].path = String(lost[index].path.dropFirst(top.count + 1))
    }
    scan.skipped += lost
    scan.isDamaged = scan.isDamaged || lost.contains { $0.reason.error != nil }
    scan.findings += trees.compactMap(\.nameFinding)
    // Archives in it are named by it, and not by the folder.
    for index in scan.unpacked.indices { scan.unpacked[index].move(from: folder, to: shown) }
    scan.unpacked.append(
      ImportScan.Unpacked(path: "", archives: paths, folder: scan.root, scratch: scratch))
    return scan
  }
}

/// How many bytes archives in each other may unpack to altogether.
final class UnpackingRoom: Sendable {
  /// The bytes that are left.
  private let left: Mutex<Int>

  /// Has room for some bytes.
  init(_ bytes: Int) { left = Mutex(bytes) }

  /// Takes some of them.
  ///
  /// - Throws: `SlipError` with `RTFDCode.tooLarge` where there are too few.
  func take(_ count: Int, _ path: String) throws(SlipError) {
    let isEnough = left.withLock { left in
      left -= count
      return left >= 0
    }
    guard isEnough else {
      throw SlipError(
        .badInput, code: RTFDCode.tooLarge, "Archives in the archive unpack to more than the limit.",
        at: SourceLocation(file: path))
    }
  }
}
