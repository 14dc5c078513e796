// The product `SlipQuery`: predicates, as Core Data has them. Its names hide none of Swift's.
import SlipBase
import SlipNotes
import SlipQuery

struct NoTexts: NoteTextProvider {
  func text(of note: Note) throws(SlipError) -> String { "" }
  func hasConflict(_ note: Note) throws(SlipError) -> Bool { false }
  func brokenLinks(of note: Note) throws(SlipError) -> Int { 0 }
}

var box = SlipBox()
let fact = FileFact(of: [])
for (number, title) in ["Swarm", "Spring check", "Honey prices"].enumerated() {
  try box.insert(Note(id: UniqueID(high: 0, low: UInt64(number)), title: title, body: fact, mirror: fact))
}
var request = QueryRequest("title BEGINSWITH[cd] 's'", clock: QueryClock(now: Timestamp(seconds: 0)))
request.sort = [SortKey("title")]
let found = try request.prepare().run(over: BoxView(box, texts: NoTexts()))
let title: KeyPath<Note, String> = \.title
print(found.ids.compactMap { box.notes[$0]?[keyPath: title] })
