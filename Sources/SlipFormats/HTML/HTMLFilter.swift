public import SlipBase

/// Makes a page from elsewhere fit for publishing: what it shows stays, with its classes, styles and tables; what
/// would run, load or ask for anything is left out. The same holds for it as for what `HTMLWriter` writes.
///
/// Elements, attributes and addresses stay that are listed here; the text of all others stays, but for scripts. The
/// page is written anew, in HTML 5 and UTF-8, so that no reader can see other markup in it than was seen here.
public enum HTMLFilter {
  /// - Parameters:
  ///   - source: UTF-8.
  ///   - diagnostics: what was left out, by kind.
  public static func filtered(_ source: [UInt8], diagnostics: inout DiagnosticSink) -> [UInt8] {
    var filter = HTMLPageFilter()
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

  mutating func add(_ token: HTMLToken) {
    switch token {
    case .text(let text): add(text)
    case .start(let tag): start(tag)
    case .end(let name):
      isInStyle = false
      guard let name = HTMLFilterRules.element(name), !HTMLFilterRules.isVoid(name) else { return }
      if name != "html", name != "head" { encoding() }
      write("</\(name)>")
    }
  }

  mutating func finish() -> [UInt8] {
    encoding()
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
    write("<meta charset=\"utf-8\">")
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
      default: if HTMLByte.isHeld(byte) { output.append(byte) }
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
    write(">")
    if name == "head" { encoding() }
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
