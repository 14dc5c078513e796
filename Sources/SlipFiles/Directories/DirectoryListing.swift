internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The names in one directory as the file system stores them: bytes, NUL-terminated, in one buffer.
struct DirectoryListing: Sendable {
  struct Name: Sendable {
    var offset: Int
    var length: Int
  }

  private(set) var names: [Name] = []
  private var bytes: [UInt8] = []

  /// Reads the directory from its start. `.` and `..` are left out; the order is the file system's.
  init(_ directory: DirectoryHandle) throws(SlipError) {
    // A description of its own: directory streams share the position otherwise.
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
        name.withMemoryRebound(to: UInt8.self, capacity: 1) { append($0) }
      }
    }
  }

  private mutating func append(_ name: UnsafePointer<UInt8>) {
    let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
    if name[0] == 0x2E && (length == 1 || (length == 2 && name[1] == 0x2E)) { return }
    names.append(Name(offset: bytes.count, length: length))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: length + 1))
  }

  /// Puts the names in bytewise order.
  mutating func sort() {
    names = names.sorted { precedes($0, slashed: false, $1, slashed: false) }
  }

  /// Nil when the name is not UTF-8.
  func text(_ name: Name) -> String? {
    String(validating: bytes[name.offset..<name.offset + name.length], as: UTF8.self)
  }

  func systemName(_ name: Name) -> ArraySlice<UInt8> { bytes[name.offset..<name.offset + name.length] }

  /// For messages: bytes that are not UTF-8 as `\xE9`, so that the name can be told from it.
  func shownText(_ name: Name) -> String {
    PrintableText.ofBytes(bytes[name.offset..<name.offset + name.length])
  }

  func withCString<R>(_ name: Name, _ body: (UnsafePointer<CChar>) -> R) -> R {
    bytes.withUnsafeBytes { buffer in
      // Every name ends in NUL, so the buffer is not empty here.
      guard let base = buffer.baseAddress else { return "".withCString(body) }
      return body((base + name.offset).assumingMemoryBound(to: CChar.self))
    }
  }

  /// Facts about an entry, links not followed; nil where it vanished since the listing.
  ///
  /// - Throws: Where the system can't say whether it is there: that is not the same as nothing.
  func status(_ name: Name, in directory: DirectoryHandle) throws(SlipError) -> FileStatus? {
    var status = stat()
    let result = withCString(name) { fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    if result == 0 { return FileStatus(status) }
    if FileFault.meansNothing(errno) { return nil }
    throw .system("Cannot examine the file", directory.path(of: shownText(name)), errno: errno)
  }

  /// Names that make it worth another thread's while to look at them.
  private static let worthSharing = 1 << 10

  /// Of all names, in their order.
  func statuses(in directory: DirectoryHandle) -> [Result<FileStatus?, SlipError>] {
    let status = { @Sendable (index: Int) in
      Result { () throws(SlipError) in try self.status(names[index], in: directory) }
    }
    guard names.count >= DirectoryListing.worthSharing else { return names.indices.map(status) }
    return Parallel.map(count: names.count, status)
  }

  /// Bytewise order; a name with `slashed` counts as if `/` followed.
  func precedes(_ a: Name, slashed aSlashed: Bool, _ b: Name, slashed bSlashed: Bool) -> Bool {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      let common = min(a.length, b.length)
      let order = memcmp(base + a.offset, base + b.offset, common)
      if order != 0 { return order < 0 }
      func next(_ name: Name, _ slashed: Bool) -> Int {
        name.length > common ? Int(buffer[name.offset + common]) : slashed ? 0x2F : -1
      }
      return next(a, aSlashed) < next(b, bSlashed)
    }
  }
}
