import SlipDocument
import Testing

@Suite struct HeadingNestingTests {
  /// A list as brackets.
  private func brackets(_ levels: [Int]) -> String {
    var nesting = HeadingNesting()
    var text = ""
    for level in levels {
      let (ended, begins) = nesting.add(level)
      text += String(repeating: ")", count: ended) + (begins ? "(" : " ") + "\(level)"
    }
    return text + String(repeating: ")", count: nesting.depth)
  }

  @Test(arguments: [
    ([1, 1], "(1 1)"), ([1, 2, 2, 1], "(1(2 2) 1)"), ([1, 3, 2], "(1(3 2))"),
    ([1, 3, 2, 3, 1], "(1(3 2(3)) 1)"),
    ([3, 1, 2], "(3 1(2))"), ([2, 4, 3, 1], "(2(4 3) 1)"), ([1, 2, 4, 3, 2], "(1(2(4 3) 2))"), ([], ""),
  ])
  func lists(levels: [Int], expected: String) { #expect(brackets(levels) == expected) }
}
