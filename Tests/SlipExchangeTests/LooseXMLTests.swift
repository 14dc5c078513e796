import Testing

@testable import SlipExchange

/// XML that nobody promised to be well-formed.
@Suite struct LooseXMLTests {
  /// The tokens of a text, written down.
  func tokens(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = LooseXML()
      var output: [String] = []
      while let token = scanner.next(in: bytes) {
        switch token {
        case .start(let tag, let isEmpty):
          let attributes = tag.attributes.map { " \($0.name)=\($0.value)" }.joined()
          output.append("<\(tag.name)\(attributes)\(isEmpty ? "/" : "")>")
        case .end(let name): output.append("</\(name)>")
        case .text(let range): output.append(LooseXML.unescaped(bytes, range))
        case .cdata(let range): output.append("[" + String(decoding: bytes[range], as: UTF8.self) + "]")
        }
      }
      return output
    }
  }

  @Test(arguments: [
    ("<a b='1' c=\"&lt;&#65;\">x</a>", ["<a b=1 c=<A>", "x", "</a>"]),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>&b;", ["<a/>", "&b;"]),
    ("<?xml version='1.0'?><!-- <b> --><a:b/>", ["<a:b/>"]),
    ("<a><![CDATA[<&]]></a>", ["<a>", "[<&]", "</a>"]),
    ("1 < 2 & 3 &amp; &nbsp;.", ["1 < 2 & 3 & \u{A0}."]),
    ("<a", ["<a>"]), ("<a b", ["<a b=>"]), ("<a b='x", ["<a b=x>"]), ("<![CDATA[x", ["[x]"]), ("<", ["<"]),
    ("<a <b>", ["<a>", "<b>"]), ("</a", ["</a>"]), ("<!--", []), ("&#x110000;", ["&#x110000;"]),
  ])
  func theseAreTheTokens(_ text: String, _ expected: [String]) { #expect(tokens(text) == expected) }

  @Test func anyBytesEnd() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("<>/!-[]CDATA&;#\"'= a\u{0}".utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in alphabet.randomElement() ?? 0x3C
      }
      bytes.withUnsafeBytes { bytes in
        var scanner = LooseXML()
        var last = -1
        while scanner.next(in: bytes) != nil {
          #expect(scanner.position > last && scanner.position <= bytes.count, "\(Array(bytes))")
          last = scanner.position
        }
      }
      _ = LooseTree(bytes)
    }
  }

  @Test func aTreeOfAnyDepthIsFlat() {
    let deep = Array(String(repeating: "<a>", count: 300_000).utf8)
    #expect(LooseTree(deep).nodes.count == 300_001)
  }

  @Test func treesCloseWhatIsOpen() {
    let tree = LooseTree(Array("<a><b>1<c>2</b>3</x></a><d/>".utf8))
    let root = tree.root ?? 0
    #expect(tree.value(root, "b") == "1" && tree.text(root) == "3")
    #expect(tree.find(root, "b", "c").map { tree.text($0) } == "2")
  }

  @Test func lineEndsAreLineFeeds() {
    let tree = LooseTree(Array("<a>1\r\n2\r3&#13;4<b><![CDATA[5\r\n6]]></b></a>".utf8))
    let root = tree.root ?? 0
    #expect(tree.text(root) == "1\n2\n3\r4")
    #expect(tree.value(root, "b") == "5\n6")
  }
}
