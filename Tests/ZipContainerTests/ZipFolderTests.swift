import SlipFiles
import SlipBase
import Testing
import ZipContainer

@Suite struct ZipFolderTests {
  private static let folder = [
    ZipFolder.Entry(path: "a", bytes: nil), ZipFolder.Entry(path: "a/ü.txt", bytes: Array("text".utf8)),
    ZipFolder.Entry(path: "a/none", bytes: []),
  ]

  /// Offsets of headers and their fields: APPNOTE 4.3.7.
  @Test func bytesDependOnNamesAndContentsOnly() throws {
    let bytes = try ZipFolder.write(ZipFolderTests.folder)
    #expect(try bytes == ZipFolder.write(ZipFolderTests.folder))
    let second = try #require((4..<bytes.count).first { bytes[$0...].starts(with: [0x50, 0x4B, 3, 4]) })
    let header = Array(bytes[second...].prefix(30))
    // UTF-8, stored, 1980-01-01 at midnight, no extra field.
    #expect(header[7] == 0x08 && header[8..<10] == [0, 0] && header[10..<14] == [0, 0, 0x21, 0])
    #expect(header[28..<30] == [0, 0] && bytes[(second + 38)...].starts(with: "text".utf8))
  }

  @Test func readsWhatItWrites() throws {
    let again = try ZipFolder.read(ZipFolder.write(ZipFolderTests.folder))
    #expect(again.map(\.path) == ["a", "a/ü.txt", "a/none"])
    #expect(again.map(\.bytes) == [nil, Array("text".utf8), []])
    #expect(try ZipFolder.read(ZipFolder.write([])).isEmpty)
  }

  @Test func brokenFilesAreErrors() throws {
    let bytes = try ZipFolder.write(ZipFolderTests.folder)
    var flipped = bytes
    let text = try #require(bytes.indices.first { bytes[$0...].starts(with: "text".utf8) })
    flipped[text] ^= 1
    #expect(throws: SlipError.self) { try ZipFolder.read(flipped) }
    for length in 0..<bytes.count {
      #expect(throws: SlipError.self) { try ZipFolder.read(Array(bytes.prefix(length))) }
    }
  }

  @Test(arguments: ["../a", "a//b", "/a"]) func pathsStayInside(_ path: String) throws {
    let bytes = try ZipFolder.write([ZipFolder.Entry(path: path, bytes: [1])])
    let error = #expect(throws: SlipError.self) { try ZipFolder.read(bytes) }
    #expect(error?.code == SafePath.code)
  }

  @Test func limitsHold() throws {
    let bytes = try ZipFolder.write(ZipFolderTests.folder)
    var limits = Limits()
    limits.packageFiles = 2
    #expect(throws: SlipError.self) { try ZipFolder.read(bytes, limits: limits) }
    limits = Limits()
    limits.packageBytes = 3
    #expect(throws: SlipError.self) { try ZipFolder.read(bytes, limits: limits) }
  }
}
