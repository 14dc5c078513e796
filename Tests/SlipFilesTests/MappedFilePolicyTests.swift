import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipFiles

/// Whether large files are mapped.
@Suite(.serialized) struct MappedFilePolicyTests {
  // Without the guard, tests that shorten files at the same time would end the process.
  @Test(arguments: [MappedFile.MappingPolicy.guarded, .off])
  func readsTheSameBytes(policy: MappedFile.MappingPolicy) throws {
    let directory = try TemporaryDirectory()
    let bytes = (0..<(MappedFile.readUpTo + 5_000)).map { UInt8(truncatingIfNeeded: $0 * 31) }
    try directory.write("large.bin", bytes)
    let before = MappedFile.policy
    MappedFile.policy = policy
    defer { MappedFile.policy = before }
    let file = try MappedFile(directory.path("large.bin"))
    #expect(file.isInMemory == (policy == .off))
    #expect(file.withBytes { [UInt8]($0) } == bytes)
    try file.expectUnchanged()
  }
}
