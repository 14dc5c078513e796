import SlipBase
import SlipRTF
import SlipRTFD
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Folders of Markdown.
@Suite struct MarkdownSourceTests {
  @Test func codeOfSeveralLinesStaysAsItIs() throws {
    let text = "[[gone|x]] [[B|y]]\n\n`a [x](gone)\n[[gone|x]] [[B]] [[other|z]] ![[q.png]]`\n"
    let tree = SourceDrain.folder(
      [(".obsidian/app.json", Array("{}".utf8)), ("A.md", Array(text.utf8)), ("B.md", [0x62])], named: "V")
    let mirror = try #require(try SourceDrain.read(tree, .obsidian).text("A.md"))
    let words = mirror.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasSuffix("a [x](gone) [[gone|x]] [[B]] [[other|z]] ![[q.png]]"))
  }

  @Test(arguments: [
    ("202401020304 Bees.md", "202401020304"), ("Bees 20240102030405.md", "20240102030405"),
    ("2024010203.md", nil), ("1202401020304.md", nil), ("a-202401020304-99.md", "202401020304"),
  ])
  func numbersInNames(_ name: String, _ number: String?) {
    #expect(NoteNumber.first(in: name.utf8, of: NoteNumber.lengths) == number)
  }

  @Test func linksLeadToNumbers() throws {
    let files = [
      ("20240102030405 Bees.md", "Honey"), ("Wasps.md", "ID: 20240506070809\n\nNests"),
      ("Links.md", "[[20240102030405]] [[20240506070809]] [[20249999999999]]"),
      ("Index.md", "All: [[20240102030405]], see [[20240506070809]]"),
    ]
    let tree = SourceDrain.folder(files.map { ($0.0, Array($0.1.utf8)) }, named: "box")
    #expect(MarkdownSource.recognizes(tree, isVault: true) == .possible)
    let notes = try SourceDrain.read(tree, .obsidian).notes
    let links = try #require(notes.first { $0.note.title == "Links" }?.note.item)
    #expect(links.unresolved == [SourceLink("20249999999999")])
    let index = try #require(notes.first { $0.note.title == "Index" }?.note.item)
    #expect(index.unresolved.isEmpty)
  }

  @Test(arguments: [
    ("a: 1\nb: [x, \"y\"]\nc: no", "{\"a\": \"1\", \"b\": [\"x\", \"y\"], \"c\": \"no\"}"),
    ("a:\n  - b: c\n", "{\"a\": [{\"b\": \"c\"}]}"), ("a: *x", "{\"a\": \"*x\"}"),
  ])
  func yaml(_ text: String, _ json: String) { #expect(YAMLValue(Array(text.utf8))?.json == json) }

  @Test(arguments: [
    "a: [", "a: 1\na: 2", "{{date}}", "a: {{b}}", "\ta: b", String(repeating: "[", count: 200),
  ])
  func noYAML(_ text: String) { #expect(YAMLValue(Array(text.utf8)) == nil) }

  @Test(arguments: [
    ("---\ntitle: A\ntags: b, c d\n---\nText", ["b", "c d"], "Text"),
    ("+++\ntags = [\"x\"]\n+++\n", ["x"], ""),
    ("{\"tags\": [\"j\"]}\nText", ["j"], "\nText"), ("---\nno end", [], "---\nno end"),
    ("Text\n---\na: b\n---\n", [], "Text\n---\na: b\n---\n"),
    ("---\na: [\n---\nText", [], "Text"),
  ])
  func frontMatter(_ text: String, _ tags: [String], _ rest: String) {
    let matter = NoteFrontMatter(Array(text.utf8))
    #expect(
      matter.tags(isVault: true) == tags
        && String(decoding: Array(text.utf8)[matter.end...], as: UTF8.self) == rest)
  }

  // MARK: Folders

  /// The vault of paths, and a context in which each note has a UUID.
  func vault(_ paths: String...) -> (Vault, SourceContext) {
    var package = FilePackage()
    for path in paths { package.add(path, Array(path.utf8)) }
    let vault = Vault(SourceTree.of(package, named: "V"), suffixes: ["md"], looksAnywhere: true)
    var context = SourceContext()
    context.container = context.names.addContainer()
    for place in vault.content where vault.isNote(place) {
      let path = vault.path(place)
      _ = context.names.add(
        path, names: path == "b/B.md" ? ["Other"] : [],
        UniqueID(namespace: IdentityNamespaceOfTests.id, name: path),
        in: context.container)
    }
    return (vault, context)
  }

  @Test(
    arguments: [
      ("A", "a/x.md", "A.md"), ("a", "x.md", "A.md"), ("b/B.md", "x.md", "b/B.md"),
      ("../A", "b/B.md", "A.md"),
      ("B#Heading", "x.md", "b/B.md"), ("other", "x.md", "b/B.md"), ("same", "b/x.md", "b/same.md"),
      ("same", "x.md", nil), ("None", "x.md", nil), ("../../A", "b/B.md", nil),
    ] as [(String, String, String?)])
  func lookUp(_ target: String, _ note: String, _ expected: String?) {
    let (vault, context) = vault("A.md", "b/B.md", "b/same.md", "c/same.md", "pic.png", ".obsidian/x.md")
    guard case .note(let id) = vault.find(target, from: note, isWiki: true, context) else {
      #expect(expected == nil)
      return
    }
    #expect(expected.map { UniqueID(namespace: IdentityNamespaceOfTests.id, name: $0) } == id)
  }

  @Test func filesAreFoundToo() {
    let (vault, context) = vault("A.md", "files/pic.png")
    for target in ["pic.png", "files/pic.png", "./files/PIC.png"] {
      guard case .file(let name, _) = vault.find(target, from: "A.md", isWiki: true, context) else {
        Issue.record("\(target)")
        continue
      }
      #expect(name == "pic.png")
    }
    guard case .elsewhere = vault.find("https://example.org/", from: "A.md", isWiki: false, context) else {
      Issue.record("a web address is elsewhere")
      return
    }
  }
}

/// A namespace of UUIDs for tests.
enum IdentityNamespaceOfTests {
  static let id = UniqueID(high: 1, low: 2)
}
