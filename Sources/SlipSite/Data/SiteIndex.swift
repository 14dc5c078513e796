/// The index of a site: for each word the notes that have it, and where.
///
/// A note stands in it as `(gap − 1) · 4 + k`, where the gap leads from the note before. `k` says how often the word occurs: 0
/// and 1 mean once and twice, in the text only; after 2 comes the number of further times; after 3 come the numbers for text,
/// title, keywords and names of attachments. Where the word stands is kept beside that, because only phrases ask for it.
struct SiteIndex {
  /// What is known of a word.
  private struct Term {
    /// The last note that has it.
    var last = -1
    /// The notes.
    var notes: [UInt8] = []
    /// The places in these notes.
    var places: [UInt8] = []
  }

  /// The words.
  private var words = WordTable(places: 1 << 16)
  /// What is known of each.
  private var terms: [Term] = []
  /// The number of words of all notes.
  private(set) var length = 0

  /// The words of a note, which comes after all that were added.
  mutating func add(_ note: NoteWords, slot: Int) {
    length += note.length
    note.words.bytes.withUnsafeBufferPointer { bytes in
      for word in 0..<note.words.count {
        let range = note.words.range(word)
        let number = words.number(
          of: UnsafeBufferPointer(rebasing: bytes[range]), hash: note.words.hashes[word])
        if number == terms.count { terms.append(Term()) }
        let counts = note.counts[word]
        let start = word == 0 ? 0 : note.placeEnds[word - 1]
        SiteIndex.add(counts, slot, note.places[start..<note.placeEnds[word]], to: &terms[number])
      }
    }
  }

  /// Adds a note to a word.
  private static func add(
    _ counts: SIMD4<UInt32>, _ slot: Int, _ places: ArraySlice<UInt8>, to term: inout Term
  ) {
    let isElsewhere = counts[0] | counts[1] | counts[2] != 0
    let text = Int(counts[3])
    let kind = isElsewhere ? 3 : min(text, 3) - 1
    SiteNumber.append((slot - term.last - 1) * 4 + kind, to: &term.notes)
    if kind == 2 { SiteNumber.append(text - 3, to: &term.notes) }
    if kind == 3 {
      for count in [text, Int(counts[0]), Int(counts[1]), Int(counts[2])] {
        SiteNumber.append(count, to: &term.notes)
      }
    }
    term.last = slot
    term.places.append(contentsOf: places)
  }

  // MARK: Writing

  /// What the start page has to know to find a word.
  struct Shards {
    /// The first word of each file, in the order of JavaScript's strings.
    var first: [String] = []
    /// How many files the words of a shard are in, where these are several.
    var parts: [Int: Int] = [:]
    /// How many files the places of a shard are in, where these are several.
    var placeParts: [Int: Int] = [:]
  }

  /// The most bytes of a file of data.
  private static let longestFile = 400_000
  /// How many files are in a folder.
  static let filesInFolder = 500

  /// Writes the index.
  ///
  /// - Parameters:
  ///   - limit: About how many bytes a file has. Of many notes words are long, so files may be longer.
  ///   - write: Takes the path and the bytes of a file.
  func write(limit: Int, _ write: (String, [UInt8]) throws -> Void) rethrows -> Shards {
    var shards = Shards()
    var (notes, places): ([UInt8], [UInt8]) = ([], [])
    for number in words.sorted {
      let word = words.bytes[words.range(number)]
      let size = terms[number].notes.count + word.count + 2
      if !notes.isEmpty, notes.count + size > limit {
        try SiteIndex.write(notes, places, &shards, write)
        notes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
      }
      if notes.isEmpty {
        shards.first.append(String(decoding: word, as: UTF8.self))
      } else {
        notes += "\\n".utf8
        places += "\\n".utf8
      }
      notes += word
      notes.append(UInt8(ascii: " "))
      notes += terms[number].notes
      places += terms[number].places
    }
    if !notes.isEmpty { try SiteIndex.write(notes, places, &shards, write) }
    return shards
  }

  /// Writes a shard.
  private static func write(
    _ notes: [UInt8], _ places: [UInt8], _ shards: inout Shards, _ write: (String, [UInt8]) throws -> Void
  ) rethrows {
    let number = shards.first.count - 1
    let parts = try SiteIndex.write("i", notes, number, write)
    if parts > 1 { shards.parts[number] = parts }
    let placeParts = try SiteIndex.write("p", places, number, write)
    if placeParts > 1 { shards.placeParts[number] = placeParts }
  }

  /// Writes a text in as many files as it needs.
  ///
  /// - Returns: The number of files.
  private static func write(
    _ kind: StaticString, _ text: [UInt8], _ number: Int, _ write: (String, [UInt8]) throws -> Void
  ) rethrows -> Int {
    var (start, part) = (0, 0)
    repeat {
      var end = min(text.count, start + longestFile)
      // Not within a character or an escaped sign.
      while end < text.count, text[end] & 0xC0 == 0x80 || text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
      var script = part == 0 ? SiteScript(kind, number) : SiteScript(kind, number, part: part)
      script.raw("\"")
      script.raw(text[start..<end])
      script.raw("\"")
      let name = part == 0 ? "\(number)" : "\(number)-\(part)"
      try write("x/\(kind)/\(number / filesInFolder)/\(name).js", script.finished())
      (start, part) = (end, part + 1)
    } while start < text.count
    return part
  }
}
