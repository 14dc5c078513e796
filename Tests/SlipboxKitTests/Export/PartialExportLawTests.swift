import Foundation
import SlipBase
import SlipBundle
import SlipExchange
import SlipNotes
import SlipPrograms
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// What leaves a box doesn't tell of what stays: a part of a box is exported to each target, and no byte that was written, also
/// within archives, has the UUID or the title of a note that stays.
@Suite struct PartialExportLawTests {
  /// How many boxes are tried.
  private static let cases = Int(ProcessInfo.processInfo.environment["SLIPBOX_LAW_CASES"] ?? "") ?? 6

  /// A box of which a part is exported.
  private struct Bench {
    let directory: TemporaryDirectory
    /// The notes that are exported, and those that stay.
    private(set) var (going, staying): ([Note.ID], [Note.ID]) = ([], [])
    /// What nothing that leaves may contain, in lower case.
    private(set) var secrets: [String] = []

    var bundle: String { directory.path("box.slipbox") }

    /// Makes a box: some notes were imported from files that link to each other by path, others link by UUID, in the text, by
    /// hand, in a property and as an address that is shown.
    init(seed: Int) throws {
      directory = try TemporaryDirectory()
      var generator = SeededGenerator(seed: UInt64(seed))
      let folder = directory.path("Files")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let names = (0..<4).map { "Hidden\(seed)x\($0)q" }
      for (number, name) in names.enumerated() {
        let others = names.filter { $0 != name }.map { "[see \(number)](\($0).md)" }.joined(separator: " ")
        try Data("text \(number) \(others)\n".utf8).write(to: URL(filePath: folder + "/\(name).md"))
      }
      var importing = ImportRequest(inputs: [folder])
      importing.target = .at(bundle)
      _ = try importing.run()
      var session = try EditSession(opening: bundle, date: Timestamp(seconds: 1_700_000_000))
      var ids = session.box.notes.map(\.id)
      for number in 4..<9 {
        var body = "Text \(number).\n"
        for (place, other) in ids.enumerated() where Int.random(in: 0...1, using: &generator) == 0 {
          body += "\n[link **\(place)**](slipbox:note/\(other)) and <slipbox:note/\(other)>\n"
        }
        let id = try session.create(
          NoteDraft(title: "Hidden\(seed)x\(number)q", body: .markdown(body), folder: "Work"))
        let (related, named) = (ids.randomElement(using: &generator), ids.randomElement(using: &generator))
        try session.edit { (box) throws(SlipError) in
          try box.update(note: id) {
            if let related, !$0.links.contains(related) {
              $0.links.append(related)
              $0.manualLinks.insert(related)
            }
            if let named { $0.properties.append(Property("zk:parent", .text, "slipbox:note/\(named)")) }
          }
        }
        ids.append(id)
      }
      try session.save()
      for note in try OpenBundle(bundle).box.notes {
        if Bool.random(using: &generator) || going.isEmpty {
          going.append(note.id)
        } else {
          staying.append(note.id)
          secrets += [note.id.description.lowercased(), note.title.lowercased()]
        }
      }
    }

    /// The places below a path where something is told of notes that stay.
    func leaks(_ path: String) throws -> [String] {
      let files = FileManager.default
      var isDirectory: ObjCBool = false
      guard files.fileExists(atPath: path, isDirectory: &isDirectory) else { return ["nothing at \(path)"] }
      let paths =
        isDirectory.boolValue ? (files.subpaths(atPath: path) ?? []).map { path + "/" + $0 } : [path]
      var found: [String] = []
      for file in paths {
        if hasSecret(file.dropFirst(directory.path("").count).lowercased()) { found.append("name \(file)") }
        guard let data = files.contents(atPath: file) else { continue }
        found += try leaks(Array(data), file)
      }
      return found
    }

    /// The places in bytes; ZIP files are looked into.
    private func leaks(_ bytes: [UInt8], _ name: String) throws -> [String] {
      guard bytes.starts(with: "PK\u{3}\u{4}".utf8) else {
        return hasSecret(String(decoding: bytes, as: UTF8.self).lowercased()) ? [name] : []
      }
      var found: [String] = []
      let archive = try SourceTree.of(bytes, named: "box.zip", limits: Limits())
      #expect(!archive.files.isEmpty)
      for file in archive.files {
        if hasSecret(file.path.lowercased()) { found.append(name + ": " + file.path) }
        found += try leaks(try archive.read(file.path) ?? [], name + "/" + file.path)
      }
      return found
    }

    private func hasSecret(_ text: String) -> Bool { secrets.contains { text.contains($0) } }
  }

  @Test(arguments: 0..<cases) func nothingIsToldOfWhatStays(_ seed: Int) throws {
    let bench = try Bench(seed: seed)
    let notes = bench.going.map(\.description)
    for target in ExchangeTable.targets where target.kind != nil {
      let output = bench.directory.path("out-" + target.name)
      var request = ExportRequest(bundle: bench.bundle, output: output, target: target)
      request.notes = notes
      _ = try request.run()
      #expect(try bench.leaks(output) == [], "\(target.name)")
      guard target.kind != .package, target.kind != nil else { continue }
      var one = request
      one.output = bench.directory.path("one-" + target.name + "." + target.fileExtension)
      do {
        _ = try BookExport(one).run()
        #expect(try bench.leaks(one.output) == [], "\(target.name) as one")
      } catch let error as SlipError where error.code == KitCode.oneWayFormat {}
    }
    for target in ProgramTable.containers {
      let output = bench.directory.path(
        "box-" + target.name + (target.suffix.isEmpty ? "" : "." + target.suffix))
      var request = ContainerExport(bundle: bench.bundle, output: output, target: target)
      request.notes = notes
      _ = try request.run()
      #expect(try bench.leaks(output) == [], "\(target.name)")
    }
    var site = SiteExport(bundle: bench.bundle, output: bench.directory.path("site"))
    site.notes = notes
    _ = try site.run()
    #expect(try bench.leaks(site.output) == [], "site")
    site.output = bench.directory.path("site.html")
    _ = try site.runOneFile(replacing: false)
    #expect(try bench.leaks(site.output) == [], "site in one file")
  }
}
