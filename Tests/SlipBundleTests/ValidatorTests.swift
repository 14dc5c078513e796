import Foundation
import SlipBase
import SlipBundle
import SlipTestSupport
import Testing

/// A directory of which one file can't be read.
private struct FailingStorage: BundleStorage {
  var base: DirectoryStorage
  var path: String?

  var displayPath: String { base.displayPath }
  func forEachEntry(_ body: (StorageEntry) throws -> Void) throws { try base.forEachEntry(body) }
  func length(of path: String) throws(SlipError) -> Int? { try base.length(of: path) }

  func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    if path == self.path { throw SlipError(.cannotDo, "no") }
    return try base.withBytes(of: path, body)
  }

  func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try base.forEachChunk(of: path, body)
  }
}

@Suite struct ValidatorTests {
  private func validate(
    _ sample: SampleBundle, unreadable: String? = nil,
    tamper: (TemporaryDirectory) throws -> Void = { _ in },
    pack: (([ZipMaker.Entry]) throws -> [UInt8])? = nil
  ) throws -> (report: ValidationReport, root: String) {
    let directory = try TemporaryDirectory()
    #expect(try sample.write(to: directory) == [])
    try tamper(directory)
    if let pack {
      let file = try TemporaryDirectory()
      try SampleBundle.write(try pack(zipEntries(directory)), to: file.path("a.slippack"))
      let path = file.path("a.slippack")
      return (try Validator(storage: try ZipStorage(path), options: sample.options).run(), path)
    }
    let storage = FailingStorage(base: try DirectoryStorage(directory.path("")), path: unreadable)
    return (try Validator(storage: storage, options: sample.options).run(), directory.path(""))
  }

  /// All files of a directory, `mimetype` first.
  private func zipEntries(_ directory: TemporaryDirectory) throws -> [ZipMaker.Entry] {
    let storage = try DirectoryStorage(directory.path(""))
    var paths = try storage.entries().filter { $0.kind == .file }.map(\.path)
    paths.removeAll { $0 == "mimetype" }
    return try (["mimetype"] + paths).map { path in
      var entry = ZipMaker.Entry(path)
      entry.bytes = try storage.read(path)
      return entry
    }
  }

  @Test func sampleIsValid() throws {
    var sample = try SampleBundle()
    sample.options.remakesThumbnails = true
    let report = try validate(sample).report
    #expect(report.diagnostics == [])
    #expect(report.isValid)
    #expect(report.notes == 3)
    #expect(report.attachments == 1)
    #expect(report.files == 11)
    #expect(report.bytesRead == sample.files.filter { $0.key != "mimetype" }.values.map(\.count).reduce(0, +))
  }

  @Test(arguments: RuleCase.all) func findsOneThingOnly(_ test: RuleCase) throws {
    var sample = try SampleBundle()
    try test.edit(&sample)
    let (report, root) = try validate(
      sample, unreadable: test.unreadable, tamper: test.tamper, pack: test.pack)
    // And nothing else is reported.
    let found = report.diagnostics.filter { $0.code != ValidationRule.versionOlder.code }
    #expect(found.map(\.code) == [test.rule.code], "\(found.map(\.message))")
    guard let finding = found.first else { return }
    #expect(finding.severity == test.rule.severity)
    #expect(finding.message.hasPrefix(test.rule.title))
    #expect(finding.location.description.hasPrefix(root + test.place), "\(finding.location)")
  }

  @Test func everyRuleHasACase() {
    let tested = Set(RuleCase.all.map { $0.rule.name })
    // An older version's tree has another form altogether: `OldVersionValidationTests`.
    let missing = RuleTable.rows.map { $0.name }.filter {
      !tested.contains($0) && $0 != ValidationRule.versionOlder.name
    }
    #expect(missing == [])
  }

