import SlipBase
import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

@testable import SlipPrograms

/// What note programs add to Markdown.
@Suite struct MarkdownAdditionTests {
  /// A document in few signs, where each link is written down, and the tags.
  static func read(_ text: String, _ additions: MarkdownAdditions) -> (text: String, tags: [String]) {
    let (document, tags) = document(text, additions)
    return (sketch(document, isFull: true), tags)
  }

  /// A document, where each link is written down, and the tags.
  static func document(_ text: String, _ additions: MarkdownAdditions) -> (Document, [String]) {
    var answers = MarkdownAnswers { link in
      .text("<\(link.isEmbed ? "!" : "")\(link.target)\(link.label.map { "|" + $0 } ?? "")>")
    }
    (answers.width, answers.block) = (PictureSize.width, { $0.hasPrefix("1111") ? "A [block]" : nil })
    let (result, tags) = Array(text.utf8).withUnsafeBytes {
      MarkdownReader.read($0, limits: Limits(), pictures: .program, additions: additions, answers: answers)
    }
    return (result.document, tags)
  }

  @Test(arguments: [
    ("[[a]] ![[b.png|120]] [[ c #d| e ]]", "<a> <!b.png|120> <c #d|e>"),
    ("`[[a]]` \\[[b]] \\![[c]]", "<c>[[a]]</c> [[b]] !<c>"), ("[[[a]] ![[[b]]", "[<a> ![<b>"),
    (
      "| [[a\\|b]] | [[c|d]] |\n|-|-|\n| `[[e]]` | $f$ %%g%% ==h== |",
      "!|<b><a|b></b>|<b><c|d></b>|\n|<c>[[e]]</c>|{Formula}$f${/} <hidden>g</hidden> <mark #FFFF00>h</mark>|"
    ),
    ("[[]] [[a", "[[]] [[a"), ("[[a]](b) [[x](y)", "<a>(b) [<a y>x</a>"),
    ("*[[a]]* **b [[c]]**", "<i><a></i> <b>b <c></b>"),
    ("![[a](b)](c.png)", "[picture  “a”]"), ("text ^id-1", "text{#^id-1}"),
    ("a\n^id-1\n\nb ^c d", "a{#^id-1}\nb ^c d"),
    (
      "a ==b *c*== d = e === f ====",
      "a <mark #FFFF00>b </mark><i><mark #FFFF00>c</mark></i> d = e === f ===="
    ),
    ("a == b == c", "a == b == c"), ("==a\nb==", "<mark #FFFF00>a b</mark>"),
    ("> [!note]- *Title*\n> a", "> {#callout_1_note--}<b><i>Title</i></b>/a"),
    ("> [!tip]\n> a", "> {#callout_1_tip_}<b>Tip</b>/a"),
    (
      "> > [!a]\n\n> [!b] c",
      "> > {#callout_1_a_}<b>A</b>\n> {#callout_2_b}<b>c</b>"
    ),
    ("- [-] a\n- [/] b\n- [k] c\n- [ ] d\n- [x] e", "• ☒ a\n• ◪ b\n• ☑ c\n• ☐ d\n• ☑ e"),
    ("> - [-] a\n>\n> 1. [k] b", "> • ☒ a\n> 1. ☑ b"), ("- [ ] open [a](b)", "• ☐ open <a b>a</a>"),
    ("```\n[[a]] #b\n```", "`[[a]] #b`"), ("- ```\n  [[a]] #b\n  ```\n1. [[c]]", "`[[a]] #b`\n1. <c>"),
  ])
  func obsidian(_ text: String, _ expected: String) {
    #expect(Self.read(text, .obsidian.subtracting(.lineBreaks)).text == expected)
  }

