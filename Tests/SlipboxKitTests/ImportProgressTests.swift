import SlipBase
import SlipTestSupport
import Synchronization
import Testing

@testable import SlipboxKit

/// What an import says while it looks for notes.
@Suite struct ImportProgressTests {
  /// A folder with many files, and one with a container of many notes.
  private static func inputs() throws -> (TemporaryDirectory, [String]) {
    let directory = try TemporaryDirectory()
    for number in 0..<1_100 { try directory.write("Files/\(number).txt", "x") }
    let notes = (0..<1_100).map { "<note><title>\($0)</title><content>x</content></note>" }
    try directory.write("Book.enex", "<en-export>\(notes.joined())</en-export>")
    return (directory, [directory.path("Files"), directory.path("Book.enex")])
  }

  @Test func lookingForNotesIsReported() throws {
    let (directory, inputs) = try Self.inputs()
    var request = ImportRequest(inputs: inputs)
    request.target = .at(directory.path("b.slipbox"))
    let steps = Mutex<[String]>([])
    _ = try request.run(
      progress: WorkProgress { step in steps.withLock { $0.append("\(step.phase) \(step.done)") } })
    let looking = steps.withLock { $0 }.prefix { $0.hasPrefix("looking") }
    #expect(looking == ["looking 1000", "looking 1000"])
  }

  @Test(arguments: [1, 2]) func lookingForNotesCanBeCancelled(_ number: Int) throws {
    let (directory, inputs) = try Self.inputs()
    var request = ImportRequest(inputs: inputs)
    request.target = .at(directory.path("b.slipbox"))
    let count = Mutex(0)
    let progress = WorkProgress(isCancelled: { count.withLock { $0 } >= number }) { _ in
      count.withLock { $0 += 1 }
    }
    #expect { _ = try request.run(progress: progress) } throws: {
      ($0 as? SlipError)?.code == KitCode.cancelled
    }
    #expect(!directory.exists("b.slipbox"))
  }
}
