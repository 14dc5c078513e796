import Foundation
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// Three-way merges of documents. `SLIPBOX_MERGES` sets how many random triples are tried.
@Suite struct DocumentMergeTests {
  private static let count = Int(ProcessInfo.processInfo.environment["SLIPBOX_MERGES"] ?? "") ?? 300

  private struct Triple {
    var base: Document
    var ours: Document
    var theirs: Document

    init(_ seed: UInt64) {
      base = DocumentGenerator.document(seed: seed).normalized()
      // In every other triple each new word occurs once, so that none can be lost unseen.
      let isUnique = seed % 2 == 0
      ours = DocumentMutator.mutated(base, seed: seed, words: isUnique ? "our" : "").normalized()
      theirs = DocumentMutator.mutated(base, seed: seed &+ 77_777, words: isUnique ? "their" : "")
        .normalized()
    }

    func merged(swapped: Bool = false) -> DocumentMerge {
      swapped
        ? DocumentMerge(base: base, ours: theirs, theirs: ours, names: .init(ours: "x", theirs: "x"))
        : DocumentMerge(base: base, ours: ours, theirs: theirs, names: .init(ours: "x", theirs: "x"))
    }
  }

  /// The words of all text, whether visible or not.
  private static func words(_ document: Document) -> Set<String> {
    struct Collector: DocumentVisitor {
      var words: Set<String> = []
      mutating func visit(_ inline: Inline) {
        if case .run(let run) = inline { words.formUnion(InlineTokens.words(of: run.text)) }
      }
    }
    var collector = Collector()
    document.walk(&collector)
    return collector.words
  }

  private static func difference(_ a: Document, _ b: Document) -> String? {
    let (a, b) = (TreeDump.text(of: a).split(separator: "\n"), TreeDump.text(of: b).split(separator: "\n"))
    if a == b { return nil }
    let place = zip(a, b).prefix { $0 == $1 }.count
    return "\(a.dropFirst(place).first ?? "") instead of \(b.dropFirst(place).first ?? "")"
  }

