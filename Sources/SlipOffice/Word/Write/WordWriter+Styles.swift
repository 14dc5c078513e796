internal import SlipDocument
internal import SlipRTF

/// The parts of styles, lists, fonts and settings.
extension WordWriter {
  /// Writes the styles (ECMA-376-1, 17.7).
  func stylesPart() -> [UInt8] {
    var xml = OfficeMarkup(OfficeMarkup.declaration)
    xml.open("w:styles", ["xmlns:w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"])
    let body = styles.paragraphs[0]
    xml.raw("<w:docDefaults><w:rPrDefault><w:rPr>")
    WordFormat.fonts(body.run.font, &xml)
    xml.value("w:sz", "\(body.run.size)")
    xml.value("w:szCs", "\(body.run.size)")
    if let language = styles.language(document, options) {
      xml.empty("w:lang", ["w:val": language, "w:eastAsia": language, "w:bidi": language])
    }
    xml.raw("</w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>")
    paragraphStyle(0, &xml)
    xml.raw(WordWriter.builtIn)
    xml.raw(WordWriter.plainTables)
    xml.raw(WordWriter.tableGrid)
    headerColumns(&xml)
    for number in styles.paragraphs.indices.dropFirst() { paragraphStyle(number, &xml) }
    for number in styles.characters.indices { characterStyle(number, &xml) }
    if options.hasContents { contentsStyles(&xml) }
    xml.raw("</w:styles>")
    return xml.bytes
  }

  /// The styles that a template lacks.
  func stylesBeyondTemplate(_ template: WordTemplate) -> [UInt8] {
    var xml = OfficeMarkup()
    if template.id(ofTables: "Normal Table") == nil { xml.raw(WordWriter.plainTables) }
    if template.id(ofTables: "Table Grid") == nil { xml.raw(WordWriter.tableGrid) }
    headerColumns(&xml)
    for number in styles.paragraphs.indices.dropFirst()
    where template.id(ofParagraphs: styles.paragraphs[number].name) == nil {
      paragraphStyle(number, &xml)
    }
    for number in styles.characters.indices
    where template.id(ofCharacters: styles.characters[number].name) == nil {
      characterStyle(number, &xml)
    }
    if options.hasContents { contentsStyles(&xml) }
    return xml.bytes
  }

  /// The default styles of characters and lists.
  private static let builtIn: StaticString = """
    <w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/>\
    <w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>\
    <w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/><w:uiPriority w:val="99"/>\
    <w:semiHidden/><w:unhideWhenUsed/></w:style>
    """

  /// The default style of tables.
  private static let plainTables: StaticString = """
    <w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>\
    <w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/>\
    <w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr>\
    </w:style>
    """

  /// The style of tables with lines.
  private static let tableGrid: StaticString = """
    <w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/>\
    <w:basedOn w:val="TableNormal"/><w:uiPriority w:val="39"/><w:tblPr><w:tblBorders>\
    <w:top w:val="single" w:sz="4" w:space="0" w:color="auto"/><w:left w:val="single" w:sz="4" w:space="0" w:color="auto"/>\
    <w:bottom w:val="single" w:sz="4" w:space="0" w:color="auto"/><w:right w:val="single" w:sz="4" w:space="0" w:color="auto"/>\
    <w:insideH w:val="single" w:sz="4" w:space="0" w:color="auto"/>\
    <w:insideV w:val="single" w:sz="4" w:space="0" w:color="auto"/></w:tblBorders></w:tblPr></w:style>
    """

  /// The identifier of the style of tables with a header column.
  static func headerColumnStyle(hasGrid: Bool) -> String { hasGrid ? "HeaderColumnGrid" : "HeaderColumn" }

