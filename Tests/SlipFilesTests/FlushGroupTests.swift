import SlipTestSupport
import Synchronization
import Testing

import SlipBase
@testable import SlipFiles

@Suite struct FlushGroupTests {
  @Test func noMoreComputeThanThereAreLanes() {
    let group = FlushGroup(lanes: 3)
    let now = Atomic(0)
    let most = Atomic(0)
    ThreadTeam.run(20) { _ in
      for _ in 0..<50 {
        group.run {
          let count = now.add(1, ordering: .relaxed).newValue
          most.max(count, ordering: .relaxed)
          now.subtract(1, ordering: .relaxed)
        }
      }
    }
    #expect((1...3).contains(most.load(ordering: .relaxed)))
  }

  @Test func treesAreCommittedTogether() throws {
    let directory = try TemporaryDirectory()
    let group = FlushGroup(lanes: 2)
    let failures = Atomic(0)
    ThreadTeam.run(16) { number in
      group.run {
        do {
          let stage = try TreeStage.begin(at: directory.path("tree-\(number)"))
          try stage.write("a/b", Array("\(number)".utf8))
          try stage.commit()
          try FileSystem.writeFileAtomically(directory.path("file-\(number)"), Array("\(number)".utf8))
        } catch {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    for number in 0..<16 {
      #expect(directory.text("tree-\(number)/a/b") == "\(number)")
      #expect(directory.text("file-\(number)") == "\(number)")
    }
    #expect(directory.names().count == 32)
  }

  @Test func aFileThatIsNotOpenIsAnError() {
    FlushGroup(lanes: 1).run { #expect(FlushGroup.current?.flush(volumeOf: -1) != 0) }
  }
}
