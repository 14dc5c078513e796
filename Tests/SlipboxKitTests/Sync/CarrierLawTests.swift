import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// The laws of boxes that are brought in step, whatever carries them: folder, pack, feed, feed over HTTP, JSON.
@Suite struct CarrierLawTests {
  static let seeds = LawSize.seeds("SLIPBOX_LAW_CASES", 60)

  let bench: CarrierBench

  init() throws { bench = try CarrierBench() }

  /// Two or three boxes change at random and exchange their changes by carriers, at times taking an exchange back. In the end all are
  /// equal, no word is lost that stands in a note that nobody deleted, nothing is left without an owner, and nothing more happens.
  @Test(arguments: seeds) func allCarriersConverge(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 17 &+ 11)
    // One carrier alone, or all of them mixed.
    let kinds = CarrierBench.Carrier.allCases
    let only = seed % 6 < kinds.count ? kinds[seed % 6] : nil
    func carrier() -> CarrierBench.Carrier {
      only ?? kinds[Int.random(in: 0..<kinds.count, using: &generator)]
    }
    let boxes = bench.boxes
    let names = Array(["a", "b", "c"].prefix(seed % 3 == 0 ? 3 : 2))
    try boxes.make("a")
    for name in names.dropFirst() { try bench.begin("a", name, by: carrier()) }
    var words: Set<String> = []
    for step in 0..<Int.random(in: 5...11, using: &generator) {
      let name = names[Int.random(in: 0..<names.count, using: &generator)]
      switch Int.random(in: 0..<6, using: &generator) {
      case 0...1:
        let others = names.filter { $0 != name }
        let other = others[Int.random(in: 0..<others.count, using: &generator)]
        try bench.carry(name, to: other, by: carrier())
        if Int.random(in: 0..<4, using: &generator) == 0 { try takeBack(other) }
      default: if let word = try boxes.changeAtRandom(name, step, &generator) { words.insert(word) }
      }
    }
    for _ in 0..<2 {
      for name in names.dropFirst() {
        let carrier = carrier()
        try bench.carry(name, to: "a", by: carrier)
        try bench.carry("a", to: name, by: carrier)
      }
    }
    let all = try boxes.allText("a")
    #expect(words.filter { !all.contains($0) } == [], "lost")
    for name in names {
      if name != "a" { #expect(try bench.differences("a", name) == [], "\(name)") }
      #expect(try bench.findings(name) == [], "\(name)")
      for other in names where other != name {
        let before = try boxes.box(name)
        #expect(try bench.carry(other, to: name, by: carrier()).conflicts == [])
        let changes = try BoxChanges(from: before, to: boxes.box(name)).notes
        #expect(changes.filter(CarrierBench.isMoreThanSource).isEmpty, "\(other) to \(name)")
      }
    }
  }

  /// What came from a bundle and was taken back comes again by a document of that bundle, which hasn't changed since.
  @Test(arguments: CarrierBench.Carrier.allCases) func whatWasTakenBackComesAgain(
    by carrier: CarrierBench.Carrier
  ) throws {
    let boxes = bench.boxes
    try boxes.make("a")
    try boxes.copy("a", to: "b")
    try boxes.edit("b") { _ = try $0.create(NoteDraft(title: "From b", body: .text("Text."))) }
    try boxes.edit("a") { _ = try $0.create(NoteDraft(title: "From a", body: .text("Text."))) }
    try bench.carry("b", to: "a", by: .folder)
    try takeBack("a")
    let titles = { Set(try boxes.box("a").notes.map(\.title)) }
    #expect(try titles().contains("From a") && !titles().contains("From b"))
    try bench.carry("b", to: "a", by: carrier)
    #expect(try titles().isSuperset(of: ["From a", "From b"]))
    try bench.carry("a", to: "b", by: carrier)
    #expect(try bench.differences("a", "b") == [])
  }

  /// Takes the last transaction of a box back where it is a synchronization.
  private func takeBack(_ name: String) throws {
    let path = bench.boxes.path(name)
    let numbers = try EditSession.notes(ofTransactions: nil, in: path).numbers
    guard let number = numbers.first,
      try OpenBundle(path).transactions(number...number).first?.transaction.kind == .sync
    else { return }
    var session = try EditSession(opening: path, date: bench.boxes.now)
    do throws(SlipError) {
      try session.undo(numbers)
    } catch {
      // Something of it was changed since, on this side or by a merge.
      return
    }
    try session.save(kind: .undo, from: "\(number)")
  }
}