  /// Writes the styles of tables with a header column that are used. Word marks the first column of every new table in its `tblLook`, so
  /// that the mark means something only where the style has a part for it.
  private func headerColumns(_ xml: inout OfficeMarkup) {
    for hasGrid in [true, false] where headerColumnStyles.contains(hasGrid) {
      xml.open(
        "w:style",
        [
          "w:type": "table", "w:customStyle": "1",
          "w:styleId": WordWriter.headerColumnStyle(hasGrid: hasGrid),
        ])
      xml.value("w:name", hasGrid ? "Table Grid with Header Column" : "Table with Header Column")
      xml.value("w:basedOn", baseTableStyle(hasGrid: hasGrid))
      xml.raw("<w:uiPriority w:val=\"99\"/><w:tblStylePr w:type=\"firstCol\"><w:rPr/></w:tblStylePr>")
      xml.close("w:style")
    }
  }

  /// Writes a style of paragraphs, based on the first.
  func paragraphStyle(_ number: Int, _ xml: inout OfficeMarkup) {
    let (style, isFirst, id) = (styles.paragraphs[number], number == 0, styleID(number))
    if isFirst {
      xml.open("w:style", ["w:type": "paragraph", "w:default": "1", "w:styleId": id])
    } else if WordWriter.isBuiltIn(style.name) {
      xml.open("w:style", ["w:type": "paragraph", "w:styleId": id])
    } else {
      xml.open("w:style", ["w:type": "paragraph", "w:customStyle": "1", "w:styleId": id])
    }
    xml.value("w:name", style.name)
    let base = styles.paragraphs[0]
    if !isFirst {
      xml.value("w:basedOn", styleID(0))
      if style.headingLevel != nil { xml.value("w:next", styleID(0)) }
    }
    xml.empty("w:qFormat")
    var paragraph = OfficeMarkup()
    WordFormat.paragraph(
      style.paragraph, base: isFirst ? ParagraphStyle() : base.paragraph, list: nil, &paragraph)
    if let level = style.headingLevel { paragraph.value("w:outlineLvl", "\(level - 1)") }
    if !paragraph.bytes.isEmpty {
      xml.raw("<w:pPr>")
      xml.raw(paragraph.bytes)
      xml.raw("</w:pPr>")
    }
    var run = OfficeMarkup()
    var plain = RunLook(font: base.run.font, language: base.run.language)
    plain.size = base.run.size
    WordFormat.run(
      style.run, base: isFirst ? plain : base.run, styleID: nil, isHidden: false, isComplex: false,
      isStyle: true, &run)
    if !run.bytes.isEmpty {
      xml.raw("<w:rPr>")
      xml.raw(run.bytes)
      xml.raw("</w:rPr>")
    }
    xml.raw("</w:style>")
  }

  /// Names of styles that Word has itself.
  private static let builtInNames: Set<String> = [
    "normal", "title", "subtitle", "quote", "intense quote", "caption", "list paragraph", "footnote text",
    "endnote text",
    "annotation text", "header", "footer", "body text", "list continue", "footnote reference",
    "endnote reference",
    "annotation reference", "hyperlink", "strong", "emphasis", "toc heading", "html preformatted",
    "plain text",
  ]

  /// Whether Word has a style of this name.
  private static func isBuiltIn(_ name: String) -> Bool {
    let lower = name.lowercased()
    return builtInNames.contains(lower) || WordStyles.headingLevel(name) != nil
      || lower.hasPrefix("list ") && (Int(lower.suffix(1)) ?? 9) <= 5
  }

  /// Writes a style of characters.
  func characterStyle(_ number: Int, _ xml: inout OfficeMarkup) {
    let style = styles.characters[number]
    if WordWriter.isBuiltIn(style.name) {
      xml.open("w:style", ["w:type": "character", "w:styleId": characterID(number)])
    } else {
      xml.open("w:style", ["w:type": "character", "w:customStyle": "1", "w:styleId": characterID(number)])
    }
    xml.value("w:name", characterName(number))
    if template == nil { xml.value("w:basedOn", "DefaultParagraphFont") }
    if style.font != nil || style.isLink || style.isMark {
      xml.raw("<w:rPr>")
      if let font = style.font { WordFormat.fonts(font, &xml) }
      if style.isLink {
        xml.value("w:color", WordFormat.hex(RTFStyleDefaults.linkColor))
        xml.value("w:u", "single")
      }
      if style.isMark { xml.value("w:vertAlign", "superscript") }
      xml.raw("</w:rPr>")
    }
    xml.raw("</w:style>")
  }

