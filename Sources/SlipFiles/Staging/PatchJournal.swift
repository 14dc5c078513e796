public import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// What a `TreePatch` is about to do, in a file that survives the process.
///
/// The file is named `journal` and lies in the hidden directory `.NAME.commit`, beside the new files,
/// which are named by numbers. That directory gets its name when all is complete, so a journal is
/// never read half written.
///
///     slipbox journal 1
///     3 <old digest> <old length> <new digest> <new length> notes/6f/6f1c….rtf
///     0 <old digest> <old length> - 0 notes/6f/6f1d….rtf
struct PatchJournal {
  /// One file.
  struct Entry: Sendable, Equatable {
    /// Relative to the tree.
    var path: String
    /// The file that is replaced or deleted; nil where there is none.
    var old: FileFact?
    /// The file that takes its place; nil where it is deleted.
    var new: FileFact?
    /// The name of the new file in the hidden directory; 0 for a deletion.
    var number: Int

    /// Describes a change of one file; `new` is nil exactly where `number` is 0.
    init(path: String, old: FileFact?, new: FileFact?, number: Int) {
      (self.path, self.old, self.new, self.number) = (path, old, new, number)
    }

    /// Reads a line of the journal; nil for a malformed one.
    init?(line: Substring) {
      let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
      guard parts.count == 6, let number = Int(parts[0]), number >= 0 else { return nil }
      func fact(_ index: Int) -> FileFact? {
        guard let digest = Digest(hex: parts[index]), let length = Int(parts[index + 1]) else { return nil }
        return FileFact(digest: digest, length: length)
      }
      self.init(path: String(parts[5]), old: fact(1), new: fact(3), number: number)
      let isSafe = SafePath.fault(in: path, for: .everySystem) == nil
      guard isSafe, (new == nil) == (number == 0) else { return nil }
    }
  }

  /// In the order in which the changes are made.
  var entries: [Entry]

  /// The journal's file name in the hidden directory.
  fileprivate static let name = "journal"
  /// The first line, which tells the format and its version.
  private static let head = "slipbox journal 1"

  /// The name of the hidden directory of a change that counts as made.
  static func hiddenName(of target: String) -> String { StageDirectory.hiddenStem(target) + ".commit" }

