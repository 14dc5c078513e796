import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct RoamTests {
  /// Reads a page with blocks, beside a page `Bees` with the block `blockbees`, which is `The **block**`.
  private func read(_ blocks: String, more: String = "") throws -> SourceDrain.Result {
    let text = """
      [{"title": "Garden", "uid": "uid-garden", "create-time": 1603542400000, "edit-time": 1603542400005, "children": [\(blocks)]},
       {"title": "Bees", "uid": "uid-bees-", "edit-time": 1603542400005, "children": [
         {"string": "The **block**", "uid": "blockbees", "edit-time": 1603542500000}]},
       {"title": "Only a name", "uid": "uid-name-"}\(more)]
      """
    return try SourceDrain.read(Array(text.utf8), named: "graph.json")
  }

  /// The text of a page with one block.
  private func text(_ block: String) throws -> String? {
    try read("{\"string\": \"\(block)\", \"uid\": \"x\"}").text("uid-garden")
  }

  @Test(arguments: [
    ("**b** __i__ ^^m^^ ~~s~~", "• b i m s"), ("`**c**`", "• **c**"),
    ("[[Bees]], [label]([[Bees]])", "• Bees, label"),
    ("((blockbees))", "• The block"), ("[alias](((blockbees)))", "• alias"),
    ("((gone-gone))", "• ((gone-gone))"),
    ("{{[[TODO]]}} a", "• ☐ a"), ("{{DONE}} a", "• ☑ a"), ("{{embed: ((blockbees))}}", "• The block"),
    ("{{[[video]]: https://e.org/v}}", "• https://e.org/v"), ("{{encrypt: x}}", "• 🔒"),
    ("a\\nb", "• a\u{2028}b"),
    ("Key:: value", "• Key: value"), ("{{[[query]]: {and: [[Bees]]}}}", "• {{query: {and: [[Bees]]}}}"),
    ("{{[[query]]: [[a b]] [[c]]}}", "• {{query: [[a b]] [[c]]}}"),
    ("{{[[roam/render]]: ((blockbees))}}", "• {{[[roam/render]]: ((blockbees))}}"),
    ("**Source**:: x", "• Source: x"), ("**#urgent** now", "• #urgent now"),
    ("^^#hot^^ __#cold__", "• #hot #cold"),
    ("2 * 3 * 4 ** 5", "• 2 * 3 * 4 ** 5"), ("**open", "• **open"), ("> said", "said"),
    ("[[>]] said", "said"),
  ])
  func blocks(_ block: String, _ shown: String) throws {
    let text = try #require(try text(block)).trimmingCharacters("\n")
    #expect(
      text.replacing("\n", with: "\u{2028}").replacing("•\t", with: "• ").replacing(
        "[[query]]", with: "query") == shown)
  }

  @Test func linksAndKeywords() throws {
    let result = try read(
      ##"{"string": "#tag #[[two words]] [[Only a name]] [[a [[Bees]]]]", "uid": "x"}, {"string": "Tags:: [[soil]]", "uid": "y"}"##
    )
    let note = try #require(result["uid-garden"])
    #expect(note.item?.keywords.map(\.path) == [["tag"], ["two words"], ["soil"]])
    // A page without text isn't missing, and the key of an attribute needs none.
    #expect(note.item?.unresolved.map(\.target) == ["a [[Bees]]", "soil"])
    // A name in a name is a link of its own.
    #expect(note.item?.relations.count == 1)
    #expect(
      result.findings.map(\.message) == ["1 pages have no text; they are only names, and were left out."])
  }

  @Test func namesDifferInCase() throws {
    let result = try read(
      #"{"string": "[[bees]] [[Bees]]", "uid": "x"}"#,
      more: #", {"title": "bees", "uid": "uid-small", "children": [{"string": "x", "uid": "z"}]}"#)
    #expect(result["uid-garden"]?.linkTargets.count == 2)
  }

  @Test func dates() throws {
    let result = try read(
      #"{"string": "x", "uid": "x", "edit-time": 1603542600000}"#,
      more:
        #", {"title": "February 3rd, 2021", "uid": "02-03-2021", "children": [{"string": "x", "uid": "z"}]}"#)
    #expect(result["uid-garden"]?.created?.rfc3339 == "2020-10-24T12:26:40Z")
    #expect(result["uid-garden"]?.modified?.rfc3339 == "2020-10-24T12:30:00Z")
    #expect(result["uid-bees-"]?.modified?.rfc3339 == "2020-10-24T12:28:20Z")
    #expect(result["02-03-2021"]?.created?.rfc3339 == "2021-02-03T00:00:00Z")
  }

  @Test func headingsCodeAndTables() throws {
    let result = try read(
      """
      {"string": "Head", "heading": 2, "uid": "h", "children": [{"string": "below", "uid": "b"}]},
      {"string": "```swift\\nlet [[x]] = 1\\n```", "uid": "c"}, {"string": "---", "uid": "r"},
      {"string": "{{[[table]]}}", "uid": "t", "children": [
        {"string": "a", "uid": "a", "children": [{"string": "1", "uid": "a1"}]}, {"string": "b", "uid": "b2"}]}
      """)
    let body = String(decoding: try #require(result["uid-garden"]).body.bytes, as: UTF8.self)
    #expect(body.contains("\\outlinelevel1"))
    #expect(body.contains("\\trowd"))
    #expect(result.text("uid-garden")?.contains("let [[x]] = 1") == true)
  }

  @Test func referencesInCirclesEnd() throws {
    let text = try text("((x-circle-x))")
    #expect(text != nil)
    let result = try read(#"{"string": "a ((circle-one))", "uid": "circle-one"}"#)
    #expect(result.text("uid-garden")?.contains("((circle-one))") == true)
  }

  @Test func graphsInEDNAreRefused() throws {
    let tree = try SourceTree.of(Array("#datascript/DB {:schema {}}".utf8), named: "g.edn")
    let kind = try #require(ProgramTable.sources.kind(of: tree))
    #expect(slipError { _ = try kind.open(tree, SourceContext()) }?.code == ExchangeCode.badContainer)
  }

  @Test func damagedGraphs() {
    let text =
      ##"[{"title": "A [[B]]", "uid": "uid-a", "children": [{"string": "{{x: ((uid-aaa))}} [[A [[B]]]] [l]((([[A]]))) #[[t]] **__^^x^^__**", "uid": "uid-aaa"}]}]"##
    SourceDrain.law(Array(text.utf8), .roam, seed: 3) { try SourceTree.of($0, named: "g.json") }
  }

  /// Each block below a cell is a cell; a further one begins a row.
  @Test func tablesKeepAllBlocks() throws {
    let block = { (text: String, children: String) in
      "{\"string\": \"\(text)\", \"uid\": \"\(text)\", \"children\": [\(children)]}"
    }
    let rows = block("Bees", block("yes", "") + "," + block("more", block("last", "")))
    let text = try #require(try read(block("{{[[table]]}}", rows)).text("uid-garden"))
    #expect(text.contains("Bees\tyes") && text.contains("\tmore\tlast"))
  }

  @Test func codeWithinABlock() throws {
    let text = try text("intro\\n```python\\ndef f():\\n    return 1\\n```\\nafter") ?? ""
    #expect(
      text.contains("intro") && text.contains("def f():") && text.contains("    return 1")
        && text.contains("after"))
    #expect(!text.contains("python") && !text.contains("```"))
    #expect(try self.text("```plain text\\nx\\n```")?.contains("plain text") == false)
  }

  /// Each of nine blocks shows the next one eight times.
  @Test func referencesThatGrowEnd() throws {
    let long = String(repeating: "x", count: 400)
    let blocks = (0..<9).map { number in
      let next = String(repeating: "((block-\(number + 1))) ", count: 8)
      return "{\"string\": \"\(number == 8 ? "leaf" : next)\(long)\", \"uid\": \"block-\(number)\"}"
    }
    let result = try read(blocks.joined(separator: ", "))
    let note = try #require(result["uid-garden"])
    #expect(note.body.bytes.count < 16 << 20)
    #expect(note.diagnostics.contains { $0.code == ExchangeCode.featureDropped })
  }

  @Test func daysWithoutIDs() throws {
    let text = #"[{"title": "July 4th, 2020", "children": [{"string": "x", "uid": "aaaaaaaa1"}]}]"#
    let note = try SourceDrain.read(Array(text.utf8), named: "graph.json").notes[0].note
    #expect(note.created?.rfc3339.hasPrefix("2020-07-04") == true)
  }

  @Test func labelsOfBlocksOfThePage() throws {
    let body = try #require(
      try read(
        #"{"string": "target", "uid": "bbbbbbbb1"}, {"string": "[alias](((bbbbbbbb1)))", "uid": "y"}"#
      )["uid-garden"]
    ).body.bytes
    #expect(String(decoding: body, as: UTF8.self).contains("bkmkstart bbbbbbbb1"))
  }
}

extension String {
  /// The text without these characters at both ends.
  fileprivate func trimmingCharacters(_ characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    return String(text)
  }
}
