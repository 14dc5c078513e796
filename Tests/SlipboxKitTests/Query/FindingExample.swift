import Foundation
import SlipBase
import SlipNotes
import SlipQuery
import SlipboxKit

func findingExample(_ path: String) throws -> [Note] {
  let bundle = try OpenBundle(path)
  var query = NoteQuery(clock: QueryClock(now: Timestamp(seconds: Int64(Date.now.timeIntervalSince1970))))
  query.predicate = "status == 'draft' AND ANY keywords.name ==[cd] 'bees'"
  query.sort = SortKey.list("-modified,title")
  let drafts = try query.notes(of: bundle, among: Array(bundle.box.notes))

  let favorites = #Predicate<Note> { $0.isFavorite && $0.title.contains("honey") }
  return try drafts + bundle.box.notes.filter(favorites.evaluate)
}
