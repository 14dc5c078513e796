import SlipNotes
import Testing

/// Numbers with which titles begin.
@Suite struct SequenceNumberTests {
  @Test(
    arguments: [
      ("1a2b Drones", "1a2b"), ("21/3d7a6: Memory", "21/3d7a6"), ("2.1.4 Costs", "2.1.4"), ("7", "7"),
      ("1. First", "1"), ("1a) x", "1a"), ("1A2 x", "1A2"), ("01 x", "01"),
      ("202604021200 A day", "202604021200"),
      ("1aa x", "1aa"), ("1st swarm", nil), ("22nd day", nil), ("2026-04-02", nil), ("a1 x", nil),
      ("1abc x", nil), ("", nil), ("1a2b:x", nil), ("½ litre", nil), ("12345678901234567890 x", nil),
      ("1ab2é x", nil),
    ] as [(String, String?)])
  func titles(title: String, number: String?) {
    #expect(SequenceNumber(title: title)?.description == number)
  }

  @Test(
    arguments: [
      ("1a2b", "1a2"), ("1", nil), ("21/3d", "21/3"), ("21/3", "21"), ("2.1.4", "2.1"),
    ] as [(String, String?)])
  func parents(number: String, parent: String?) throws {
    #expect(try #require(SequenceNumber(title: number)).parent?.description == parent)
  }

  @Test(
    arguments: [
      ("1", [], "1a"), ("1a", [], "1a1"), ("1a", ["1a1", "1a2"], "1a3"), ("1", ["1a", "1c"], "1d"),
      ("1A", ["1A9"], "1A10"), ("1", ["1z"], "1aa"), ("1", ["1A"], "1B"), ("2.1", [], "2.1.1"),
      ("2", ["2.1"], "2.2"), ("21/3", [], "21/3a"), ("2.1", ["2.1.09"], "2.1.10"), ("1", ["2", "1a1"], "1a"),
    ] as [(String, [String], String)])
  func nextNumbers(number: String, taken: [String], next: String) throws {
    let taken = Set(taken.compactMap { SequenceNumber(title: $0) })
    #expect(try #require(SequenceNumber(title: number)).nextChild(besides: taken).description == next)
  }

  @Test func orderIsThatOfTheParts() {
    let texts = ["1", "1a", "1a1", "1a2", "1a10", "1b", "1z", "1aa", "2", "10"]
    let numbers = texts.compactMap { SequenceNumber(title: $0) }
    #expect(numbers.shuffled().sorted().map(\.description) == texts)
  }
}