  /// What a walk over the lines took for something else: cmark-gfm knows what is code, HTML or an address.
  @Test(arguments: [
    ("`a\n[[b]] ==c== $d$`", "<c>a [[b]] ==c== $d$</c>"), ("- a\n\n      [[b]] #c", "• a\n`[[b]] #c`"),
    ("1. a\n\n   - b\n\n         #c %%", "1. a\n  • b\n`#c %%`"),
    ("<a title='#b [[c]]' href=d>e</a> x", "<a d>e</a> x"),
    ("``a `#b` [[c]]`` d", "<c>a `#b` [[c]]</c> d"),
    ("[a\n#b](c_(==d==)) e", "<a c_(==d==)>a</a>/<a c_(==d==)>#b</a> e"),
    ("> [![badge](a.png)](b)", "> <a b>[picture  “badge”]</a>"), ("[a]: [[b]]\n\n[a]", "<a [[b]]>a</a>"),
    (
      "https://example.org/#a==b==c$d$ e",
      "<a https://example.org/#a==b==c$d$>https://example.org/#a==b==c$d$</a> e"
    ),
    (
      "a ^[b *c ^[d] e* [f](g)] h",
      "a [^1] h\n[^1] footnote: b <i>c </i>[^2]<i> e</i> <a g>f</a>\n[^2] footnote: d"
    ),
    ("# a %%b%% $c$ ^d", "# a <hidden>b</hidden> {Formula}$c${/}{#^d}"), ("*a ==b* c==", "<i>a ==b</i> c=="),
  ])
  func whatCMarkKnows(_ text: String, _ expected: String) {
    #expect(Self.read(text, .obsidian).text == expected)
  }

  @Test(
    arguments: [
      ("a %%b%% c", "a <hidden>b</hidden> c", []), ("5%% of it\n\nmore #t", "5%% of it\nmore #t", ["t"]),
      ("%%x\ny%% z\n10%% [[a]]", "<hidden>x y</hidden> z 10%% <a>", []),
      ("a^[one [[b]]] c^[two]", "a[^1] c[^2]\n[^1] footnote: one <b>\n[^2] footnote: two", []),
      ("a^[] ^[ b", "a^[] ^[ b", []), ("%%a\nb\n%%c", "<hidden>a b</hidden> c", []),
      ("%%\n```\n%%\n[[a]]", "<hidden>```</hidden> <a>", []),
      ("%%\n# a\n\n- [[b]] #c\n%%\n\n#d", "<hidden># a  - [[b]] #c</hidden>\n#d", ["d"]),
      ("a[^1] ^[^2]\n\n[^1]: b\n\n[^2]: c", "a[^1] ^[^2]\n[^1] footnote: b\n[^2] footnote: c", []),
      (
        "a %%b[^1] c[^2]%% d[^2]\n\n[^1]: e\n\n[^2]: f",
        "a <hidden>b[^1] c[^2]</hidden> d[^1]\n[^1]: e\n[^1] footnote: f", []
      ),
      ("==[[a]]== ==$b$==", "<mark #FFFF00><a></mark> <mark #FFFF00>{Formula}$b${/}</mark>", []),
      ("- a\n  %%\n  b\n\n  c\n  %%\n- d", "• a <hidden>b  c</hidden>\n• d", []), ("a\n%%\nb", "a %% b", []),
      ("%%\n\n> %%", "<hidden>></hidden>", []),
    ] as [(String, String, [String])])
  func commentsAndNotes(_ text: String, _ expected: String, _ tags: [String]) {
    let found = Self.read(text, .obsidian.subtracting(.lineBreaks))
    #expect(found.text == expected)
    #expect(found.tags == tags)
  }

  /// Formulas are between braces here; what is no formula is read as anything else.
  @Test(arguments: [
    ("$x$ and $$y$$", "{$x$} and {$$y$$}"), ("$5 and $6", "$5 and $6"), ("$5-$6 $ x $", "$5-$6 $ x $"),
    ("H$_2$O US$5==a== CA$", "H{$_2$}O US$5<mark #FFFF00>a</mark> CA$"), ("\\$x$ `$y$`", "$x$ <c>$y$</c>"),
    ("$a\\$b$", "{$a\\$b$}"), ("$a*b==$ ==$c$==", "{$a*b==$} <mark #FFFF00>{$c$}</mark>"),
    ("[l](x$a$b) <https://x/$a$>", "<a x$a$b>l</a> <a https://x/$a$>https://x/$a$</a>"),
    ("a\n$$\na_1\n  b\\\\\n+ c\n$$ [[c]]", "a {$$}/{a_1}/{b\\\\}/{+ c}/{$$} <c>"),
    ("> $$\n> #a\n> $$", "> {$$}/{#a}/{$$}"), ("- $$\n  a\n  $$\n- b", "• {$$}/{a}/{$$}\n• b"),
    ("$$\n==a==\n\n$$", "$$ <mark #FFFF00>a</mark>\n$$"), ("$$\r\na*\r\n$$\r\nb", "{$$}/{a*}/{$$} b"),
    ("$$\n> 0\n```\n$$\n[[a]]", "{$$}/{> 0}/{```}/{$$} <a>"), ("> $$\n> a\n\n$$", "> $$ a\n$$"),
    ("$$", "$$"), ("$$$", "$$$"), ("a$", "a$"), ("$$$$", "$$$$"),
    ("| $$ |\n|-|\n| $a$ |", "!|<b>$$</b>|\n|{$a$}|"),
  ])
  func formulas(_ text: String, _ expected: String) {
    let shown = Self.read(text, [.formulas, .marks, .wikiLinks]).text
    #expect(shown.replacing("{Formula}", with: "{").replacing("{/}", with: "}") == expected)
  }

