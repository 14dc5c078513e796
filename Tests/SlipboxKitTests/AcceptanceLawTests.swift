import Foundation
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

@testable import SlipBundle

/// What `validate` accepts, all other commands accept. The manifest of a bundle with something of everything is changed in
/// one place: each attribute and each element, in a fixed row of ways. So are the parts of the same manifest in parts.
@Suite struct AcceptanceLawTests {
  private let directory: TemporaryDirectory
  /// The lines of the documents of the manifest, by path.
  private let documents: [String: [String]]

  init() throws { try self.init(isParted: false) }

  private init(isParted: Bool) throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path("in/Sub"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Fixtures.directory.appending(path: "rtfd/The garden.rtfd"),
      to: directory.url.appending(path: "in/The garden.rtfd"))
    let png = try Fixtures.bytes("images/png-2-8.png").map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    try directory.write(
      "in/Sub/a.rtf", "{\\rtf1\\ansi A {\\pict\\pngblip\\picw9\\pich9 \(png.joined())} picture}")
    try directory.write("in/b.txt", "Title\n\nto [[A picture]]")
    var request = ImportRequest(inputs: [directory.path("in")])
    request.target = .at(directory.path("b.slipbox"))
    _ = try request.run()
    try directory.write("more/c.txt", "One more")
    let text = try AcceptanceLawTests.enriched(try #require(directory.text("b.slipbox/manifest.xml")))
    guard isParted else {
      documents = ["manifest.xml": text.components(separatedBy: "\n")]
      return
    }
    try directory.write("b.slipbox/manifest.xml", text)
    let box = try OpenBundle(directory.path("b.slipbox")).box
    documents = Dictionary(
      uniqueKeysWithValues: try ManifestDocument.all(of: box, hasParts: true).map {
        ($0.path, String(decoding: $0.bytes, as: UTF8.self).components(separatedBy: "\n"))
      })
    try FileManager.default.createDirectory(
      atPath: directory.path("b.slipbox/manifest"), withIntermediateDirectories: true)
  }

  /// Adds what no import makes.
  private static func enriched(_ text: String) throws -> String {
    let more: [(String, String)] = [
      (
        "<origins/>",
        "<origins>\n<origin name=\"server\" token=\"1\">\n<tombstone key=\"x\"/>\n<x:a xmlns:x=\"urn:x\" b=\"c\">d</x:a>\n</origin>\n</origins>"
      ),
      (" title=\"Title\"", " title=\"Title\" status=\"review\" favorite=\"true\" zone=\"unknown\""),
      ("opacity=\"1\"", "opacity=\"0.5\""), ("</slipbox>", "<x:a xmlns:x=\"urn:x\"/>\n</slipbox>"),
      (" name=\"left over.txt\"", " name=\"left over.txt\" description=\"d\""),
    ]
    var text = text
    for (old, new) in more { text = text.replacing(old, with: new) }
    return text
  }

  // MARK: Changes

  private static let values = [
    "", " ", "0", "-0", "1", "-1", "+1", " 1 ", "01", "2", "3", "0.5", ".5", "1.0", "1.0000000000000000001",
    "1e0", "NaN",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "2147483647", "2147483648", "true",
    "TRUE",
    "2024-05-06T24:00:00Z", "2024-05-06T23:59:60Z", "2024-02-30T00:00:00Z", "0001-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "10000-01-01T00:00:00Z",
    "2024-05-06T07:08:09.1234567Z", "2024-05-06T07:08:09.Z", "2024-05-06T07:08:09+00:00",
    " 2024-05-06T07:08:09Z ", "..",
    "/", "a/b", ".git/config", "_x0000_", "_xD800_", "_x005F_x0041_", "&#9;&#10;", "\u{FEFF}", "e\u{301}",
    "image/svg+xml",
    "rtf", "rtfd", "bin", "toolongname", "draft", "Archived", "unknown", "hex", "HEX", "binary", "png", "4",
    "5", "6",
    String(repeating: "x", count: 5_000), String(repeating: "0", count: 64),
    "00000000-0000-0000-0000-000000000000",
    "12n*3 4",
  ]