  /// The name of a style of characters.
  private func characterName(_ number: Int) -> String { styles.characters[number].name }

  // MARK: Lists

  /// Writes the lists (ECMA-376-1, 17.9).
  func numberingPart() -> [UInt8] {
    let firstDefinition = (template?.highestDefinition ?? -1) + 1
    let firstList = (template?.highestList ?? 0) + 1
    var xml = OfficeMarkup()
    for (number, definition) in lists.definitions.enumerated() {
      xml.open("w:abstractNum", ["w:abstractNumId": "\(firstDefinition + number)"])
      xml.value("w:multiLevelType", "multilevel")
      for (index, level) in definition.levels.enumerated() { self.level(level, index, &xml) }
      xml.raw("</w:abstractNum>")
    }
    let definitions = xml.bytes
    xml = OfficeMarkup()
    for (number, list) in lists.lists.enumerated() {
      xml.open("w:num", ["w:numId": "\(firstList + number)"])
      xml.value("w:abstractNumId", "\(firstDefinition + list.definition)")
      for (level, start) in list.starts.sorted(by: { $0.key < $1.key }) {
        xml.open("w:lvlOverride", ["w:ilvl": "\(level)"])
        xml.value("w:startOverride", "\(start)")
        xml.raw("</w:lvlOverride>")
      }
      xml.raw("</w:num>")
    }
    if let all = template?.numbering(definitions: definitions, lists: xml.bytes) { return all }
    var part = OfficeMarkup(OfficeMarkup.declaration)
    part.open("w:numbering", ["xmlns:w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"])
    part.raw(definitions)
    part.raw(xml.bytes)
    part.raw("</w:numbering>")
    return part.bytes
  }

