internal import SlipPrograms
internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// Recognizes a container that was imported from another place: what it is, its notes say.
///
/// Its name and folder are only where it was found. A container of the same bytes is the same one. Where more than half of its notes, or of those that a source of its kind
/// has in the box, and at least three, are known by their ids, it is that source. An id that is unlikely to occur
/// twice, such as a UUID or a date with a title, is known for itself. Others, such as paths, count only for a note that has
/// the same title and the same text or date of creation.
struct ContainerIdentity {
  /// The fewest notes that must be known.
  private static let fewest = 3
  /// The most notes that are read to compare them.
  private static let mostRead = 200

  /// The box that is imported into.
  let box: SlipBox
  /// The keys of all containers of the import.
  let current: Set<Source.ID>

  /// The source that a container is, by its key; nil for a container that is new.
  ///
  /// - Parameters:
  ///   - tree: The files of the container.
  ///   - kind: Its kind.
  ///   - state: Its key and the digest of its bytes.
  ///   - context: What reading notes needs to know.
  func source(
    of tree: SourceTree, _ kind: SourceKind, _ state: SourceMerge, _ context: SourceContext
  ) throws(SlipError) -> ImportKey? {
    let key = state.key
    let candidates = box.sources.filter {
      ProgramTable.sources.kind(named: $0.format)?.name == kind.name && !current.contains($0.id)
    }
    guard !candidates.isEmpty else { return nil }
    let same = candidates.first { $0.original == state.original && !box.notes(from: $0.id).isEmpty }
    if let same = same?.importKey { return same }
    var (entries, unique) = ([SourceEntry](), RepeatedIDs(mark: "//"))
    var reader = try kind.open(tree, context)
    while let item = try reader.next() {
      guard case .note(var entry) = item else { continue }
      entry.id = unique.next(entry.id)
      entries.append(entry)
    }
    let paths = Set(tree.files.map(\.path))
    var best: (key: ImportKey, count: Int)?
    for source in candidates.sorted(by: { $0.id < $1.id }) {
      let known = known(source)
      let shared = entries.filter { known[$0.id] != nil }
      let enough = min(entries.count, known.count) / 2
      guard shared.count >= Self.fewest, shared.count > enough, let old = source.importKey else { continue }
      let count = try count(of: shared, known, paths, key, kind, context)
      guard count >= Self.fewest, count > min(enough, Self.mostRead / 2), count > best?.count ?? 0 else {
        continue
      }
      best = (old, count)
    }
    return best?.key
  }

  /// The notes of a source by their ids there, but those that a conflicting version came in beside.
  private func known(_ source: Source) -> [String: Note] {
    var known: [String: Note] = [:]
    for note in box.notes(from: source.id).compactMap({ box.note($0) }) {
      if let item = note.sourceItem { known[item] = note }
    }
    return known
  }

  /// How many notes are surely those of the box.
  private func count(
    of shared: [SourceEntry], _ known: [String: Note], _ paths: Set<String>, _ key: ImportKey,
    _ kind: SourceKind, _ context: SourceContext
  ) throws(SlipError) -> Int {
    var (count, read) = (0, 0)
    for entry in shared {
      if Self.isUnique(entry.id), !paths.contains(entry.id) {
        count += 1
        continue
      }
      guard read < Self.mostRead, let note = known[entry.id] else { continue }
      read += 1
      do throws(SlipError) {
        let found = try ItemImporter.read(entry, as: note.id, order: 0, of: key, format: kind.name, context)
        let isSameDate = found.created != nil && found.created == note.created
        if found.title == note.title, isSameDate || found.mirror.fact == note.mirror { count += 1 }
      } catch {
        // A note that can't be read isn't known.
        continue
      }
    }
    return count
  }

  /// Whether an id is unlikely to occur in another container: it has eight hexadecimal digits in a row.
  private static func isUnique(_ id: String) -> Bool {
    var run = 0
    for byte in id.utf8 {
      run =
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
        ? run + 1 : 0
      if run == 8 { return true }
    }
    return false
  }
}

extension Source {
  /// The key that the source was imported with; nil where its id has another form.
  fileprivate var importKey: ImportKey? {
    guard id.hasSuffix("/" + path) else { return nil }
    return ImportKey(sourceName: String(id.dropLast(path.count + 1)), path: path)
  }
}
