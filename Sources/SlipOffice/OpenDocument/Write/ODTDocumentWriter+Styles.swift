internal import SlipDocument
internal import SlipRTF

/// Common styles, lists, pages and the table of contents.
extension ODTDocumentWriter {
  /// Writes the common styles (ODF 1.3, 16).
  func commonStyles(_ xml: inout OfficeMarkup) {
    let body = styles.paragraphs[0]
    xml.raw("<office:styles><style:default-style style:family=\"paragraph\">")
    xml.raw(
      "<style:paragraph-properties style:tab-stop-distance=\"36pt\" style:writing-mode=\"page\"/><style:text-properties"
    )
    ODTFormat.fonts(body.run.font, &xml)
    ODTFormat.attribute("fo:font-size", ODTFormat.points(body.run.size * 10), &xml)
    if let language = styles.language(document, options) {
      ODTFormat.language(language, &xml)
    }
    xml.raw("/></style:default-style>")
    for number in styles.paragraphs.indices { paragraphStyle(number, &xml) }
    for number in styles.characters.indices { characterStyle(number, &xml) }
    if options.hasContents { contentsStyles(&xml) }
    for (name, numbering) in [
      ("footnote", document.footnoteNumbering), ("endnote", document.endnoteNumbering),
    ] {
      xml.empty(
        "text:notes-configuration",
        [
          "text:note-class": name, "style:num-suffix": " ",
          "style:num-format": ODTDocumentWriter.word(numbering.style),
          "text:start-value": "\(max(0, numbering.start - 1))",
          // Without it, LibreOffice begins anew on each page.
          "text:start-numbering-at": "document",
        ])
    }
    xml.raw("</office:styles>")
  }

  /// The common styles that a template lacks.
  func stylesBeyondTemplate(_ template: ODTTemplate) -> [UInt8] {
    var xml = OfficeMarkup()
    for number in styles.paragraphs.indices where !template.has(styleID(number), family: "paragraph") {
      paragraphStyle(number, &xml)
    }
    for number in styles.characters.indices
    where !template.has(
      ODTNames.encoded(ODTNames.odt(characters: styles.characters[number].name)), family: "text")
    {
      characterStyle(number, &xml)
    }
    if options.hasContents {
      var more = OfficeMarkup()
      contentsStyles(&more)
      if !template.has("Contents_20_1", family: "paragraph") { xml.raw(more.bytes) }
    }
    return xml.bytes
  }

  private static func word(_ style: NoteNumbering.Style) -> String {
    switch style {
    case .decimal, .symbols: "1"
    case .lowerLetter: "a"
    case .upperLetter: "A"
    case .lowerRoman: "i"
    case .upperRoman: "I"
    }
  }

  /// Writes a style of paragraphs, based on the first.
  func paragraphStyle(_ number: Int, _ xml: inout OfficeMarkup) {
    let style = styles.paragraphs[number]
    let base = styles.paragraphs[0]
    let name = ODTNames.odt(paragraph: style.name)
    xml.raw("<style:style")
    ODTFormat.attribute("style:name", styleID(number), &xml)
    if ODTNames.encoded(name) != name { ODTFormat.attribute("style:display-name", name, &xml) }
    ODTFormat.attribute("style:family", "paragraph", &xml)
    if number > 0 { ODTFormat.attribute("style:parent-style-name", styleID(0), &xml) }
    if let level = style.headingLevel {
      ODTFormat.attribute("style:next-style-name", styleID(0), &xml)
      ODTFormat.attribute("style:default-outline-level", "\(level)", &xml)
    }
    xml.raw(">")
    ODTFormat.paragraph(
      style.paragraph, base: number > 0 ? base.paragraph : ParagraphStyle(), breakAfter: nil, &xml)
    var plain = RunLook(font: base.run.font, language: base.run.language)
    plain.size = base.run.size
    ODTFormat.run(style.run, base: number > 0 ? base.run : plain, isHidden: false, &xml)
    xml.raw("</style:style>")
  }

  /// Writes a style of characters.
  func characterStyle(_ number: Int, _ xml: inout OfficeMarkup) {
    let style = styles.characters[number]
    let name = ODTNames.odt(characters: style.name)
    xml.raw("<style:style")
    ODTFormat.attribute("style:name", ODTNames.encoded(name), &xml)
    if ODTNames.encoded(name) != name { ODTFormat.attribute("style:display-name", name, &xml) }
    ODTFormat.attribute("style:family", "text", &xml)
    xml.raw(">")
    if style.font != nil || style.isLink || style.isMark {
      xml.raw("<style:text-properties")
      if style.isLink { ODTFormat.attribute("fo:color", ODTFormat.color(RTFStyleDefaults.linkColor), &xml) }
      if style.isMark { ODTFormat.attribute("style:text-position", "super 58%", &xml) }
      if let font = style.font { ODTFormat.fonts(font, &xml) }
      if style.isLink {
        xml.raw(" style:text-underline-style=\"solid\" style:text-underline-width=\"auto\"")
        xml.raw(" style:text-underline-color=\"font-color\"")
      }
      xml.raw("/>")
    }
    xml.raw("</style:style>")
  }

