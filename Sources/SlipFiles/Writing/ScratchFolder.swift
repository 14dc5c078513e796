package import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A folder for copies of files that must not be opened in place. Only this user can read it, and
/// it goes away with this object or when the process is interrupted. If the process dies, the next folder
/// that is created deletes it.
///
/// It is in `TMPDIR`, or else in `/tmp`.
package final class ScratchFolder: LiveOutput {
  /// The folder's path.
  package let path: String
  /// The open folder, which is locked as long as this object lives.
  private let lock: DirectoryHandle

  /// What the name of each folder begins with; six more characters follow.
  private static let prefix = "slipconv-copy-"
  /// The file in each folder that says whose it is.
  private static let mark = ".slipconv-copy"

  /// Creates a folder.
  ///
  /// - Parameter parent: The folder that it is in; nil for the system's folder of temporary files.
  /// - Throws: `SlipError` where the system refuses.
  package init(in parent: String? = nil) throws(SlipError) {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    ScratchFolder.removeLeftovers(in: parent)
    LiveOutputs.beginCreating()
    defer { LiveOutputs.endCreating() }
    (path, lock) = try ScratchFolder.create(in: parent)
    LiveOutputs.add(self)
    try write(ScratchFolder.mark, UnsafeRawBufferPointer(start: nil, count: 0))
  }

  deinit {
    LiveOutputs.remove(self)
    remove()
  }

  /// Creates a folder and locks it, which shows that its process is alive.
  private static func create(in parent: String) throws(SlipError) -> (String, DirectoryHandle) {
    for _ in 0..<attempts {
      var template = Array((parent + "/\(prefix)XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else { throw .system("Cannot create a folder", parent, errno: errno) }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder: DirectoryHandle
      do throws(SlipError) { folder = try DirectoryHandle(path) } catch {
        // Another process took it for one left behind, and deleted it.
        guard error.code == FileCode.missing else { throw error }
        continue
      }
      let isLocked = retrying { flock(folder.descriptor, LOCK_EX | LOCK_NB) } == 0
      // Where the file system has no locks, nobody deletes the folder as left behind either.
      guard isLocked || errno != EWOULDBLOCK else { continue }
      // Another process may have taken it for one left behind before it was locked.
      if let now = try FileSystem.status(path), now.isSameFile(as: try folder.status()) {
        return (path, folder)
      }
    }
    throw .system("Cannot create a folder", parent, errno: EBUSY)
  }

  /// Deletes folders of this user's processes that have died. Failures are ignored: the next folder tries
  /// again.
  private static func removeLeftovers(in parent: String) {
    guard let parent = try? DirectoryHandle(parent), let names = try? parent.names() else { return }
    for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
      guard let folder = try? parent.openDirectory(name), let status = try? folder.status(),
        status.owner == geteuid(), status.permissions & 0o777 == 0o700,
        flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      if (try? folder.statusOfChild(mark)) ?? nil != nil {
        try? remove(folder, name, in: parent)
      } else {
        // The process died right after it had created the folder.
        unlinkat(parent.descriptor, name, AT_REMOVEDIR)
      }
    }
  }

  /// Deletes the folder with everything in it.
  private func remove() {
    let parts = DirectoryHandle.split(path)
    guard let parent = try? DirectoryHandle(parts.folder ?? "/") else { return }
    try? ScratchFolder.remove(lock, parts.name, in: parent)
  }

  /// Deletes a folder with everything in it, the mark last: until then the next process knows whose it is.
  private static func remove(
    _ folder: DirectoryHandle, _ name: String, in parent: DirectoryHandle
  ) throws(SlipError) {
    for name in try folder.names() where name != mark { try TreeRemover.remove(name, in: folder) }
    try TreeRemover.remove(name, in: parent)
  }

  /// Deletes the folder when the process is interrupted.
  func interrupt() -> Bool {
    remove()
    return true
  }

  /// Copies files into the folder. Where someone writes to one of them meanwhile, all are copied
  /// once more.
  ///
  /// - Parameter files: The path of each file and its name in the folder. Those that don't exist
  ///   are left out.
  /// - Returns: The lengths of the files; nil for those that don't exist.
  /// - Throws: `SlipError`; with code `FileCode.changedMeanwhile` where they change again.
  package func copy(_ files: [(path: String, name: String)]) throws(SlipError) -> [Int?] {
    for _ in 0..<ScratchFolder.copies {
      var before: [FileStatus?] = []
      for file in files { before.append(try FileSystem.status(file.path)) }
      for (file, status) in zip(files, before) where status != nil { try copy(file.path, to: file.name) }
      var isSame = true
      for (file, status) in zip(files, before) {
        let after = try FileSystem.status(file.path)
        let hasContent = status.map { after?.hasContent(of: $0) == true } ?? (after == nil)
        isSame = isSame && hasContent
      }
      if isSame { return before.map { $0?.length } }
    }
    throw FileCode.changedWhileRead(files.first?.path ?? path)
  }

  /// Writes a file into the folder.
  package func write(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    let target = path + "/" + name
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let output = retrying { open(target, flags, 0o600) }
    guard output >= 0 else { throw .system("Cannot create the file", target, errno: errno) }
    defer { close(output) }
    try MappedPages.forEachPiece(of: bytes) { (piece) throws(SlipError) in
      try FileSystem.writeFully(output, piece, target)
    }
  }

  /// How often files are copied that change meanwhile.
  private static let copies = 2
  /// How often a folder is created that another process takes for one left behind.
  private static let attempts = 100

  /// Copies one file.
  private func copy(_ source: String, to name: String) throws(SlipError) {
    let input = retrying { open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard input >= 0 else { throw .system("Cannot open the file", source, errno: errno) }
    defer { close(input) }
    _ = try FileSystem.regularStatus(input, source)
    let target = path + "/" + name
    let output = retrying { open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard output >= 0 else { throw .system("Cannot create the file", target, errno: errno) }
    defer { close(output) }
    try TreeLinker.copyBytes(from: input, to: output, source)
  }
}
