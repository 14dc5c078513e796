import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Files of TreePad.
@Suite struct TreePadTests {
  /// A node.
  private static func node(_ title: String, _ level: Int, _ text: String, type: String = "RTF") -> String {
    "dt=\(type)\r\n<node>\r\n\(title)\r\n\(level)\r\n\(text)\r\n<end node> 5P9i0s8y19Z\r\n"
  }

  private static let file =
    "<Treepad version 3.1>\r\n" + node("Root", 0, "{\\rtf1\\ansi\\ansicpg1251 One}")
    + node("A", 1, "two\r\n<end node>\r\nlines", type: "Text") + node("Leaf", 2, "{\\rtf1 Deep}")
    + node("A", 1, "")

  @Test func nodesNeedNoTypeAndNothingIsPassedOver() throws {
    let plain = Self.node("B", 1, "text").replacing("dt=RTF\r\n", with: "")
    let result = try read(Array((Self.file + plain + "stray\r\n").utf8))
    #expect(result.notes.map(\.id).last == "Root/B")
    #expect(result.findings.count == 1)
    #expect(slipError { _ = try read(Array("<Treepad version 8.0>\r\n\u{1}\u{2}\r\n".utf8)) } != nil)
  }

  private func read(_ bytes: [UInt8]) throws -> SourceDrain.Result {
    try SourceDrain.read(bytes, named: "a.hjt")
  }

  @Test func nodesAreNotesKnownByTheirTitles() throws {
    let result = try read(Array(Self.file.utf8))
    #expect(result.notes.map(\.id) == ["Root", "Root/A", "Root/A/Leaf", "Root/A#2"])
    #expect(result.notes.map(\.note.title) == ["Root", "A", "Leaf", "A"])
    #expect(result.folders == ["Root", "Root/A"])
    #expect(
      result.notes.map { $0.note.item?.folder.map(\.name) } == [
        ["Root"], ["Root", "A"], ["Root", "A"], ["Root"],
      ])
    #expect(result.text("Root")?.hasPrefix("One") == true)
    #expect(
      result.text("Root/A") == "two\n<end node>\nlines\n" || result.text("Root/A") == "two\n<end node>\nlines"
    )
    #expect(result.findings.isEmpty)
  }

  @Test func titlesAreInTheCodePageOfTheTexts() throws {
    let bytes = Array(Self.file.utf8).map { $0 == UInt8(ascii: "L") ? 0xC7 : $0 }
    #expect(try read(bytes).notes.map(\.note.title) == ["Root", "A", "Зeaf", "A"])
  }

  @Test(arguments: [
    ("<Treepad version 2.7>\ndt=Text\n<node> 5P9i0s8y19Z\nA\n0\nx\n<end node> 5P9i0s8y19Z\n", ["A"], false),
    ("<Treepad version 2.7>\ndt=Text\n<node>\nA\n0\nx\ndt=Text\n<node>\nB\n1\ny", ["A", "B"], true),
    ("<Treepad version 2.7>\ndt=Text\n<node>\nA\nno number\n<end node> 5P9i0s8y19Z\n", ["A"], true),
    ("<Treepad version 2.7>", [], false),
    ("\u{FEFF}<Treepad version 2.7>\ndt=Text\n<node>", ["Untitled"], true),
  ])
  func damageCostsOneNode(_ text: String, _ titles: [String], _ isDamaged: Bool) throws {
    let result = try read(Array(text.utf8))
    #expect(result.notes.map(\.note.title) == titles)
    #expect(result.findings.isEmpty == !isDamaged)
  }

  @Test func deepNestingEndsInAFolder() throws {
    let nodes = (0..<10_000).map { Self.node("n", $0, "") }.joined()
    let result = try read(Array(("<Treepad version 3.1>\n" + nodes).utf8))
    #expect(result.notes.count == 10_000)
    #expect(result.notes.compactMap { $0.note.item?.folder.count }.max() ?? 0 <= 66)
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    SourceDrain.law(Array(Self.file.utf8), .treepad, seed: 85) { try SourceTree.of($0, named: "a.hjt") }
  }
}
