import SlipDocument
import SlipStores

enum AppleNotesFuzzer {
  /// Any bytes, as a text, a table and a scan: a document whose lists are there, and a table whose rows are equally long.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let bytes = Array(bytes)
    if let document = StoreParts.appleNotesText(bytes) {
      for case .paragraph(let paragraph) in document.blocks {
        guard let item = paragraph.listItem else { continue }
        claim(
          document.lists.indices.contains(item.list) && item.level < document.lists[item.list].levels.count,
          "list")
      }
    }
    let rows = StoreParts.appleNotesTable(bytes) ?? []
    claim(Set(rows.map(\.count)).count <= 1, "rows")
    _ = StoreParts.appleNotesPages(bytes)
  }
}
