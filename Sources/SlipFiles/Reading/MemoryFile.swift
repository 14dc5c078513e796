internal import CFileShims
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

/// A file for what no disk should have, such as what was decrypted: its bytes are in memory, and go when it is closed.
///
/// A system without such files gives one without a name in `TMPDIR` or `/tmp`, which nobody else can open, and which is gone with the
/// process, however that ends.
package final class MemoryFile {
  /// The open file; -1 once it was given away.
  private var descriptor: Int32
  /// What the file is called in messages.
  private let path: String

  /// Makes an empty file.
  ///
  /// - Parameter path: What it is called in messages.
  /// - Throws: `SlipError` where the system refuses.
  package init(for path: String) throws(SlipError) {
    self.path = path
    descriptor = retrying { slip_memory_file() }
    guard descriptor < 0 else { return }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    descriptor = retrying { slip_unnamed_file(folder) }
    guard descriptor < 0 else { return }
    var name = Array((folder + "/slipbox-XXXXXX").utf8CString)
    descriptor = retrying { slip_temporary_file(&name) }
    guard descriptor >= 0 else { throw .system("Cannot create a temporary file", folder, errno: errno) }
    unlink(name)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends bytes.
  ///
  /// - Throws: `SlipError` where there is no memory for them.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    try FileSystem.writeFully(descriptor, bytes, path)
  }

  /// The file for reading. Nothing can be appended then.
  ///
  /// - Throws: `SlipError` where the system refuses.
  package func finished() throws(SlipError) -> InputFile {
    let open = descriptor
    descriptor = -1
    return try InputFile(adopting: open, path: path)
  }
}
