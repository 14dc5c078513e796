import Foundation
import SlipPrograms
import SlipBase
import SlipExchange
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
import Testing

/// What is exported to another program is read back as the same notes.
@Suite struct TargetLawTests {
  /// What a target can't give back.
  static func mask(_ target: ContainerTarget) -> TargetBench.Mask {
    switch target.name {
    case "obsidian": [.kinds, .folderNames]
    default: []
    }
  }

  @Test(arguments: ProgramTable.containers.map(\.name), LawSize.seeds("SLIPBOX_TARGET_SEEDS", 4))
  func generatedBoxesComeBack(name: String, seed: Int) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try bench.make(seed: seed)
    let back = try bench.roundTrip(target)
    let mask = TargetLawTests.mask(target)
    let (before, after) = (
      try TargetBench.notes(bench.bundle, leavingOut: mask),
      try TargetBench.notes(back, leavingOut: mask, top: name == "scrivener" ? 1 : 0)
    )
    #expect(TargetBench.differences(before, after) == [])
    #expect(try SyncBench.errors(back) == [])
  }

  @Test(arguments: ProgramTable.containers.map(\.name))
  func theSameBoxGivesTheSameBytes(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try bench.make(seed: 7)
    var found: [[String: Data]] = []
    for output in ["one", "two"] {
      var request = ContainerExport(
        bundle: bench.bundle, output: bench.directory.path(output + "/Notes"), target: target)
      try FileManager.default.createDirectory(
        atPath: bench.directory.path(output), withIntermediateDirectories: true)
      request.workers = output == "one" ? 1 : 4
      _ = try request.run()
      found.append(try TargetLawTests.files(bench.directory.path(output)))
    }
    #expect(found[0] == found[1])
    #expect(!found[0].isEmpty)
  }

  /// All files below a directory, with their contents.
  static func files(_ directory: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for case let path as String in try #require(FileManager.default.enumerator(atPath: directory)) {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: directory + "/" + path, isDirectory: &isDirectory)
      if !isDirectory.boolValue { found[path] = try Data(contentsOf: URL(filePath: directory + "/" + path)) }
    }
    return found
  }

  /// Exports that are one file are tested by `ExportFileTests`.
  @Test(arguments: ProgramTable.containers.filter { $0.form == .folder }.map(\.name))
  func onlyWhatNobodyChangedIsReplaced(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try bench.make(seed: 3, notes: 3)
    let path = bench.directory.path("out")
    var request = ContainerExport(bundle: bench.bundle, output: path, target: target)
    _ = try request.run()
    #expect(throws: SlipError.self) { try request.run() }
    request.replaces = true
    _ = try request.run()
    let changed = try #require(try TargetLawTests.files(path).keys.sorted().first { !$0.hasPrefix(".") })
    try Data("mine".utf8).write(to: URL(filePath: path + "/" + changed))
    #expect(throws: SlipError.self) { try request.run() }
    #expect(try Data(contentsOf: URL(filePath: path + "/" + changed)) == Data("mine".utf8))
  }

  @Test(arguments: ProgramTable.containers.map(\.name))
  func aReportNamesWhatIsLost(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try bench.make(seed: 5)
    let report = try ContainerExport(bundle: bench.bundle, output: "", target: target).report()
    #expect(report.entries.count == 12)
    #expect(report.format == name)
    let features = Set(report.totals.map(\.loss.name))
    for feature in BoxFeature.allCases where target.fate(of: feature) == nil {
      #expect(!features.contains(feature.rawValue))
    }
  }
}
