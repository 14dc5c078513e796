internal import SlipQuery

/// The words of one note: how often each occurs in which field, and where.
struct NoteWords: Sendable {
  /// The fields in the order of the data: title, keywords, names of attachments, text.
  static let fields = 4

  /// The words.
  private(set) var words = WordTable()
  /// How often each word occurs by field.
  private(set) var counts: [SIMD4<UInt32>] = []
  /// The places of each word, field by field, as distances.
  private(set) var places: [UInt8] = []
  /// Where the places of each word end.
  private(set) var placeEnds: [Int] = []
  /// The number of words in all fields.
  private(set) var length = 0

  /// The sign between two texts of a field, over which no phrase goes on.
  private static let barrier = Array("\u{E000}".utf8)

  /// Reads the words of a note.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - keywords: The names of its keywords.
  ///   - files: The names of its attachments.
  ///   - text: The text in UTF-8.
  init(title: String, keywords: [String], files: [String], text: UnsafeBufferPointer<UInt8>) {
    words = WordTable(places: min(text.count / 8, 1 << 16))
    var (tokens, positions, fields): ([UInt32], [UInt32], [Int]) = ([], [], [])
    tokens.reserveCapacity(text.count / 6)
    positions.reserveCapacity(text.count / 6)
    var folded = FoldedText()
    for (field, texts) in [[title], keywords, files].enumerated() {
      if field > 0 { folded.next() }
      for text in texts { folded.add(text) }
      take(folded.bytes, &tokens, &positions)
      fields.append(tokens.count)
    }
    folded.next()
    folded.add(text)
    take(folded.bytes, &tokens, &positions)
    fields.append(tokens.count)
    length = folded.count
    encode(tokens, positions, fields)
  }

  /// Numbers the words of a field.
  private mutating func take(_ bytes: [UInt8], _ tokens: inout [UInt32], _ positions: inout [UInt32]) {
    bytes.withUnsafeBufferPointer { bytes in
      var (start, position) = (0, UInt32(0))
      while start < bytes.count {
        var (end, hash) = (start, UInt32(2_166_136_261))
        while end < bytes.count, bytes[end] != UInt8(ascii: " ") {
          hash = (hash ^ UInt32(bytes[end])) &* 16_777_619
          end += 1
        }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if !(word.count == NoteWords.barrier.count && word.elementsEqual(NoteWords.barrier)) {
          tokens.append(UInt32(words.number(of: word, hash: hash ^ hash >> 15)))
          positions.append(position)
        }
        position += 1
        start = end + 1
      }
    }
  }

  /// Brings the places of each word together.
  private mutating func encode(_ tokens: [UInt32], _ positions: [UInt32], _ fields: [Int]) {
    counts = Array(repeating: SIMD4(), count: words.count)
    var starts = Array(repeating: 0, count: words.count + 1)
    var field = 0
    for (index, token) in tokens.enumerated() {
      while index >= fields[field] { field += 1 }
      counts[Int(token)][field] += 1
      starts[Int(token) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var (sorted, next) = (Array(repeating: UInt32(0), count: tokens.count), starts)
    for (token, position) in zip(tokens, positions) {
      sorted[next[Int(token)]] = position
      next[Int(token)] += 1
    }
    places.reserveCapacity(tokens.count * 2)
    for word in 0..<words.count {
      var index = starts[word]
      for field in 0..<NoteWords.fields {
        var last = -1
        for _ in 0..<counts[word][field] {
          SiteNumber.append(Int(sorted[index]) - last - 1, to: &places)
          last = Int(sorted[index])
          index += 1
        }
      }
      placeEnds.append(places.count)
    }
  }
}
