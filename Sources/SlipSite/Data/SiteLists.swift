internal import SlipBase
internal import SlipNotes

/// The facts about all notes that the list of the start page shows, sorts and asks: files in `x/l` and `x/f`.
struct SiteLists {
  /// The most notes in a file of facts.
  private static let mostNotes = 4_096
  /// The most bytes in a file of facts, about.
  private static let mostBytes = 360_000
  /// Seconds from the year 1 to 1970, so that no date is negative; one more, because 0 means no date.
  private static let epoch: Int64 = 62_135_596_801

  /// Of a note whose body has open tracked changes of a merge. 0 to 2 are the status, and 3 is a favorite.
  static let openMerge = 6
  /// Of a note with a task that isn't done.
  static let openTasks = 12
  /// Of a note with a task that is done.
  static let doneTasks = 24
  /// The sign of a sum of 0: with all of them there is neither a quotation mark nor a backslash.
  private static let firstSign = 0x23

  /// The site.
  let site: SiteBox
  /// The number of words of each note.
  let lengths: [Int]
  /// The number of words of each text, as predicates count them.
  let wordCounts: [Int]
  /// What the text and body of each note say: the sum of `openMerge`, `openTasks` and `doneTasks`, where they hold.
  let flags: [Int]
  /// Whether each note has links that lead to no note.
  let hasBrokenLinks: [Bool]
  /// How many notes are in a file; a power of 2.
  let chunk: Int
  /// Whether dates have parts of seconds.
  let hasFractions: Bool

  /// Chooses how many notes a file has, so that no file becomes too long.
  init(_ site: SiteBox, lengths: [Int], wordCounts: [Int], flags: [Int], hasBrokenLinks: [Bool]) throws {
    (self.site, self.lengths, self.wordCounts, self.flags) = (site, lengths, wordCounts, flags)
    self.hasBrokenLinks = hasBrokenLinks
    var (sizes, fractions): ([Int], Bool) = ([], false)
    sizes.reserveCapacity(site.notes.count)
    for slot in site.notes.indices {
      let note = try site.note(slot)
      let names = note.attachments.reduce(0) { $0 + $1.name.utf8.count + 80 }
      sizes.append(min(note.title.utf8.count * 2, 1_200) + names + 100)
      if (note.modified?.microseconds ?? 0) % 1_000_000 != 0 { fractions = true }
    }
    hasFractions = fractions
    var chunk = SiteLists.mostNotes
    while chunk > 16 {
      let starts = stride(from: 0, to: sizes.count, by: chunk)
      let longest = starts.map { sizes[$0..<min(sizes.count, $0 + chunk)].reduce(0, +) }.max() ?? 0
      if longest <= SiteLists.mostBytes { break }
      chunk /= 2
    }
    self.chunk = chunk
  }

  /// Seconds of a date as data have them; 0 for none.
  private static func seconds(_ time: Timestamp?) -> Int {
    guard let time else { return 0 }
    return max(1, Int(time.microseconds.floored(by: 1_000_000) + epoch))
  }

  /// Writes all files.
  ///
  /// - Parameter write: Takes the path and the bytes of a file.
  func write(_ write: (String, [UInt8]) throws -> Void) throws {
    for (number, start) in stride(from: 0, to: site.notes.count, by: chunk).enumerated() {
      let notes = try (start..<min(site.notes.count, start + chunk)).map { try site.note($0) }
      try write("x/l/\(number).js", list(notes, start, number))
      try write("x/f/\(number).js", facts(notes, start, number))
    }
  }

