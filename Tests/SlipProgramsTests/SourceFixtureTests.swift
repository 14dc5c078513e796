import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Containers of all kinds in `Fixtures/sources`, imported as a user would. Beside each lies `NAME.notes.txt`, what the import makes of it.
/// `SLIPBOX_UPDATE=1` writes what it makes now; then read the difference.
///
/// To add a container, add it below the folder of its kind, with an empty file `NAME.notes.txt` beside it.
@Suite struct SourceFixtureTests {
  /// A container.
  struct Sample: CustomTestStringConvertible {
    /// The name of its kind.
    var kind: String
    /// Where it lies below the folder of the kind.
    var path: String

    /// What the expected notes lie in, below `Fixtures`.
    var expected: String { "sources/\(kind)/\(path)\(SourceFixtureTests.suffix)" }
    var testDescription: String { "\(kind)/\(path)" }
  }

  /// What the names of expected notes end in.
  static let suffix = ".notes.txt"

  /// Containers that the tests write, because nobody could read or change them as files: formats of many bytes that refer to each other,
  /// whose makers the tests of damage have anyway.
  static let made: [(kind: String, path: String, bytes: @Sendable () throws -> [UInt8])] = [
    ("msg", "Mail.msg", { OutlookMaker.message(OutlookSamples.mail, names: OutlookSamples.names).bytes() }),
    (
      "msg", "Sticky.msg",
      { OutlookMaker.message(OutlookSamples.sticky, names: OutlookSamples.names).bytes() }
    ),
    ("tnef", "winmail.dat", { OutlookMaker.stream(OutlookSamples.mail, names: OutlookSamples.names) }),
    ("snt", "StickyNotes.snt", { OutlookSamples.stickyNotes.bytes() }),
    ("onenote", "Workshop.one", { OneNoteTests.section }),
    ("onenote", "House.onepkg", { OneNoteTests.notebook }),
  ]

  /// The folder of the containers.
  private static let folder = Fixtures.directory.appending(path: "sources")

  /// All containers, sorted.
  static let samples: [Sample] = Fixtures.names(in: "sources").flatMap { kind in
    let all = try? FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: kind).path)
    return (all ?? []).filter { $0.hasSuffix(suffix) }.sorted().map {
      Sample(kind: kind, path: String($0.dropLast(suffix.count)))
    }
  }

  @Test func eachKindHasAFolder() {
    #expect(Fixtures.names(in: "sources") == ProgramTable.sources.kinds.map(\.name).sorted())
  }

  /// What lies in a folder is imported by some test, or is written by one.
  @Test func nothingIsPassedOver() {
    for kind in Fixtures.names(in: "sources") {
      let paths =
        Self.samples.filter { $0.kind == kind }.map(\.path) + Self.made.filter { $0.kind == kind }.map(\.path)
      #expect(!paths.isEmpty, "\(kind)")
      for name in Fixtures.names(in: "sources/" + kind) where !name.hasSuffix(Self.suffix) {
        #expect(paths.contains { $0 == name || $0.hasPrefix(name + "/") }, "\(kind)/\(name)")
      }
    }
    for made in Self.made {
      #expect(Self.samples.contains { $0.kind == made.kind && $0.path == made.path }, "\(made.path)")
    }
  }

  @Test(arguments: samples) func notes(_ sample: Sample) throws {
    let directory = try TemporaryDirectory()
    let input = directory.path("in/" + sample.path)
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "in"), withIntermediateDirectories: true)
    try Self.copy(sample.kind, to: directory.url.appending(path: "in"))
    let kind = try #require(ProgramTable.sources.kind(named: sample.kind))
    let tree = try SourceTree.open(input)
    #expect(ProgramTable.sources.kind(of: tree)?.name == kind.name)
    var request = ImportRequest(inputs: [input])
    request.target = .at(directory.path("box.slipbox"))
    request.takesTrash = true
    let box = try BoxSketch(try request.run())
    #expect(box.formats.contains(kind.format(of: tree.form)), "\(box.formats)")
    let text = try box.text(in: directory.url.path)
    let file = Fixtures.directory.appending(path: sample.expected)
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected)
    if ProcessInfo.processInfo.environment["SLIPBOX_UPDATE"] == "1" {
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
  }

  /// Copies the folder of a kind, without the expected notes, and writes what isn't a file there. All files were last changed at the same
  /// time, so that no date depends on when they were checked out.
  static func copy(_ kind: String, to target: URL) throws {
    let manager = FileManager.default
    let source = folder.appending(path: kind)
    for path in try manager.subpathsOfDirectory(atPath: source.path) where !path.hasSuffix(suffix) {
      let (from, to) = (source.appending(path: path), target.appending(path: path))
      let isFolder = try from.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
      if isFolder {
        try manager.createDirectory(at: to, withIntermediateDirectories: true)
      } else {
        try Data(contentsOf: from).write(to: to)
      }
    }
    for made in made where made.kind == kind {
      try Data(try made.bytes()).write(to: target.appending(path: made.path))
    }
    let time = Date(timeIntervalSince1970: 981_173_106)
    for path in try manager.subpathsOfDirectory(atPath: target.path) {
      try manager.setAttributes(
        [.modificationDate: time], ofItemAtPath: target.appending(path: path).path)
    }
  }
}
