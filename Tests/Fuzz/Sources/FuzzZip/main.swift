import FuzzDriver
import SlipBase
import SlipBundle

// Any bytes as a packed bundle: an error with a code, or entries with safe names that can be read within their limits.
let path = (getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm") + "/fuzz-\(getpid()).slippack"
let result = slip_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { data, size in
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  assertAlways(write(file, data, size) == size)
  close(file)
  var limits = Limits()
  limits.fileBytes = 1 << 22
  limits.zipBytes = 1 << 24
  limits.files = 1_000
  do {
    let storage = try ZipStorage(path, limits: limits)
    var previous: String?
    for entry in try storage.entries() {
      assertAlways(SafePath.fault(in: entry.path) == nil && entry.length <= limits.fileBytes)
      assertAlways(previous.map { $0.utf8.lexicographicallyPrecedes(entry.path.utf8) } ?? true)
      previous = entry.path
      do {
        let length = try storage.withBytes(of: entry.path) { $0.count }
        assertAlways(length == entry.length)
        let fact = try storage.fact(of: entry.path)
        assertAlways(fact.length == length)
      } catch let error as SlipError { assertAlways(error.code != nil) }
    }
  } catch {
    assertAlways((error as? SlipError)?.code != nil)
  }
  return 0
}
unlink(path)

@Sendable func assertAlways(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the claim in line \(line) does not hold") }
}
exit(result)

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
