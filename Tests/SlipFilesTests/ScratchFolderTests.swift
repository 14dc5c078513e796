import Foundation
import SlipBase
import SlipTestSupport
import Synchronization
import Testing

@testable import SlipFiles

/// Folders for copies of files.
@Suite struct ScratchFolderTests {
  /// Makes a folder with a file in it, and says whether the file is there.
  private static func makes(in parent: String) -> Bool {
    do {
      let folder = try ScratchFolder(in: parent)
      try folder.write("a", UnsafeRawBufferPointer(start: nil, count: 0))
      return try FileSystem.status(folder.path + "/a") != nil
    } catch {
      return false
    }
  }

  @Test func foldersThatAreMadeAtOnceStay() throws {
    let directory = try TemporaryDirectory()
    try directory.write("s/x", "")
    let parent = directory.path("s")
    let made = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 300) { _ in
      if Self.makes(in: parent) { made.withLock { $0 += 1 } }
    }
    #expect(made.withLock { $0 } == 300)
    #expect(directory.names("s") == ["x"])
  }
}
