internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import XMLSyntax

/// An outline: its head, and its items as a tree.
///
/// ```xml
/// <opml version="2.0">
///   <head><title>Garden</title><dateCreated>Tue, 15 Mar 2005 16:35:45 GMT</dateCreated></head>
///   <body><outline text="Bees" _note="A note" _status="checked"><outline text="weigh"/></outline></body>
/// </opml>
/// ```
///
/// All else is the producer's own. Of Workflowy and Dynalist the text has markup: HTML, and marks that are much like Markdown.
struct OPMLOutline {
  /// What the text of items is written in.
  enum Markup {
    /// Nothing.
    case plain
    /// HTML.
    case html
    /// The marks of Dynalist.
    case dynalist
  }

  /// The document.
  private let xml: LooseTree
  /// What the text of items is written in.
  private let markup: Markup
  /// The items at the top.
  let roots: [Int]
  /// What was damaged.
  private let findings: [Diagnostic]

  /// How deep items are read; deeper ones are items of the last level.
  private static let deepest = 256

  /// Reads an outline. Any bytes give one.
  init(_ bytes: [UInt8], _ context: SourceContext) {
    var findings: [Diagnostic] = []
    var text = SourceXML.joiningSurrogates(SourceXML.utf8(bytes, context, &findings))
    let damage = OPMLOutline.damage(in: text)
    // A line end that is no reference counts as a blank in an attribute.
    for index in text.indices where text[index] < 0x20 { text[index] = 0x20 }
    let xml = LooseTree(text)
    let root = xml.root
    if text.withUnsafeBytes({ LooseXML.find("</opml", in: $0, from: 0) }) == nil {
      findings.append(SourceFault.cut("The outline is cut off; what is there was read."))
    } else if !xml.isWhole {
      findings.append(SourceFault.cut("An item of the outline has no end; what is there was read."))
    } else if let damage {
      findings.append(damage)
    }
    (self.xml, self.findings) = (xml, findings)
    let body = xml.find(root, "body") ?? root
    roots = body.map { xml.children(of: $0, "outline") } ?? []
    let head = xml.find(root, "head")
    if xml.value(head, "flavor") == "dynalist" {
      markup = .dynalist
    } else {
      let names = Set((head.map { xml.children(of: $0) } ?? []).map { xml.nodes[$0].name })
      let isWorkflowy = names == ["ownerEmail"]
      markup = isWorkflowy || OPMLOutline.hasTags(xml) ? .html : .plain
    }
  }

  /// Takes nothing of a document.
  private final class Listener: XMLHandler {
    func startElement(_ element: XMLElement) throws(SlipError) {}
  }

  /// What says that a text isn't well-formed XML; nil where it is.
  private static func damage(in text: [UInt8]) -> Diagnostic? {
    // The encoding that a declaration names is that of the file, not of this text.
    let start = text.starts(with: "<?xml".utf8) ? text.firstRange(of: "?>".utf8)?.upperBound ?? 0 : 0
    do throws(SlipError) {
      let fault = try Array(text[start...]).withUnsafeBufferPointer { bytes throws(SlipError) in
        try XMLParser.parse(UnsafeRawBufferPointer(bytes), handler: Listener())
      }
      guard let fault, fault.code == XMLCode.notWellFormed else { return nil }
      return SourceFault.damaged(
        "The outline isn't well-formed: \(fault.message); it was read as far as it makes sense.")
    } catch {
      return SourceFault.damaged("The outline can't be checked: \(error.message)")
    }
  }

  /// Elements that outlines with HTML have in their text.
  private static let tags = ["b", "i", "u", "s", "code", "a", "span", "time", "mention", "strong", "em"]
  /// Elements by which HTML is known: blocks stand in notes of items.
  private static let telling = tags + ["p", "li", "div"]
  /// The names of all elements that count in such a text. Others are words in angle brackets.
  private static let elements = Set(
    tags + [
      "br", "img", "p", "sub", "sup", "font", "small", "big", "strike", "del", "ins", "mark", "tt", "kbd",
      "q", "cite", "div", "ul", "ol", "li", "blockquote", "pre", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
      "table", "thead", "tbody", "tr", "td", "th",
    ])

