internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Writes a document as ENML, the markup of Evernote's notes: valid by `enml2.dtd`, against which Evernote checks each note.
///
/// The document is written as XHTML first, and its tags are then replaced by those that ENML has:
///
/// ```
/// <img src="<md5>">     <en-media type="image/png" hash="<md5>"/>
/// <a class="attachment" …>         the same
/// <a href="<md5>">      <a href="plan.pdf">, and the file behind the text
/// ☐ at the start of an item        <en-todo/>
/// <pre>                            a block of code: see `EnexCodeBlock`
/// <mark>, <section>                <span style="background-color:…">, <div>
/// id, class, role, data-…          left out
/// ```
struct EnmlWriter {
  /// The media types of files by the MD5 of their content.
  let types: [String: String]
  /// The names of files by the MD5 of their content, where no other file has the name.
  let names: [String: String]
  /// Files that the text shows, and those that it links to, in order.
  private var shown: Set<String> = []
  private var linked: [String] = []
  /// The markup.
  private var output: [UInt8] = []
  /// Whether text that comes next stands at the start of a line.
  private var isAtStart = true
  /// How many elements are open within a file's element, whose inside is left out; 0 outside.
  private var skipped = 0
  /// The text of the open block of code; nil outside of one.
  private var code: String?
  /// The end tags of open elements, the outermost first.
  private var open: [(name: String, end: String)] = []

  /// What a note's content begins with.
  private static let head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE en-note SYSTEM \"http://xml.evernote.com/pub/enml2.dtd\"><en-note>"

  /// Prepares a note.
  private init(types: [String: String], names: [String: String]) { (self.types, self.names) = (types, names) }

  /// A document as ENML.
  ///
  /// - Parameters:
  ///   - document: The document, whose files have their MD5 as address.
  ///   - types: The media types of files by the MD5 of their content.
  ///   - names: The names of files by their MD5, where no other file has the name.
  ///   - files: The MD5 of files that come behind the text.
  ///   - links: Which links stay live.
  ///
  /// - Returns: The whole content in UTF-8, from the XML declaration to `</en-note>`.
  static func write(
    _ document: Document, types: [String: String], names: [String: String], files: [String], links: LinkChoice
  ) -> [UInt8] {
    var options = WriteOptions()
    options.isFragment = true
    options.page.isXML = true
    options.links = links
    let html = HTMLWriter.write(document, options: options)
    var writer = EnmlWriter(types: types, names: names)
    writer.put(head)
    html.withUnsafeBytes { writer.convert($0) }
    // Evernote shows no file that is only linked to.
    let hidden = writer.linked.filter { !writer.shown.contains($0) && !files.contains($0) }
    for hash in files + hidden {
      writer.put("<div style=\"\(EnexMarkup.fileMark)\">\(writer.media(hash, nil))</div>")
    }
    writer.put("</en-note>")
    return writer.output
  }

  /// Adds markup.
  private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Converts XHTML.
  ///
  /// Tags within the element of a file are counted, so that all of its inside is left out. At the end
  /// of the input open elements are ended.
  ///
  /// - Parameter html: A fragment in UTF-8, as `HTMLWriter` writes it.
  private mutating func convert(_ html: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    while let token = scanner.next(in: html) {
      if code != nil {
        takeCode(token, html)
        continue
      }
      switch token {
      case .start(let tag, let isEmpty):
        if skipped > 0 {
          if !isEmpty { skipped += 1 }
        } else {
          begin(tag, isEmpty)
        }
      case .end(let name):
        if skipped > 0 { skipped -= 1 } else { end(name) }
      case .text(let range): if skipped == 0 { text(LooseXML.unescaped(html, range)) }
      case .cdata(let range): if skipped == 0 { text(String(decoding: html[range], as: UTF8.self)) }
      }
    }
    if let code { output += EnexCodeBlock.enml(code) }
    while let element = open.popLast() { put(element.end) }
  }

