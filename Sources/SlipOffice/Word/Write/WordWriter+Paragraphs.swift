internal import SlipDocument
internal import SlipRTF

/// Paragraphs (ECMA-376-1, 17.3.1).
extension WordWriter {
  /// Writes a paragraph.
  ///
  /// - Parameter section: The properties of the section that ends with it; nil for none.
  func paragraph(_ paragraph: Paragraph, section: [UInt8]?) {
    countsItem = lines.counts(paragraph)
    paragraphStyle = styles.number(of: paragraph, place)
    bareHeading = RTFStyleDefaults.isBare(heading: paragraph) ? paragraph.style.headingLevel : nil
    isRightToLeft = paragraph.style.isRightToLeft
    part.xml.raw("<w:p>")
    properties(of: paragraph, section)
    let heading = place == .body && boxDepth == 0 ? headingBookmark(paragraph) : nil
    if let heading {
      part.xml.empty("w:bookmarkStart", ["w:id": "\(heading.id)", "w:name": heading.name])
    }
    if let mark = waitingMark { noteMark(mark) }
    waitingMark = nil
    for box in paragraph.textBoxes { textBox(box) }
    inlines(paragraph.inlines)
    if let heading { part.xml.empty("w:bookmarkEnd", ["w:id": "\(heading.id)"]) }
    part.xml.raw("</w:p>")
  }

  /// Writes the properties of a paragraph: its style, and what differs from that.
  private func properties(of paragraph: Paragraph, _ section: [UInt8]?) {
    // Swapped, so that the text so far isn't copied.
    var other = OfficeMarkup()
    swap(&part.xml, &other)
    if paragraphStyle > 0 { part.xml.value("w:pStyle", styleID(paragraphStyle)) }
    let base = styles.paragraphs[paragraphStyle]
    let item = paragraph.listItem.flatMap { lists.place($0, story: story, counts: countsItem) }
    var style = paragraph.style.written
    var baseStyle = base.paragraph
    if let item {
      let usual = BlockRole.listIndents(level: item.level)
      if style.leftIndent == 0, style.firstLineIndent == 0 {
        (style.leftIndent, style.firstLineIndent) = (usual.left, usual.firstLine)
      }
      (baseStyle.leftIndent, baseStyle.firstLineIndent) = (usual.left, usual.firstLine)
    }
    let first = (template?.highestList ?? 0) + 1
    WordFormat.paragraph(style, base: baseStyle, list: item.map { ($0.level, first + $0.list) }, &part.xml)
    if paragraph.style.headingLevel != base.headingLevel {
      part.xml.value("w:outlineLvl", "\((paragraph.style.headingLevel ?? 10) - 1)")
    }
    if let revision = paragraph.endRevision {
      part.xml.raw("<w:rPr>")
      if let insertion = revision.insertion, revision.kind == .deletion { mark("w:ins", insertion) }
      mark(WordWriter.element(revision), revision.credit)
      part.xml.raw("</w:rPr>")
    }
    if let section { part.xml.raw(section) }
    swap(&part.xml, &other)
    guard !other.bytes.isEmpty else { return }
    part.xml.raw("<w:pPr>")
    part.xml.raw(other.bytes)
    part.xml.raw("</w:pPr>")
  }

  /// The identifier of a style.
  func styleID(_ number: Int) -> String { styleIDs.paragraphs[number] }

  /// The identifier of a style of characters.
  func characterID(_ number: Int) -> String { styleIDs.characters[number] }