  @Test(arguments: [
    ("#a b #c/d, (#e) #1984 #f_1", ["a", "c/d", "e", "f_1"]), ("# Heading\n## x", []), ("a#b \\#c `#d`", []),
    ("[x](#y) #花园。 #z/", ["花园", "z"]), ("#🍏 #a-b", ["🍏", "a-b"]), ("![x #y](z.png)\n# a #b", ["y", "b"]),
    ("<b title=' #no'> #yes", ["yes"]), ("<div>\n#no\n\n#yes", ["yes"]),
  ])
  func tags(_ text: String, _ expected: [String]) { #expect(Self.read(text, .obsidian).tags == expected) }

  @Test(arguments: [
    ("#two words# and #one", ["two words", "one"]), ("#fff #abc123 #feed", ["fff", "feed"]),
    ("#中文，x", ["中文"]), ("#a\nb#", ["a"]),
  ])
  func tagsOfBear(_ text: String, _ expected: [String]) { #expect(Self.read(text, .bear).tags == expected) }

  @Test(arguments: [
    ("~a~ ~~b~~ c~d", "<u>a</u> <s>b</s> c~d"), ("~ a ~ x", "~ a ~ x"),
    ("~a *b*~", "<u>a </u><i><u>b</u></i>"),
    ("- a\nb\n> c\nd", "• a\nb\n> c\nd"), ("- a\n b", "• a/b"), ("- a\n\n  b", "• a\n+ b"),
    ("- a\n  - b\nc", "• a\n  • b\nc"),
    ("|a|b|\n|-|-|\n|1|2|\nc", "!|<b>a</b>|<b>b</b>|\n|1|2|\nc"),
    ("![a](b.png)<!-- {\"width\":388} -->", "[picture  “a|388”]"),
  ])
  func bear(_ text: String, _ expected: String) { #expect(Self.read(text, .bear).text == expected) }

  /// The id of a block.
  private static let id = "11111111-1111-4111-8111-111111111111"
  private static let other = "22222222-1111-4111-8111-111111111111"

  @Test(arguments: [
    ("see ((\(id)))", "see <((\(id)))|A block>"), ("`((\(id)))`", "<c>((\(id)))</c>"),
    ("((\(other)))", "<((\(other)))|((\(other)))>"),
    ("{{embed [[Bees]]}} {{embed ((\(id)))}} {{query x}}", "<Bees> <((\(id)))|A block> {{query x}}"),
    ("{{video https://v.example/1}}", "<a https://v.example/1>https://v.example/1</a>"),
    ("{{{{ }}", "{{{{ }}"),
    (
      "![x](y.png){:height 1, :width 2} ^^z^^ #[[to do]]",
      "[picture  “x|2x1”] <mark #FFFF00>z</mark> #<to do>"
    ),
    ("a\n^^ b", "a/^^ b"), ("[^^a]#b", "[^^a]#b"),
    ("[^^a^^](b) ^^c^^", "<a b>^^a^^</a> <mark #FFFF00>c</mark>"),
  ])
  func logseq(_ text: String, _ expected: String) { #expect(Self.read(text, .logseq).text == expected) }

  @Test func addressesThatNameAPage() {
    let answers = MarkdownAnswers { .link("", to: "note:" + $0.target) }
    let text = "[these]([[Bees and wasps]]) [x](((\(Self.id)))) [*y*]([[z]])"
    let document = Array(text.utf8).withUnsafeBytes {
      MarkdownReader.read($0, limits: Limits(), pictures: .program, additions: .logseq, answers: answers)
    }.result.document
    #expect(
      sketch(document, isFull: true)
        == "<a note:Bees and wasps>these</a> <a note:((\(Self.id)))>x</a> <a note:z><i>y</i></a>")
  }
}