  /// Takes a token of a block of code. What elements in it look like is left out.
  private mutating func takeCode(_ token: LooseXML.Token, _ html: UnsafeRawBufferPointer) {
    switch token {
    case .start(let tag, _): if tag.name.lowercased() == "br" { code?.append("\n") }
    case .end(let name):
      guard name.lowercased() == "pre", let text = code else { return }
      output += EnexCodeBlock.enml(text)
      (code, isAtStart) = (nil, true)
    case .text(let range): code?.append(LooseXML.unescaped(html, range))
    case .cdata(let range): code?.append(String(decoding: html[range], as: UTF8.self))
    }
  }

  /// Text; a check box at the start of an item of a list becomes one of Evernote's, which makes items of all lines with one.
  private mutating func text(_ text: String) {
    var rest = text[...]
    if isAtStart, open.contains(where: { $0.name == "li" }) {
      for (sign, box) in [("☐ ", "<en-todo/>"), ("☑ ", "<en-todo checked=\"true\"/>")]
      where rest.hasPrefix(sign) {
        put(box)
        rest = rest.dropFirst(sign.count)
      }
    }
    if rest.contains(where: { !$0.isWhitespace }) { isAtStart = false }
    EnexText.append(String(rest), to: &output)
  }

  /// A start tag.
  ///
  /// - Parameters:
  ///   - tag: The tag. Of its attributes only those that ENML allows are kept.
  ///   - isEmpty: Whether it ends itself.
  private mutating func begin(_ tag: LooseXML.Tag, _ isEmpty: Bool) {
    let name = tag.name.lowercased()
    let source = tag["src"] ?? (tag["class"] == "attachment" ? tag["href"] : nil)
    if let hash = source, types[hash] != nil {
      shown.insert(hash)
      put(media(hash, tag))
      isAtStart = false
      if !isEmpty { skipped = 1 }
      return
    }
    // A picture that isn't in the note shows nothing, and nothing is fetched.
    if name == "img" {
      if !isEmpty { skipped = 1 }
      return
    }
    if name == "pre", !isEmpty {
      code = ""
      return
    }
    let element = EnmlWriter.element(name)
    if EnmlWriter.blocks.contains(element) || name == "br" { isAtStart = true }
    put("<" + element)
    var style = tag["style"] ?? ""
    if name == "mark", !style.contains("background") { style = "background-color:#ffef9e;" + style }
    if !style.isEmpty { attribute("style", style) }
    let allowed = EnmlWriter.attributes[element] ?? []
    for (key, value) in tag.attributes
    where key != "style" && (EnmlWriter.common.contains(key) || allowed.contains(key)) {
      // A place within the note has no name in ENML.
      if key == "href", value.hasPrefix("#") { continue }
      guard key == "href", types[value] != nil else {
        attribute(key, value)
        continue
      }
      if !linked.contains(value) { linked.append(value) }
      attribute(key, RelativeURL.encoded(path: names[value] ?? value))
    }
    if isEmpty || EnmlWriter.voids.contains(element) {
      put("/>")
    } else {
      put(">")
      open.append((name, "</\(element)>"))
    }
  }

  /// An end tag, and those of elements within that have none.
  ///
  /// An end tag that nothing was begun for is left out.
  ///
  /// - Parameter name: The name in HTML, which may differ from that of the element written.
  private mutating func end(_ name: String) {
    let name = name.lowercased()
    guard let place = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > place, let element = open.popLast() { put(element.end) }
    if EnmlWriter.blocks.contains(EnmlWriter.element(name)) { isAtStart = true }
  }

  /// An attribute.
  /// The value is escaped.
  private mutating func attribute(_ name: String, _ value: String) {
    put(" \(name)=\"")
    EnexText.append(value, to: &output)
    put("\"")
  }