  /// Whether the text of an item, or its note, has tags of HTML: an element with its end.
  private static func hasTags(_ xml: LooseTree) -> Bool {
    func isMarked(_ text: String) -> Bool {
      guard text.contains("</") else { return false }
      return telling.contains { name in
        text.contains("</\(name)>") && (text.contains("<\(name)>") || text.contains("<\(name) "))
      }
    }
    return xml.nodes.contains { node in
      node.name == "outline" && ["text", "_note"].contains { node.tag[$0].map(isMarked) ?? false }
    }
  }

  /// The head of the document.
  private var head: Int? { xml.find(xml.root, "head") }

  /// The items in one.
  func children(of item: Int?) -> [Int] { item.map { xml.children(of: $0, "outline") } ?? [] }

  /// The title: that in the head, else the text of the only item at the top, else the name of the file.
  func title(else stem: String) -> (text: String, isRoot: Bool) {
    if let title = xml.value(head, "title"), !title.isEmpty { return (title, false) }
    if roots.count == 1, !children(of: roots[0]).isEmpty || !notes(roots[0]).isEmpty {
      let line = line(roots[0])
      if !line.isEmpty { return (line, true) }
    }
    return (stem, false)
  }

  /// The words of an item in one line.
  func line(_ item: Int) -> String {
    var builder = DocumentBuilder()
    add(text(item), SourceContext(), &builder)
    builder.endOpen()
    return builder.document.line
  }

  /// The text of an item, or its title where it has no text, or one that says something else.
  private func text(_ item: Int) -> String {
    let text = xml.attribute(item, "text") ?? ""
    return text.isEmpty || textBesideTitle(item) != nil ? xml.attribute(item, "title") ?? "" : text
  }

  /// The text of an item whose title says something else; nil for others.
  private func textBesideTitle(_ item: Int) -> String? {
    guard let text = xml.attribute(item, "text"), let title = xml.attribute(item, "title") else { return nil }
    let words = [text, title].map { $0.split(whereSeparator: \.isWhitespace) }
    return words[0].isEmpty || words[1].isEmpty || words[0] == words[1] ? nil : text
  }

  // MARK: Notes

  /// The outline as a note.
  func note(_ stem: String, _ context: SourceContext) -> SourceNote {
    let title = title(else: stem)
    var note = SourceNote(title: title.text, body: .document(Document()))
    note.diagnostics += findings
    note.created = xml.value(head, "dateCreated").flatMap { note.date($0, context) }
    note.modified = xml.value(head, "dateModified").flatMap { note.date($0, context) }
    addOwner(to: &note)
    if title.isRoot {
      fill(&note, roots[0], children(of: roots[0]), context)
    } else {
      fill(&note, nil, roots, context)
    }
    return note
  }

  /// One of the items at the top as a note.
  func note(of number: Int, _ context: SourceContext) -> SourceNote {
    let items = roots.count == 1 ? children(of: roots[0]) : roots
    let item = items.indices.contains(number) ? items[number] : nil
    var note = SourceNote(title: item.map(line) ?? "", body: .document(Document()))
    note.diagnostics += findings
    note.created =
      (item.flatMap { xml.attribute($0, "created") } ?? xml.value(head, "dateCreated")).flatMap {
        note.date($0, context)
      }
    addOwner(to: &note)
    fill(&note, item, children(of: item), context)
    return note
  }

  /// Whether the only item at the top has a note, which is none of the items below it.
  var hasRootNote: Bool {
    roots.count == 1 && notes(roots[0]).contains { !$0.trimmingBlanks().isEmpty }
  }

