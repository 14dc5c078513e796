import Foundation
import SlipPrograms
import SlipBase
import SlipBundle
import SlipExchange
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// An export that is imported into the slip-box that it came from: its notes are those that are there.
@Suite struct HomeTests {
  static let containers = ProgramTable.containers.map(\.name)
  static let targets = ExchangeTable.targets.map(\.name).filter { $0 != ExportTarget.original.name }

  let bench: TargetBench

  init() throws { bench = try TargetBench() }

  private var box: SlipBox { get throws { try OpenBundle(bench.bundle).box } }

  private func importBack(
    _ path: String, _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [path])
    request.target = .at(bench.bundle)
    change(&request)
    return try request.run()
  }

  private func exported(to target: ExportTarget) throws -> String {
    let path = bench.directory.path("out")
    _ = try ExportRequest(bundle: bench.bundle, output: path, target: target).run()
    return path
  }

  @Test(arguments: containers, [1, 2, 3]) func aContainerComesHome(name: String, seed: Int) throws {
    try bench.make(seed: seed, notes: 8)
    let before = try box
    let target = try #require(ProgramTable.container(named: name))
    let path = bench.directory.path("out" + (target.suffix.isEmpty ? "" : "." + target.suffix))
    _ = try ContainerExport(bundle: bench.bundle, output: path, target: target).run()
    let outcome = try importBack(path)
    #expect(outcome.report.added.map(\.path) == [] && outcome.report.conflicts.isEmpty)
    #expect(outcome.report.updated.isEmpty, "\(outcome.report.updated.map(\.path))")
    #expect(outcome.report.unchanged.count + outcome.report.kept.count == before.noteCount)
    #expect(try Set(box.noteIDs) == Set(before.noteIDs))
  }

  @Test(arguments: targets, [1, 2]) func aFolderOfFilesComesHome(name: String, seed: Int) throws {
    try bench.make(seed: seed, notes: 8)
    let before = try box
    let target = try #require(ExchangeTable.target(named: name))
    let outcome = try importBack(exported(to: target))
    #expect(outcome.report.added.map(\.path) == [] && outcome.report.conflicts.isEmpty)
    #expect(outcome.report.updated.isEmpty, "\(outcome.report.updated.map(\.path))")
    #expect(try Set(box.noteIDs) == Set(before.noteIDs))
  }

  /// A box of one note, exported, with other words in the export.
  private func changedExport(to target: ExportTarget) throws -> (path: String, file: String) {
    try bench.directory.write("in/Bees.txt", "Bees\n\nThey came through the winter.\n")
    _ = try importBack(bench.directory.path("in"))
    let path = try exported(to: target)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let file = path + "/" + (try #require(names.first { $0.hasPrefix("Bees") }))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "winter", with: "summer").utf8).write(to: URL(filePath: file))
    return (path, file)
  }

  @Test(arguments: ["rtf", "txt", "html", "markdown"]) func otherWordsComeIn(name: String) throws {
    let target = try #require(ExchangeTable.target(named: name))
    let (path, _) = try changedExport(to: target)
    let outcome = try importBack(path)
    #expect(outcome.report.updated.count == 1 && outcome.noteCount == 1)
    let note = try #require(box.notes.first { _ in true })
    let text = try OpenBundle(bench.bundle).storage.read(PayloadPath.mirror(note.id))
    #expect(String(decoding: text, as: UTF8.self).contains("summer"))
    #expect(try SyncBench.errors(bench.bundle) == [])
    #expect(try !importBack(path).isChanged)
  }

  @Test(arguments: ImportMerger.ConflictPolicy.allCases) func aNoteThatChangedHereTooIsAConflict(
    _ policy: ImportMerger.ConflictPolicy
  ) throws {
    let (path, _) = try changedExport(to: .markdown)
    // A word processor edits the body later.
    let id = try #require(box.noteIDs.first { _ in true })
    let body = bench.bundle + "/" + PayloadPath.body(id)
    try Data("{\\rtf1 Bees\\par They left.\\par}".utf8).write(to: URL(filePath: body))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 3_600)], ofItemAtPath: body)
    let outcome = try importBack(path) { $0.onConflict = policy }
    let count = [.both, .merge].contains(policy) ? 2 : 1
    #expect(outcome.noteCount == count)
    #expect(outcome.report.conflicts.count == (policy == .replace ? 0 : 1))
    let text = try OpenBundle(bench.bundle).storage.read(PayloadPath.mirror(id))
    #expect(String(decoding: text, as: UTF8.self).contains(policy == .replace ? "summer" : "left"))
  }

  @Test func asNewDoublesThem() throws {
    try bench.make(seed: 1, notes: 8)
    let count = try box.noteCount
    let outcome = try importBack(exported(to: .markdown)) { $0.keepsApart = true }
    #expect(outcome.noteCount >= 2 * count)
  }
}
