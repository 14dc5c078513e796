import Foundation
import SlipBase
import SlipBundle
import SlipDocument
import SlipFormats
import SlipNotes
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Three or four boxes that change one word, each in its own way, and meet in any order.
///
/// `SLIPBOX_LAW_CASES` raises the number of histories.
@Suite struct OneWordLawTests {
  let bench: BoxSyncBench

  init() throws { bench = try BoxSyncBench() }

  static let seeds = LawSize.seeds("SLIPBOX_LAW_CASES", 50)

  /// Texts whose word `beta` the boxes change, as RTF.
  static let texts = [
    "Alpha beta gamma.", "beta", "Alpha beta", "beta gamma",
    "One line.\\par Alpha beta gamma.\\par Last line.",
    "Alpha {\\b beta} gamma.", "First\\par beta\\par Last", "\"beta\", said alpha, not beta2.",
    "\\trowd\\cellx4000\\cellx8000\\intbl Alpha beta gamma\\cell\\intbl Other\\cell\\row\\pard End.",
  ]

  /// What a box makes of the word; none deletes it.
  static func version(_ name: String, _ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: ""
    case 1: "w\(name) v\(name)"
    case 2: "the w\(name) beta2"
    default: "w\(name)"
    }
  }

  /// Changes the word as an editor of plain text or Markdown does, or as a word processor.
  private func change(
    _ name: String, _ id: Note.ID, to word: String, _ generator: inout SeededGenerator
  ) throws {
    func replaced(_ body: [UInt8]) -> [UInt8] {
      let text = String(decoding: body, as: UTF8.self)
      guard let place = text.firstRange(of: "beta") else { return body }
      return Array(text.replacingCharacters(in: place, with: word).utf8)
    }
    let random = Int.random(in: 0..<3, using: &generator)
    try bench.edit(name) { session in
      let body = try session.body(of: try #require(session.box.note(id)))
      // Text doesn't say exactly what a table is.
      let choice = String(decoding: body, as: UTF8.self).contains("\\trowd") ? 2 : random
      let format = try #require(FormatTable.named(["markdown", "txt", "rtf"][choice]))
      let edit = try #require(try BodyEdit(body: body, format: format))
      try session.setBody(of: id, .rtf(try edit.applying(replaced(edit.text)).bytes))
    }
  }

  /// The text of a note, with its tracked changes.
  private func document(_ name: String, _ id: Note.ID) throws -> Document {
    let bundle = try OpenBundle(bench.path(name))
    let body = try bundle.body(of: try #require(bundle.box.note(id)))
    return body.withUnsafeBytes { RTFReader.read($0).document }
  }

  /// All text, whether it is a tracked change or not.
  private func allText(_ document: Document) -> String { BlockKey.text(document.blocks) }

  @Test(arguments: seeds) func everyVersionStaysAndIsReported(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 17 &+ 9)
    let names = Array(["a", "b", "c", "d"].prefix(Int.random(in: 3...4, using: &generator)))
    let text = Self.texts[seed % Self.texts.count]
    let id = try bench.make("a")
    try bench.write("a", id, text)
    let base = allText(try document("a", id))
    for name in names.dropFirst() { try bench.copy("a", to: name) }
    // What each box has of the versions.
    var versions: [String: Set<String>] = [:]
    var waiting = names.shuffled(using: &generator)
    for _ in 0..<40 {
      if Bool.random(using: &generator), let name = waiting.popLast() {
        // Who has another box's version already doesn't begin with the same word any more.
        guard versions[name] == nil else { continue }
        let word = Self.version(name, &generator)
        try change(name, id, to: word, &generator)
        versions[name] = [word]
        continue
      }
      let pair = Array(names.shuffled(using: &generator).prefix(2))
      try meet(pair[0], pair[1], &versions)
      for name in pair { try check(name, id, versions[name] ?? [], base) }
      if waiting.isEmpty, Set(names.map { versions[$0] ?? [] }).count == 1 { break }
    }
  }

  /// Synchronizes two boxes.
  private func meet(_ one: String, _ two: String, _ versions: inout [String: Set<String>]) throws {
    let (x, y) = (versions[one] ?? [], versions[two] ?? [])
    let outcome = try bench.sync(one, two)
    // Who has an open change of the word has its deletion, too.
    let (new, other) = (x.count > 1 ? x.subtracting([""]) : x, y.count > 1 ? y.subtracting([""]) : y)
    if !new.isSubset(of: y), !other.isSubset(of: x) {
      #expect(outcome.needsAttention, "\(one) \(x) and \(two) \(y)")
    }
    let all = x.union(y)
    (versions[one], versions[two]) = (all.isEmpty ? nil : all, all.isEmpty ? nil : all)
    try bench.expectEqual([one, two])
  }

  /// All versions are there, and rejecting the changes gives the text that all began with.
  private func check(_ name: String, _ id: Note.ID, _ versions: Set<String>, _ base: String) throws {
    #expect(try SyncBench.errors(bench.path(name)) == [])
    let document = try document(name, id)
    let text = allText(document)
    let words = versions.flatMap { $0.split(separator: " ") }
    #expect(words.filter { !text.contains($0) } == [], "lost of \(text)")
    guard versions.count > 1 else { return }
    #expect(document.hasOpenMerge)
    var rejected = document
    rejected.resolve(.reject)
    #expect(allText(rejected) == base, "\(versions): \(text)")
    try bench.copy(name, to: "rejected")
    try bench.edit("rejected") { _ = try $0.resolve(.reject, of: id) }
    #expect(allText(try self.document("rejected", id)) == base)
    #expect(try SyncBench.errors(bench.path("rejected")) == [])
  }
}