  /// The element for a file of the note.
  ///
  /// - Parameters:
  ///   - hash: The MD5 of its content.
  ///   - tag: The tag that shows it; nil where it comes behind the text.
  ///
  /// - Returns: The element; empty for a file whose type isn't known. A picture behind the text, or one
  ///   that is linked to, is shown as a file.
  private func media(_ hash: String, _ tag: LooseXML.Tag?) -> String {
    guard let type = types[hash] else { return "" }
    var output = Array("<en-media type=\"\(type)\" hash=\"\(hash)\"".utf8)
    for name in ["width", "height", "alt", "title"] {
      guard let value = tag?[name], !value.isEmpty else { continue }
      output += " \(name)=\"".utf8
      EnexText.append(value, to: &output)
      output += "\"".utf8
    }
    if type.hasPrefix("image/"), tag?.name == "a" || tag == nil {
      output += " style=\"--en-viewAs:attachment;\"".utf8
    }
    return String(decoding: output + Array("/>".utf8), as: UTF8.self)
  }

  // MARK: Vocabulary

  /// The element of ENML for one of HTML.
  ///
  /// - Parameter name: The name in HTML, in small letters.
  /// - Returns: The same where ENML has it, else `span` within lines and `div` for blocks.
  private static func element(_ name: String) -> String {
    if elements.contains(name) { return name }
    return inlines.contains(name) ? "span" : "div"
  }

  /// The elements of ENML that the writer of HTML uses.
  private static let elements: Set<String> = [
    "a", "b", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd", "del", "div",
    "dl", "dt",
    "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "ol", "p", "pre", "q", "s",
    "samp", "small",
    "span", "strike", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "u",
    "ul", "var",
  ]
  /// Elements within lines that ENML doesn't have.
  private static let inlines: Set<String> = [
    "mark", "time", "wbr", "bdi", "ruby", "rb", "rt", "rp", "input", "label",
  ]
  /// Elements without content.
  private static let voids: Set<String> = ["br", "hr", "col"]
  /// Elements that begin a line.
  private static let blocks: Set<String> = [
    "blockquote", "caption", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol",
    "p", "pre",
    "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
  ]
  /// Attributes that all elements have, but for `style`.
  private static let common: Set<String> = ["title", "lang", "dir"]
  /// Further attributes of elements.
  private static let attributes: [String: Set<String>] = [
    "a": ["href"], "li": ["value", "type"], "ol": ["start", "type"], "ul": ["type"],
    "td": ["rowspan", "colspan", "align", "valign", "width", "height"],
    "th": ["rowspan", "colspan", "align", "valign", "width", "height"],
    "col": ["span", "width"], "table": ["width", "border"], "del": ["datetime"], "ins": ["datetime"],
  ]
}

/// Text as it stands in XML.
enum EnexText {
  /// Adds a text with its markup escaped, and without characters that XML can't have.
  ///
  /// - Parameters:
  ///   - text: The text, with `&`, `<`, `>` and `"` to be escaped.
  ///   - output: What gets it, in UTF-8.
  static func append(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: output += "&amp;".utf8
      case 0x3C: output += "&lt;".utf8
      case 0x3E: output += "&gt;".utf8
      case 0x22: output += "&quot;".utf8
      case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
        output += UTF8.encode(scalar) ?? .init()
      default: break
      }
    }
  }

  /// A text with its markup escaped.
  static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// A text that Evernote takes for a title or a tag: without control characters and blanks at its ends, and of at most so many
  /// characters; empty where nothing is left.
  ///
  /// - Parameters:
  ///   - text: The text. Control characters and line ends become blanks.
  ///   - longest: The most UTF-16 units. No character is cut in half.
  static func name(_ text: String, longest: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      case .surrogate, .unassigned: if scalar.value < 0xFFFE { scalars.append(scalar) }
      default: scalars.append(scalar)
      }
    }
    let name = String(scalars).trimmingBlanks()
    guard name.utf16.count > longest else { return name }
    var cut = ""
    var length = 0
    for character in name {
      length += character.utf16.count
      if length > longest { break }
      cut.append(character)
    }
    return cut.trimmingBlanks()
  }
}