  private struct Change: Sendable, CustomStringConvertible {
    var description: String
    /// The document that is changed, and what it is then.
    var path: String
    var lines: [String]
  }

  private var changes: [Change] {
    documents.keys.sorted().filter { documents.count == 1 || $0 != "manifest.xml" }.flatMap(changes(of:))
  }

  private func changes(of path: String) -> [Change] {
    let lines = documents[path] ?? []
    var changes: [Change] = []
    func add(_ name: String, _ index: Int, _ edit: (inout [String]) -> Void) {
      var changed = lines
      edit(&changed)
      changes.append(
        Change(
          description: "\(path), line \(index + 1) \(name): \(lines[index].prefix(120))", path: path,
          lines: changed))
    }
    for index in lines.indices.dropFirst() where !lines[index].isEmpty {
      add("dropped", index) { $0.remove(at: index) }
      add("doubled", index) { $0.insert(lines[index], at: index) }
      if index + 1 < lines.count { add("swapped", index) { $0.swapAt(index, index + 1) } }
      add("moved to the front", index) { $0.insert($0.remove(at: index), at: 3) }
      for match in lines[index].matches(of: #/ ([-A-Za-z]+)="([^"]*)"/#) {
        func with(_ attribute: String, _ name: String) {
          add(name, index) { $0[index].replaceSubrange(match.range, with: attribute) }
        }
        with("", "without \(match.1)")
        with(match.0 + " x\(match.1)=\"1\"", "more than \(match.1)")
        with(String(match.0) + " x:y=\"1\" xmlns:x=\"urn:x\"", "prefixed beside \(match.1)")
        for value in Self.values + others(like: String(match.2)) where value != match.2 {
          with(" \(match.1)=\"\(value)\"", "\(match.1)=\(value.prefix(30))")
        }
      }
    }
    return changes
  }

  /// Ids and digests that occur elsewhere.
  private func others(like value: String) -> [String] {
    guard value.utf8.count == 36 || value.utf8.count == 64 else { return [] }
    let all = documents.values.joined().flatMap {
      $0.matches(of: /"([-0-9a-f]{36}|[0-9a-f]{64})"/).map { String($0.1) }
    }
    return Array(Set(all.filter { $0.utf8.count == value.utf8.count })).sorted()
  }

  // MARK: The law

  private func write(_ change: Change) throws {
    var texts = documents.mapValues { $0.joined(separator: "\n") }
    texts[change.path] = change.lines.joined(separator: "\n")
    if let key = ManifestPart.key(path: change.path) {
      // The manifest lists the part as it is now.
      let fact = FileFact(of: Array((texts[change.path] ?? "").utf8))
      let id = ManifestPart.digits(key)
      texts["manifest.xml"]?.replace(
        try Regex(#"<part id="\#(id)" length="[0-9]+" sha256="[0-9a-f]+""#),
        with: "<part id=\"\(id)\" length=\"\(fact.length)\" sha256=\"\(fact.digest.hex)\"")
    }
    for (path, text) in texts { try directory.write("b.slipbox/" + path, text) }
  }

  private func errors(_ path: String) throws -> [String] {
    try Validation.run(directory.path(path)).report.diagnostics.filter { $0.severity == .error }.map {
      "\($0.location): \($0.message) [\($0.code)]"
    }
  }

  /// Runs one command; nothing is said where it is done.
  private func complaint(_ name: String, _ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(name): \(error)"
    }
  }

  private func fresh(_ name: String) throws -> String {
    if directory.exists(name) { try directory.remove(name) }
    return directory.path(name)
  }

  private func copied(_ name: String) throws -> String {
    let path = try fresh(name)
    try FileManager.default.copyItem(atPath: directory.path("b.slipbox"), toPath: path)
    return path
  }

  private struct Refused: Error { var what: String }

  private func expect(_ condition: Bool, _ what: String) throws {
    if !condition { throw Refused(what: what) }
  }

