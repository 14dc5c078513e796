import SlipDocument
import Testing

/// Open changes of a merge, one by one.
@Suite struct OpenChangesTests {
  /// A document of paragraphs.
  private func document(_ paragraphs: [String]) -> Document {
    var document = Document()
    document.blocks = paragraphs.map { .paragraph(Paragraph(inlines: $0.isEmpty ? [] : [.run(Run($0))])) }
    return document
  }

  /// The merge of two sides.
  private func merged(_ base: [String], _ ours: [String], _ theirs: [String]) -> Document {
    DocumentMerge(
      base: document(base), ours: document(ours), theirs: document(theirs),
      names: DocumentMerge.Names(ours: "here", theirs: "there")
    ).document
  }

  /// The text of a document's paragraphs.
  private func text(_ document: Document) -> [String] {
    document.blocks.map { block in
      guard case .paragraph(let paragraph) = block else { return "" }
      return paragraph.inlines.map(\.runText).joined()
    }
  }

  /// The text after a decision.
  private func decided(
    _ document: Document, _ decision: ChangeDecision, only numbers: Set<Int>? = nil
  ) -> [String] {
    var document = document
    document.resolve(decision, only: numbers)
    return text(document)
  }

  private let two = (
    ["It has nine frames.", "Same.", "The queen left in May."],
    ["It has seven frames.", "Same.", "The queen left in June."],
    ["It has eight frames.", "Same.", "The queen left in April."]
  )

  @Test func placesAreListed() {
    let changes = merged(two.0, two.1, two.2).openChanges
    #expect(changes.map(\.number) == [1, 2])
    #expect(changes.map(\.deleted) == ["nine", "May"])
    #expect(changes.map(\.lead) == ["It has ", "The queen left in "])
    for change in changes { #expect(Set(change.insertions.map(\.author)) == ["here", "there"]) }
    #expect(document(["Plain."]).openChanges.isEmpty)
  }

  @Test func oneSideIsTaken() {
    let document = merged(two.0, two.1, two.2)
    #expect(decided(document, .take(author: "here")) == two.1)
    #expect(decided(document, .take(author: "there")) == two.2)
    #expect(decided(document, .reject) == two.0)
  }

  @Test func onePlaceIsDecided() {
    var document = merged(two.0, two.1, two.2)
    document.resolve(.take(author: "here"), only: [2])
    #expect(document.openChanges.count == 1 && document.openChanges[0].deleted == "nine")
    #expect(document.hasOpenMerge && text(document)[2] == two.1[2])
    #expect(document.openChanges[0].authors.allSatisfy { ["here", "there"].contains($0) })
    document.resolve(.take(author: "there"), only: [1])
    #expect(!document.hasTrackedChanges && text(document) == [two.2[0], "Same.", two.1[2]])
  }

  @Test func wordsOfBothSidesDoNotRunTogether() {
    let both = decided(merged(two.0, two.1, two.2), .accept)
    #expect(["It has seven eight frames.", "It has eight seven frames."].contains(both[0]))
    #expect(["The queen left in April June.", "The queen left in June April."].contains(both[2]))
  }

  @Test func aDeletedParagraphThatTheOtherSideChangedIsOnePlace() {
    let document = merged(
      ["Keep.", "Old words here.", "End."], ["Keep.", "End."], ["Keep.", "New words here.", "End."])
    #expect(document.openChanges.count == 1)
    // The paragraph itself isn't marked, so that it stays empty.
    #expect(decided(document, .take(author: "here")) == ["Keep.", "", "End."])
    #expect(decided(document, .take(author: "there")) == ["Keep.", "New words here.", "End."])
  }

  @Test func paragraphsOfBothSides() {
    let document = merged(["A."], ["A.", "One."], ["A.", "Two."])
    #expect(document.openChanges.count == 1)
    #expect(decided(document, .take(author: "here")) == ["A.", "One."])
    #expect(decided(document, .take(author: "there")) == ["A.", "Two."])
    #expect(Set(decided(document, .accept)) == ["A.", "One.", "Two."])
  }
}
