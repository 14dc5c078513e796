import SlipBase
import SlipRTF
import SlipRTFD
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// What note programs add to Markdown, and folders of it.
@Suite struct MarkdownSourceTests {
  /// Text and tags, where each link is written down.
  func convert(_ text: String, _ dialect: WikiMarkdown.Dialect) -> (text: String, tags: [String]) {
    let wiki = WikiMarkdown(Array(text.utf8)[...], dialect) { link in
      "<\(link.isEmbed ? "!" : "")\(link.target)\(link.label.map { "|" + $0 } ?? "")>"
    }
    return (String(decoding: wiki.output, as: UTF8.self).trimmingBlanks(), wiki.tags)
  }

  @Test func codeOfSeveralLinesStaysAsItIs() throws {
    let text = "[[gone|x]] [[B|y]]\n\n`a [x](gone)\n[[gone|x]] [[B]] [[other|z]] ![[q.png]]`\n"
    let tree = SourceDrain.folder(
      [(".obsidian/app.json", Array("{}".utf8)), ("A.md", Array(text.utf8)), ("B.md", [0x62])], named: "V")
    let mirror = try #require(try SourceDrain.read(tree, .obsidian).text("A.md"))
    // The text has the Markdown of one link itself, so that nobody knows which is which.
    let words = mirror.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasSuffix("a [x](gone) [x](gone) [[B]] [[other|z]] ![[q.png]]"))
  }

  @Test(arguments: [
    ("[[a]] ![[b.png|120]] [[ c #d| e ]]", "<a> <!b.png|120> <c #d|e>"),
    ("`[[a]]` \\[[b]]", "`[[a]]` \\[[b]]"),
    ("| [[a\\|b]] |", "| <a|b> |"), ("a %%b%% c", "a <span hidden>b</span> c"), ("text ^id-1", "text"),
    ("a ==b== c = d", "a <mark>b</mark> c = d"),
    ("> [!note]- Title", "> <a id=\"callout_1_note--\"></a>**Title**"),
    ("> [!tip]\n> a", "> <a id=\"callout_1_tip_\"></a>**Tip**\n> a"),
    ("- [-] a\n- [/] b\n- [k] c", "- ☒ a\n- ◪ b\n- [x] c"),
    ("- [ ] open [a](b)", "- [ ] open [a](b)"),
    ("```\n[[a]] #b\n```", "```\n[[a]] #b\n```"),
    ("- ```\n[[a]] #b\n```\n1. [[c]]", "- ```\n<a> #b\n```\n1. [[c]]"),
    ("- ```\n  [[a]] #b\n  ```\n1. [[c]]", "- ```\n[[a]] #b\n```\n1. <c>"), ("[[[a]]", "[<a>"),
    ("[[]] [[a", "[[]] [[a"),
    ("%%a\nb\n%%c", "<span hidden>a b</span>c"), ("%%\n```\n%%\n[[a]]", "<span hidden>\\`\\`\\`</span>\n<a>"),
  ])
  func obsidian(_ text: String, _ expected: String) {
    let dialect = WikiMarkdown.Dialect.obsidian.subtracting(.lineBreaks)
    let lines = convert(text, dialect).text.split(separator: "\n").map { String($0).trimmingBlanks() }
    #expect(lines.filter { !$0.isEmpty }.joined(separator: "\n") == expected)
  }

  /// Formulas are between braces here; what is no formula is read as anything else.
  @Test(arguments: [
    ("$x$ and $$y$$", "{$x$} and {$$y$$}"), ("$5 and $6", "$5 and $6"), ("$5-$6 $ x $", "$5-$6 $ x $"),
    ("H$_2$O US$5==a== CA$", "H{$_2$}O US$5<mark>a</mark> CA$"), ("\\$x$ `$y$`", "\\$x$ `$y$`"),
    ("$a\\$b$", "{$a\\$b$}"),
    ("$a*b==$ ==$c$==", "{$a*b==$} <mark>{$c$}</mark>"),
    ("[l](x$a$b) <https://x/$a$>", "[l](x$a$b) <https://x/$a$>"),
    ("$$\na_1\n  b\\\\\n$$ [[c]]", "{$$}\n{a_1}\n{b\\\\}\n{$$} <c>"),
    ("> $$\n> #a\n> $$", "> {$$}\n>{#a}\n>{$$}"),
    ("- $$\n  a\n  $$\n- b", "- {$$}\n{a}\n{$$}\n- b"), ("$$\n==a==\n\n$$", "$$\n<mark>a</mark>\n\n$$"),
    ("$$\r\na*\r\n$$\r\n", "{$$}\n{a*}\n{$$}"), ("$$\n> 0\n```\n$$\n[[a]]", "{$$}\n{> 0}\n{```}\n{$$}\n<a>"),
    ("$$", "$$"), ("$$$", "$$$"), ("a$", "a$"), ("$$$$", "$$$$"),
  ])
  func formulas(_ text: String, _ expected: String) {
    let shown = convert(text, [.formulas, .marks, .wikiLinks]).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let lines = shown.map { line in
      String(line).trimmingBlanks().split(
        separator: "<span class=\"math\">", omittingEmptySubsequences: false
      ).enumerated()
        .map { index, part in
          guard index > 0, let end = part.range(of: "</span>") else { return String(part) }
          return "{\(Self.unescaped(part[..<end.lowerBound]))}\(part[end.upperBound...])"
        }.joined()
    }
    #expect(lines.joined(separator: "\n") == expected)
  }

  /// The text without the backslashes that escape.
  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { result.append(character) }
    }
    return result
  }

  @Test(arguments: [
    ("#a b #c/d, (#e) #1984 #f_1", ["a", "c/d", "e", "f_1"]), ("# Heading\n## x", []), ("a#b \\#c `#d`", []),
    ("[x](#y) #花园。 #z/", ["花园", "z"]), ("#🍏 #a-b", ["🍏", "a-b"]),
  ])
  func tags(_ text: String, _ expected: [String]) { #expect(convert(text, .obsidian).tags == expected) }

  @Test(arguments: [
    ("#two words# and #one", ["two words", "one"]), ("#fff #abc123 #feed", ["fff", "feed"]),
    ("#中文，x", ["中文"]),
  ])
  func tagsOfBear(_ text: String, _ expected: [String]) { #expect(convert(text, .bear).tags == expected) }

  @Test(arguments: [
    ("a %%b%% c", "a <span hidden>b</span> c"), ("5%% of it\n\nmore #t", "5%% of it\n\nmore #t"),
    ("%%x\ny%% z\n10%% [[a]]", "<span hidden>x y</span> z\n10%% <a>"),
    (
      "a^[one [[b]]] c^[two]",
      "a[^inline-note-1] c[^inline-note-2]\n\n[^inline-note-1]: one <b>\n\n[^inline-note-2]: two"
    ),
    ("<!-- #no [[a]]\n#no --> #yes", "<!-- #no [[a]]\n#no --> #yes"),
  ])
  func commentsAndNotes(_ text: String, _ expected: String) {
    let found = convert(text, .obsidian.subtracting(.lineBreaks))
    #expect(found.text == expected.trimmingBlanks())
    #expect(found.tags == (text.contains("#yes") ? ["yes"] : text.contains("#t") ? ["t"] : []))
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

  @Test func anyTextIsConverted() {
    let alphabet = Array("[]!|#%=`~>-* \n\\ax$$".utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...60)).map { _ in alphabet.randomElement() ?? 0x5B }
      _ = WikiMarkdown(bytes[...], [.obsidian, .bear]) { $0.target }
    }
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
