public import SlipBase
public import SlipNotes

/// Notes that come home: the slip-box exported them, and now the export is imported into it.
///
/// They are known by the UUIDs that an export carries. Formats lose some of what a note has, so only its title and its words count: a
/// note whose words are the same stays as it is, with all its formatting. Words that were changed in the other program come in where
/// the note wasn't changed since it was exported; elsewhere the policy decides.
extension ImportMerger {
  /// The note of the slip-box that an entry of a container is by the UUID that it carries; nil where it carries none, or where the
  /// entry was imported before as a note of its own.
  ///
  /// - Parameter listed: What the list of the export says.
  public func home(
    of entry: SourceEntry, _ item: String, listed: Note.ID?, in source: SourceMerge
  ) -> Note.ID? {
    guard source.known[item] == nil, !source.buried.contains(item) else { return nil }
    let ids = ([entry.id] + entry.names).lazy.compactMap(ImportMerger.uuid)
    return (ids.first { box.has(note: $0) } ?? listed).flatMap { box.note($0)?.id }
  }

  /// The UUID that a name is, with or without hyphens.
  private static func uuid(_ name: String) -> UniqueID? {
    if name.utf8.count == 36 { return UniqueID(name.lowercased()) }
    guard name.utf8.count == 32, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var text = name.lowercased()[...]
    var parts: [Substring] = []
    for length in [8, 4, 4, 4, 12] {
      parts.append(text.prefix(length))
      text = text.dropFirst(length)
    }
    return UniqueID(parts.joined(separator: "-"))
  }

  /// Whether two notes say the same: the same letters and digits in the same order.
  ///
  /// - Parameters:
  ///   - new: The text as the export has it.
  ///   - text: The text of the note in the slip-box.
  ///   - note: That note. Some formats put its title above the text, and the names of files where the text shows them.
  public static func saysTheSame(_ new: [UInt8], _ text: [UInt8], _ note: Note) -> Bool {
    let names = note.attachments.map { words($0.name) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    let (theirs, title) = (words(String(decoding: new, as: UTF8.self))[...], words(note.title))
    let pieces = String(decoding: text, as: UTF8.self).split(
      separator: "\u{FFFC}", omittingEmptySubsequences: false)
    /// Whether a text is the pieces, with or without a name between two of them.
    func isSame(_ theirs: ArraySlice<Unicode.Scalar>) -> Bool {
      var rest = theirs
      for (index, piece) in pieces.enumerated() {
        if index > 0, let name = names.first(where: { rest.starts(with: $0) }) {
          rest = rest.dropFirst(name.count)
        }
        let piece = words(piece)
        guard rest.starts(with: piece) else { return false }
        rest = rest.dropFirst(piece.count)
      }
      return rest.isEmpty
    }
    if isSame(theirs) { return true }
    return theirs.starts(with: title) ? isSame(theirs.dropFirst(title.count)) : isSame(title + theirs)
  }

  /// The letters and digits of a text, without differences of composition.
  package static func words(_ text: some StringProtocol) -> [Unicode.Scalar] {
    TextFolding.nfc(String(text)).unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  /// Merges a note that comes home, and returns the payload to write.
  ///
  /// - Parameters:
  ///   - new: The note as the export has it.
  ///   - note: The note of the slip-box.
  ///   - isSame: Whether both say the same.
  ///   - source: The export, or the file of it.
  /// - Throws: An error of the box.
  public mutating func mergeHome(
    _ new: ImportedNote, _ note: Note, isSame: Bool, of source: inout SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    let item = new.item ?? ImportedItem(file: new)
    source.seen.insert(item.id)
    source.currentFolders.formUnion(source.chain(item.folder).map(\.key))
    let entry = ImportReport.Entry(path: source.path(of: item.place), note: note.id)
    let gaps = SourceGaps(new)
    if gaps.isDamage || gaps.lacksText && note.mirror.length > 0 {
      (source.hasGaps, source.withholds) = (true, true)
      diagnostics.report(contentsOf: new.diagnostics)
      if !gaps.isDamage { diagnostics.report(contentsOf: [SourceFault.missingText].located(in: entry.path)) }
      noteUnchanged(note, path: entry.path)
      return []
    }
    if isSame {
      noteUnchanged(note, path: entry.path)
      return []
    }
    if isBehind(new, note), options.onConflict == .both || options.onConflict == .merge {
      let id = try unusedID(for: source.seed(of: item.id))
      var conflict = ImportReport.Conflict(path: entry.path, note: note.id, version: id, resolution: .both)
      conflict.lacksBase = options.onConflict == .merge
      report.conflicts.append(conflict)
      source.places[item.id] = (id, item.order)
      source.arrived.insert(id)
      diagnostics.report(contentsOf: new.diagnostics)
      let payload = try insert(new, item, source, id: id)
      try noteVersions(note.id, id, entry)
      return payload
    }
    noteUnresolved(new, item, note.id)
    return try takeHome(new, note, entry)
  }

  /// Records that a file that comes home is as it was exported.
  public mutating func noteHome(_ key: ImportKey, _ note: Note) {
    seen.insert(key.text)
    noteUnchanged(note, path: key.path)
  }

  /// Whether the note was changed after it was exported, as far as the dates say. Some formats have whole seconds only.
  private func isBehind(_ new: ImportedNote, _ note: Note) -> Bool {
    guard let ours = note.modified else { return false }
    return new.modified.map { ours.microseconds / 1_000_000 > $0.microseconds / 1_000_000 } ?? true
  }

  /// Gives a note the text of its export, unless the policy keeps its own.
  private mutating func takeHome(
    _ new: ImportedNote, _ note: Note, _ entry: ImportReport.Entry
  ) throws(SlipError) -> [ImportedPayload] {
    if isBehind(new, note), options.onConflict != .replace {
      report.conflicts.append(
        ImportReport.Conflict(path: entry.path, note: note.id, version: nil, resolution: options.onConflict))
      return []
    }
    diagnostics.report(contentsOf: new.diagnostics)
    let payload = try insertAttachments(of: new)
    let files = new.attachments.filter(\.isShown).map(AttachmentReference.init)
    let modified = [new.modified, note.modified].compactMap { $0 }.max()
    try box.update(note: note.id) {
      $0.body = new.body.fact
      $0.mirror = new.mirror.fact
      // A format may have lost a file, so none of the note's own goes.
      let shown = Set(files.map(\.attachment))
      $0.attachments = files + $0.attachments.filter { !shown.contains($0.attachment) }
      $0.modified = modified
    }
    pendingLinks.append((note.id, new.linkTargets))
    report.note(ImportedChange(.text), of: note.id)
    report.updated.append(entry)
    return payload + [
      ImportedPayload(.body(note.id), new.body), ImportedPayload(.mirror(note.id), new.mirror),
    ]
  }
}
