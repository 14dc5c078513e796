public import SlipCore
public import SlipDocument

/// Makes a foreign page, such as an HTML mail, fit for publishing.
///
/// What the page shows stays, with its classes, styles and tables. What would run, load
/// or ask for anything is left out:
///
/// | source | result |
/// | --- | --- |
/// | `<script>…</script>` | nothing |
/// | `<b onclick="…">text</b>` | `<b>text</b>` |
/// | `<form><button>text</button></form>` | `text` |
/// | `<img src="https://a.example/1.png">` | `<img>` |
/// | `<a href="javascript:…">text</a>` | `<a>text</a>` |
/// | `<a href="file:///x">text</a>` | `<a title="file:///x">text</a>` |
///
/// The filter works with lists of what may stay (`HTMLFilterRules`): elements, attributes
/// and addresses that aren't listed are left out, but the text in unknown elements stays,
/// except for scripts. The page is written anew from its tokens, as HTML in UTF-8, so
/// that no browser can see other markup in it than was seen here. A filtered page is as
/// harmless as one that `HTMLWriter` writes.
public enum HTMLFilter {
  /// Filters a page.
  ///
  /// - Parameters:
  ///   - source: the page in UTF-8.
  ///   - document: what the page says, if that is known. The page then gets what every
  ///     published page needs and this one lacks: a title, a language, a top heading for
  ///     readers who go from heading to heading, and `<main>` around the content.
  ///   - options: what overrides the document's own title and language.
  ///   - diagnostics: receives what was left out, by kind.
  /// - Returns: the page, in UTF-8.
  public static func filtered(
    _ source: [UInt8], document: Document? = nil, options: WriteOptions = WriteOptions(),
    diagnostics: inout DiagnosticSink
  ) -> [UInt8] {
    var filter = HTMLPageFilter()
    if let document {
      let page = HTMLPage(document, options, BaseStyle(of: document), HTMLSections())
      filter.missing = HTMLMissingParts(source, title: page.title, language: page.language)
    }
    var tokenizer = HTMLTokenizer(source, keepsStyleSheets: true, knowsForeign: false)
    while let token = tokenizer.next() { filter.add(token) }
    diagnostics.report(contentsOf: filter.diagnostics)
    return filter.finish()
  }
}

/// One page on its way through the filter.
struct HTMLPageFilter {
  /// The page so far.
  private var output = Array("<!DOCTYPE html>\n".utf8)
  /// Whether `<meta charset>` was written, and with it the title if it was missing.
  private var hasEncoding = false
  /// Whether any tag was written. White space before the first one is left out.
  private var hasTag = false
  /// Whether the next text is a style sheet.
  private var isInStyle = false
  /// What was left out and how often, in the order of the first occurrence.
  private var counts: [(Diagnostic, Int)] = []
  /// What the page lacks of a published page; nil if nothing is to be added.
  var missing: HTMLMissingParts?

  /// Writes a token, or what may stay of it.
  mutating func add(_ token: HTMLToken) {
    if missing?.isReplaced(token) == true { return }
    switch token {
    case .text(let text): add(text)
    case .start(let tag): start(tag)
    case .end(let name):
      isInStyle = false
      guard let name = HTMLFilterRules.element(name), !HTMLFilterRules.isVoid(name) else { return }
      if name != "html", name != "head" { encoding() }
      if name == "html" || name == "body" { endContent() }
      write("</\(name)>")
    }
  }

  /// Completes the page and returns it.
  mutating func finish() -> [UInt8] {
    encoding()
    endContent()
    return output
  }

  /// What was left out: one diagnostic of each kind, with its count.
  var diagnostics: [Diagnostic] {
    counts.map { diagnostic, count in
      var diagnostic = diagnostic
      diagnostic.count = count
      return diagnostic
    }
  }

  /// Counts something that was left out.
  private mutating func note(_ diagnostic: Diagnostic) {
    if let index = counts.firstIndex(where: { $0.0.code == diagnostic.code }) {
      counts[index].1 += 1
    } else {
      counts.append((diagnostic, 1))
    }
  }

  /// Writes markup.
  private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

  /// States the encoding, once: in the head, or before the first thing that doesn't
  /// belong there. Adds a missing root element and title in the same place.
  private mutating func encoding() {
    guard !hasEncoding else { return }
    hasEncoding = true
    if let missing, !missing.hasRoot {
      write("<html")
      write("lang", missing.language.utf8)
      write(">")
    }
    write("<meta charset=\"utf-8\">")
    if let title = missing?.title {
      write("<title>")
      escape(title.utf8)
      write("</title>")
    }
    if missing?.hasBody == false { beginContent() }
  }

  /// Begins a missing `<main>`, with a missing top heading in it, which is only read
  /// aloud.
  private mutating func beginContent() {
    guard let parts = missing, parts.isWithoutMain, !parts.isInMain else { return }
    write("<main>")
    missing?.isInMain = true
    guard let heading = parts.heading else { return }
    write("<h1 class=\"page-title\" style=\"\(HTMLStyleSheet.visuallyHidden)\">")
    escape(heading.utf8)
    write("</h1>")
  }