  /// The only item at the top without those below it, as a note.
  func rootNote(_ context: SourceContext) -> SourceNote {
    var note = SourceNote(title: line(roots[0]), body: .document(Document()))
    note.diagnostics += findings
    note.created = xml.value(head, "dateCreated").flatMap { note.date($0, context) }
    note.modified = xml.value(head, "dateModified").flatMap { note.date($0, context) }
    addOwner(to: &note)
    fill(&note, roots[0], [], context)
    return note
  }

  /// Adds who wrote the outline.
  private func addOwner(to note: inout SourceNote) {
    guard let owner = xml.value(head, "ownerName") else { return }
    note.properties.append(Property(Property.WellKnown.author, .text, owner))
  }

  /// Gives a note the text of items, and the keywords in it.
  ///
  /// - Parameters:
  ///   - root: The item whose text is the title; nil for none.
  ///   - items: The items of the list.
  private func fill(_ note: inout SourceNote, _ root: Int?, _ items: [Int], _ context: SourceContext) {
    var builder = DocumentBuilder()
    var tags: [String] = []
    var feeds = 0
    var unknown: Set<String> = []
    /// Takes the columns and the keywords of an item.
    func take(_ item: Int) {
      unknown.formUnion(
        xml.nodes[item].tag.attributes.lazy.map(\.name).filter { !OPMLOutline.attributes.contains($0) })
      tags += MarkedText.tags(plain(text(item)))
      for category in (xml.attribute(item, "category") ?? "").split(separator: ",") {
        tags.append(category.split(separator: "/").joined(separator: "/"))
      }
    }
    if let root {
      take(root)
      // What an item in the list has before its text.
      if let sign = sign(root) {
        note.properties.append(Property("opml:checked", .boolean, "\(sign == "☑")"))
      }
      if let address = address(root) {
        note.properties.append(Property(Property.WellKnown.sourceURL, .uri, address))
      }
      for text in notes(root) {
        tags += MarkedText.tags(plain(text))
        add(text, context, &builder)
        builder.endOpen()
      }
    }
    var open = items.reversed().map { (item: $0, level: 0) }
    while let (item, level) = open.popLast() {
      let text = text(item)
      take(item)
      if let sign = sign(item) { builder.text(sign + " ") }
      if let address = address(item) {
        builder.link(address, plain(text))
        if let feed = xml.attribute(item, "xmlUrl") {
          feeds += 1
          if feed != address, !feed.isEmpty {
            builder.text(" ")
            builder.link(feed, feed)
          }
        }
      } else {
        add(text, context, &builder)
      }
      builder.end(.item(level: level, number: nil))
      for text in notes(item) {
        tags += MarkedText.tags(plain(text))
        add(text, context, &builder)
        builder.endOpen(.inItem(level: level))
      }
      let level = min(level + 1, OPMLOutline.deepest)
      open += children(of: item).reversed().map { ($0, level) }
    }
    if feeds > 0 {
      note.diagnostics.append(
        SourceFault.dropped("The outline is a list of subscriptions; it came in as one note of links."))
    }
    if !unknown.isEmpty {
      let names = unknown.sorted().prefix(20).joined(separator: ", ")
      var finding = SourceFault.dropped("Columns of the outline are left out: \(names).")
      // They may have the user's words.
      finding.severity = .warning
      note.diagnostics.append(finding)
    }
    if let list = xml.find(head, "tags") { tags += xml.children(of: list, "tag").map { xml.text($0) } }
    note.keywords = tags.compactMap { SourceKeyword(nested: $0) }
    MarkdownBody(builder.document, context) { _, _ in .elsewhere }.fill(&note)
  }

  /// Attributes of items that have a meaning here, or say how a program shows them. Others are columns of the writer.
  private static let attributes: Set = [
    "text", "title", "_note", "url", "href", "htmlUrl", "xmlUrl", "type", "category", "created", "_complete",
    "complete",
    "_status", "checkbox", "isComment", "isBreakpoint", "heading", "color", "listStyle", "collapsed",
    "version",
    "language",
  ]

  /// What begins the addresses of outlines at Dynalist.
  private static let noteScheme = "https://dynalist.io/d/"

