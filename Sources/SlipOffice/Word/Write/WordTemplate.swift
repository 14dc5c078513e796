internal import SlipBase
internal import SlipDocument

/// Another Word document whose styles, lists of styles, theme, page, headers and footers are taken. Its text is not.
struct WordTemplate {
  /// A part that the main one refers to besides styles, such as the theme.
  struct Extra {
    var type: String
    /// The name within the folder `word`.
    var name: String
    var bytes: [UInt8]
  }

  /// Parts that the main one refers to.
  private(set) var extras: [Extra] = []
  /// Further parts with their whole paths: relationships of headers, and their pictures.
  private(set) var parts: [(path: String, bytes: [UInt8])] = []
  /// Media types of parts by path.
  private(set) var types: [String: String] = [:]
  /// Whether even and odd pages differ.
  private(set) var hasEvenPages = false
  /// The width of the text in twips.
  private(set) var textWidth = 9_026
  /// The lists of the template as a part; nil for none.
  private(set) var numbering: [UInt8]?
  /// The highest numbers of definitions and lists there.
  private(set) var highestDefinition = -1
  private(set) var highestList = 0

  private let styleBytes: [UInt8]
  /// Identifiers of styles by type and name in lower case.
  private var ids: [String: String] = [:]
  private var allIDs: Set<String> = []
  private let section: OfficeNode?
  /// Headers and footers by the identifiers of their relationships.
  private var headers: [String: (type: String, name: String)] = [:]

  /// Opens a document as a template.
  ///
  /// - Throws: `SlipError`, with `OfficeCode.badPart` for a document whose styles can't be taken, such as one that is written
  ///   with other prefixes than Word's.
  init(_ bytes: [UInt8]) throws(SlipError) {
    var findings = OfficeFindings()
    let package = try slipErrors { try bytes.withUnsafeBytes { try OfficePackage($0, limits: Limits()) } }
    guard let main = try package.mainPart(&findings), let root = try package.tree(main, &findings)?.root
    else { throw WordTemplate.unusable }
    let links = try package.relationships(of: main, &findings)
    func target(_ type: String) -> String? {
      links.sorted { $0.key < $1.key }.map(\.value).first {
        $0.type == type && !$0.isExternal && package.has($0.target)
      }?
      .target
    }
    guard let stylePart = target("styles"), let styles = try package.read(stylePart),
      let tree = try package.tree(stylePart, &findings)?.root, WordTemplate.hasPrefix(styles)
    else { throw WordTemplate.unusable }
    styleBytes = styles
    section = root.child("body")?.children.reversed().first { $0.name == "sectPr" }
    for style in tree.children where style.name == "style" {
      guard let id = style["styleId"] else { continue }
      allIDs.insert(id.lowercased())
      let key = WordTemplate.key(style["type"] ?? "paragraph", style.child("name")?.value ?? id)
      if ids[key] == nil { ids[key] = id }
    }
    if let path = target("numbering"), let bytes = try package.read(path), WordTemplate.hasPrefix(bytes),
      let list = try package.tree(path, &findings)?.root
    {
      numbering = bytes
      for node in list.children {
        highestDefinition = max(highestDefinition, WordValue.number(node["abstractNumId"]) ?? -1)
        highestList = max(highestList, WordValue.number(node["numId"]) ?? 0)
      }
    }
    if let settings = target("settings"), let root = try package.tree(settings, &findings)?.root {
      hasEvenPages = WordValue.flag("evenAndOddHeaders", in: root) ?? false
    }
    if let path = target("theme"), let bytes = try package.read(path) {
      extras.append(Extra(type: "theme", name: "theme/theme1.xml", bytes: bytes))
      types["word/theme/theme1.xml"] = "application/vnd.openxmlformats-officedocument.theme+xml"
    }
    try takeHeaders(package, links, &findings)
    if let size = section?.child("pgSz"), let margins = section?.child("pgMar") {
      let width = WordValue.twips(size["w"]) ?? 11_906
      textWidth = max(
        1_440,
        width - (WordValue.twips(margins["left"]) ?? 1_440) - (WordValue.twips(margins["right"]) ?? 1_440))
    }
  }

  /// The error that styles can't be taken.
  private static var unusable: SlipError {
    SlipError(
      .badInput, code: OfficeCode.badPart,
      "The template has no styles that can be taken; save it once more in Word or LibreOffice.")
  }

  private static func key(_ type: String, _ name: String) -> String { type + "\u{0}" + name.lowercased() }

  /// Whether a part uses the prefix `w`, with which styles are added to it.
  private static func hasPrefix(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(8_192), as: UTF8.self)
    return head.contains("xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"")
  }

  /// Takes the headers and footers of the last section with their pictures.
  private mutating func takeHeaders(
    _ package: OfficePackage, _ links: [String: OfficePackage.Relationship], _ findings: inout OfficeFindings
  ) throws(SlipError) {
    for reference in section?.children ?? .none {
      guard reference.name == "headerReference" || reference.name == "footerReference",
        let id = reference["r:id"],
        let link = links[id], !link.isExternal, let bytes = try package.read(link.target)
      else { continue }
      let type = reference.name == "headerReference" ? "header" : "footer"
      let name = "template-\(type)\(headers.count + 1).xml"
      headers[id] = (type, name)
      parts.append(("word/" + name, bytes))
      types["word/" + name] = WordWriter.wordType + type + "+xml"
      var list: [(id: String, type: String, target: String, isExternal: Bool)] = []
      for (id, link) in try package.relationships(of: link.target, &findings).sorted(by: { $0.key < $1.key })
      {
        if link.isExternal {
          if link.type == "hyperlink" { list.append((id, link.type, RelativeURL.escaped(link.target), true)) }
        } else if link.type == "image", let bytes = try package.read(link.target) {
          let suffix = link.target.split(separator: ".").last.map { $0.lowercased() } ?? "png"
          let picture = "media/template\(parts.count).\(suffix)"
          parts.append(("word/" + picture, bytes))
          list.append((id, link.type, picture, false))
        }
      }
      if !list.isEmpty { parts.append(("word/_rels/\(name).rels", WordTemplate.relationships(list))) }
    }
  }

