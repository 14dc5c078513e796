import SlipBase
import SlipTestSupport
import Testing
import WindowsArchives

@Suite struct CabinetTests {
  static let files = [
    CabinetMaker.File("Plan\\Garden.txt", Array("Sow in March.\n".utf8)),
    CabinetMaker.File("Größe.bin", (0..<70_001).map { UInt8(truncatingIfNeeded: $0 * 7) }),
    CabinetMaker.File("empty", []),
  ]

  private func read(_ bytes: [UInt8], files: Int = 100, most: Int = 1 << 20) throws(Cabinet.Fault) -> Cabinet
  {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(Cabinet.Fault) in try Cabinet(bytes, mostFiles: files, mostBytes: most) }
    }
    return try result.get()
  }

  @Test(arguments: [false, true]) func filesAreUnpacked(isPacked: Bool) throws {
    let bytes = CabinetMaker(Self.files, isPacked: isPacked).bytes()
    #expect(Cabinet.isCabinet(bytes))
    let cabinet = try read(bytes)
    #expect(cabinet.files.map(\.path) == ["Plan/Garden.txt", "Größe.bin", "empty"])
    #expect(cabinet.files.map(\.bytes) == Self.files.map(\.bytes))
    #expect(cabinet.files.first?.modified == Timestamp(rfc3339: "2024-05-06T07:08:10Z"))
  }

  @Test func boundsHold() throws {
    let bytes = CabinetMaker(Self.files, isPacked: true).bytes()
    #expect(throws: Cabinet.Fault.tooLarge) { try read(bytes, files: 2) }
    #expect(throws: Cabinet.Fault.tooLarge) { try read(bytes, most: 70_014) }
    #expect(try read(bytes, files: 3, most: 70_015).files.count == 3)
  }

  @Test func whatIsNoCabinetIsRefused() {
    #expect(throws: Cabinet.Fault.damaged) { try read(Array("MSCF\0\0\0\0".utf8)) }
    #expect(throws: Cabinet.Fault.damaged) { try read([]) }
  }

  /// A cut cabinet loses the files that it lacks bytes of, and no others.
  @Test(arguments: [false, true]) func cutCabinets(isPacked: Bool) throws {
    let bytes = CabinetMaker(Self.files, isPacked: isPacked).bytes()
    for count in stride(from: 0, through: bytes.count, by: 501) {
      guard let cabinet = try? read(Array(bytes.prefix(count))) else { continue }
      for (file, whole) in zip(cabinet.files, Self.files) {
        #expect(file.bytes == nil || file.bytes == whole.bytes)
      }
    }
  }

  @Test(arguments: [false, true]) func changedBytes(isPacked: Bool) {
    let bytes = CabinetMaker(Self.files, isPacked: isPacked).bytes()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        changed[Int.random(in: 0..<min(400, changed.count), using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let cabinet = try? read(changed) else { continue }
      #expect(cabinet.files.reduce(0) { $0 + ($1.bytes?.count ?? 0) } <= 1 << 20)
    }
  }
}