  // MARK: Lists

  /// Writes the styles of lists.
  func listStyles(_ lists: OutgoingLists, _ xml: inout OfficeMarkup) {
    for (number, definition) in lists.definitions.enumerated() {
      xml.open("text:list-style", ["style:name": "L\(number + 1)"])
      for (index, level) in definition.levels.enumerated() { self.level(level, index, &xml) }
      xml.close("text:list-style")
    }
  }

  private func level(_ level: ListDefinition.Level, _ index: Int, _ xml: inout OfficeMarkup) {
    let isBullet = level.numbering == .bullet && level.pattern.unicodeScalars.count == 1
    let name: StaticString = isBullet ? "text:list-level-style-bullet" : "text:list-level-style-number"
    xml.raw("<")
    xml.raw(name)
    ODTFormat.attribute("text:level", "\(index + 1)", &xml)
    if isBullet {
      ODTFormat.attribute("text:bullet-char", level.pattern, &xml)
    } else {
      number(level, index, &xml)
    }
    let indents = BlockRole.listIndents(level: index)
    xml.raw("><style:list-level-properties text:list-level-position-and-space-mode=\"label-alignment\">")
    xml.empty(
      "style:list-level-label-alignment",
      [
        "text:label-followed-by": "listtab", "fo:text-indent": ODTFormat.points(indents.firstLine),
        "fo:margin-left": ODTFormat.points(indents.left),
      ])
    xml.raw("</style:list-level-properties>")
    xml.close(name)
  }

