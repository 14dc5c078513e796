/// Changed and shortened forms of bytes, for laws that hold for any input.
public enum Mutations {
  /// Bytes in which some were changed.
  ///
  /// - Parameters:
  ///   - whole: The bytes.
  ///   - seeds: One result for each seed; the same seed gives the same result.
  ///   - body: Gets each result.
  public static func forEach(of whole: [UInt8], seeds: Range<Int>, _ body: ([UInt8]) throws -> Void) rethrows
  {
    guard !whole.isEmpty else { return }
    for seed in seeds {
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let value: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF, UInt8.random(in: 0...255, using: &generator)]
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          value.randomElement(using: &generator) ?? 0
      }
      try body(bytes)
    }
  }
}