  /// Ends a `<main>` that was added.
  private mutating func endContent() {
    guard missing?.isInMain == true else { return }
    missing?.isInMain = false
    write("</main>")
  }

  // MARK: Text

  /// Writes text, or a style sheet without its active parts.
  private mutating func add(_ text: [UInt8]) {
    if isInStyle {
      let (css, isWhole) = CSSFilter.filtered(text)
      if !isWhole { note(MarkupCode.activeStyleFound) }
      output.append(contentsOf: css)
      return
    }
    // Control characters are left out, so they are no more than spaces.
    if !hasEncoding, text.allSatisfy({ $0 <= 0x20 }) {
      if !hasTag { return }
    } else {
      encoding()
    }
    escape(text)
  }

  /// Writes characters with everything escaped that could be markup, without control
  /// characters.
  private mutating func escape(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case 0x26: write("&amp;")
      case 0x3C: write("&lt;")
      case 0x3E: write("&gt;")
      case 0x22: write("&quot;")
      default: if HTMLByte.isAllowed(byte) { output.append(byte) }
      }
    }
  }

  // MARK: Tags

  /// Writes a start tag with the attributes that may stay.
  private mutating func start(_ tag: HTMLTag) {
    isInStyle = false
    if HTMLFilterRules.isActive(tag) { note(MarkupCode.activeContentFound) }
    guard let name = HTMLFilterRules.element(tag.name) else { return }
    if name != "html", name != "head" { encoding() }
    hasTag = true
    write("<\(name)")
    for attribute in tag.attributes { self.attribute(attribute.name, attribute.value, of: name, tag) }
    if name == "html", tag["lang"] == nil, let language = missing?.language { write("lang", language.utf8) }
    write(">")
    if name == "head" { encoding() }
    if name == "body" { beginContent() }
    isInStyle = name == "style"
  }

  /// Writes an attribute if it may stay, and counts it if it was active.
  private mutating func attribute(_ name: String, _ value: String, of element: String, _ tag: HTMLTag) {
    switch name {
    case "style":
      let (css, isWhole) = CSSFilter.filtered(value.utf8)
      if !isWhole { note(MarkupCode.activeStyleFound) }
      if !css.isEmpty { write(name, css) }
    case "href" where element == "a": link(value, tag)
    case "src" where element == "img":
      let address = LinkPolicy.stripped(value)
      if HTMLFilterRules.isOwnPicture(address) {
        write(name, address.utf8)
      } else {
        note(MarkupCode.remotePictureFound)
      }
    case "alt" where element != "img": break
    case _ where HTMLFilterRules.isAttribute(name): write(name, value.utf8)
    case _ where name.hasPrefix("on"): note(MarkupCode.activeContentFound)
    default: break
    }
  }

  /// Writes a link's target if it is public: a web or mail address, or an anchor. Any
  /// other one is shown as a title, like in pages by `HTMLWriter`, except for targets
  /// that run something.
  private mutating func link(_ value: String, _ tag: HTMLTag) {
    let target = LinkPolicy.stripped(value)
    if LinkPolicy.isPublic(target) { return write("href", target.utf8) }
    if LinkPolicy.isActive(target) { return note(MarkupCode.activeLinkFound) }
    if tag["title"] == nil { write("title", target.utf8) }
  }

  /// Writes an attribute with its value escaped.
  private mutating func write(_ name: String, _ value: some Sequence<UInt8>) {
    write(" \(name)=\"")
    escape(value)
    write("\"")
  }
}

/// What a foreign page lacks of what a published page has.
struct HTMLMissingParts {
  /// The title to add; nil if the page has one that isn't empty.
  private(set) var title: String?
  /// The top heading to add; nil if the page has an `<h1>`.
  private(set) var heading: String?
  /// The language to state if the page states none.
  let language: String
  /// Whether the page has `<html>`.
  private(set) var hasRoot = false
  /// Whether the page has `<body>`.
  private(set) var hasBody = false
  /// Whether the page has no `<main>`.
  private(set) var isWithoutMain = true
  /// Whether a `<main>` that was added is open.
  var isInMain = false

  /// Reads a page's tags to find out what it lacks.
  init(_ source: [UInt8], title: String, language: String) {
    (self.title, heading, self.language) = (title, title, language)
    var tokenizer = HTMLTokenizer(source, keepsStyleSheets: true, knowsForeign: false)
    var isInTitle = false
    while let token = tokenizer.next() {
      switch token {
      case .start(let tag):
        isInTitle = tag.name == "title"
        if tag.name == "h1" { heading = nil }
        if tag.name == "html" { hasRoot = true }
        if tag.name == "body" { hasBody = true }
        if tag.name == "main" { isWithoutMain = false }
      case .text(let text):
        if isInTitle, text.contains(where: { $0 > 0x20 }) { self.title = nil }
      case .end: isInTitle = false
      }
    }
  }

  /// Whether the token belongs to an empty title, which another one replaces.
  func isReplaced(_ token: HTMLToken) -> Bool {
    guard title != nil else { return false }
    switch token {
    case .start(let tag): return tag.name == "title"
    case .end(let name): return name == "title"
    case .text: return false
    }
  }
}
