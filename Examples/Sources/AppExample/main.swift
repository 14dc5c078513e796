// A note app in small: a list that follows a query, a predicate of Swift, and views whose names are SwiftUI's.
import Foundation
import SlipboxFoundation
import SlipboxKit

#if canImport(SwiftUI)
  import SwiftUI
#else
  import StubUI
#endif

/// What the window shows.
struct NoteRow: Identifiable, Hashable {
  let id: UUID
  let title: String
  let modified: Date?

  init(_ note: Note) {
    (id, title, modified) = (UUID(note.id), note.title, note.modified.map { Date($0) })
  }
}

struct Model {
  @State var rows: [NoteRow] = []
  let box: SlipBox

  mutating func show(_ predicate: Predicate<Note>) throws {
    rows = try box.notes.filter { try predicate.evaluate($0) }.map { NoteRow($0) }
  }

  func color(of keyword: Keyword) -> Color {
    Color(red: keyword.color.red, green: keyword.color.green, blue: keyword.color.blue)
  }
}

let bundle = OpenBundle(try MemoryBundle.sample())
var model = Model(box: bundle.box)
try model.show(#Predicate<Note> { $0.isFavorite || $0.title.contains("prices") })
print(model.rows.map(\.title).sorted())
print(bundle.box.keywords.map { model.color(of: $0) }.contains(.yellow))

let keyPath: KeyPath<Note, String> = \.title
let progress = Progress(totalUnitCount: 1)
let transaction = Transaction()
let section = Section(Text(bundle.box.notes.first?[keyPath: keyPath] ?? ""))
print(progress.totalUnitCount, transaction.isContinuous, section.content.text.isEmpty)

var query = NoteQuery(clock: QueryClock(now: Timestamp(Date(timeIntervalSince1970: 0))))
query.predicate = "ANY keywords.name == 'money'"
print(try query.notes(of: bundle, among: Array(bundle.box.notes)).map(\.title))