  /// `list`, `info` and `show`.
  private func readingComplaints() -> [String] {
    [
      complaint("list, info, show") {
        let bundle = try OpenBundle(directory.path("b.slipbox"))
        _ = BundleInfo(of: bundle)
        for note in try NoteFilter().notes(of: bundle) {
          _ = NoteSummary(note, in: bundle.box)
          _ = try bundle.mirror(of: note)
        }
      }
    ].compactMap(\.self)
  }

  private func writingComplaints() -> [String] {
    let source = directory.path("b.slipbox")
    var complaints: [String?] = []
    for target in [
      ExportTarget.rtf, .rtfd, .text, .html, .markdown, .original,
    ] {
      complaints.append(
        complaint("export \(target.name)") {
          let outcome = try ExportRequest(bundle: source, output: try fresh("out"), target: target).run()
          try expect(outcome.refused == 0, "\(outcome.diagnostics.map(\.message))")
        })
    }
    complaints.append(
      complaint("pack, unpack") {
        let pack = try Packing.pack(source, to: try fresh("p.slippack"))
        _ = try Packing.unpack(pack, to: try fresh("u.slipbox"))
        try expect(errors("p.slippack") == [] && errors("u.slipbox") == [], "not valid")
      })
    for version in 1...4 {
      complaints.append(
        complaint("migrate \(version)") {
          let name = version == 4 ? "m.slipbox" : "m.slipbox.xml"
          var request = MigrationRequest(bundle: source, to: version)
          (request.allowLoss, request.output) = (true, try fresh(name))
          _ = try request.run()
          var back = MigrationRequest(bundle: directory.path(name))
          back.output = try fresh("back.slipbox")
          _ = try back.run()
          try expect(errors("back.slipbox") == [], "\(try errors("back.slipbox"))")
        })
    }
    let rewrites: [(String, (String) throws -> Void)] = [
      ("refresh", { _ = try Refresh.run($0) }),
      (
        "set",
        {
          var edit = NoteEdit()
          (edit.status, edit.addedKeywords, edit.placement) = (.archived, ["new"], .folder("New/Place"))
          guard let id = try OpenBundle($0).box.noteIDs.first else { return }
          _ = try edit.apply(to: id.description, in: $0)
        }
      ),
      (
        "import --into",
        {
          var request = ImportRequest(inputs: [directory.path("more")])
          request.target = .into($0)
          _ = try request.run()
        }
      ),
    ]
    for (name, run) in rewrites {
      complaints.append(
        complaint(name) {
          try run(try copied("r.slipbox"))
          try expect(errors("r.slipbox") == [], "\(try errors("r.slipbox"))")
        })
    }
    return complaints.compactMap(\.self)
  }

  private func checkUnchanged() throws {
    let path = try #require(documents.keys.min())
    try write(Change(description: "", path: path, lines: documents[path] ?? []))
    #expect(try errors("b.slipbox") == [])
    #expect(readingComplaints() == [])
    #expect(writingComplaints() == [])
  }

  @Test func theUnchangedBundleIsAccepted() throws { try checkUnchanged() }

  @Test func theUnchangedPartsAreAccepted() throws { try AcceptanceLawTests(isParted: true).checkUnchanged() }

  /// Some changes are validated and read; of those that are accepted some are written, by a fixed seed.
  private func check(_ part: Int, _ isMeant: (Int) -> Bool) throws {
    var state = UInt64(part)
    var accepted = 0
    for (number, change) in changes.enumerated() where isMeant(number) {
      try write(change)
      let errors = try errors("b.slipbox")
      guard errors.isEmpty else { continue }
      accepted += 1
      #expect(readingComplaints() == [], "\(change)")
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      if (state >> 33) % 12 == 0 { #expect(writingComplaints() == [], "\(change)") }
    }
    #expect(accepted > 10)
  }

  /// Every third change.
  @Test(arguments: 0..<8) func whatIsValidIsAccepted(part: Int) throws {
    try check(part) { $0 % 24 == part * 3 + $0 / 24 % 3 }
  }

  /// Every twelfth change of the parts.
  @Test(arguments: 0..<2) func whatIsValidInPartsIsAccepted(part: Int) throws {
    try AcceptanceLawTests(isParted: true).check(part) { $0 % 24 == part * 12 + $0 / 24 % 12 }
  }
}
