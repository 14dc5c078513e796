import SlipIndex
import SlipTestSupport
import Testing

@testable import SlipStores

/// Lists of keywords as attributes of stores hold them.
@Suite struct StringListTests {
  @Test(
    arguments: [
      ("a, b;c\nd", ["a", "b", "c", "d"]), (" , ;", []), ("one two", ["one two"]), ("\u{A0}x\u{A0}", ["x"]),
      ("[\"a\", \"b, c\"]", ["a", "b, c"]), ("[ ]", []), ("[\"ü\\n\\ud83d\\udc1d\\\"\"] ", ["ü\n🐝\""]),
    ] as [(String, [String])])
  func `text is divided, or read as JSON`(text: String, list: [String]) {
    #expect(StringList.read(.text(text)) == list)
  }

  @Test(
    arguments: [
      "[1]", "[\"a\", 1]", "[\"a\"", "[\"a\" \"b\"]", "[\"a\"] b", "[[\"a\"]]", "[\"a\",]", "{\"a\":\"b\"}",
    ])
  func `other JSON in bytes is no list`(text: String) {
    #expect(StringList.read(.bytes(Array(text.utf8))) == nil)
  }

  @Test func `text that only looks like JSON is divided`() {
    #expect(StringList.read(.text("[draft], bees")) == ["[draft]", "bees"])
  }

  @Test func `values that hold no text are no list`() {
    for value in [StoreValue.null, .integer(1), .real(0.5), .bytes([]), .bytes([0xFF, 0xFE, 0])] {
      #expect(StringList.read(value) == nil)
    }
  }

  @Test func `property lists and archives are read if they hold strings only`() {
    #expect(StringList.list(ListValue.array([.string("a"), .string("ü🐝")]).binary) == ["a", "ü🐝"])
    #expect(StringList.list(ListValue.array([.string("a"), .integer(1)]).binary) == nil)
    #expect(StringList.list(ListValue.string("a").binary) == nil)
    var maker = ArchiveMaker()
    let list = maker.array([maker.string("a"), maker.string("b")])
    #expect(StringList.list(maker.archive(list)) == ["a", "b"])
    var other = ArchiveMaker()
    let mixed = other.array([other.string("a"), other.add(.integer(3))])
    #expect(StringList.list(other.archive(mixed)) == nil)
    var text = ArchiveMaker()
    let alone = text.string("a")
    #expect(StringList.list(text.archive(alone)) == nil)
  }

  @Test func `typed streams are read`() {
    var maker = TypedStreamMaker()
    maker.types("@")
    maker.begin(("NSMutableArray", 0), ("NSArray", 0), ("NSObject", 0))
    maker.integer(2)
    for text in ["bees", "honey"] {
      maker.types("@")
      maker.text(text)
    }
    maker.end()
    #expect(StringList.list(maker.bytes) == ["bees", "honey"])
    #expect(
      StringList.list(
        TypedStreamMaker.stickies([(text: [65], flags: 0, color: 1, created: 0, modified: 0)])) == [])
  }

  @Test func `a long list in JSON is none`() {
    let long = "[" + Array(repeating: "\"a\"", count: 10_001).joined(separator: ",") + "]"
    #expect(StringList.list(Array(long.utf8)) == nil)
    let most = "[" + Array(repeating: "\"a\"", count: 10_000).joined(separator: ",") + "]"
    #expect(StringList.list(Array(most.utf8))?.count == 10_000)
  }
}
