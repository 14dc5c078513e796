import Foundation
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipRTF

/// Merges of texts that have open changes of merges already. `SLIPBOX_LAW_CASES` raises the number of histories.
@Suite struct OpenChangesLawTests {
  static let seeds = LawSize.seeds("SLIPBOX_LAW_CASES", 100)

  static let texts = [
    "Alpha beta gamma.", "beta", "Alpha beta", "beta gamma", "One line.\nAlpha beta gamma.\nLast line.",
    "First\nbeta\nLast", "\"beta\", said alpha, not beta2.", "beta\nx",
    "Alpha beta gamma delta epsilon.\nZeta eta theta.",
  ]

  /// A text that somebody has.
  struct State {
    var body: [UInt8]
    /// The states that led to it, and itself.
    var earlier: Set<Int>
    /// What became of the word that all change.
    var versions: Set<String> = []

    var document: Document { body.withUnsafeBytes { RTFReader.read($0).document } }
    /// All text, whether it is a tracked change or not.
    var text: String { BlockKey.text(document.blocks) }
  }

  /// A few people with a text each, who change it and merge.
  struct History {
    var generator: SeededGenerator
    var states: [State]
    /// For each person the index of the state.
    var at: [Int]
    /// What was done, for messages.
    var log: [String] = []

    init(seed: Int, people: ClosedRange<Int>, text: String) {
      generator = SeededGenerator(seed: UInt64(seed) &* 17 &+ 9)
      states = [State(body: OpenChangesLawTests.body(text), earlier: [0])]
      at = Array(repeating: 0, count: Int.random(in: people, using: &generator))
    }

    /// Somebody has another text now.
    mutating func set(_ person: Int, _ body: [UInt8], versions: Set<String> = []) {
      let earlier = states[at[person]].earlier.union([states.count])
      states.append(State(body: body, earlier: earlier, versions: versions))
      at[person] = states.count - 1
      log.append("\(person): \(states[at[person]].text.debugDescription)")
    }