  /// The paragraphs of the text of an item besides its title, and of its note.
  private func notes(_ item: Int) -> [String] {
    [textBesideTitle(item), xml.attribute(item, "_note")].compactMap(\.self).flatMap { text in
      if markup == .html { return [text.replacing("\n", with: "<br>")] }
      return text.withLineFeeds().split(separator: "\n\n").map { String($0).trimmingBlanks() }
    }
  }

  /// The box of an item, checked or not; nil for one that is no task.
  private func sign(_ item: Int) -> String? {
    let isDone =
      xml.attribute(item, "_complete") == "true" || xml.attribute(item, "complete") == "true"
      || xml.attribute(item, "_status") == "checked"
    if isDone { return "☑" }
    let isOpen = xml.attribute(item, "checkbox") == "true" || xml.attribute(item, "_status") != nil
    return isOpen ? "☐" : nil
  }

  /// Where an item leads to: a page, another outline, a feed.
  private func address(_ item: Int) -> String? {
    ["url", "href", "htmlUrl", "xmlUrl"].lazy.compactMap { xml.attribute(item, $0) }.first { !$0.isEmpty }
  }

  // MARK: Text

  /// A text without markup.
  private func plain(_ text: String) -> String {
    guard markup == .html else { return text }
    return OPMLOutline.html(text, Limits()).line
  }

  /// A text in HTML as a document.
  private static func html(_ text: String, _ limits: Limits) -> Document {
    let text = escapingOtherTags(text)
    return Array(("<!DOCTYPE html><meta charset=utf-8><body><p>" + text).utf8).withUnsafeBytes {
      HTMLReader.read($0, limits: limits, pictures: .program).document
    }
  }

  /// A text in which signs that begin none of the known tags are references, so that nothing is taken for markup.
  private static func escapingOtherTags(_ text: String) -> String {
    guard let end = text.lastIndex(of: ">") else { return text.replacing("<", with: "&lt;") }
    var output = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "<") {
      output += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      let name = (rest.first == "/" ? rest.dropFirst() : rest).prefix {
        $0.isASCII && $0.isLetter || $0.isNumber
      }
      let next = rest[name.endIndex...].first
      let isTag =
        sign < end && elements.contains(name.lowercased()) && (next == ">" || next == "/" || next == " ")
      output += isTag ? "<" : "&lt;"
    }
    return output + rest
  }

  /// Adds the text of an item to the open paragraph.
  private func add(_ text: String, _ context: SourceContext, _ builder: inout DocumentBuilder) {
    switch markup {
    case .plain: OPMLOutline.addresses.read(text.withLineFeeds()[...], into: &builder)
    case .html: builder.appendInline(OPMLOutline.html(text, context.limits))
    case .dynalist: OPMLOutline.dynalist(context).read(text[...], into: &builder)
    }
  }

  /// Reads text in which only addresses count.
  private static var addresses: MarkedText { MarkedText(marks: [], isPlain: true) }

  /// Reads the marks of Dynalist. A link to another outline has no id that an export knows; it is found by its label.
  private static func dynalist(_ context: SourceContext) -> MarkedText {
    MarkedText(
      marks: [
        ("**", { $0.isBold = true }), ("__", { $0.isItalic = true }), ("~~", { $0.isStruck = true }),
        ("==", { $0.background = DocumentColor(red: 255, green: 255, blue: 0) }),
      ],
      link: { text, target, label, builder, style in
        var target = target
        if target.hasPrefix(noteScheme), case .note(let id) = context.note(named: String(label)) {
          target = SourceContext.target(id)
        }
        text.label(label, of: target, into: &builder, style)
      },
      special: { _, rest, _ in
        // A date: `!(2024-04-26)`.
        guard rest.hasPrefix("!("), let end = rest.prefix(64).firstIndex(of: ")") else { return nil }
        let date = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
        return MarkedText.Piece(rest[...end]) { $0.text(date, $1) }
      })
  }
}
