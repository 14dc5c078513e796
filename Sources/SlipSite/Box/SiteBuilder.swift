internal import ImageCodec
public import SlipBase
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipQuery
internal import SlipRTF

/// Writes a site: all pages, lists, data and files of a box.
///
/// ```swift
/// let builder = SiteBuilder(SiteBox(content, options: options), thumbnails: bundle)
/// let diagnostics = try builder.write(to: output)
/// ```
///
/// The same box always gives the same bytes: nothing in a site depends on when, where or by how many threads it was made.
public struct SiteBuilder: Sendable {
  /// The site.
  private let site: SiteBox
  /// Where thumbnails come from.
  private let thumbnails: any ThumbnailReader
  /// Finds the notes that links lead to.
  private let resolver: LinkResolver

  /// How many notes are read before their words are added to the index.
  private static let batch = 256
  /// From how many notes on files of the index are longer, so that there are fewer of them.
  private static let manyNotes = 30_000

  /// Prepares a site.
  public init(_ site: SiteBox, thumbnails: any ThumbnailReader) {
    (self.site, self.thumbnails) = (site, thumbnails)
    resolver = LinkResolver(site.box)
  }

  /// How many notes are read at the same time.
  private var workers: Int { site.options.workers ?? Parallel.cores }

  /// Writes all files.
  ///
  /// - Parameters:
  ///   - output: Takes the files. Several threads call it.
  ///   - progress: Called with the number of notes that were read and written.
  /// - Returns: Findings, in the order of the notes.
  /// - Throws: `SlipError` for payload that is missing or damaged, and what `output` throws.
  public func write(to output: any SiteOutput, progress: (Int, Int) throws -> Void = { _, _ in }) throws
    -> [Diagnostic]
  {
    var sink = DiagnosticSink()
    let attachments = self.attachments
    var renderings = SiteRenderings()
    sink.report(contentsOf: try renderings.write(attachments, of: site, to: output))
    sink.report(contentsOf: try write(attachments, to: output))
    let openings = try writeData(to: output) { try progress($0 / 2, site.notes.count) }
    let page = NotePage(site: site, renderings: renderings, openings: openings)
    try forEachBatch { slot in
      let page = try page.bytes(of: slot)
      try output.write(site.addresses.note(site.notes[slot]), page.bytes)
      return page.diagnostics.located(at: EntityID.note(site.notes[slot]))
    } done: { _, found in
      sink.report(contentsOf: found)
    } progress: {
      try progress((site.notes.count + $0) / 2, site.notes.count)
    }
    try ListPages(site: site, output: output).write()
    try output.write(SiteAddresses.home, try HomePage(site: site).bytes())
    try output.write(SiteAddresses.feed, try AtomFeed(site: site, openings: openings).bytes())
    return sink.diagnostics
  }

  /// Calls a closure for each note, in groups and on several threads, and another one with the results in order.
  private func forEachBatch<R: Sendable>(
    _ body: @Sendable (Int) throws -> R, done: (Int, R) throws -> Void, progress: (Int) throws -> Void
  ) throws {
    var start = 0
    while start < site.notes.count {
      let count = min(SiteBuilder.batch, site.notes.count - start)
      let results = withoutActuallyEscaping(body) { body in
        Parallel.map(count: count, workers: workers) { [start] index in Result { try body(start + index) } }
      }
      for (index, result) in results.enumerated() { try done(start + index, try result.get()) }
      start += count
      try progress(start)
    }
  }

  // MARK: Files

  /// The attachments of the notes, each once.
  private var attachments: [Attachment] {
    var seen: Set<Attachment.ID> = []
    return site.notes.flatMap { site.box.note($0)?.attachments ?? [] }.compactMap { reference in
      seen.insert(reference.attachment).inserted ? site.box.attachment(reference.attachment) : nil
    }
  }

  /// Writes the attachments and their thumbnails.
  ///
  /// - Returns: A warning for each drawing that can't be read.
  private func write(_ attachments: [Attachment], to output: any SiteOutput) throws -> [Diagnostic] {
    let results = Parallel.map(count: attachments.count, workers: workers) { index in
      Result { () -> Diagnostic? in
        let attachment = attachments[index]
        var finding: Diagnostic?
        if SiteAddresses.isDrawing(attachment) {
          finding = try write(drawing: attachment, to: output)
        } else {
          try output.write(SiteAddresses.attachment(attachment), attachment.blob) {
            try site.content.forEachChunk(of: attachment.id, $0)
          }
        }
        guard let thumbnail = attachment.thumbnail else { return finding }
        let path = SiteAddresses.thumbnail(attachment.id, thumbnail.fileExtension)
        try output.write(path, thumbnail.file) { try thumbnails.forEachChunk(ofThumbnail: attachment, $0) }
        return finding
      }
    }
    return try results.compactMap { try $0.get() }
  }

