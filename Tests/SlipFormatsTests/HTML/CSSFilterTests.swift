import Testing

@testable import SlipFormats
@testable import SlipMarkup

@Suite struct CSSFilterTests {
  private func filtered(_ css: String) -> (css: String, isWhole: Bool) {
    let (bytes, isWhole) = CSSFilter.filtered(css.utf8)
    return (String(decoding: bytes, as: UTF8.self), isWhole)
  }

  @Test(arguments: [
    "color:red", "p{margin:0;padding:1px}", "a > b, c ~ d {x:y}", "@media print{p{color:#000}}",
    "p::before{content:\"a;b{c}\"}", "",
  ])
  func harmlessStylesStay(_ css: String) {
    #expect(filtered(css).css == css)
    #expect(filtered(css).isWhole)
  }

  @Test(arguments: [
    ("background:url(x);color:red", ";color:red"), ("BACKGROUND:URL (x)", "BACKGROUND:URL (x)"),
    ("a{background:image-set(\"x\" 1x)}", "a{}"), ("width:expression(alert(1))", ""),
    ("@import 'x';p{}", ";p{}"), ("b\\65havior:x", ""), ("-moz-binding:x;top:0", ";top:0"),
    ("p[a='url('] {top:0}", "left-out{top:0}"),
  ])
  func whatLoadsOrRunsGoes(_ css: String, _ expected: String) {
    #expect(filtered(css).css == expected)
    #expect(filtered(css).isWhole == (css == expected))
  }

  @Test(arguments: [
    // A comment parts words, so nothing can be hidden by one.
    ("width:expr/**/ession(1)", "width:expr ession(1)"), ("a/* b */:c", "a :c"), ("a/* b", "a "),
    ("<!-- p{top:0} -->", " p{top:0} "), ("a:\r\nb", "a:\n\nb"), ("co\u{1}lor:red", "color:red"),
  ])
  func commentsAndControls(_ css: String, _ expected: String) { #expect(filtered(css).css == expected) }

  /// Filtering again changes nothing, whatever the pieces.
  @Test func isIdempotent() {
    let pieces = [
      "a", ":", ";", "{", "}", "\"", "'", "url", "(", ")", "/*", "*/", "\\", "@import", "<!--", "-->", " ",
      "\n",
    ]
    var state: UInt64 = 3
    for _ in 0..<5_000 {
      var css = ""
      for _ in 0..<10 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        css += pieces[Int(state >> 33) % pieces.count]
      }
      let once = filtered(css).css
      #expect(filtered(once).css == once, "\(css)")
      #expect(!once.contains("url(") && !once.contains("@import"), "\(css)")
    }
  }
}
