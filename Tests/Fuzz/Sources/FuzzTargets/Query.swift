import SlipBase
import SlipNotes
import SlipQuery

enum QueryFuzzer {
  /// The text of the only note.
  private struct Texts: NoteTextProvider {
    func text(of note: Note) -> String { "Straße, 日本語, don't\nx" }
    func hasConflict(_ note: Note) -> Bool { true }
    func brokenLinks(of note: Note) -> Int { note.title.utf8.count % 3 }
  }

  /// A box with one note.
  private static func sampleBox() throws -> SlipBox {
    var note = Note(
      id: UniqueID(high: 1, low: 2), title: "Élan", body: FileFact(of: [1] as [UInt8]),
      mirror: FileFact(of: [2] as [UInt8]))
    note.created = Timestamp(seconds: 1_700_000_000)
    var box = SlipBox()
    try box.insert(note)
    return box
  }

  private static let clock = QueryClock(now: Timestamp(seconds: 1_718_452_800))
  private static let box = (try? sampleBox()) ?? SlipBox()
  private static let view = BoxView(box, texts: Texts())

  /// A predicate prints as text that means the same, and can be evaluated; an error lies in the text.
  private static func predicate(_ text: String) {
    do throws(QueryError) {
      let query = try QueryRequest(text, clock: clock).prepare()
      let printed = query.predicate.description
      let again = try QueryRequest(printed, clock: clock).prepare()
      claim(again.predicate == query.predicate && again.predicate.description == printed, "canonical form")
      let found = try query.run(over: view).ids
      claim(try again.run(over: view).ids == found, "canonical form means the same")
    } catch {
      claim(error.offset >= 0 && error.offset <= text.utf8.count + 1 || error.phase == .evaluation, "place")
      claim(!error.message.isEmpty)
    }
  }

  /// A search is a predicate that means the same; it marks places that are in the text.
  private static func search(_ text: String, _ bytes: UnsafeRawBufferPointer) {
    do throws(QueryError) {
      let search = try SearchQuery(text, clock: clock)
      claim(search.remarks.allSatisfy { (0...text.utf8.count).contains($0.place) }, "places of remarks")
      let printed = search.predicate.description
      guard let query = try? QueryRequest(printed, clock: clock).prepare() else { return }
      claim(query.predicate.description == printed, "predicate of a search")
      let hits = try SearchRun(search).hits(in: box, texts: Texts())
      claim(try query.run(over: view).ids == hits.map(\.note), "a search and its predicate agree")
      bytes.withMemoryRebound(to: UInt8.self) { buffer in
        let snippet = Snippet(buffer, search.terms)
        claim(snippet.ranges.count == snippet.matches.count && snippet.matches.count <= snippet.count)
        claim(snippet.ranges.allSatisfy { $0.upperBound <= snippet.text.utf8.count })
        claim(snippet.matches.allSatisfy { $0.offset >= 0 && $0.offset + $0.length <= bytes.count })
      }
    } catch {
      claim(error.offset >= 0 && error.offset <= text.utf8.count, "place of a bad value")
    }
  }

  /// Any text, as a predicate and as a search.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    predicate(text)
    search(text, bytes)
  }
}
