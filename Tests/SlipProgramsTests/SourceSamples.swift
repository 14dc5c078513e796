import SlipBase
import SlipDocument
import SlipNotes

@testable import SlipExchange
@testable import SlipPrograms

/// The notes of a container, each by its id, as an import would make them.
func notes(of tree: SourceTree, _ context: SourceContext = SourceContext()) throws -> [(
  id: String, note: SourceNote
)] {
  guard let kind = ProgramTable.sources.kind(of: tree) else { return [] }
  var context = context
  var entries: [SourceEntry] = []
  context.container = context.names.addContainer()
  var source = try kind.open(tree, context)
  while let item = try source.next() {
    guard case .note(let entry) = item else { continue }
    let id = UniqueID(high: 1, low: UInt64(entries.count))
    _ = context.names.add(entry.id, names: entry.names, id, in: context.container)
    entries.append(entry)
  }
  let all = context
  return try entries.map { ($0.id, try $0.read(all)) }
}

/// The notes of a file.
func notes(of bytes: [UInt8], named name: String) throws -> [(id: String, note: SourceNote)] {
  try notes(of: try SourceTree.of(bytes, named: name))
}

/// Reads whatever can be read of a file, and makes notes of it. An error is fine, a crash isn't.
func readAll(_ bytes: [UInt8], named name: String) {
  guard let tree = try? SourceTree.of(bytes, named: name), let kind = ProgramTable.sources.kind(of: tree),
    var source = try? kind.open(tree, SourceContext())
  else { return }
  let key = ImportKey(sourceName: "s", path: name)
  while let item = try? source.next() {
    guard case .note(let entry) = item else { continue }
    _ = try? ItemImporter.read(
      entry, as: UniqueID(high: 1, low: 1), order: 0, of: key, format: kind.name, SourceContext())
  }
}

/// The text of a note, with a line for each paragraph.
func text(_ note: SourceNote) -> String {
  let key = ImportKey(sourceName: "s", path: "p")
  let entry = SourceEntry(id: "1", place: "1") { _ in note }
  guard
    let made = try? ItemImporter.read(
      entry, as: UniqueID(high: 1, low: 1), order: 0, of: key, format: "f", SourceContext())
  else { return "" }
  return String(decoding: made.mirror.bytes, as: UTF8.self)
}

extension SourceNote {
  /// The values of a property.
  func values(_ name: String) -> [String] { properties.filter { $0.name == name }.map(\.value) }
}
