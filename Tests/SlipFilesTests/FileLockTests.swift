import SlipBase
import SlipTestSupport
import Testing

@testable import SlipFiles

@Suite struct FileLockTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private func acquire(milliseconds: Int = 0) throws(SlipError) -> FileLock {
    try FileLock.acquire(
      ".box.lock", in: try DirectoryHandle(directory.url.path), milliseconds: milliseconds, subject: "box")
  }

  @Test func oneHolderAtATime() throws {
    let first = try acquire()
    #expect(!first.wasLeftBehind)
    let refused = slipError { _ = try acquire(milliseconds: 40) }
    #expect(refused?.code == FileCode.locked)
    // The message names the process that holds it.
    #expect(refused?.message.contains("pid \(getpid())") == true)
    first.release()
    #expect(directory.names() == [])
    try acquire().release()
  }

  @Test func aDeadHoldersFileIsTakenOver() throws {
    try acquire().release(removing: false)
    #expect(directory.names() == [".box.lock"])
    let second = try acquire()
    #expect(second.wasLeftBehind)
    second.release()
    #expect(directory.names() == [])
  }

  @Test(arguments: ["precious\n", "12 monkeys", "99999999999999999999999999"])
  func aFileThatIsNoLockStays(_ text: String) throws {
    try directory.write(".box.lock", text)
    #expect(slipError { _ = try acquire() }?.code == FileCode.inTheWay)
    #expect(directory.text(".box.lock") == text)
  }

  @Test func aLinkIsNotFollowed() throws {
    try directory.write("precious", "bytes")
    try directory.link(".box.lock", to: "precious")
    #expect(slipError { _ = try acquire() } != nil)
    #expect(directory.text("precious") == "bytes")
  }

  /// A second name of somebody's file must not be written to.
  @Test func aHardLinkIsRefused() throws {
    try directory.write("other", "")
    #expect(link(directory.path("other"), directory.path(".box.lock")) == 0)
    #expect(slipError { _ = try acquire() }?.code == FileCode.inTheWay)
    #expect(directory.text("other") == "")
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
