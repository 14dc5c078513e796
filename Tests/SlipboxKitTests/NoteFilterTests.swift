import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

@Suite struct NoteFilterTests {
  /// Four notes: two at the top, one in `Bees`, one in `Bees/Wild`.
  private func bundle(_ directory: TemporaryDirectory) throws -> OpenBundle {
    for path in ["in/b.rtf", "in/a.rtf", "in/Bees/c.rtf", "in/Bees/Wild/d.rtf"] {
      try directory.write(path, "{\\rtf1 \(path)}")
    }
    let path = directory.path("box.slipbox")
    var request = ImportRequest(inputs: [directory.path("in")])
    request.target = .at(path)
    _ = try request.run()
    for (name, status, favorite, keyword) in [("in/a.rtf", Note.Status.review, true, "swarm")] {
      var edit = NoteEdit()
      (edit.status, edit.isFavorite, edit.addedKeywords) = (status, favorite, [keyword])
      _ = try edit.apply(to: name, in: path)
    }
    return try OpenBundle(path)
  }

  private func titles(_ filter: NoteFilter, _ bundle: OpenBundle) throws -> [String] {
    try filter.notes(of: bundle).map(\.title)
  }

  @Test func filtersAddUp() throws {
    let directory = try TemporaryDirectory()
    let bundle = try bundle(directory)
    var filter = NoteFilter()
    // By folder path; in a folder by order.
    #expect(try titles(filter, bundle) == ["in/a.rtf", "in/b.rtf", "in/Bees/c.rtf", "in/Bees/Wild/d.rtf"])
    filter.folder = "Bees"
    #expect(try titles(filter, bundle) == ["in/Bees/c.rtf", "in/Bees/Wild/d.rtf"])
    filter = NoteFilter()
    filter.status = .review
    #expect(try titles(filter, bundle) == ["in/a.rtf"])
    filter.keyword = "SWARM"
    filter.favoritesOnly = true
    #expect(try titles(filter, bundle) == ["in/a.rtf"])
    filter.folder = "Bees"
    #expect(try titles(filter, bundle) == [])
  }

  @Test func unknownNamesAreErrors() throws {
    let directory = try TemporaryDirectory()
    let bundle = try bundle(directory)
    var filter = NoteFilter()
    filter.folder = "Ants"
    #expect(slipError { _ = try filter.notes(of: bundle) }?.kind == .usage)
    filter = NoteFilter()
    filter.keyword = "ants"
    #expect(slipError { _ = try filter.notes(of: bundle) }?.kind == .usage)
  }
}