    /// Two meet.
    ///
    /// - Returns: What was merged; nil where one has all of the other.
    mutating func meet(_ one: Int, _ two: Int) throws -> (
      base: State, sides: [State], merge: RTFMerge.Result
    )? {
      let sides = [states[at[one]], states[at[two]]]
      if sides[0].earlier.contains(at[two]) {
        at[two] = at[one]
        return nil
      }
      if sides[1].earlier.contains(at[one]) {
        at[one] = at[two]
        return nil
      }
      let common = sides[0].earlier.intersection(sides[1].earlier)
      let last = try #require(
        common.max { (states[$0].earlier.count, $0) < (states[$1].earlier.count, $1) })
      func merge(_ a: Int, _ b: Int, _ names: [Int]) -> RTFMerge.Result {
        RTFMerge.merge(
          base: states[last].body, ours: sides[a].body, theirs: sides[b].body,
          names: .init(ours: "p\(names[0])", theirs: "p\(names[1])"))
      }
      let result = merge(0, 1, [one, two])
      let swapped = merge(1, 0, [two, one])
      let document = result.bytes.withUnsafeBytes { RTFReader.read($0).document }
      let other = swapped.bytes.withUnsafeBytes { RTFReader.read($0).document }
      #expect(
        TreeDump.text(of: document.normalized()) == TreeDump.text(of: other.normalized()),
        "which side is ours")
      states.append(
        State(
          body: result.bytes, earlier: sides[0].earlier.union(sides[1].earlier).union([states.count]),
          versions: sides[0].versions.union(sides[1].versions)))
      (at[one], at[two]) = (states.count - 1, states.count - 1)
      log.append(
        "\(one) + \(two): \(states[at[one]].text.debugDescription), \(result.conflicts.count) conflicts")
      return (states[last], sides, result)
    }
  }

  static func body(_ text: String) -> [UInt8] {
    var document = Document()
    document.blocks = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      .paragraph(Paragraph(inlines: $0.isEmpty ? [] : [.run(Run(String($0)))]))
    }
    return RTFWriter.write(document)
  }

  /// What somebody makes of the word.
  private static func version(_ person: Int, _ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: ""
    case 1: "w\(person) v\(person)"
    case 2: "the w\(person) beta2"
    default: "w\(person)"
    }
  }

  /// All change one word: each version is there, each conflict is reported, and rejecting all gives the text as it was.
  @Test(arguments: seeds) func versionsOfOneWordJoin(seed: Int) throws {
    let text = Self.texts[seed % Self.texts.count]
    var history = History(seed: seed, people: 3...4, text: text)
    let base = history.states[0].text
    var waiting = Array(history.at.indices).shuffled(using: &history.generator)
    for _ in 0..<40 {
      if Bool.random(using: &history.generator), let person = waiting.popLast() {
        guard history.states[history.at[person]].versions.isEmpty else { continue }
        let version = Self.version(person, &history.generator)
        let place = try #require(text.firstRange(of: "beta"))
        let body = Self.body(text.replacingCharacters(in: place, with: version))
        history.set(person, body, versions: [version])
        continue
      }
      let pair = Array(history.at.indices).shuffled(using: &history.generator).prefix(2)
      guard let met = try history.meet(pair[0], pair[1]) else { continue }
      // Who has an open change of the word has its deletion, too.
      let new = met.sides.map { $0.versions.count > 1 ? $0.versions.subtracting([""]) : $0.versions }
      let isConflict =
        !new[0].isSubset(of: met.sides[1].versions) && !new[1].isSubset(of: met.sides[0].versions)
      #expect(!isConflict || !met.merge.conflicts.isEmpty, "\(history.log)")
      let state = history.states[history.at[pair[0]]]
      let words = state.versions.flatMap { $0.split(separator: " ") }
      #expect(words.filter { !state.text.contains($0) } == [], "\(history.log)")
      guard state.versions.count > 1 else { continue }
      var rejected = state.document
      rejected.resolve(.reject)
      #expect(BlockKey.text(rejected.blocks) == base, "\(history.log)")
    }
  }

  /// Whatever people write, accept and reject: no word that is new on a side, or that a side decided to keep, gets lost.
  @Test(arguments: seeds) func noWordIsLost(seed: Int) throws {
    var history = History(seed: seed &+ 1_000_000, people: 2...4, text: Self.texts[seed % Self.texts.count])
    for step in 0..<14 {
      let person = try #require(history.at.indices.randomElement(using: &history.generator))
      if Bool.random(using: &history.generator) {
        history.set(
          person, edited(history.states[history.at[person]].document, "w\(person)x\(step)", &history))
        continue
      }
      let others = history.at.indices.filter { $0 != person }
      let other = try #require(others.randomElement(using: &history.generator))
      guard let met = try history.meet(person, other) else { continue }
      let text = history.states[history.at[person]].text
      let known = Self.words(met.base.document) { _ in true }
      let open = Self.words(met.base.document) { $0 != nil }
        .subtracting(Self.words(met.base.document) { $0 == nil })
      for side in met.sides {
        let new = Self.words(side.document) { _ in true }.subtracting(known)
        let kept = Self.words(side.document) { $0 == nil }.intersection(open)
        #expect(new.union(kept).filter { !text.contains($0) } == [], "\(history.log)")
      }
    }
  }

  /// A text with another word, or with its changes decided.
  private func edited(_ old: Document, _ word: String, _ history: inout History) -> [UInt8] {
    var document = old
    if Int.random(in: 0..<3, using: &history.generator) == 0 {
      document.resolve(Bool.random(using: &history.generator) ? .accept : .reject)
      return RTFWriter.write(document.normalized())
    }
    let index = Int.random(in: 0..<document.blocks.count, using: &history.generator)
    guard case .paragraph(var paragraph) = document.blocks[index] else { return RTFWriter.write(document) }
    // As editors of text do, changes of the paragraph are accepted.
    paragraph.endRevision = nil
    var alone = Document()
    alone.blocks = [.paragraph(paragraph)]
    alone.resolve(.accept)
    var tokens = InlineTokens.tokens(of: alone.blocks.first?.inlines ?? [])
    let place = Int.random(in: 0...tokens.count, using: &history.generator)
    let new = Inline.run(Run(word))
    switch Int.random(in: 0..<3, using: &history.generator) {
    case 0 where place < tokens.count: tokens[place] = new
    case 1 where place < tokens.count: tokens.remove(at: place)
    default: tokens.insert(contentsOf: [new, .run(Run(" "))], at: place)
    }
    document.blocks[index] = .paragraph(Paragraph(inlines: InlineTokens.joined(tokens)))
    return RTFWriter.write(document.normalized())
  }

  /// Words whose tracked change is as wanted.
  private static func words(_ document: Document, _ isWanted: (Revision?) -> Bool) -> Set<String> {
    var words: Set<String> = []
    for block in document.blocks {
      for case .run(let run) in block.inlines where isWanted(run.style.revision) {
        words.formUnion(InlineTokens.words(of: run.text).filter { $0.first?.isLetter == true })
      }
    }
    return words
  }

  /// Pictures that both sides replaced are versions as words are.
  @Test func picturesJoin() throws {
    func body(_ name: String) -> [UInt8] {
      Array(
        "{\\rtf1\\ansi Before {\\field{\\*\\fldinst INCLUDEPICTURE \"\(name).png\" \\\\d}{\\fldrslt}} behind.\\par}"
          .utf8)
    }
    let first = RTFMerge.merge(base: body("a"), ours: body("b"), theirs: body("c"))
    let second = RTFMerge.merge(base: body("a"), ours: first.bytes, theirs: body("d"))
    #expect(first.conflicts.map(\.kind) == [.text] && second.conflicts.map(\.kind) == [.text])
    let document = second.bytes.withUnsafeBytes { RTFReader.read($0).document }
    #expect(document.resources.count == 4)
    var rejected = document
    rejected.resolve(.reject)
    let pictures = rejected.blocks.flatMap(\.inlines).compactMap { inline -> Int? in
      if case .picture(let picture) = inline { picture.resource } else { nil }
    }
    #expect(pictures.map { rejected.resources[$0].content } == [.file("a.png")])
  }
}