  @Test func lawsOfRandomTriples() {
    for seed in 0..<UInt64(Self.count) {
      let triple = Triple(seed)
      let merged = triple.merged().document.normalized()
      #expect(
        Self.difference(merged, triple.merged(swapped: true).document.normalized()) == nil, "seed \(seed)")
      // New words of both sides are there, in text or in tracked changes.
      let base = Self.words(triple.base)
      let lost = Self.words(triple.ours).union(Self.words(triple.theirs)).subtracting(base)
        .subtracting(Self.words(merged)).filter { !Self.words(merged).joined(separator: "|").contains($0) }
      #expect(lost == [], "seed \(seed)")
    }
  }

  @Test(arguments: 0..<100)
  func oneSidedChangesAreTaken(seed: UInt64) {
    let triple = Triple(seed)
    let (base, ours) = (triple.base, triple.ours)
    #expect(DocumentMerge(base: base, ours: base, theirs: ours).document == ours)
    #expect(DocumentMerge(base: base, ours: ours, theirs: base).document == ours)
    let same = DocumentMerge(base: base, ours: ours, theirs: ours)
    #expect(same.document == ours)
    #expect(same.conflicts.isEmpty)
  }

  private static func document(_ text: String) -> Document {
    var document = Document()
    document.blocks = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      .paragraph(Paragraph(inlines: $0.isEmpty ? [] : [.run(Run(String($0)))]))
    }
    return document
  }

  /// The text with tracked changes as `[-…-]` and `{+…+}`.
  private static func text(_ document: Document) -> String {
    document.blocks.map { block in
      block.inlines.map { inline in
        guard case .run(let run) = inline else { return "?" }
        let author = run.style.revision?.author ?? ""
        switch run.style.revision?.kind {
        case .deletion?: return "[-\(author):\(run.text)-]"
        case .insertion?: return "{+\(author):\(run.text)+}"
        case nil: return run.text
        }
      }
      .joined()
    }
    .joined(separator: "\n")
  }

  @Test(arguments: [
    // Different paragraphs, different words of one paragraph.
    ("a b c\nd e f", "a x c\nd e f", "a b c\nd y f", "a x c\nd y f", 0),
    (
      "the queen left in May", "the old queen left in May", "the queen left in June",
      "the old queen left in June", 0
    ),
    // The same change on both sides.
    ("a b c", "a x c", "a x c", "a x c", 0),
    // New paragraphs at different places, and the same one.
    ("a\nb", "a\nnew\nb", "a\nb\nlast", "a\nnew\nb\nlast", 0),
    ("a\nb", "a\nnew\nb", "a\nnew\nb", "a\nnew\nb", 0),
    // Other words at the same place: both stay, as changes of two authors.
    (
      "left in May now", "left in June now", "left in July now",
      "left in [-B:May-]{+B:July+}{+A: June+} now", 1
    ),
    ("a\nb", "a\none\nb", "a\ntwo\nb", "a\n{+A:one+}\n{+B:two+}\nb", 1),
    // One side deletes what the other changes.
    ("a\nb c d e\nf", "a\nf", "a\nb c new d e\nf", "a\n[-A:b c -]{+B:new +}[-A:d e-]\nf", 1),
    ("a\nb c\nd", "a\nd", "a\nb c\nd\ne", "a\nd\ne", 0),
    // Lines that nearly repeat are not doubled.
    (
      "item 1 of ten\nitem 2 of ten\nitem 3 of ten",
      "item 1 of ten\nitem 2 of ten\nitem 2b of ten\nitem 3 of ten",
      "item 1 of ten\nitem 2 of ten\nitem 3 of ten\nitem 4 of ten",
      "item 1 of ten\nitem 2 of ten\nitem 2b of ten\nitem 3 of ten\nitem 4 of ten", 0
    ),
  ])
  func merges(base: String, ours: String, theirs: String, expected: String, conflicts: Int) {
    let merge = DocumentMerge(
      base: Self.document(base), ours: Self.document(ours), theirs: Self.document(theirs),
      names: .init(ours: "A", theirs: "B"))
    #expect(Self.text(merge.document) == expected)
    #expect(merge.conflicts.count == conflicts)
  }

  /// What both sides did alike is there once, whatever else each did in the same paragraph.
  @Test(arguments: 0..<200) func whatBothDidAlikeIsThereOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 31 &+ 7)
    let old = (0..<16).map { "w\($0)" }
    /// A text after some changes: each puts a word before a place, or in the place of a word.
    func text(_ changes: [(place: Int, word: String, replaces: Bool)]) -> String {
      (0...old.count).flatMap { place in
        let here = changes.filter { $0.place == place }
        let stays = place < old.count && !here.contains(where: \.replaces)
        return here.map(\.word) + (stays ? [old[place]] : [])
      }.joined(separator: " ")
    }
    func document(_ text: String) -> Document {
      var document = Document()
      document.blocks = [.paragraph(Paragraph(inlines: [.run(Run(text))]))]
      return document
    }
    // Changes side by side are one stretch, of which both versions may stay.
    var places = stride(from: 0, through: old.count, by: 2).shuffled(using: &random)[...]
    func change(_ word: String) -> (place: Int, word: String, replaces: Bool) {
      let place = places.popFirst() ?? 0
      return (place, word, place < old.count && Bool.random(using: &random))
    }
    let common = (0..<Int.random(in: 1...2, using: &random)).map { change("both\($0)") }
    let (own, other) = (change("ours"), change("theirs"))
    let merge = DocumentMerge(
      base: document(text([])), ours: document(text(common + [own])), theirs: document(text(common + [other]))
    )
    var merged = merge.document
    merged.resolve(.accept)
    let words = BlockKey.text(merged.blocks).split { $0 == " " || $0 == "\u{3}" }.map(String.init)
    for word in common.map(\.word) + ["ours", "theirs"] {
      #expect(
        words.count { $0 == word } == 1, "\(text(common + [own])) | \(text(common + [other])): \(words)")
    }
    if merge.conflicts.isEmpty { #expect(words.joined(separator: " ") == text(common + [own, other])) }
  }

  @Test func formattingIsMergedByAttribute() {
    var (base, ours, theirs) = (Document(), Document(), Document())
    var (bold, both) = (CharacterStyle(), CharacterStyle())
    (bold.isBold, both.isBold, both.isItalic) = (true, true, true)
    var italic = CharacterStyle()
    italic.isItalic = true
    base.blocks = [.paragraph(Paragraph(inlines: [.run(Run("wax"))]))]
    ours.blocks = [.paragraph(Paragraph(inlines: [.run(Run("wax", style: bold))]))]
    theirs.blocks = [.paragraph(Paragraph(inlines: [.run(Run("wax", style: italic)), .run(Run(" two"))]))]
    let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
    #expect(
      merge.document.blocks == [
        .paragraph(Paragraph(inlines: [.run(Run("wax", style: both)), .run(Run(" two"))]))
      ])
    #expect(merge.conflicts.isEmpty)
  }
}