  @Test func packedBundleGivesTheSame() throws {
    var sample = try SampleBundle()
    sample.edit("title=\"Plain\"", "title=\"Plain\" source=\"x\"")
    sample.files[PayloadPath.mirror(SampleBundle.plain)] = Array("Plane".utf8)
    let directory = try TemporaryDirectory()
    _ = try sample.write(to: directory)
    let pack = try TemporaryDirectory()
    try SlipPack.pack(directory: directory.path(""), to: pack.path("a.slippack"))
    let report = try Validator(storage: try ZipStorage(pack.path("a.slippack"))).run()
    #expect(
      report.diagnostics.map(\.code) == [ValidationRule.danglingSource.code, ValidationRule.wrongDigest.code])
  }

  @Test func mirrorThatIsMissingIsOneFinding() throws {
    var sample = try SampleBundle()
    try sample.replace(SampleBundle.plain, mirror: "Other")
    sample.files[PayloadPath.mirror(SampleBundle.plain)] = nil
    let codes = try validate(sample).report.diagnostics.map(\.code)
    #expect(codes == [ValidationRule.missingFile.code])
  }

  /// Sparse files take no room, but reading 20 GB of zeros would take minutes.
  @Test func hugeFilesAreNotRead() throws {
    let sample = try SampleBundle()
    let huge = { (path: String) in #expect(truncate(path, 20 << 30) == 0) }
    let mirror = PayloadPath.mirror(SampleBundle.plain)
    let clock = ContinuousClock()
    let start = clock.now
    let codes = try validate(sample) { directory in
      for path in [mirror, "zzz", "mimetype", "manifest.sha256", ".gitattributes"] {
        if path == "zzz" || path == ".gitattributes" { try SampleBundle.write([], to: directory.path(path)) }
        huge(directory.path(path))
      }
    }.report.diagnostics.map(\.code)
    #expect(
      codes == [
        ValidationRule.gitAttributesDiffer.code, ValidationRule.manifestEdited.code,
        ValidationRule.mimetypeDiffers.code, ValidationRule.fileTooLarge.code,
        ValidationRule.unlistedFile.code,
      ])
    let manifest = try validate(sample) { huge($0.path("manifest.xml")) }.report.diagnostics.map(\.code)
    #expect(manifest == [ValidationRule.limitExceeded.code])
    #expect(clock.now - start < .seconds(20))
  }

  @Test func manifestOnlyLooksAtNothingElse() throws {
    var sample = try SampleBundle()
    sample.options.checksTree = false
    sample.files = [:]
    #expect(try validate(sample).report.diagnostics == [])
    sample.edit("title=\"Plain\"", "title=\"Plain\" source=\"x\"")
    #expect(try validate(sample).report.diagnostics.map(\.code) == [ValidationRule.danglingSource.code])
  }

  /// Notes out of order are as good as those in order.
  @Test func notesInAnyOrder() throws {
    var sample = try SampleBundle()
    let text = String(decoding: try ManifestWriter.bytes(sample.box), as: UTF8.self)
    let start = try given(text.range(of: "<notes>"))
    let line = try given(
      text.components(separatedBy: "\n").first { $0.contains("title=\"Plain\"") })
    #expect(text[start.upperBound...].contains(line))
    sample.edit(line + "\n", "")
    sample.edit("<notes>", "<notes>\n" + line)
    #expect(try validate(sample).report.diagnostics == [])
    sample.edit("</notes>", line + "</notes>")
    #expect(try validate(sample).report.diagnostics.map(\.code) == [ValidationRule.duplicateID.code])
  }

  @Test func quickReadsNoPayload() throws {
    var sample = try SampleBundle()
    sample.options.isQuick = true
    sample.files[PayloadPath.mirror(SampleBundle.plain)] = Array("Plane".utf8)
    sample.files[PayloadPath.mirror(SampleBundle.imported)] = Array("Longer".utf8) + [0]
    let report = try validate(sample).report
    #expect(report.diagnostics.map(\.code) == [ValidationRule.wrongLength.code])
    #expect(report.bytesRead == 0)
  }

  @Test func sameReportWhateverTheWorkers() throws {
    var reports: [[Diagnostic]] = []
    let directory = try TemporaryDirectory()
    var sample = try SampleBundle()
    for path in sample.files.keys where path != "mimetype" { sample.files[path]?.append(0x20) }
    _ = try sample.write(to: directory)
    for workers in [1, 2, 7] {
      var options = ValidationOptions()
      options.workers = workers
      reports.append(
        try Validator(storage: DirectoryStorage(directory.path("")), options: options).run().diagnostics)
    }
    #expect(reports[0].count == 11)
    #expect(reports[0] == reports[1])
    #expect(reports[0] == reports[2])
  }

  @Test func timings() throws {
    var sample = try SampleBundle()
    let clock = ContinuousClock()
    let start = clock.now
    sample.options.clock = { clock.now - start }
    #expect(
      try validate(sample).report.timings.map(\.phase) == ["manifest", "references", "files", "sources"])
  }

  @Test func severalThingsAreReportedInOrder() throws {
    var sample = try SampleBundle()
    sample.files["zzz"] = []
    sample.files["mimetype"] = nil
    sample.edit("parent=\"\(SampleBundle.parent)\"", "parent=\"\(UniqueID(high: 9, low: 9))\"")
    sample.edit("title=\"Plain\"", "title=\"Plain\" source=\"x\"")
    let codes = try validate(sample).report.diagnostics.map(\.code)
    #expect(
      codes == [
        ValidationRule.danglingFolder.code, ValidationRule.danglingSource.code,
        ValidationRule.mimetypeMissing.code, ValidationRule.unlistedFile.code,
      ])
  }
}
