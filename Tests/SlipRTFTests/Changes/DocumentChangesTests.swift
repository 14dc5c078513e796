import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// The difference of two documents: laws, then what a reader expects to see.
@Suite struct DocumentChangesTests {
  @Test(arguments: 0..<400)
  func appliedToTheFirstItGivesTheSecond(seed: UInt64) throws {
    let old = DocumentGenerator.document(seed: seed).normalized()
    let new = DocumentMutator.mutated(old, seed: seed).normalized()
    let changes = DocumentChanges(from: old, to: new)
    #expect(try changes.applied(to: old) == new)
    #expect(changes.isEmpty == (old == new))
    #expect(DocumentChanges(from: old, to: old).isEmpty)
  }

  @Test(arguments: 0..<200)
  func unrelatedDocumentsAreNoException(seed: UInt64) throws {
    let old = DocumentGenerator.document(seed: seed).normalized()
    let new = DocumentGenerator.document(seed: seed + 1_000).normalized()
    #expect(try DocumentChanges(from: old, to: new).applied(to: old) == new)
    if old != new {
      #expect(throws: ChangesDontFit.self) { try DocumentChanges(from: new, to: old).applied(to: old) }
    }
  }

  private static func document(_ lines: [String]) -> Document {
    var document = Document()
    document.blocks = lines.map { .paragraph(Paragraph(inlines: $0.isEmpty ? [] : [.run(Run($0))])) }
    return document
  }

  /// Edits as a word for each: `=2 -1 +1 ~`.
  private static func summary(_ edits: [BlockEdit]) -> String {
    edits.map {
      switch $0 {
      case .keep(let count): "=\(count)"
      case .delete(let blocks): "-\(blocks.count)"
      case .insert(let blocks): "+\(blocks.count)"
      case .update: "~"
      }
    }
    .joined(separator: " ")
  }

  @Test(arguments: [
    (["a", "b", "c"], ["a", "b", "c"], ""),
    (["a", "b", "c"], ["a", "c"], "=1 -1 =1"),
    (["a", "c"], ["a", "b", "c"], "=1 +1 =1"),
    (["one two three"], ["one two four"], "~"),
    (["one two three"], ["quite another text"], "-1 +1"),
    (["x", "one two three", "y"], ["one two three four", "x", "y"], "+1 =1 -1 =1"),
    // Lines that nearly repeat are not doubled.
    (
      ["item one of ten", "item two of ten", "item three of ten"],
      ["item one of ten", "item one and a half of ten", "item two of ten", "item three of ten"],
      "=1 +1 =2"
    ),
    (["", "a b c", "", "d e f", ""], ["", "a b c", "", "", "d e f", ""], "=3 +1 =2"),
  ])
  func alignment(old: [String], new: [String], expected: String) {
    let changes = DocumentChanges(from: Self.document(old), to: Self.document(new))
    #expect(Self.summary(changes.blocks) == expected)
  }

  @Test func wordsAndFormattingAreToldApart() throws {
    let old = Self.document(["The queen left the hive in May."])
    var new = Self.document(["The old queen left the hive in June."])
    guard case .paragraph(var paragraph) = new.blocks[0] else { return }
    paragraph.inlines = [
      .run(Run("The old queen left the ")), .run(Run("hive", style: .bold)), .run(Run(" in June.")),
    ]
    new.blocks[0] = .paragraph(paragraph)
    guard case .update(.paragraph(let change))? = DocumentChanges(from: old, to: new).blocks.first else {
      Issue.record("no change of the paragraph")
      return
    }
    #expect(
      change.inlines == [
        .keep(2), .insert([.run(Run("old")), .run(Run(" "))]), .keep(6),
        .update(FormatChange(before: [.run(Run("hive"))], after: [.run(Run("hive", style: .bold))])),
        .keep(3), .delete([.run(Run("May"))]), .insert([.run(Run("June"))]), .keep(1),
      ])
  }

  @Test func timeIsBounded() throws {
    // No paragraph is like another, all are alike, all are equal, and one is very long.
    let count = 6_000
    let pairs = [
      (
        (0..<count).map { "a\($0) b\($0) c\($0)" }, (0..<count).map { "d\($0) e\($0) f\($0)" }
      ),
      (
        (0..<count).map { "the same words but \($0)" }, (0..<count).map { "the same words but \($0 + count)" }
      ),
      ((0..<count).map { _ in "x" }, (0..<count).map { $0 % 2 == 0 ? "x" : "y" }),
      (
        [(0..<count * 5).map { "\($0 % 7) " }.joined()], [(0..<count * 5).map { "\($0 % 11) " }.joined()]
      ),
    ]
    for (old, new) in pairs {
      let (a, b) = (Self.document(old).normalized(), Self.document(new).normalized())
      var changed = Document()
      let time = try CPUTime.measure { changed = try DocumentChanges(from: a, to: b).applied(to: a) }
      #expect(changed == b)
      #expect(time < .seconds(60))
    }
  }

  @Test func paragraphsOfALongTextThatAllChangeAreStillPaired() {
    let lines = (0..<2_000).map { line in
      (0..<12).map { "w\((line * 31 + $0 * 7) % 5_000)" }.joined(separator: " ")
    }
    let changes = DocumentChanges(
      from: Self.document(lines), to: Self.document(lines.map { $0 + " added" }))
    let updates = changes.blocks.count { if case .update = $0 { true } else { false } }
    #expect(updates > 1_900)
  }
}

extension CharacterStyle {
  /// Bold text.
  static var bold: CharacterStyle {
    var style = CharacterStyle()
    style.isBold = true
    return style
  }
}
