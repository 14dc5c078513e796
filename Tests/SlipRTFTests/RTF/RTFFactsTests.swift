import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// What RTF is and holds, by evidence.
@Suite struct RTFFactsTests {
  private func facts(_ text: String) -> RTFFacts {
    Array(text.utf8).withUnsafeBytes { RTFFacts(of: $0) }
  }

  @Test func `each telling word is one that Slipbox knows, and tells of one version`() {
    var seen: Set<String> = []
    for row in RTFVersionTable.rows {
      for word in row.words {
        #expect(RTFVersionTable.word(word) != 0, "\(word)")
        #expect(seen.insert("\(word)").inserted, "\(word)")
      }
    }
  }

  @Test(arguments: [
    ("{\\rtf1\\ansi One}", "1.0", "fmt/45"), ("{\\rtf1\\ansi\\deflang1033 One}", "1.2", "fmt/45"),
    ("{\\rtf1\\ansi{\\pntext 1.}One}", "1.3", "fmt/45"), ("{\\rtf1\\ansi\\highlight1 One}", "1.4", "fmt/45"),
    ("{\\rtf1\\ansi\\ansicpg1252 One}", "1.5", "fmt/50"),
    ("{\\rtf1\\ansi\\trowd\\clftsWidth3\\cellx9 a\\cell\\row}", "1.6", "fmt/50"),
    ("{\\rtf1\\ansi\\ansicpg1252{\\*\\generator X;}One}", "1.7", "fmt/52"),
    ("{\\rtf1\\adeflang1025\\ansi One}", "1.8", "fmt/53"),
    ("{\\rtf1\\ansi{\\*\\themedata 00}One}", "1.9", "fmt/355"),
  ]) func `the newest word tells the version`(text: String, version: String, pronom: String) {
    let facts = facts(text).version
    #expect(facts.evidence == version && facts.pronom == pronom && facts.declared == 1)
    #expect(facts.words.isEmpty == (version == "1.0"))
  }

  @Test func `words in binary data and in escapes tell nothing`() {
    #expect(facts("{\\rtf1\\ansi\\\\themedata {\\pict\\bin11 \\themedata }One}").version.evidence == "1.0")
  }

  @Test(
    arguments: [
      ("{\\*\\generator Msftedit 5.41.15.1507;}", "Microsoft RichEdit (Msftedit)", "5.41.15.1507"),
      (
        "{\\*\\generator LibreOffice/7.4.7.2$Linux_X86_64 LibreOffice_project/40$Build-2}", "LibreOffice",
        "7.4.7.2"
      ),
      ("{\\*\\generator Microsoft Word 11.0.0000;}", "Microsoft Word", "11.0.0000"),
      ("{\\*\\generator Some Pad;}", "Some Pad", nil), ("{\\*\\generator Caf\\'e9;}", "Café", nil),
      ("\\cocoartf2761", "Cocoa (TextEdit and other programs of macOS)", "2761"),
      ("{\\*\\rsidtbl\\rsid1}", "Microsoft Word 2002 or later", nil),
      ("\\fromhtml1", "Microsoft Exchange or Outlook", nil),
    ] as [(String, String, String?)])
  func `the program is named, or told by its words`(text: String, name: String, version: String?) {
    let producer = facts("{\\rtf1\\ansi\\ansicpg1252" + text + " One}").producer
    #expect(producer?.name == name && producer?.version == version)
    #expect(producer?.basis == (text.contains("generator") ? .generator : .marks))
  }

  @Test func `other files name no program`() {
    #expect(facts("{\\rtf1\\ansi One}").producer == nil)
    #expect(facts("{\\rtf1\\ansi{\\*\\generator ;}One}").producer == nil)
  }

  @Test func `code pages and languages`() {
    let facts = facts(
      """
      {\\rtf1\\ansi\\ansicpg1250\\deflang1031{\\fonttbl{\\f0\\fcharset204 A;}{\\f1\\fcharset238 B;}{\\f2 C;}}
      Hallo{\\lang1033 Hi}{\\lang1024 none}\\u8364 ?}
      """)
    #expect(facts.codePages == .init(document: 1250, fonts: [1250, 1251], hasUnicode: true))
    #expect(facts.languages.standard == "de-DE")
    #expect(facts.languages.text.map(\.tag) == ["de-DE", "en-US"])
    #expect(facts.languages.text.map(\.characters) == [6, 2])
  }

  @Test func `what it holds`() {
    let facts = facts(
      """
      {\\rtf1\\ansi Two words{\\footnote Note}\\par{\\field{\\*\\fldinst HYPERLINK "https://example.org"}{\\fldrslt x}}
      {\\pict\\pngblip\\picw1\\pich1 89504e47}{\\object\\objemb{\\*\\objclass Equation.3}{\\*\\objdata 0105}}\\par
      {\\revised\\revauth1 new}{\\deleted\\revauthdel1 old}\\par
      \\trowd\\cellx9 \\intbl a\\cell\\row\\trowd\\cellx9 \\intbl b\\cell\\row\\pard between\\par
      \\trowd\\cellx9 \\intbl c\\cell\\row\\pard end\\par}
      """)
    #expect(facts.counts["footnotes"] == 1 && facts.counts["links"] == 1 && facts.counts["tables"] == 2)
    #expect(facts.counts["insertions"] == 1 && facts.counts["deletions"] == 1)
    #expect(facts.counts["endnotes"] == nil)
    #expect(facts.pictures == ["image/png": 1] && facts.counts["pictures"] == 1)
    #expect(facts.objects == ["Equation.3": 1] && facts.counts["objects"] == 1)
  }

  @Test func `characters and words are those of the plain text`() {
    let facts = facts("{\\rtf1\\ansi One caf\\'e9{\\v hidden}\\par two\\par}")
    #expect(facts.counts["words"] == 3 && facts.counts["characters"] == 11)
  }

  @Test(
    arguments: [
      ("{\\rtf1\\ansi One}", []), ("\u{FEFF}{\\rtf1\\ansi One}", [.byteOrderMark]),
      ("\n {\\rtf1\\ansi One}", [.whiteSpaceBefore]), ("{\\rtf\\ansi One}", [.noVersion]),
      ("{\\rtf0\\mac One}", [.otherVersion]), ("{\\rtf1 One}", [.noCharacterSet]),
      ("{\\rtf1\\ansi One", [.unclosed]), ("{\\rtf1\\ansi One}more", [.trailingBytes]),
    ] as [(String, [RTFFacts.Oddity])])
  func `what makes programs miss it`(text: String, oddities: [RTFFacts.Oddity]) {
    #expect(facts(text).oddities == oddities)
  }

  @Test func `encapsulated mails`() {
    #expect(facts("{\\rtf1\\ansi\\fromhtml1{\\*\\htmltag <p>}One}").encapsulates == .html)
    #expect(facts("{\\rtf1\\ansi\\fromtext One}").encapsulates == .text)
    #expect(facts("{\\rtf1\\ansi One}").encapsulates == nil)
  }

  @Test func `any bytes give facts`() {
    for text in [
      "", "{", "{\\rtf", "}}}}", "{\\rtf1{\\*\\generator", "{\\rtf1\\fcharset-5\\ansicpg99999999999 \\'",
    ] {
      #expect(facts(text).version.evidence >= "1.0")
    }
  }
}
