import Foundation
import FuzzTargets
import SlipTestSupport
import Synchronization
import Testing

/// Gives each fuzzing target its seeds, and inputs that are made of them: the same each time.
///
/// `SLIPBOX_FUZZ_INPUTS` is how many are made for each target, and `SLIPBOX_FUZZ_TARGET` names one. `Scripts/fuzz` searches with libFuzzer,
/// which knows what an input reaches.
@Suite(.serialized) struct FuzzTests {
  static let count = LawSize.seeds("SLIPBOX_FUZZ_INPUTS", 400).count

  /// The targets that are tried.
  static let targets = FuzzTarget.all.filter { target in
    ProcessInfo.processInfo.environment["SLIPBOX_FUZZ_TARGET"].map { $0 == "\(target)" } ?? true
  }

  @Test(arguments: targets) func claimsHold(target: FuzzTarget) throws {
    let seeds = try FuzzTests.seeds(of: target)
    try #require(!seeds.isEmpty)
    let found = Mutex<[String]>([])
    claimHandler.withLock { $0 = { message in found.withLock { $0.append(message) } } }
    defer { claimHandler.withLock { $0 = nil } }
    var inputs = InputMaker(seeds, longest: target.longest)
    for number in 0..<(seeds.count + FuzzTests.count) {
      let input = number < seeds.count ? seeds[number] : inputs.next()
      input.withUnsafeBytes { target.run($0) }
      let faults = found.withLock { list in
        defer { list = [] }
        return list
      }
      guard let fault = faults.first else { continue }
      let kept = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(target)-\(number)")
      try Data(input).write(to: kept)
      Issue.record("input \(number) of \(target), \(kept.path): \(fault)")
      return
    }
  }

  /// The seeds of a target that aren't too long, in the order of their names.
  private static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
    let package = Fixtures.directory.deletingLastPathComponent()
    var paths: [String] = []
    for folder in target.seeds {
      let root = package.appending(path: folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
        paths.append(root.appending(path: path).path)
      }
    }
    return try paths.sorted().compactMap { path in
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      guard !isDirectory.boolValue else { return nil }
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      return bytes.count <= target.longest ? bytes : nil
    }
  }
}

/// Makes inputs of seeds: parts are changed, repeated, left out, moved, or come from another seed.
private struct InputMaker {
  let seeds: [[UInt8]]
  let longest: Int
  var generator = SeededGenerator(seed: 1)

  init(_ seeds: [[UInt8]], longest: Int) { (self.seeds, self.longest) = (seeds, longest) }

  mutating func next() -> [UInt8] {
    var bytes = pick()
    for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes) }
    return Array(bytes.prefix(longest))
  }

  private mutating func pick() -> [UInt8] { seeds[Int.random(in: 0..<seeds.count, using: &generator)] }

  private mutating func part(of bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let length = Int.random(in: 0...min(64, bytes.count - start), using: &generator)
    return start..<(start + length)
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let range = part(of: bytes)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: if let place = range.first { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
    case 1: if let place = range.first { bytes[place] = UInt8.random(in: 0...255, using: &generator) }
    case 2: bytes.removeSubrange(range)
    case 3: bytes.insert(contentsOf: bytes[range], at: range.lowerBound)
    case 4:
      let moved = Array(bytes[range])
      bytes.removeSubrange(range)
      bytes.insert(contentsOf: moved, at: Int.random(in: 0...bytes.count, using: &generator))
    case 5:
      let other = pick()
      let piece = part(of: other)
      bytes.replaceSubrange(range, with: other[piece])
    default: bytes = Array(bytes[..<range.lowerBound])
    }
  }
}
