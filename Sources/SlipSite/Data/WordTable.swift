/// Words with numbers in the order in which they come up.
struct WordTable: Sendable {
  /// The bytes of all words.
  private(set) var bytes: [UInt8] = []
  /// Where each word ends in `bytes`; the first one begins at 0.
  private(set) var ends: [Int] = []
  /// The hash of each word.
  private(set) var hashes: [UInt32] = []
  /// Numbers of words plus 1, by hash; 0 for free places.
  private var places: [UInt32]

  /// The number of words.
  var count: Int { ends.count }

  /// Creates an empty table.
  ///
  /// - Parameter places: About twice as many as there will be words.
  init(places: Int = 1_024) {
    var size = 64
    while size < places { size *= 2 }
    self.places = Array(repeating: 0, count: size)
  }

  /// The bytes of a word.
  func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  /// The hash of a word (FNV-1a).
  @inline(__always)
  static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in word { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ hash >> 15
  }

  /// The number of a word, which is added where it is new.
  mutating func number(of word: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
    let mask = places.count - 1
    var place = Int(hash) & mask
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if hashes[number] == hash, isSame(word, number) { return number }
      place = (place + 1) & mask
    }
    bytes.append(contentsOf: word)
    ends.append(bytes.count)
    hashes.append(hash)
    places[place] = UInt32(ends.count)
    if ends.count * 2 > places.count { grow() }
    return ends.count - 1
  }

  /// Whether a word has a number.
  @inline(__always)
  private func isSame(_ word: UnsafeBufferPointer<UInt8>, _ number: Int) -> Bool {
    let range = range(number)
    guard range.count == word.count else { return false }
    for index in 0..<word.count where bytes[range.lowerBound + index] != word[index] { return false }
    return true
  }

  /// Doubles the number of places.
  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 2)
    let mask = places.count - 1
    for (number, hash) in hashes.enumerated() {
      var place = Int(hash) & mask
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = UInt32(number + 1)
    }
  }

  /// The numbers of the words in the order of JavaScript's strings: by units of UTF-16.
  var sorted: [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      Array(0..<count).sorted { a, b in
        let (x, y) = (range(a), range(b))
        for index in 0..<min(x.count, y.count) {
          let (p, q) = (bytes[x.lowerBound + index], bytes[y.lowerBound + index])
          if p != q { return WordTable.rank(p) < WordTable.rank(q) }
        }
        return x.count < y.count
      }
    }
  }

  /// The rank of a byte of UTF-8 among the units of UTF-16: surrogates stand before U+E000.
  @inline(__always)
  private static func rank(_ byte: UInt8) -> Int {
    byte < 0xEE ? Int(byte) : byte < 0xF0 ? Int(byte) + 16 : Int(byte)
  }
}
