import SlipBase
import SlipTestSupport
import Testing

@testable import SlipFiles

/// Folders for copies of files.
@Suite struct ScratchFolderTests {
  @Test func foldersThatAreMadeAtOnceStay() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("s/x", "")
    let parent = directory.path("s")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let folder = try ScratchFolder(in: parent)
          try [UInt8(1)].withUnsafeBytes { (bytes) throws(SlipError) in try folder.write("a", bytes) }
          return try FileSystem.status(folder.path + "/a") != nil
        }
      }
      for try await isThere in group { #expect(isThere) }
    }
    #expect(directory.names("s") == ["x"])
  }
}
