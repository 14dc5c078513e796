import SlipBase
import SlipExchange

/// How deep folders may lie in each other: the bound of the readers, and one for the file.
private let deepest = 68

/// Reads a container of a kind to its end, as an import does, and makes each of its notes.
///
/// What must hold: the container gives the same notes each time it is read, their ids differ, folders don't
/// nest without bound, and a note links to notes that are there.
func drain(_ tree: SourceTree, _ kind: SourceKind) {
  var context = SourceContext()
  context.limits.packageBytes = 16 << 20
  context.container = context.names.addContainer()
  guard let first = entries(tree, kind, context), let second = entries(tree, kind, context) else { return }
  claim(first.map(\.id) == second.map(\.id), "the same notes each time")
  var notes: Set<UniqueID> = []
  for (index, entry) in first.enumerated() {
    let note = UniqueID(high: 1, low: UInt64(index))
    notes.insert(note)
    claim(context.names.add(entry.id, names: entry.names, note, in: context.container), "id twice")
  }
  let key = ImportKey(sourceName: "s", path: "p")
  for (index, entry) in first.enumerated() {
    let id = UniqueID(high: 1, low: UInt64(index))
    guard
      let note = try? ItemImporter.read(entry, as: id, order: index, of: key, format: kind.name, context)
    else { continue }
    claim(note.item?.folder.count ?? 0 <= deepest, "folders")
    claim(note.item?.relations.allSatisfy(notes.contains) ?? true, "relation")
    for case .note(let target) in note.linkTargets {
      claim(notes.contains(target) || target.high != 1, "link")
    }
  }
}

/// The notes of a container; nil where it is refused.
private func entries(_ tree: SourceTree, _ kind: SourceKind, _ context: SourceContext) -> [SourceEntry]? {
  guard var source = try? kind.open(tree, context) else { return nil }
  var entries: [SourceEntry] = []
  while let item = try? source.next() {
    if case .note(let entry) = item { entries.append(entry) }
  }
  return entries
}