  private func level(_ level: ListDefinition.Level, _ index: Int, _ xml: inout OfficeMarkup) {
    xml.open("w:lvl", ["w:ilvl": "\(index)"])
    xml.value("w:start", "\(max(0, level.start))")
    xml.value("w:numFmt", level.numbering.word)
    var text = ""
    for scalar in level.pattern.unicodeScalars {
      if (1...9).contains(scalar.value) {
        text += "%\(scalar.value)"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    xml.value("w:lvlText", text)
    xml.value("w:lvlJc", "left")
    let indents = BlockRole.listIndents(level: index)
    xml.raw("<w:pPr>")
    xml.empty("w:ind", ["w:left": "\(indents.left)", "w:hanging": "\(-indents.firstLine)"])
    xml.raw("</w:pPr></w:lvl>")
  }

  // MARK: Settings

  /// Writes the settings (ECMA-376-1, 17.15).
  func settingsPart() -> [UInt8] {
    var xml = OfficeMarkup(OfficeMarkup.declaration)
    xml.open("w:settings", ["xmlns:w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"])
    xml.value("w:defaultTabStop", "720")
    let kinds = Set(document.headersAndFooters.map(\.kind))
    let even: Set<HeaderOrFooter.Kind> = [.headerLeft, .headerRight, .footerLeft, .footerRight]
    if template?.hasEvenPages ?? !kinds.isDisjoint(with: even) { xml.empty("w:evenAndOddHeaders") }
    for (kind, numbering, usual) in [
      (MarginNote.Kind.footnote, document.footnoteNumbering, NoteNumbering.Style.decimal),
      (.endnote, document.endnoteNumbering, .lowerRoman),
    ] {
      let isUsual = numbering.style == usual && numbering.start == 1
      guard notes[kind] != nil || !isUsual else { continue }
      let (name, item): (StaticString, StaticString) =
        kind == .footnote ? ("w:footnotePr", "w:footnote") : ("w:endnotePr", "w:endnote")
      xml.open(name)
      if !isUsual {
        xml.value("w:numFmt", WordWriter.word(numbering.style))
        if numbering.start != 1 { xml.value("w:numStart", "\(numbering.start)") }
      }
      if notes[kind] != nil {
        xml.empty(item, ["w:id": "-1"])
        xml.empty(item, ["w:id": "0"])
      }
      xml.close(name)
    }
    xml.raw("<w:compat>")
    for (name, value) in [
      ("compatibilityMode", "15"), ("overrideTableStyleFontSizeAndJustification", "1"),
      ("enableOpenTypeFeatures", "1"), ("doNotFlipMirrorIndents", "1"),
      ("differentiateMultirowTableHeaders", "1"),
    ] {
      xml.empty(
        "w:compatSetting",
        ["w:name": name, "w:uri": "http://schemas.microsoft.com/office/word", "w:val": value])
    }
    xml.raw("</w:compat>")
    xml.raw("<w:decimalSymbol w:val=\".\"/><w:listSeparator w:val=\",\"/></w:settings>")
    return xml.bytes
  }

  private static func word(_ style: NoteNumbering.Style) -> String {
    switch style {
    case .decimal: "decimal"
    case .lowerLetter: "lowerLetter"
    case .upperLetter: "upperLetter"
    case .lowerRoman: "lowerRoman"
    case .upperRoman: "upperRoman"
    case .symbols: "chicago"
    }
  }

  /// Writes the table of fonts.
  func fontsPart() -> [UInt8] {
    var xml = OfficeMarkup(OfficeMarkup.declaration)
    xml.open("w:fonts", ["xmlns:w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"])
    let fonts = Set(styles.paragraphs.map(\.run.font) + styles.characters.compactMap(\.font))
    for font in fonts.sorted() {
      xml.open("w:font", ["w:name": font])
      xml.raw("<w:charset w:val=\"00\"/><w:family w:val=\"auto\"/><w:pitch w:val=\"variable\"/></w:font>")
    }
    xml.raw("</w:fonts>")
    return xml.bytes
  }

  // MARK: Properties

  /// Writes the properties of the document (ECMA-376-2, 11; part 1, 22.2, 22.3).
  func propertyParts() -> [(String, [UInt8])] {
    let info = document.info
    var core = OfficeMarkup(OfficeMarkup.declaration)
    core.open(
      "cp:coreProperties",
      [
        "xmlns:cp": "http://schemas.openxmlformats.org/package/2006/metadata/core-properties",
        "xmlns:dc": "http://purl.org/dc/elements/1.1/", "xmlns:dcterms": "http://purl.org/dc/terms/",
        "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      ])
    for (name, text) in [
      ("dc:title", options.title ?? info.title), ("dc:subject", info.subject), ("dc:creator", info.author),
      ("cp:keywords", info.keywords.isEmpty ? nil : info.keywords.joined(separator: "; ")),
      ("dc:description", info.comment), ("dc:language", styles.publicLanguage(document, options)),
    ] as [(StaticString, String?)] {
      if let text { core.element(name, [:], text) }
    }
    if let created = info.created {
      core.element("dcterms:created", ["xsi:type": "dcterms:W3CDTF"], WordWriter.date(created))
    }
    if let modified = info.modified {
      core.element("dcterms:modified", ["xsi:type": "dcterms:W3CDTF"], WordWriter.date(modified))
    }
    if let category = info.category { core.element("cp:category", [:], category) }
    core.close("cp:coreProperties")
    var app = OfficeMarkup(OfficeMarkup.declaration)
    app.open(
      "Properties",
      ["xmlns": "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"])
    app.raw("<Application>Slipbox</Application>")
    if let manager = info.manager { app.element("Manager", [:], manager) }
    if let company = info.company { app.element("Company", [:], company) }
    app.close("Properties")
    var parts = [("docProps/core.xml", core.bytes), ("docProps/app.xml", app.bytes)]
    guard !info.userProperties.isEmpty else { return parts }
    var custom = OfficeMarkup(OfficeMarkup.declaration)
    custom.open(
      "Properties",
      [
        "xmlns": "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties",
        "xmlns:vt": "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes",
      ])
    for (index, property) in info.userProperties.enumerated() {
      custom.open(
        "property",
        [
          "fmtid": "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}", "pid": "\(index + 2)", "name": property.name,
        ])
      custom.element("vt:lpwstr", [:], property.value)
      custom.close("property")
    }
    custom.close("Properties")
    parts.append(("docProps/custom.xml", custom.bytes))
    return parts
  }
}