  /// What the list shows and sorts.
  private func list(_ notes: [Note], _ start: Int, _ number: Int) -> [UInt8] {
    var (created, modified, fractions, lengths, folders): ([UInt8], [UInt8], [UInt8], [UInt8], [UInt8])
    (created, modified, fractions, lengths, folders) = ([], [], [], [], [])
    var (ids, states): ([UInt8], [UInt8]) = ([], [])
    for (index, note) in notes.enumerated() {
      SiteNumber.append(SiteLists.seconds(note.created), digits: 6, to: &created)
      SiteNumber.append(SiteLists.seconds(note.modified), digits: 6, to: &modified)
      let fraction = (note.modified?.microseconds ?? 0).remainder(by: 1_000_000)
      if hasFractions { SiteNumber.append(Int(fraction), digits: 4, to: &fractions) }
      SiteNumber.append(self.lengths[start + index], digits: 4, to: &lengths)
      SiteNumber.append(site.folder(of: note).map { $0 + 1 } ?? 0, digits: 3, to: &folders)
      let status = Note.Status.allCases.firstIndex(of: note.status) ?? 0
      states.append(
        UInt8(SiteLists.firstSign + status + (note.isFavorite ? 3 : 0) + flags[start + index]))
      SiteLists.append(note.id, to: &ids)
    }
    var script = SiteScript("l", number)
    script.raw("{\"t\":")
    script.string(notes.map { SiteText.listed($0.title) }.joined(separator: "\n"))
    for (name, column): (StaticString, [UInt8]) in [
      (",\"u\":\"", ids), (",\"c\":\"", created), (",\"m\":\"", modified), (",\"M\":\"", fractions),
      (",\"n\":\"", lengths), (",\"f\":\"", folders), (",\"s\":\"", states),
    ] {
      script.raw(name)
      script.raw(column)
      script.raw("\"")
    }
    script.raw(",\"k\":")
    let keywords = notes.map { note in
      note.keywords.compactMap { site.keywordNumbers[$0] }.map(String.init).joined(separator: ",")
    }
    script.string(keywords.joined(separator: "\n"))
    script.raw(",\"h\":")
    script.string(notes.map(thumbnail).joined(separator: "\n"))
    script.raw("}")
    return script.finished()
  }

  /// What only some searches ask.
  private func facts(_ notes: [Note], _ start: Int, _ number: Int) -> [UInt8] {
    var counts: [UInt8] = []
    for index in notes.indices { SiteNumber.append(wordCounts[start + index], digits: 4, to: &counts) }
    let files = notes.map { note in
      note.attachments.compactMap { reference in
        site.box.attachment(reference.attachment).map {
          SiteText.line(reference.name).replacing("\t", with: " ") + "\t" + $0.mediaType
        }
      }.joined(separator: "\t")
    }
    let links = notes.indices.map { site.links[start + $0].map { String($0) }.joined(separator: ",") }
    var script = SiteScript("f", number)
    script.raw("{\"w\":\"")
    script.raw(counts)
    script.raw("\",\"a\":")
    script.string(files.joined(separator: "\n"))
    script.raw(",\"o\":")
    script.string(links.joined(separator: "\n"))
    script.raw(",\"b\":\"")
    script.raw(notes.indices.map { UInt8(ascii: hasBrokenLinks[start + $0] ? "1" : "0") })
    script.raw("\"}")
    return script.finished()
  }

  /// The thumbnail of the first picture of a note, below `t/`; empty where it has none.
  private func thumbnail(_ note: Note) -> String {
    for reference in note.attachments {
      guard let attachment = site.box.attachment(reference.attachment), let thumbnail = attachment.thumbnail
      else { continue }
      return String(SiteAddresses.thumbnail(attachment.id, thumbnail.fileExtension).dropFirst(5))
    }
    return ""
  }

  /// Appends a UUID in Base64 for URLs (RFC 4648) without padding: 22 characters.
  private static func append(_ id: UniqueID, to bytes: inout [UInt8]) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var (high, low) = (id.high, id.low)
    for _ in 0..<22 {
      bytes.append(alphabet[Int(high >> 58)])
      high = high << 6 | low >> 58
      low <<= 6
    }
  }
}

extension Int64 {
  /// The quotient, rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 { (self - remainder(by: divisor)) / divisor }

  /// What is left of a division that is rounded down; never negative.
  fileprivate func remainder(by divisor: Int64) -> Int64 { ((self % divisor) + divisor) % divisor }
}
