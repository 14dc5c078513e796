internal import SlipBase
internal import SlipNotes

/// The lines of the section of files that aren't read beside a note or an attachment.
extension CanonicalReader {
  /// What is around the length and digest of a body.
  static let bodyEnds = LineEnds(PayloadPath.bodyExtension, SlipBox.bodyType)
  /// The same for a mirror.
  static let mirrorEnds = LineEnds(PayloadPath.mirrorExtension, SlipBox.mirrorType)

  /// The files of the history, which must be the declared ones.
  mutating func history() throws(Deviation) {
    var history = BoxHistory()
    while files.isNext("    <file path=\"history/") {
      try files.expect("    <file path=\"")
      guard let path = PayloadPath(try files.word()) else { throw Deviation() }
      try files.expect(" length=\"")
      let length = try files.length()
      try files.expect(" sha256=\"")
      let fact = FileFact(digest: try files.digest(), length: length)
      try files.expect(" type=\"")
      _ = try files.word(.mediaType)
      try files.expect("/>\n")
      files.endLine()
      switch path.key {
      case .transaction(let number, let prefix):
        guard [history.nextNumber - 1, history.nextNumber].contains(number), number > 0,
          fact.digest.hex.hasPrefix(prefix)
        else { throw Deviation() }
        let entry = BoxHistory.Entry(number, fact)
        if let last = history.transactions.last, last >= entry { throw Deviation() }
        history.add(entry)
      case .replaced(let digest):
        let file = BoxHistory.Replaced(fact, path.fileExtension)
        guard digest == fact.digest, history.replaced.last.map({ $0 < file }) ?? true else {
          throw Deviation()
        }
        history.keep(file)
      default: throw Deviation()
      }
    }
    guard declared == (history.transactions.count, history.transactions.last?.fact.digest) else {
      throw Deviation()
    }
    builder.add(history)
  }

  /// The retained files in the order of their paths, each once; sources may share them.
  mutating func keptFiles() throws(Deviation) {
    let order = sources.indices.sorted { first, second in
      let (a, b) = (sources[first], sources[second])
      if a.kept.digest != b.kept.digest { return a.kept.digest < b.kept.digest }
      return a.keptExtension.utf8.lexicographicallyPrecedes(b.keptExtension.utf8)
    }
    var previous: (fact: FileFact, suffix: String)?
    for index in order {
      let (digest, suffix) = (sources[index].kept.digest, sources[index].keptExtension)
      if let previous, previous.fact.digest == digest, previous.suffix == suffix {
        sources[index].kept = previous.fact
        continue
      }
      let fact = FileFact(digest: digest, length: try keptFile(digest, suffix))
      if let previous, previous.fact.digest == digest, previous.fact != fact { throw Deviation() }
      sources[index].kept = fact
      previous = (fact, suffix)
    }
  }

  /// The line of a retained file: its length.
  mutating func keptFile(_ digest: Digest, _ suffix: String) throws(Deviation) -> Int {
    let type = Array((MediaType.forFileExtension(suffix) ?? .binary).name.utf8)
    try files.expect("    <file path=\"sources/")
    let length = try files.fileOfDigest(digest, Array(suffix.utf8), type)
    files.endLine()
    return length
  }

  /// The line of an attachment's thumbnail.
  mutating func thumbnailFile(_ index: Int) throws(Deviation) {
    guard let thumbnail = attachments[index].thumbnail else { return }
    let path = PayloadPath.thumbnail(attachments[index].id, thumbnail.fileExtension)
    try files.expect(Array("    <file path=\"\(path)\" length=\"".utf8))
    let length = try files.length()
    try files.expect(" sha256=\"")
    attachments[index].thumbnail?.file = FileFact(digest: try files.digest(), length: length)
    let type = MediaType.forFileExtension(thumbnail.fileExtension) ?? .binary
    try files.expect(Array(" type=\"\(type.name)\"/>\n".utf8))
    files.endLine()
  }
}
