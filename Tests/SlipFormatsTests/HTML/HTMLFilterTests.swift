import SlipBase
import SlipDocument
import Testing

@testable import SlipFormats
@testable import SlipMarkup

@Suite struct HTMLFilterTests {
  private static func filtered(_ html: String) -> (html: String, codes: [String]) {
    var diagnostics = DiagnosticSink()
    let bytes = HTMLFilter.filtered(Array(html.utf8), diagnostics: &diagnostics)
    let head = "<!DOCTYPE html>\n<meta charset=\"utf-8\">"
    let text = String(decoding: bytes, as: UTF8.self)
    return (
      text.hasPrefix(head) ? String(text.dropFirst(head.count)) : text, diagnostics.diagnostics.map(\.code)
    )
  }

  @Test(arguments: [
    (
      "<p class=MsoNormal><b>a</b> &amp; &lt;b&gt;</p>", "<p class=\"MsoNormal\"><b>a</b> &amp; &lt;b&gt;</p>"
    ),
    ("<A HREF='https://a.example/?b&amp;c'>x</A>", "<a href=\"https://a.example/?b&amp;c\">x</a>"),
    (
      "<td colspan=2 bgcolor=red style=\"color:red;margin:0\">",
      "<td colspan=\"2\" bgcolor=\"red\" style=\"color:red;margin:0\">"
    ),
    ("a<o:p>\u{a0}</o:p><xmp><i></xmp>", "a\u{a0}<pre>&lt;i&gt;</pre>"),
    ("<img src=\"cid:1@x\" alt='\"'>", "<img src=\"cid:1@x\" alt=\"&quot;\">"),
    ("<img src=\"data:image/png;base64,aGk=\">", "<img src=\"data:image/png;base64,aGk=\">"),
    ("<style>p > a {margin:0}</style>", "<style>p > a {margin:0}</style>"), ("a<!-- b -->c<![if x]>d", "acd"),
    ("<meta name=Generator content=Word>a</p", "a"), ("<br/></br><hr></hr>", "<br><hr>"),
  ])
  func keeps(_ source: String, _ expected: String) {
    #expect(HTMLFilterTests.filtered(source).html == expected)
    #expect(HTMLFilterTests.filtered(source).codes.isEmpty)
  }

  @Test(arguments: [
    ("a<script>alert(1)</script>b", "ab", MarkupCode.activeContent),
    ("a<iframe src=x><b>c</b></iframe>b", "ab", MarkupCode.activeContent),
    ("<svg><style>a{}</style></svg>", "<style>a{}</style>", MarkupCode.activeContent),
    ("<form action=x><input value=y>z</form>", "z", MarkupCode.activeContent),
    ("<meta http-equiv=Refresh content='0;url=//x'>a", "a", MarkupCode.activeContent),
    ("<base href=//x><link rel=stylesheet href=y>a", "a", MarkupCode.activeContent),
    ("<p onclick=alert(1) ONMOUSEOVER=x>a", "<p>a", MarkupCode.activeContent),
    ("<a href='java\nscript:alert(1)'>a</a>", "<a>a</a>", MarkupCode.activeLink),
    ("<a href='&#1;data:text/html,x'>a</a>", "<a>a</a>", MarkupCode.activeLink),
    ("<img src=https://x.example/pixel alt=b>", "<img alt=\"b\">", MarkupCode.remotePicture),
    ("<img src=//x.example/pixel>", "<img>", MarkupCode.remotePicture),
    ("<img src=data:image/svg+xml;base64,x>", "<img>", MarkupCode.remotePicture),
    ("<p style=\"background:url(//x);color:red\">", "<p style=\";color:red\">", MarkupCode.activeStyle),
    ("<p style=\"width:expr/**/ession(1)\">", "<p style=\"width:expr ession(1)\">", nil),
    ("<p style=\"width:\\65xpression(1)\">", "<p>", MarkupCode.activeStyle),
    ("<p style=\"background:u&#1;rl(//x)\">", "<p>", MarkupCode.activeStyle),
    ("<style>@im\u{0}port 'x';p{color:red}</style>", "<style>;p{color:red}</style>", MarkupCode.activeStyle),
    ("<p class=a style=\u{f}>b", "<p class=\"a\">b", nil),
    ("<style>@import 'x';p{color:red}</style>", "<style>;p{color:red}</style>", MarkupCode.activeStyle),
    ("<style>p[a=\"url(\"]{}</style>", "<style>left-out{}</style>", MarkupCode.activeStyle),
    ("<style><!-- a{b:c} --></style>", "<style> a{b:c} </style>", nil),
    ("<style>a</styl</style>", "<style></style>", MarkupCode.activeStyle),
  ])
  func leavesOut(_ source: String, _ expected: String, _ code: String?) {
    let (html, codes) = HTMLFilterTests.filtered(source)
    #expect(html == expected)
    #expect(codes == (code.map { [$0] } ?? []))
  }

