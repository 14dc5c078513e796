import SlipBase
import SlipBundle
import SlipFiles

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ZipFuzzer {
  private static let path =
    (getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm") + "/fuzz-\(getpid()).slippack"

  /// Any bytes as a packed bundle: an error with a code, or entries with safe names that can be read within their limits.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    claim(write(file, bytes.baseAddress, bytes.count) == bytes.count)
    close(file)
    var limits = Limits()
    limits.fileBytes = 1 << 22
    limits.zipBytes = 1 << 24
    limits.files = 1_000
    do {
      let storage = try ZipStorage(path, limits: limits)
      var previous: String?
      for entry in try storage.entries() {
        claim(SafePath.fault(in: entry.path) == nil && entry.length <= limits.fileBytes)
        claim(previous.map { $0.utf8.lexicographicallyPrecedes(entry.path.utf8) } ?? true)
        previous = entry.path
        do {
          let length = try storage.withBytes(of: entry.path) { $0.count }
          claim(length == entry.length)
          let fact = try storage.fact(of: entry.path)
          claim(fact.length == length)
        } catch let error as SlipError { claim(error.code != nil) }
      }
    } catch {
      claim((error as? SlipError)?.code != nil)
    }
  }
}
