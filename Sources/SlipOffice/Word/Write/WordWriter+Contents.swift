internal import SlipDocument
internal import SlipRTF

/// The table of contents: a field with its entries filled in, so that programs show it which don't update fields.
extension WordWriter {
  /// The deepest level of headings in the table.
  private static let deepest = 3

  /// Finds the headings of the body that the table of contents lists.
  func findContents() {
    guard options.hasContents else { return }
    contents = OutgoingContents.entries(of: document, deepest: WordWriter.deepest)
  }

  /// The bookmark of a heading that the table of contents leads to; nil for other paragraphs.
  func headingBookmark(_ paragraph: Paragraph) -> (id: Int, name: String)? {
    guard nextHeading < contents.count, room == (template?.textWidth ?? page.textWidth),
      OutgoingContents.level(of: paragraph, deepest: WordWriter.deepest) != nil,
      OutgoingContents.text(of: paragraph) == contents[nextHeading].text
    else { return nil }
    defer { nextHeading += 1 }
    return (newID(), contents[nextHeading].bookmark)
  }

  /// Writes the table of contents.
  func contentsTable() {
    guard !contents.isEmpty else { return }
    part.xml.raw(
      "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val=\"Table of Contents\"/><w:docPartUnique/>")
    part.xml.raw("</w:docPartObj></w:sdtPr><w:sdtContent>")
    for (index, entry) in contents.enumerated() {
      part.xml.raw("<w:p><w:pPr>")
      part.xml.value("w:pStyle", "TOC\(entry.level)")
      part.xml.raw("</w:pPr>")
      if index == 0 {
        fieldCharacter("begin")
        part.xml.raw(
          "<w:r><w:instrText xml:space=\"preserve\"> TOC \\o \"1-3\" \\h \\z \\u </w:instrText></w:r>")
        fieldCharacter("separate")
      }
      part.xml.open("w:hyperlink", ["w:anchor": entry.bookmark, "w:history": "1"])
      part.xml.raw("<w:r><w:t xml:space=\"preserve\">")
      part.xml.text(entry.text)
      part.xml.raw("</w:t></w:r></w:hyperlink>")
      if index == contents.count - 1 { fieldCharacter("end") }
      part.xml.raw("</w:p>")
    }
    part.xml.raw("</w:sdtContent></w:sdt>")
  }

  /// Writes the styles of the table's entries.
  func contentsStyles(_ xml: inout OfficeMarkup) {
    for level in 1...WordWriter.deepest {
      let name = "toc \(level)"
      guard !styles.paragraphs.contains(where: { $0.name.lowercased() == name }),
        template?.has(id: "TOC\(level)") != true
      else { continue }
      xml.open("w:style", ["w:type": "paragraph", "w:styleId": "TOC\(level)"])
      xml.value("w:name", name)
      xml.value("w:basedOn", styleID(0))
      xml.value("w:uiPriority", "39")
      xml.raw("<w:pPr>")
      xml.empty("w:spacing", ["w:after": "60"])
      xml.empty("w:ind", ["w:left": "\((level - 1) * 240)"])
      xml.raw("</w:pPr></w:style>")
    }
  }
}