  /// A part of relationships that keep their identifiers.
  private static func relationships(
    _ list: [(id: String, type: String, target: String, isExternal: Bool)]
  ) -> [UInt8] {
    var xml = OfficeMarkup(OfficeMarkup.declaration)
    xml.open("Relationships", ["xmlns": "http://schemas.openxmlformats.org/package/2006/relationships"])
    for link in list {
      let type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/" + link.type
      if link.isExternal {
        xml.empty(
          "Relationship", ["Id": link.id, "Type": type, "Target": link.target, "TargetMode": "External"])
      } else {
        xml.empty("Relationship", ["Id": link.id, "Type": type, "Target": link.target])
      }
    }
    xml.close("Relationships")
    return xml.bytes
  }

  // MARK: Styles

  /// The identifier of a style of paragraphs by its name; nil for one that the template doesn't have.
  func id(ofParagraphs name: String) -> String? { ids[WordTemplate.key("paragraph", name)] }

  /// The identifier of a style of characters by its name; nil for one that the template doesn't have.
  func id(ofCharacters name: String) -> String? { ids[WordTemplate.key("character", name)] }

  /// The identifier of a style of tables by its name; nil for one that the template doesn't have.
  func id(ofTables name: String) -> String? { ids[WordTemplate.key("table", name)] }

  /// Whether there is a style of this identifier.
  func has(id: String) -> Bool { allIDs.contains(id.lowercased()) }

  /// An identifier that no style of the template has.
  func unused(_ id: String) -> String {
    var new = id
    while allIDs.contains(new.lowercased()) { new += "1" }
    return new
  }

  /// The part of the styles, with further ones.
  func styles(adding more: [UInt8]) -> [UInt8] {
    WordTemplate.insert(more, into: styleBytes, before: "</w:styles>")
  }

  /// The part of the lists, with further ones. Definitions stand before lists.
  func numbering(definitions: [UInt8], lists: [UInt8]) -> [UInt8]? {
    guard let numbering else { return nil }
    let all = WordTemplate.insert(lists, into: numbering, before: "</w:numbering>")
    let first =
      WordTemplate.place(of: "<w:num ", in: all) ?? WordTemplate.place(of: "</w:numbering>", in: all)
    guard let first else { return nil }
    return Array(all[..<first]) + definitions + Array(all[first...])
  }

  /// Puts bytes before the last occurrence of a tag.
  private static func insert(_ more: [UInt8], into bytes: [UInt8], before tag: String) -> [UInt8] {
    let wanted = Array(tag.utf8)
    guard bytes.count >= wanted.count,
      let place = (0...bytes.count - wanted.count).reversed().first(where: {
        bytes[$0...].starts(with: wanted)
      })
    else { return bytes }
    return Array(bytes[..<place]) + more + Array(bytes[place...])
  }

  private static func place(of tag: String, in bytes: [UInt8]) -> Int? {
    let wanted = Array(tag.utf8)
    guard bytes.count >= wanted.count else { return nil }
    return (0...bytes.count - wanted.count).first {
      bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
    }
  }

  // MARK: Section

  /// Writes the properties of a section: the page of the template, with its headers and footers.
  func section(_ xml: inout OfficeMarkup, _ relationship: (String, String) -> String) {
    xml.raw("<w:sectPr>")
    for child in section?.children ?? .none {
      switch child.name {
      case "headerReference", "footerReference":
        guard let id = child["r:id"], let header = headers[id] else { continue }
        let type = child["type"] ?? "default"
        let new = relationship(header.type, header.name)
        if header.type == "header" {
          xml.empty("w:headerReference", ["w:type": type, "r:id": new])
        } else {
          xml.empty("w:footerReference", ["w:type": type, "r:id": new])
        }
      case "pgMar":
        xml.raw("<w:pgMar")
        for (name, usual) in [
          ("top", "1440"), ("right", "1440"), ("bottom", "1440"), ("left", "1440"), ("header", "720"),
          ("footer", "720"), ("gutter", "0"),
        ] {
          xml.raw(Array(" w:\(name)=\"".utf8))
          xml.value(WordValue.twips(child[name]).map { "\($0)" } ?? usual)
          xml.raw("\"")
        }
        xml.raw("/>")
      case "pgSz", "cols", "titlePg", "docGrid", "pgNumType": WordTemplate.copy(child, &xml)
      default: continue
      }
    }
    xml.raw("</w:sectPr>")
  }

  /// Copies an element of WordprocessingML with its attributes.
  private static func copy(_ node: OfficeNode, _ xml: inout OfficeMarkup) {
    xml.raw(Array("<w:\(node.name)".utf8))
    let row = node.tree.rows[node.index]
    for place in Int(row.attributes)..<Int(row.attributes + row.attributeCount) {
      let name = node.tree.names[Int(node.tree.attributes[place].name)]
      guard !name.contains(":") else { continue }
      xml.raw(Array(" w:\(name)=\"".utf8))
      xml.value(node.tree.attributes[place].value)
      xml.raw("\"")
    }
    xml.raw("/>")
  }
}
