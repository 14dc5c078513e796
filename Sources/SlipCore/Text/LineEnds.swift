extension [UInt8] {
  /// The bytes with a line feed for each CR LF and for each CR.
  package func withLineFeeds() -> [UInt8] {
    guard contains(0x0D) else { return self }
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var isAfterReturn = false
    for byte in self {
      if byte == 0x0D {
        output.append(0x0A)
      } else if byte != 0x0A || !isAfterReturn {
        output.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return output
  }
}

extension String {
  /// The text with a line feed for each CR LF and for each CR. `replacing` would go through it character by character.
  package func withLineFeeds() -> String {
    guard withContiguousBytes({ $0.contains(0x0D) }) else { return self }
    return String(decoding: Array(utf8).withLineFeeds(), as: UTF8.self)
  }
}