  /// Writes the file and flushes it to disk.
  ///
  /// - Throws: `SlipError` where the journal is there already or can't be written.
  func write(to stage: DirectoryHandle) throws(SlipError) {
    func text(_ fact: FileFact?) -> String { fact.map { "\($0.digest.hex) \($0.length)" } ?? "- 0" }
    var lines = PatchJournal.head + "\n"
    for entry in entries { lines += "\(entry.number) \(text(entry.old)) \(text(entry.new)) \(entry.path)\n" }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(stage.descriptor, PatchJournal.name, flags, 0o600) }
    guard descriptor >= 0 else { throw .system("Cannot create the journal", stage.path, errno: errno) }
    defer { close(descriptor) }
    try slipErrors {
      try Array(lines.utf8).withUnsafeBytes { try FileSystem.writeFully(descriptor, $0, stage.path) }
    }
    guard slip_sync_file(descriptor) == 0 else {
      throw .system("Cannot flush the journal to disk", stage.path, errno: errno)
    }
  }

  /// Reads the journal in a hidden directory.
  ///
  /// - Throws: `SlipError` for one that can't be read.
  init(in stage: DirectoryHandle) throws(SlipError) {
    let bytes = try MappedFile(PatchJournal.name, beneath: stage).withBytes { Array($0) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first.map(String.init) == PatchJournal.head else { throw PatchJournal.malformed(stage) }
    entries = []
    for line in lines.dropFirst() {
      guard let entry = Entry(line: line) else { throw PatchJournal.malformed(stage) }
      entries.append(entry)
    }
  }

  /// A journal of these changes; nothing is written yet.
  init(entries: [Entry]) { self.entries = entries }

  /// The error for a journal that doesn't have this format.
  private static func malformed(_ stage: DirectoryHandle) -> SlipError {
    SlipError(
      .badInput, code: FileCode.unfinished,
      "The journal of an unfinished change can't be read; move the directory `\(stage.path)` away.",
      at: SourceLocation(file: stage.path))
  }

  /// Moves the files into place, one after the other. What is in place already is passed over.
  ///
  /// - Parameters:
  ///   - stage: The hidden directory.
  ///   - root: The tree.
  ///   - comparing: Whether time has passed since the change was prepared: then a file that is
  ///     neither the old nor the new one stays, as somebody has saved it meanwhile.
  static func move(
    _ entries: [Entry], from stage: DirectoryHandle, to root: DirectoryHandle, comparing: Bool
  ) throws(SlipError) {
    var folders: Set<String> = []
    for entry in entries {
      let folder = DirectoryHandle.split(entry.path).folder
      if comparing, try isTheirs(entry, in: root) { continue }
      if entry.new == nil {
        guard unlinkat(root.descriptor, entry.path, 0) == 0 || errno == ENOENT else {
          throw .system("Cannot delete the file", root.path(of: entry.path), errno: errno)
        }
        removeEmpty(folder, in: root)
        continue
      }
      try move(entry, from: stage, to: root)
      if let folder { folders.insert(folder) }
    }
    // Removing the last file of a folder has removed the folder, too.
    var changed: [String] = []
    for folder in folders.sorted() where try root.status(of: folder) != nil { changed.append(folder) }
    try TreeCommit.flush(changed + ["."], in: root)
  }

  /// Moves one file into place, unless it is there already.
  private static func move(
    _ entry: Entry, from stage: DirectoryHandle, to root: DirectoryHandle
  ) throws(SlipError) {
    let name = String(entry.number)
    if renameat(stage.descriptor, name, root.descriptor, entry.path) == 0 { return }
    if errno == ENOENT {
      guard try stage.statusOfChild(name) != nil else { return }
      if let folder = DirectoryHandle.split(entry.path).folder { try makeFolders(folder, in: root) }
      if renameat(stage.descriptor, name, root.descriptor, entry.path) == 0 { return }
    }
    throw .system("Cannot put the file in place", root.path(of: entry.path), errno: errno)
  }

  /// Whether somebody has saved another file in the place of one that is replaced or deleted.
  private static func isTheirs(_ entry: Entry, in root: DirectoryHandle) throws(SlipError) -> Bool {
    guard let status = try root.status(of: entry.path), status.kind == .file else { return false }
    let now = try TreePatch.fact(of: entry.path, in: root)
    return now != entry.old && now != entry.new
  }

  /// Creates a folder and those above it.
  private static func makeFolders(_ path: String, in root: DirectoryHandle) throws(SlipError) {
    if mkdirat(root.descriptor, path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let above = DirectoryHandle.split(path).folder else {
      throw .system("Cannot create the folder", root.path(of: path), errno: errno)
    }
    // Paths in a tree are a few folders deep.
    try makeFolders(above, in: root)
    guard mkdirat(root.descriptor, path, 0o777) == 0 || errno == EEXIST else {
      throw .system("Cannot create the folder", root.path(of: path), errno: errno)
    }
  }

  /// Removes a folder and those above it as long as they are empty.
  private static func removeEmpty(_ folder: String?, in root: DirectoryHandle) {
    var next = folder
    while let folder = next, unlinkat(root.descriptor, folder, AT_REMOVEDIR) == 0 {
      next = DirectoryHandle.split(folder).folder
    }
  }

  /// Completes the change of a process that died after the change counted as made. The caller holds
  /// the lock.
  static func complete(of target: String, in parent: DirectoryHandle) throws(SlipError) {
    let hidden = hiddenName(of: target)
    guard try parent.statusOfChild(hidden) != nil else { return }
    let stage = try parent.openDirectory(hidden)
    // Without a journal all is in place, and only the directory could not be deleted.
    if try stage.statusOfChild(PatchJournal.name) != nil {
      let journal = try PatchJournal(in: stage)
      try move(journal.entries, from: stage, to: try parent.openDirectory(target), comparing: true)
    }
    try TreeRemover.remove(hidden, in: parent)
  }
}

/// Changes that were begun.
extension TreePatch {
  /// Whether a change of a target counts as made and isn't complete: its files are being moved, or the
  /// process that moved them died.
  public static func isUnfinished(_ target: String) throws(SlipError) -> Bool {
    let (folder, name) = DirectoryHandle.split(FileSystem.realPath(target) ?? target)
    let journal = PatchJournal.hiddenName(of: name) + "/" + PatchJournal.name
    return try FileSystem.status((folder.map { $0 + "/" } ?? "") + journal, followLinks: false) != nil
  }

  /// Waits for a change that is being made, or completes it where its process has died.
  ///
  /// - Throws: `SlipError` where the lock can't be taken, for example on a medium that is read-only.
  public static func completeUnfinished(_ target: String) throws(SlipError) {
    var left = 2_500
    while true {
      do throws(SlipError) {
        try StageDirectory.lock(target, milliseconds: 0).lock.release()
        return
      } catch {
        // Whoever holds the lock is making the change.
        guard error.code == FileCode.locked, left > 0 else { throw error }
      }
      usleep(2_000)
      left -= 1
      if try !isUnfinished(target) { return }
    }
  }
}
