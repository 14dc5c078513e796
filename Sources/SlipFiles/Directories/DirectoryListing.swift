internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The names of a directory's entries, as the file system stores them.
///
/// Names are bytes and need not be UTF-8. They are stored one after the other in one buffer, each
/// ended by a NUL, so that a directory of a million entries needs few allocations and each name can
/// be passed to a system call as it is.
struct DirectoryListing: Sendable {
  /// The place of a name in the listing's buffer.
  struct Name: Sendable {
    /// The index of the first byte.
    var offset: Int
    /// The number of bytes, without the NUL.
    var length: Int
    /// What the entry is, as the directory says; nil where the file system doesn't tell.
    var kind: FileStatus.Kind?
  }

  /// The names in the file system's order, or bytewise after `sort()`.
  private(set) var names: [Name] = []
  /// All names one after the other, each with a NUL at its end.
  private var bytes: [UInt8] = []

  /// Reads the names in a directory. `.` and `..` are left out; the order is the file system's.
  init(_ directory: DirectoryHandle) throws(SlipError) {
    // The directory is opened once more: streams over copies of one descriptor would share their position.
    let descriptor = retrying { openat(directory.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("Cannot open the directory", directory.path, errno: errno) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw .system("Cannot open the directory", directory.path, errno: code)
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .system("Cannot read the directory", directory.path, errno: errno) }
        return
      }
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: UInt8.self, capacity: 1) {
          append($0, DirectoryListing.kind(Int(entry.pointee.d_type)))
        }
      }
    }
  }

  /// Adds a name, unless it is `.` or `..`.
  private mutating func append(_ name: UnsafePointer<UInt8>, _ kind: FileStatus.Kind?) {
    let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
    if name[0] == UInt8(ascii: ".") && (length == 1 || (length == 2 && name[1] == UInt8(ascii: "."))) {
      return
    }
    names.append(Name(offset: bytes.count, length: length, kind: kind))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: length + 1))
  }

  /// The kind of an entry by its `d_type`; nil for none.
  private static func kind(_ type: Int) -> FileStatus.Kind? {
    switch type {
    case Int(DT_REG): .file
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .symlink
    case Int(DT_UNKNOWN): nil
    default: .special
    }
  }

  /// Sorts the names bytewise.
  mutating func sort() {
    names = names.sorted { precedes($0, slashed: false, $1, slashed: false) }
  }

  /// The name as text; nil where it isn't UTF-8.
  func text(_ name: Name) -> String? {
    String(validating: bytes[name.offset..<name.offset + name.length], as: UTF8.self)
  }

  /// The name's bytes, without the NUL.
  func systemName(_ name: Name) -> ArraySlice<UInt8> { bytes[name.offset..<name.offset + name.length] }

  /// The name for messages. Bytes that are not UTF-8 are written as `\xE9`, so that two names never
  /// look the same.
  func shownText(_ name: Name) -> String {
    PrintableText.ofBytes(bytes[name.offset..<name.offset + name.length])
  }

  /// Calls `body` with the name as the NUL-terminated string that system calls take.
  func withCString<R>(_ name: Name, _ body: (UnsafePointer<CChar>) -> R) -> R {
    bytes.withUnsafeBytes { buffer in
      // Every name ends in NUL, so the buffer is not empty here.
      guard let base = buffer.baseAddress else { return "".withCString(body) }
      return body((base + name.offset).assumingMemoryBound(to: CChar.self))
    }
  }

  /// Facts about an entry, links not followed; nil where it has vanished since the listing.
  ///
  /// - Throws: `SlipError` where the system can't say whether the entry is there. That isn't the
  ///   same as absence.
  func status(_ name: Name, in directory: DirectoryHandle) throws(SlipError) -> FileStatus? {
    var status = stat()
    let result = withCString(name) { fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    if result == 0 { return FileStatus(status) }
    if FileCode.meansNothing(errno) { return nil }
    throw .system("Cannot examine the file", directory.path(of: shownText(name)), errno: errno)
  }

  /// The number of names from which on several threads ask for the facts.
  private static let worthSharing = 1 << 10

  /// Facts about all entries, in the order of `names`; as `status(_:in:)` for each of them.
  func statuses(in directory: DirectoryHandle) -> [Result<FileStatus?, SlipError>] {
    let status = { @Sendable (index: Int) in
      Result { () throws(SlipError) in try self.status(names[index], in: directory) }
    }
    guard names.count >= DirectoryListing.worthSharing else { return names.indices.map(status) }
    return Parallel.map(count: names.count, status)
  }

  /// Bytewise order of names. A name whose flag is set is compared as if a `/` followed: the
  /// contents of the folder `a` come after the file `a-b`, because `-` sorts before `/`.
  func precedes(_ a: Name, slashed aSlashed: Bool, _ b: Name, slashed bSlashed: Bool) -> Bool {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      let common = min(a.length, b.length)
      let order = memcmp(base + a.offset, base + b.offset, common)
      if order != 0 { return order < 0 }
      /// The byte after the common part; -1 at the end.
      func next(_ name: Name, _ slashed: Bool) -> Int {
        name.length > common ? Int(buffer[name.offset + common]) : slashed ? 0x2F : -1
      }
      return next(a, aSlashed) < next(b, bSlashed)
    }
  }
}
