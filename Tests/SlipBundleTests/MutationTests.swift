import Foundation
import SlipBundle
import SlipTestSupport
import Testing

/// Random single defects in a valid bundle are found. `Scripts/mutation-test` does a thousand through the command.
@Suite struct MutationTests {
  private struct Chance {
    var state: UInt64
    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return count > 0 ? Int((state >> 33) % UInt64(count)) : 0
    }
  }

  private func files(in root: String) throws -> [String] {
    try DirectoryStorage(root).entries().filter { $0.kind == .file }.map(\.path)
  }

  /// Does one thing; nil where it changes nothing.
  private func mutate(_ root: String, _ paths: [String], _ chance: inout Chance) throws -> String? {
    let path = paths[chance.below(paths.count)]
    let url = URL(filePath: root + path)
    var bytes = [UInt8](try Data(contentsOf: url))
    let old = bytes
    let name: String
    switch chance.below(5) {
    case 0:
      name = "flips a bit"
      guard !bytes.isEmpty else { return nil }
      bytes[chance.below(bytes.count)] ^= 1 << UInt8(chance.below(8))
    case 1:
      name = "cuts off"
      bytes.removeLast(bytes.count - chance.below(bytes.count))
    case 2:
      name = "deletes"
      try FileManager.default.removeItem(at: url)
      return "\(name) \(path)"
    case 3:
      name = "swaps bytes"
      guard !bytes.isEmpty else { return nil }
      bytes.swapAt(chance.below(bytes.count), chance.below(bytes.count))
    default:
      let other = paths[chance.below(paths.count)]
      name = "puts \(other) into"
      bytes = [UInt8](try Data(contentsOf: URL(filePath: root + other)))
    }
    guard bytes != old else { return nil }
    try Data(bytes).write(to: url)
    return "\(name) \(path)"
  }

  @Test(arguments: 1...4) func aDefectIsFound(_ seed: UInt64) throws {
    let sample = try SampleBundle()
    var chance = Chance(state: seed &* 7_919)
    for _ in 0..<40 {
      let directory = try TemporaryDirectory()
      _ = try sample.write(to: directory)
      let root = directory.path("")
      guard let defect = try mutate(root, try files(in: root), &chance) else { continue }
      var options = sample.options
      options.workers = 1
      let report = try Validator(storage: try DirectoryStorage(root), options: options).run()
      #expect(report.diagnostics.contains { $0.severity >= .warning }, "seed \(seed): \(defect)")
    }
  }
}
