import SlipTestSupport
import Testing

import SlipBase
@testable import SlipFiles

@Suite struct SpoolTests {
  private func append(_ text: String, to spool: Spool) -> Bool {
    Array(text.utf8).withUnsafeBytes { spool.append($0) }
  }

  private func text(_ spool: Spool) throws -> String {
    var bytes = [UInt8](repeating: 0, count: spool.count)
    try bytes.withUnsafeMutableBytes { try spool.read(at: 0, into: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func bytesComeBack() throws {
    let directory = try TemporaryDirectory()
    let spool = Spool(folder: directory.url.path)
    #expect(append("one ", to: spool) && append("two", to: spool))
    #expect(try text(spool) == "one two")
    try Array("T".utf8).withUnsafeBytes { try spool.replace(at: 4, with: $0) }
    spool.truncate(to: 6)
    #expect(append("!", to: spool))
    #expect(try text(spool) == "one Tw!")
    // The file has no name.
    #expect(directory.names().isEmpty)
  }

  @Test func withoutFolder() throws {
    let directory = try TemporaryDirectory()
    let spool = Spool(folder: directory.path("missing"))
    #expect(!append("one", to: spool))
    #expect(spool.count == 0)
  }

  @Test func pastTheEnd() throws {
    let directory = try TemporaryDirectory()
    let spool = Spool(folder: directory.url.path)
    #expect(append("one", to: spool))
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(throws: SlipError.self) { try bytes.withUnsafeMutableBytes { try spool.read(at: 0, into: $0) } }
  }
}
