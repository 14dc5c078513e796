public import SlipBase
public import SlipDocument

/// Makes a page from elsewhere fit for publishing: what it shows stays, with its classes, styles and tables; what
/// would run, load or ask for anything is left out. The same holds for it as for what `HTMLWriter` writes.
///
/// Elements, attributes and addresses stay that are listed here; the text of all others stays, but for scripts. The
/// page is written anew, in HTML 5 and UTF-8, so that no reader can see other markup in it than was seen here.
public enum HTMLFilter {
  /// - Parameters:
  ///   - source: UTF-8.
  ///   - document: what the page says, where that is known. With it the page gets what every published page needs and
  ///     this one lacks: a title, a language, a top heading for those who go by headings, an element around the content.
  ///   - options: what overrides the document's own title and language.
  ///   - diagnostics: what was left out, by kind.
  public static func filtered(
    _ source: [UInt8], document: Document? = nil, options: WriteOptions = WriteOptions(),
    diagnostics: inout DiagnosticSink
  ) -> [UInt8] {
    var filter = HTMLPageFilter()
    if let document {
      let page = HTMLPage(document, options, BaseStyle(of: document), HTMLSections())
      filter.missing = HTMLMissingParts(source, title: page.title, language: page.language)
    }
    var tokenizer = HTMLTokenizer(source, keepsStyleSheets: true)
    while let token = tokenizer.next() { filter.add(token) }
    diagnostics.report(contentsOf: filter.diagnostics)
    return filter.finish()
  }
}

/// One page on its way through.
struct HTMLPageFilter {
  private var output = Array("<!DOCTYPE html>\n".utf8)
  private var hasEncoding = false
  private var hasTag = false
  /// The next text is a style sheet.
  private var isInStyle = false
  private var counts: [(Diagnostic, Int)] = []
  var missing: HTMLMissingParts?

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

  mutating func finish() -> [UInt8] {
    encoding()
    endContent()
    return output
  }

  var diagnostics: [Diagnostic] {
    counts.map { diagnostic, count in
      var diagnostic = diagnostic
      diagnostic.count = count
      return diagnostic
    }
  }

  private mutating func note(_ diagnostic: Diagnostic) {
    if let index = counts.firstIndex(where: { $0.0.code == diagnostic.code }) {
      counts[index].1 += 1
    } else {
      counts.append((diagnostic, 1))
    }
  }

  private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Stands in the head, or before the first that doesn't.
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

  private mutating func beginContent() {
    guard let parts = missing, parts.isWithoutMain, !parts.isInMain else { return }
    write("<main>")
    missing?.isInMain = true
    guard let heading = parts.heading else { return }
    write("<h1 class=\"page-title\" style=\"\(HTMLStyleSheet.visuallyHidden)\">")
    escape(heading.utf8)
    write("</h1>")
  }

  private mutating func endContent() {
    guard missing?.isInMain == true else { return }
    missing?.isInMain = false
    write("</main>")
  }

  // MARK: Text

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

  /// As `HTMLWriter` has it: what isn't live shows where it would lead.
  private mutating func link(_ value: String, _ tag: HTMLTag) {
    let target = LinkPolicy.stripped(value)
    if LinkPolicy.isPublic(target) { return write("href", target.utf8) }
    if LinkPolicy.isActive(target) { return note(MarkupCode.activeLinkFound) }
    if tag["title"] == nil { write("title", target.utf8) }
  }

  private mutating func write(_ name: String, _ value: some Sequence<UInt8>) {
    write(" \(name)=\"")
    escape(value)
    write("\"")
  }
}

/// What a page from elsewhere lacks of what a published page has.
struct HTMLMissingParts {
  /// Nil where the page has a title that says something.
  private(set) var title: String?
  /// Nil where the page has a top heading.
  private(set) var heading: String?
  let language: String
  private(set) var hasRoot = false
  private(set) var hasBody = false
  private(set) var isWithoutMain = true
  var isInMain = false

  init(_ source: [UInt8], title: String, language: String) {
    (self.title, heading, self.language) = (title, title, language)
    var tokenizer = HTMLTokenizer(source, keepsStyleSheets: true)
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

  /// Whether the token belongs to an empty title, which another one takes the place of.
  func isReplaced(_ token: HTMLToken) -> Bool {
    guard title != nil else { return false }
    switch token {
    case .start(let tag): return tag.name == "title"
    case .end(let name): return name == "title"
    case .text: return false
    }
  }
}