  /// Identifiers of all styles: those of the template, or made of the names, each once.
  static func ids(
    of styles: OutgoingStyles, _ template: WordTemplate?
  ) -> (paragraphs: [String], characters: [String]) {
    var taken: Set<String> = ["defaultparagraphfont", "tablenormal", "tablegrid", "nolist"]
    func unused(_ id: String) -> String {
      var (new, number) = (template?.unused(id) ?? id, 2)
      while !taken.insert(new.lowercased()).inserted {
        new = template?.unused(id + "\(number)") ?? id + "\(number)"
        number += 1
      }
      return new
    }
    let paragraphs = styles.paragraphs.map { style in
      template?.id(ofParagraphs: style.name) ?? unused(id(of: style.name))
    }
    let characters = styles.characters.map { style in
      if let id = template?.id(ofCharacters: style.name) { return id }
      let plain = id(of: style.name)
      return unused(template != nil || taken.contains(plain.lowercased()) ? plain + "Char" : plain)
    }
    return (paragraphs, characters)
  }

  /// The identifier of a style by its name: that of Word for built-in ones, or its letters and digits.
  static func id(of name: String) -> String {
    if let level = WordStyles.headingLevel(name) { return "Heading\(level)" }
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let id = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // Names in other scripts are spelled by their numbers.
    guard id.count >= name.count / 2, id.first?.isLetter == true else {
      return "S"
        + name.unicodeScalars.prefix(32).map { String($0.value, radix: 16, uppercase: true) }.joined(
          separator: "_")
    }
    return id
  }

  // MARK: Tracked changes

  /// The element of a change around runs.
  static func element(_ revision: Revision) -> StaticString {
    switch (revision.kind, revision.isMove) {
    case (.insertion, false): "w:ins"
    case (.insertion, true): "w:moveTo"
    case (.deletion, false): "w:del"
    case (.deletion, true): "w:moveFrom"
    }
  }

  /// Writes a change of a mark or row, without content.
  func mark(_ name: StaticString, _ credit: Revision.Credit) {
    let author = credit.author ?? WordWriter.unknownAuthor
    if let date = credit.date {
      part.xml.empty(
        name, ["w:id": "\(newID())", "w:author": author, "w:date": WordWriter.date(date)])
    } else {
      part.xml.empty(name, ["w:id": "\(newID())", "w:author": author])
    }
  }

  /// Begins a change around runs.
  func open(_ name: StaticString, _ credit: Revision.Credit) {
    let author = credit.author ?? WordWriter.unknownAuthor
    if let date = credit.date {
      part.xml.open(
        name, ["w:id": "\(newID())", "w:author": author, "w:date": WordWriter.date(date)])
    } else {
      part.xml.open(name, ["w:id": "\(newID())", "w:author": author])
    }
  }

  // MARK: Bookmarks

  /// Writes the beginning or end of a bookmark. Of several with one name the first counts.
  func bookmark(_ name: String, isStart: Bool) {
    if isStart {
      let written = bookmarkName(name)
      guard openBookmarks[name] == nil, usedBookmarks.insert(written.lowercased()).inserted else { return }
      let id = newID()
      openBookmarks[name] = id
      part.xml.empty("w:bookmarkStart", ["w:id": "\(id)", "w:name": written])
    } else if let id = openBookmarks.removeValue(forKey: name) {
      part.xml.empty("w:bookmarkEnd", ["w:id": "\(id)"])
    }
  }

  /// Ends the bookmarks that are open.
  func closeBookmarks() {
    for id in openBookmarks.values.sorted() { part.xml.empty("w:bookmarkEnd", ["w:id": "\(id)"]) }
    openBookmarks = [:]
  }

  /// The name of a bookmark in the file: at most 40 characters, without blanks.
  func bookmarkName(_ name: String) -> String {
    if let known = bookmarkNames[name] { return known }
    var written = String(name.map { $0.isWhitespace || $0.asciiValue.map { $0 < 0x20 } == true ? "_" : $0 })
    if written.utf16.count > 40 || written.isEmpty {
      written = String(written.prefix(24)) + "_\(bookmarkNames.count + 1)"
      if written.utf16.count > 40 { written = "b_\(bookmarkNames.count + 1)" }
    }
    bookmarkNames[name] = written
    return written
  }
}
