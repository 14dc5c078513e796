import Testing

@testable import SlipSite

/// Numbers in the data of a site.
@Suite struct SiteNumberTests {
  /// Reads a number as the scripts do.
  private func read(_ bytes: [UInt8]) -> Int {
    var (value, scale) = (0, 1)
    for byte in bytes {
      let digit = byte < 92 ? Int(byte) - 35 : Int(byte) - 36
      if digit < 60 { return value + digit * scale }
      value += (digit - 60) * scale
      scale *= 31
    }
    return -1
  }

  @Test func readsAsWritten() {
    for number in Array(0...5_000) + [59, 60, 61, 1_859, 1_860, 57_660, 1 << 30] {
      var bytes: [UInt8] = []
      SiteNumber.append(number, to: &bytes)
      #expect(read(bytes) == number)
      #expect(bytes.allSatisfy { (35...126).contains($0) && $0 != 92 })
    }
  }

  @Test func fixedNumbersHaveTheirDigits() {
    for (number, digits) in [(0, 3), (90, 1), (91, 2), (63_800_000_000, 6), (99, 1)] {
      var bytes: [UInt8] = []
      SiteNumber.append(number, digits: digits, to: &bytes)
      #expect(bytes.count == digits)
    }
  }
}