  /// Where the encoding is declared.
  @Test(arguments: [
    ("<html><head><title>a</title></head>", "<html><head><meta charset=\"utf-8\"><title>a</title></head>"),
    ("<html>\n<body>a", "<html>\n<meta charset=\"utf-8\"><body>a"), ("", "<meta charset=\"utf-8\">"),
  ])
  func encoding(_ source: String, _ expected: String) {
    var diagnostics = DiagnosticSink()
    let bytes = HTMLFilter.filtered(Array(source.utf8), diagnostics: &diagnostics)
    #expect(String(decoding: bytes, as: UTF8.self) == "<!DOCTYPE html>\n" + expected)
  }

  /// With the document known, a page has what published pages need, and has it once.
  @Test func missingPartsAreAdded() {
    var document = Document()
    document.info.title = "Plan & time"
    document.defaultLanguage = "de-DE"
    var diagnostics = DiagnosticSink()
    let source = "<html><head><title> </title></head><body class=a>b</body></html>"
    let once = HTMLFilter.filtered(Array(source.utf8), document: document, diagnostics: &diagnostics)
    let text = String(decoding: once, as: UTF8.self)
    #expect(text.contains("<html lang=\"de-DE\"><head><meta charset=\"utf-8\">"))
    #expect(text.contains("<title>Plan &amp; time</title> </head>"))
    #expect(text.contains("<body class=\"a\"><main><h1 class=\"page-title\" style="))
    #expect(text.hasSuffix(">Plan &amp; time</h1>b</main></body></html>"))
    let twice = HTMLFilter.filtered(once, document: document, diagnostics: &diagnostics)
    #expect(String(decoding: twice, as: UTF8.self) == text)
  }

  /// What comes out goes through unchanged: nothing in it reads as other markup.
  @Test func filteringAgainChangesNothing() {
    let pieces = [
      "<p ", "style=\"", "url(", "\"", "'", ">", "</p>", "<style>", "</style>", "/*", "*/", "<!--", "-->",
      "&lt;",
      "&", "<script>", "</script>", "a", ";", "{", "}", "<svg>", "<title>", "</title>", "href=javascript:",
      "\\", "\n",
      "<textarea>", "<img src=x ", "onload=1 ", "\0", "<xmp>", "<a href=\"http://x\">",
    ]
    var state: UInt64 = 7
    for _ in 0..<2_000 {
      var source = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        source += pieces[Int(state >> 33) % pieces.count]
      }
      var diagnostics = DiagnosticSink()
      let once = HTMLFilter.filtered(Array(source.utf8), diagnostics: &diagnostics)
      var none = DiagnosticSink()
      let twice = HTMLFilter.filtered(once, diagnostics: &none)
      #expect(String(decoding: once, as: UTF8.self) == String(decoding: twice, as: UTF8.self), "\(source)")
      #expect(none.diagnostics.isEmpty, "\(source)")
    }
  }
}
