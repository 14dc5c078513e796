internal import SlipBase
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

/// What is known of the files of an old version, in a file that survives the process.
///
/// Whoever deletes the old version must know which of its files somebody changed at the last moment. The times of the
/// files alone don't tell: a process that dies while it deletes has changed some of them. So the facts are written
/// before the exchange, to the hidden file `.NAME.known-…`:
///
///     slipbox files 1 2
///     4711
///     4712 1715000000000000 312
///
/// The first line ends with the number of files. Each other line has an inode, and the time and length of a file that
/// the new version doesn't share.
enum OldFiles {
  /// What the first line begins with: the format and its version.
  private static let head = "slipbox files 1 "

  /// Writes the file and flushes it to disk.
  ///
  /// - Throws: `SlipError` where it can't be written.
  static func write(
    _ known: [UInt64: LateChanges.Known], to name: String, in parent: DirectoryHandle
  ) throws(SlipError) {
    var text = "\(head)\(known.count)\n"
    for (inode, fact) in known.sorted(by: { $0.key < $1.key }) {
      switch fact {
      case .shared: text += "\(inode)\n"
      case .superseded(let modified, let length): text += "\(inode) \(modified.microseconds) \(length)\n"
      }
    }
    unlinkat(parent.descriptor, name, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(parent.descriptor, name, flags, 0o600) }
    guard descriptor >= 0 else { throw .system("Cannot write beside the target", parent.path, errno: errno) }
    defer { close(descriptor) }
    do throws(SlipError) {
      try Array(text.utf8).withUnsafeBufferPointer { bytes throws(SlipError) in
        try FileSystem.writeFully(descriptor, UnsafeRawBufferPointer(bytes), parent.path)
      }
      guard slip_sync_file(descriptor) == 0 else {
        throw SlipError.system("Cannot flush the file to disk", parent.path, errno: errno)
      }
    } catch {
      unlinkat(parent.descriptor, name, 0)
      throw error
    }
  }

  /// Reads the file; nil where there is none, or where it isn't complete.
  ///
  /// - Throws: `SlipError` where it is there and can't be read.
  static func read(
    _ name: String, in parent: DirectoryHandle
  ) throws(SlipError) -> [UInt64: LateChanges.Known]? {
    guard try parent.statusOfChild(name) != nil else { return nil }
    let bytes = try MappedFile(name, beneath: parent).withBytes { Array($0) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard bytes.last == UInt8(ascii: "\n"), let first = lines.first, first.hasPrefix(head),
      Int(first.dropFirst(head.count)) == lines.count - 1
    else { return nil }
    var known: [UInt64: LateChanges.Known] = [:]
    known.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      let numbers = line.split(separator: " ").map { Int64($0) }
      guard let inode = line.split(separator: " ").first.flatMap({ UInt64($0) }) else { return nil }
      if numbers.count == 1 {
        known[inode] = .shared
      } else if numbers.count == 3, let modified = numbers[1], let length = numbers[2] {
        known[inode] = .superseded(modified: Timestamp(microseconds: modified), length: Int(length))
      } else {
        return nil
      }
    }
    return known
  }
}