  /// Writes a drawing without what could run in the name of the site.
  ///
  /// - Returns: A warning where it can't be read: no browser shows it, so the site has an empty one.
  private func write(drawing attachment: Attachment, to output: any SiteOutput) throws -> Diagnostic? {
    let path = SiteAddresses.attachment(attachment)
    let blob = try site.content.blob(attachment.id)
    if let passive = PassiveDrawing.passive(blob, limits: site.content.options.limits) {
      try output.write(path, passive)
      return nil
    }
    try output.write(path, Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n".utf8))
    return Diagnostic(
      code: PictureFault.notShown.rawValue, severity: .warning,
      message: "This drawing can't be read, so the site has an empty one in its place.",
      location: EntityID.attachment(attachment.id).location)
  }

  // MARK: Data

  /// What is read of a note for the index.
  private struct Read: Sendable {
    /// Its words.
    var words: NoteWords
    /// How it begins.
    var opening: String
    /// The number of words of the text, as predicates count them.
    var wordCount: Int
    /// What body and text say: see `SiteLists.flags`.
    var flags: Int
    /// Whether it has links that lead to no note of the site.
    var hasBrokenLinks: Bool
    /// The text; empty where the site has no texts.
    var text: [UInt8]
  }

  /// The flags of a text with tasks.
  private static func taskFlags(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let states = Set(TextTask.all(in: text).map(\.isDone))
    return (states.contains(false) ? SiteLists.openTasks : 0)
      + (states.contains(true) ? SiteLists.doneTasks : 0)
  }

  /// Reads a note for the index.
  private func read(_ slot: Int) throws -> Read {
    let note = try site.note(slot)
    let mirror = try site.content.mirror(of: note)
    let body = try site.content.body(of: note)
    let isOpen = body.withUnsafeBytes {
      RTFOpenMerge.isOpen(in: $0, limits: site.content.options.limits)
    }
    let hasConflict = isOpen || !note.openConflicts.isEmpty
    let hasBrokenLinks = body.withUnsafeBytes { body in
      mirror.withUnsafeBytes { leadsNowhere(note, LinkTarget.targets(body: body, mirror: $0)) }
    }
    let keywords = note.keywords.compactMap { site.box.keyword($0)?.name }
    let files = note.attachments.map(\.name)
    return mirror.withUnsafeBufferPointer { text in
      Read(
        words: NoteWords(title: note.title, keywords: keywords, files: files, text: text),
        opening: SiteText.opening(text, title: note.title),
        wordCount: SearchTables.wordCount(text, isWhite: SiteText.isWhite),
        flags: (hasConflict ? SiteLists.openMerge : 0) + SiteBuilder.taskFlags(text),
        hasBrokenLinks: hasBrokenLinks,
        text: site.options.hasSnippets ? mirror : [])
    }
  }

  /// Whether one of a note's links leads to no note of the site. Notes that aren't chosen count as if they weren't there.
  private func leadsNowhere(_ note: Note, _ targets: [LinkTarget]) -> Bool {
    let source = note.source.flatMap { site.box.source($0) }
    return targets.contains { target in
      switch resolver.resolve(target, from: source) {
      case .otherFile: target.isWithoutSuffix
      case .missing: true
      case .note(let id): site.slots[id] == nil
      case .ambiguous(let notes): notes.count { site.slots[$0] != nil } != 1
      }
    }
  }

  /// Writes the index, the texts, the openings and the lists.
  ///
  /// - Returns: The openings by slot.
  private func writeData(to output: any SiteOutput, progress: (Int) throws -> Void) throws -> [String] {
    var (openings, lengths, wordCounts): ([String], [Int], [Int]) = ([], [], [])
    var (flags, hasBrokenLinks): ([Int], [Bool]) = ([], [])
    var index = SiteIndex()
    var texts = SiteTexts(output: output)
    try forEachBatch(read) { slot, read in
      index.add(read.words, slot: slot)
      lengths.append(read.words.length)
      wordCounts.append(read.wordCount)
      flags.append(read.flags)
      hasBrokenLinks.append(read.hasBrokenLinks)
      openings.append(read.opening)
      if site.options.hasSnippets { try texts.add(read.text) }
    } progress: {
      try progress($0)
    }
    if site.options.hasSnippets { try texts.finish() }
    let limit = site.notes.count > SiteBuilder.manyNotes ? 131_072 : 65_536
    let shards = try index.write(limit: limit) { try output.write($0, $1) }
    let lists = try SiteLists(
      site, lengths: lengths, wordCounts: wordCounts, flags: flags, hasBrokenLinks: hasBrokenLinks)
    try lists.write { try output.write($0, $1) }
    try SiteTexts.write(openings) { try output.write($0, $1) }
    let meta = SiteMeta(
      site: site, words: index.length, chunk: lists.chunk, hasFractions: lists.hasFractions, shards: shards,
      texts: texts.counts)
    try output.write(SiteMeta.path, meta.script())
    try output.write(SiteTables.path, SiteTables.script())
    for file in SiteWeb.files { try output.write(file.path, file.bytes) }
    return openings
  }
}

extension [Diagnostic] {
  /// The findings, each at a note where it has no other place.
  fileprivate func located(at entity: EntityID) -> [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.location.file == nil {
        diagnostic.location.file = entity.location.file ?? entity.description
      }
      return diagnostic
    }
  }
}
