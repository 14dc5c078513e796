import Foundation
import SlipTestSupport
import Testing

import SlipBase
@testable import SlipFiles

@Suite struct FileSealTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes a file with a seal between two parts and fills the seal in.
  private func write(_ before: [UInt8], _ after: [UInt8], _ name: String = "a.bin") throws -> String {
    let seal = FileSeal(for: Digest(of: Array("content".utf8)))
    let file = try AtomicFile(directory.path(name))
    for part in [before, Array(seal.text.utf8), after] {
      try part.withUnsafeBytes { try file.write($0) }
    }
    try seal.fill(file)
    try file.commit()
    return directory.path(name)
  }

  private func isIntact(_ path: String) throws -> Bool { try FileSeal.isIntact(InputFile(path)) }

  @Test func aSealSaysThatNobodyChangedTheFile() throws {
    let path = try write(Array("head ".utf8), Array(" tail".utf8))
    #expect(try isIntact(path))
    let text = try #require(directory.text("a.bin"))
    #expect(text.hasPrefix("head slipconv export 1 ") && text.hasSuffix(" tail"))
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      try directory.write("b.bin", changed)
      #expect(try !isIntact(directory.path("b.bin")), "byte \(place)")
    }
    for changed in [bytes + [0x20], [0x20] + bytes, bytes.dropLast(), []] {
      try directory.write("b.bin", changed)
      #expect(try !isIntact(directory.path("b.bin")))
    }
  }

  /// Pieces of a file have 256 KiB, and a mark may lie in two of them.
  @Test(arguments: [-200, -82, -81, -60, -18, -1, 0, 1, 5])
  func aSealMayStandAnywhere(shift: Int) throws {
    let before = [UInt8](repeating: UInt8(ascii: "s"), count: (256 << 10) + shift)
    let path = try write(before, [UInt8](repeating: 7, count: 600_000))
    #expect(try isIntact(path))
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: 500_000)
    try handle.write(contentsOf: Data([8]))
    try handle.close()
    #expect(try !isIntact(path))
  }

  @Test func textsThatLookLikeSealsDoNoHarm() throws {
    let other =
      "slipconv export 1 " + String(repeating: "0", count: 64) + " slipconv export 1 slipconv export 1 x"
    let path = try write(Array(other.utf8), Array(other.utf8))
    #expect(try isIntact(path))
    try directory.write("c.bin", other)
    #expect(try !isIntact(directory.path("c.bin")))
    try directory.write("d.bin", String(repeating: other, count: 1_000))
    #expect(try !isIntact(directory.path("d.bin")))
  }
}