  /// Writes the form of numbers: a prefix, the numbers of levels with full stops between them, and a suffix.
  private func number(_ level: ListDefinition.Level, _ index: Int, _ xml: inout OfficeMarkup) {
    let scalars = Array(level.pattern.unicodeScalars)
    let places = scalars.indices.filter { (1...9).contains(scalars[$0].value) }
    let format =
      switch level.numbering {
      case .bullet, .none: ""
      case .decimal: "1"
      case .upperRoman: "I"
      case .lowerRoman: "i"
      case .upperLetter: "A"
      case .lowerLetter: "a"
      }
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: part)
      return String(view)
    }
    guard let first = places.first, let last = places.last, !format.isEmpty else {
      if !level.pattern.isEmpty {
        ODTFormat.attribute("style:num-prefix", text(scalars[...].filter { $0.value > 9 }[...]), &xml)
      }
      ODTFormat.attribute("style:num-format", "", &xml)
      return
    }
    let shown = places.count
    let expected = places.enumerated().allSatisfy { offset, place in
      Int(scalars[place].value) == index + 2 - shown + offset && place == first + 2 * offset
    }
    let dotted = (first...last).allSatisfy { ($0 - first) % 2 == 0 || scalars[$0] == "." }
    if expected, dotted {
      if first > 0 { ODTFormat.attribute("style:num-prefix", text(scalars[..<first]), &xml) }
      if last + 1 < scalars.count {
        ODTFormat.attribute("style:num-suffix", text(scalars[(last + 1)...]), &xml)
      }
      numberFormat(format, &xml)
      if shown > 1 { ODTFormat.attribute("text:display-levels", "\(shown)", &xml) }
    } else {
      numberFormat(format, &xml)
      var pattern = ""
      for scalar in scalars {
        if (1...9).contains(scalar.value) {
          pattern += "%\(scalar.value)%"
        } else {
          pattern.unicodeScalars.append(scalar)
        }
      }
      ODTFormat.attribute("loext:num-list-format", pattern, &xml)
    }
    ODTFormat.attribute("text:start-value", "\(max(1, level.start))", &xml)
  }

  /// Writes the form of numbers. Letters go on with AA and BB behind Z, as in Word, and not with AA and AB.
  private func numberFormat(_ format: String, _ xml: inout OfficeMarkup) {
    ODTFormat.attribute("style:num-format", format, &xml)
    if format.lowercased() == "a" { ODTFormat.attribute("style:num-letter-sync", "true", &xml) }
  }

  // MARK: Pages

  /// Writes the headers and footers, within the page that has them.
  func headerParts() -> [UInt8] {
    automatic.prefix = "M"
    xml = OfficeMarkup()
    let kinds: [(HeaderOrFooter.Kind, StaticString)] = [
      (.header, "style:header"), (.headerRight, "style:header"), (.headerLeft, "style:header-left"),
      (.headerFirst, "style:header-first"), (.footer, "style:footer"), (.footerRight, "style:footer"),
      (.footerLeft, "style:footer-left"), (.footerFirst, "style:footer-first"),
    ]
    var written: Set<String> = []
    for (kind, name) in kinds {
      for part in document.headersAndFooters where part.kind == kind {
        let main: StaticString = kind.isHeader ? "style:header" : "style:footer"
        if written.insert("\(main)").inserted, "\(main)" != "\(name)" {
          xml.open(main)
          xml.raw("<text:p/>")
          xml.close(main)
        }
        guard "\(main)" == "\(name)" || written.insert("\(name)").inserted else { continue }
        place = kind.isHeader ? .header : .footer
        story = "\(name)"
        isInNote = true
        xml.open(name)
        if part.blocks.isEmpty { xml.raw("<text:p/>") } else { inner(part.blocks) }
        xml.close(name)
        break
      }
    }
    (place, story, isInNote) = (.body, "", false)
    defer { xml = OfficeMarkup() }
    return xml.bytes
  }

  /// Writes the layout of the page.
  func pageLayout(_ xml: inout OfficeMarkup) {
    let setup = page.setup
    let hasHeader = document.headersAndFooters.contains { $0.kind.isHeader }
    let hasFooter = document.headersAndFooters.contains { !$0.kind.isHeader }
    // Here the margins lie around headers and footers, too.
    let header = hasHeader ? max(0, abs(setup.top) - page.headerDistance) : 0
    let footer = hasFooter ? max(0, abs(setup.bottom) - page.footerDistance) : 0
    xml.open("style:page-layout", ["style:name": "pm1"])
    xml.raw("<style:page-layout-properties")
    ODTFormat.attribute("fo:page-width", ODTFormat.points(setup.width), &xml)
    ODTFormat.attribute("fo:page-height", ODTFormat.points(setup.height), &xml)
    ODTFormat.attribute("style:print-orientation", page.isLandscape ? "landscape" : "portrait", &xml)
    ODTFormat.attribute("fo:margin-top", ODTFormat.points(abs(setup.top) - header), &xml)
    ODTFormat.attribute("fo:margin-bottom", ODTFormat.points(abs(setup.bottom) - footer), &xml)
    ODTFormat.attribute("fo:margin-left", ODTFormat.points(max(0, setup.left)), &xml)
    ODTFormat.attribute("fo:margin-right", ODTFormat.points(max(0, setup.right)), &xml)
    xml.raw("/>")
    if hasHeader { headerStyle("style:header-style", "fo:margin-bottom", room: header, &xml) }
    if hasFooter { headerStyle("style:footer-style", "fo:margin-top", room: footer, &xml) }
    xml.close("style:page-layout")
  }

  /// Writes the height of headers or footers.
  ///
  /// - Parameters:
  ///   - gap: The attribute of the distance between them and the text.
  ///   - room: The distance of the text from the page's margin, of which the gap is two fifths.
  private func headerStyle(
    _ name: StaticString, _ gap: StaticString, room: Int, _ xml: inout OfficeMarkup
  ) {
    xml.open(name)
    xml.raw("<style:header-footer-properties")
    ODTFormat.attribute("fo:min-height", ODTFormat.points(room - room * 2 / 5), &xml)
    ODTFormat.attribute(gap, ODTFormat.points(room * 2 / 5), &xml)
    xml.raw("/>")
    xml.close(name)
  }

  /// Writes the page with its headers and footers.
  func masterPage(_ xml: inout OfficeMarkup, _ headers: [UInt8]) {
    xml.raw(
      "<office:master-styles><style:master-page style:name=\"Standard\" style:page-layout-name=\"pm1\">")
    xml.raw(headers)
    xml.raw("</style:master-page></office:master-styles>")
  }

  // MARK: Contents

  private static let deepest = 3

  /// Finds the headings that the table of contents lists.
  func findContents() {
    guard options.hasContents else { return }
    contents = OutgoingContents.entries(of: document, deepest: ODTDocumentWriter.deepest)
  }

  /// The bookmark of a heading that the table of contents leads to; nil for other paragraphs.
  func headingBookmark(_ paragraph: Paragraph) -> String? {
    guard nextHeading < contents.count,
      OutgoingContents.level(of: paragraph, deepest: ODTDocumentWriter.deepest) != nil,
      OutgoingContents.text(of: paragraph) == contents[nextHeading].text
    else { return nil }
    defer { nextHeading += 1 }
    return contents[nextHeading].bookmark
  }

  /// Writes the table of contents.
  func contentsTable() {
    guard !contents.isEmpty else { return }
    xml.open("text:table-of-content", ["text:name": "Contents", "text:protected": "false"])
    xml.raw("<text:table-of-content-source text:outline-level=\"3\"/><text:index-body>")
    for entry in contents {
      xml.open("text:p", ["text:style-name": "Contents_20_\(entry.level)"])
      xml.open("text:a", ["xlink:type": "simple", "xlink:href": "#" + entry.bookmark])
      xml.text(entry.text)
      xml.raw("</text:a></text:p>")
    }
    xml.raw("</text:index-body></text:table-of-content>")
  }

  private func contentsStyles(_ xml: inout OfficeMarkup) {
    for level in 1...ODTDocumentWriter.deepest
    where !styles.paragraphs.contains(where: { $0.name.lowercased() == "toc \(level)" }) {
      xml.open(
        "style:style",
        [
          "style:name": "Contents_20_\(level)", "style:display-name": "Contents \(level)",
          "style:family": "paragraph", "style:parent-style-name": styleID(0),
        ])
      xml.empty(
        "style:paragraph-properties", ["fo:margin-left": "\((level - 1) * 12)pt", "fo:margin-bottom": "3pt"])
      xml.close("style:style")
    }
  }
}
