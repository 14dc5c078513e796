import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Synchronization
import Testing

/// Something that has happened, seen from several threads.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isRaised: Bool { value.withLock { $0 } }
  func raise() { value.withLock { $0 = true } }
}

/// Long work on a thread of its own: its result, its progress, and its end when the task is cancelled.
@Suite struct BackgroundTests {
  private func notes() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for number in 0..<600 { try directory.write("notes/\(number).txt", "Note \(number)") }
    return directory
  }

  @Test func importsInTheBackground() async throws {
    let directory = try notes()
    let steps = Mutex(0)
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(directory.path("b.slipbox"))
    let outcome = try await request.run(progress: WorkProgress { _ in steps.withLock { $0 += 1 } })
    #expect(outcome.noteCount == 600)
    #expect(steps.withLock { $0 } > 2)
  }

  @Test func cancellingChangesNothing() async throws {
    let directory = try notes()
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(directory.path("b.slipbox"))
    let asked = request
    let (begun, ended) = (Flag(), Flag())
    let task = Task {
      try await asked.run(
        progress: WorkProgress { _ in
          begun.raise()
          while !ended.isRaised { usleep(1_000) }
        })
    }
    while !begun.isRaised { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    ended.raise()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(directory.names() == ["notes"])
  }

  @Test func editsInTheBackground() async throws {
    let directory = try notes()
    var request = ImportRequest(inputs: [directory.path("notes/1.txt")])
    request.target = .at(directory.path("b.slipbox"))
    _ = try await request.run()
    let edit = EditRequest(bundle: directory.path("b.slipbox"), date: Timestamp(seconds: 0), author: nil)
    let (id, result) = try await edit.run { session throws(SlipError) in
      try session.create(NoteDraft(title: "New"))
    }
    #expect(result.changes.map(\.id) == [id.description])
  }
}
