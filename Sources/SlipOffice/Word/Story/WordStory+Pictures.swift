internal import SlipDocument

/// A drawing that is open: DrawingML or VML, with one picture, several, or a text box (ECMA-376-1, 20.4; part 4, 19).
struct WordDrawing {
  var width, height: Int?
  var description: String?
  var title: String?
  var link: Hyperlink?
  /// Whether a picture or text was in it.
  var hasShown = false
  /// Whether it refers to a chart or a diagram.
  var hasChart = false
  /// The files of other programs that it shows.
  var objects: [Int] = []
  /// What the picture within it says of itself.
  var innerDescription: String?
}

/// Pictures, text boxes and what else is drawn.
extension WordStory {
  /// Handles an element within a drawing.
  ///
  /// - Returns: Whether what stands in it is read.
  func drawing(_ node: OfficeNode) -> Bool {
    let last = drawings.count - 1
    switch node.name {
    case "wp:extent":
      drawings[last].width = WordValue.twips(emu: node["cx"])
      drawings[last].height = WordValue.twips(emu: node["cy"])
    case "wp:docPr":
      drawings[last].description = WordStory.filled(node["descr"])
      drawings[last].title = WordStory.filled(node["title"])
      if let link = node.child("a:hlinkClick") { setLink(link, last) }
    case "pic:cNvPr":
      drawings[last].innerDescription = WordStory.filled(node["descr"])
      if let link = node.child("a:hlinkClick") { setLink(link, last) }
      return false
    case "a:blip":
      let embedded = node["r:embed"] ?? node.descendant("asvg:svgBlip")?["r:embed"]
      picture(embedded, external: node["r:link"])
      return false
    case "v:shapetype", "wp14:sizeRelH", "wp14:sizeRelV": return false
    case "v:shape", "v:rect", "v:roundrect", "v:oval":
      if let alt = WordStory.filled(node["alt"]) { drawings[last].description = alt }
      let style = WordStory.declarations(node["style"] ?? "")
      drawings[last].width = WordValue.length(style["width"], plainUnit: 1_440 / 914_400)
      drawings[last].height = WordValue.length(style["height"], plainUnit: 1_440 / 914_400)
      if node["o:hr"].map({ ["t", "true"].contains($0) }) == true {
        needParagraph()
        level.paragraph?.hasRule = true
        drawings[last].hasShown = true
      }
    case "v:imagedata":
      if drawings[last].description == nil {
        drawings[last].innerDescription = WordStory.filled(node["o:title"])
      }
      picture(node["r:id"] ?? node["r:pict"] ?? node["o:relid"] ?? node["r:embed"], external: node["r:href"])
    case "c:chart", "dgm:relIds": drawings[last].hasChart = true
    case "o:OLEObject":
      // The picture of a formula says all that its data say.
      let isFormula = node["ProgID"].map { $0.hasPrefix("Equation") } ?? false
      if !isFormula, let object = reading.object(node["r:id"], of: part) {
        drawings[last].objects.append(object)
      }
    default: break
    }
    return true
  }

  /// A text that says something; nil for an empty one.
  private static func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  /// The declarations of a `style` attribute.
  private static func declarations(_ style: String) -> [String: String] {
    var found: [String: String] = [:]
    for part in style.split(separator: ";") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      let name = part[..<colon].filter { $0 != " " }.lowercased()
      found[name] = part[part.index(after: colon)...].filter { $0 != " " }
    }
    return found
  }

  /// Sets the link of a picture.
  private func setLink(_ node: OfficeNode, _ drawing: Int) {
    guard let id = node["r:id"], let relationship = part.relationships[id], relationship.isExternal else {
      return
    }
    drawings[drawing].link = Hyperlink(target: relationship.target, tip: node["tooltip"])
  }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - id: What refers to its part; nil for none.
  ///   - external: What refers to a place outside.
  private func picture(_ id: String?, external: String?) {
    let last = drawings.count - 1
    drawings[last].hasShown = true
    guard !isInInstruction else { return }
    let drawing = drawings[last]
    let description = drawing.description ?? drawing.innerDescription
    guard let id, let relationship = part.relationships[id], !relationship.isExternal else {
      if external != nil || id.flatMap({ part.relationships[$0] })?.isExternal == true {
        reading.findings.note(.remotePicture, in: part.name)
        if let description { append(description) }
      } else if id != nil, id?.isEmpty == false {
        reading.findings.note(.missingTarget, in: part.name)
        if let description { append(description) }
      }
      return
    }
    guard let resource = reading.resource(relationship.target, in: part) else {
      if let description { append(description) }
      return
    }
    var style = style
    if let link = drawing.link { style.link = link }
    var kept = CharacterStyle()
    kept.edit { ($0.link, $0.revision, $0.isHidden) = (style.link, style.revision, style.isHidden) }
    var picture = Picture(
      resource: resource, width: drawing.width, height: drawing.height, description: description, style: kept)
    picture.title = drawing.title
    append(.picture(picture))
  }

  /// Ends a drawing.
  func endDrawing() {
    guard let drawing = drawings.popLast() else { return }
    if drawing.hasShown, let outer = drawings.indices.last { drawings[outer].hasShown = true }
    for object in drawing.objects {
      var kept = CharacterStyle()
      let style = style
      // Its picture stands for it.
      kept.edit { ($0.revision, $0.isHidden) = (style.revision, style.isHidden || drawing.hasShown) }
      append(.attachment(AttachedFile(resource: object, style: kept)))
    }
    if drawing.hasChart, !drawing.hasShown { reading.findings.note(.noPicture, in: part.name) }
  }

  // MARK: Text boxes

  /// Begins a text box.
  func beginBox(_ node: OfficeNode) {
    if let last = drawings.indices.last { drawings[last].hasShown = true }
    guard flatTables == 0, levels.count <= reading.limits.tableDepth else {
      reading.findings.note(.tooDeep, in: part.name)
      return
    }
    needParagraph()
    flushText()
    beginLevel(node)
  }

  /// Ends a text box, which stands at the paragraph around it.
  func endBox(_ node: OfficeNode) {
    guard level.owner == node.index else { return }
    let isShown = !isInInstruction
    let blocks = endLevel()
    guard !blocks.isEmpty, isShown else { return }
    needParagraph()
    level.paragraph?.textBoxes.append(TextBox(blocks: blocks))
  }
}
