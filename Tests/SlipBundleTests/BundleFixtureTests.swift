import Foundation
import SlipBase
import SlipFiles
import SlipTestSupport
import Testing

@testable import SlipBundle

/// `Fixtures/bundles/8`: the cases of validation as files, for other implementations. `expected.tsv` says for each what
/// is found. `SLIPBOX_UPDATE=1` writes them anew.
@Suite struct BundleFixtureTests {
  private static let folder = Fixtures.directory.appending(path: "bundles/8")

  /// A bundle, and what validation says of it.
  private struct Case {
    var name: String
    var code: String
    var place: String
    var files: [String: [UInt8]]
  }

  /// All cases that are directories of plain files.
  private func cases() throws -> [Case] {
    var found = [Case(name: "sample-valid", code: "-", place: "-", files: try files(SampleBundle()) ?? [:])]
    for test in RuleCase.all where test.pack == nil && test.unreadable == nil {
      var sample = try SampleBundle()
      try test.edit(&sample)
      guard let files = try files(sample, test.tamper) else { continue }
      // Cases that need options of their own, or files with hidden names, aren't among these.
      guard try codes(of: files) == [test.rule.code] else { continue }
      let name = aspect(test.rule.name)
      let number = found.count { $0.name.hasPrefix("\(name)-") && $0.code == test.rule.code }
      let suffix = number == 0 ? "" : "\(number + 1)-"
      found.append(
        Case(
          name: "\(name)-\(suffix)\(test.rule.severity)", code: test.rule.code, place: test.place,
          files: files))
    }
    return found
  }

  /// The files of a bundle; nil where it has anything else, or names that not every system can have.
  private func files(
    _ sample: SampleBundle, _ tamper: (TemporaryDirectory) throws -> Void = { _ in }
  ) throws -> [String: [UInt8]]? {
    let directory = try TemporaryDirectory()
    _ = try sample.write(to: directory)
    try tamper(directory)
    let storage = try DirectoryStorage(directory.path(""))
    var files: [String: [UInt8]] = [:]
    for entry in try storage.entries() where entry.kind != .directory {
      guard entry.kind == .file, SafePath.fault(in: entry.path, for: .everySystem) == nil,
        let bytes = try? storage.read(entry.path), bytes.count < 100_000
      else { return nil }
      files[entry.path] = bytes
    }
    return files
  }

  /// The codes that validation finds in a bundle of these files.
  private func codes(of files: [String: [UInt8]]) throws -> [String] {
    let directory = try TemporaryDirectory()
    for (path, bytes) in files { try directory.write(path, bytes) }
    return try Self.validate(directory.path("")).map(\.code)
  }

  /// What validation finds, with a fixed time.
  private static func validate(_ path: String) throws -> [Diagnostic] {
    var options = ValidationOptions()
    options.now = Timestamp(rfc3339: "2026-01-01T00:00:00Z")
    return try Validator(storage: DirectoryStorage(path), options: options).run().diagnostics
  }

  /// `FolderTooDeep` as `folder-too-deep`.
  private func aspect(_ name: String) -> String {
    var text = ""
    var previous: Character = "A"
    for character in name {
      if character.isUppercase, !previous.isUppercase { text += "-" }
      text += character.lowercased()
      previous = character
    }
    return text
  }

  @Test func casesAreFiles() throws {
    let manager = FileManager.default
    let cases = try cases()
    let isUpdate = ProcessInfo.processInfo.environment["SLIPBOX_UPDATE"] == "1"
    if isUpdate {
      try? manager.removeItem(at: Self.folder)
      for item in cases {
        for (path, bytes) in item.files {
          let file = Self.folder.appending(path: "\(item.name)/\(path)")
          try manager.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(bytes).write(to: file)
        }
      }
      let rows = cases.map { "\($0.name)\t\($0.code)\t\($0.place)\n" }.joined()
      try Data(rows.utf8).write(to: Self.folder.appending(path: "expected.tsv"))
    }
    let names = try manager.contentsOfDirectory(atPath: Self.folder.path).filter { $0 != "expected.tsv" }
    #expect(names.sorted() == cases.map(\.name).sorted())
    for item in cases {
      for (path, bytes) in item.files {
        let file = Self.folder.appending(path: "\(item.name)/\(path)")
        #expect(Array(try Data(contentsOf: file)) == bytes, "\(item.name)/\(path)")
      }
    }
  }

  /// Versions 6 and 7 are published; their cases stay as they are.
  @Test(arguments: [6, 7, 8]) func validationFindsWhatIsExpected(version: Int) throws {
    let folder = Fixtures.directory.appending(path: "bundles/\(version)")
    let rows = try String(contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)
    let lines = rows.split(separator: "\n")
    #expect(lines.count > 50)
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(parts.count == 3)
      let found = try Self.validate(folder.appending(path: parts[0]).path).filter {
        $0.code != ValidationRule.versionOlder.code || parts[1] == $0.code
      }
      #expect(found.map(\.code) == (parts[1] == "-" ? [] : [parts[1]]), "\(parts[0])")
      if let finding = found.first { #expect(finding.location.description.contains(parts[2]), "\(parts[0])") }
    }
  }
}
