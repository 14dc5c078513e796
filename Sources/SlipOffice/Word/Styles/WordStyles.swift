internal import SlipDocument

/// The styles of a Word document, with what they inherit (ECMA-376-1, 17.7).
struct WordStyles: Sendable {
  /// A style.
  struct Style: Sendable {
    /// The name, in English for built-in styles whatever the program's language.
    var name: String
    /// `paragraph`, `character`, `table` or `numbering`.
    var type: String
    /// The style that it is based on.
    var base: String?
    /// What it says itself of characters.
    var run: WordRunLayer
    /// What it says itself of paragraphs.
    var paragraph: WordParagraphLayer
    /// The lines of a table.
    var tableBorders: OfficeNode?
    /// What a style of tables says of cells; nil for other types.
    var table: WordTableStyle?
  }

  /// A style of paragraphs with everything that it inherits.
  struct Resolved: Sendable {
    var name: String?
    var run = WordRunLayer()
    var paragraph = WordParagraphLayer()
    /// The heading level from 1 that a name such as `heading 1` gives, along the chain; nil for none.
    var namedLevel: Int?
    /// The style and those that it is based on, the nearest first.
    var chain: [String] = []
  }

  /// The styles by type and id. Linked styles may share an id, as those of different types do.
  private var styles: [String: Style] = [:]
  private(set) var runDefaults = WordRunLayer()
  private(set) var paragraphDefaults = WordParagraphLayer()
  /// The default style of paragraphs.
  private(set) var defaultParagraph: String?
  /// The default style of tables.
  private(set) var defaultTable: String?
  let theme: WordTheme

  /// How many styles may be based on each other.
  private static let longestChain = 40

  /// Reads the part of the styles; nil gives a document without any.
  init(_ tree: OfficeTree?, theme: WordTheme) {
    self.theme = theme
    guard let root = tree?.root else { return }
    if let defaults = root.child("docDefaults") {
      runDefaults = WordRunLayer(defaults.child("rPrDefault")?.child("rPr"), theme)
      paragraphDefaults = WordParagraphLayer(defaults.child("pPrDefault")?.child("pPr"))
    }
    for node in root.children where node.name == "style" {
      guard let id = node["styleId"] else { continue }
      let type = node["type"] ?? "paragraph"
      if node["default"].map({ WordValue.isOn($0) }) == true {
        if type == "paragraph" { defaultParagraph = defaultParagraph ?? id }
        if type == "table" { defaultTable = defaultTable ?? id }
      }
      let key = WordStyles.key(type, id)
      if styles[key] != nil { continue }
      styles[key] = Style(
        name: (node.child("name")?.value ?? id).asOfficeName, type: type, base: node.child("basedOn")?.value,
        run: WordRunLayer(node.child("rPr"), theme), paragraph: WordParagraphLayer(node.child("pPr")),
        tableBorders: node.child("tblPr")?.child("tblBorders"),
        table: type == "table" ? WordTableStyle(node, theme) : nil)
    }
    // Without a mark, only the name says which one applies to paragraphs that name none (ECMA-376, part 1, 17.7.4.17: none).
    if defaultParagraph == nil, styles[WordStyles.key("paragraph", "Normal")] != nil {
      defaultParagraph = "Normal"
    }
  }

  private static func key(_ type: String, _ id: String) -> String { type + "\u{0}" + id }

  /// A style of a type.
  func style(_ id: String?, type: String) -> Style? { id.flatMap { styles[WordStyles.key(type, $0)] } }

  /// The style and those that it is based on, the nearest first.
  private func chain(_ id: String, type: String) -> [(id: String, style: Style)] {
    var chain: [(String, Style)] = []
    var seen: Set<String> = []
    var next: String? = id
    while let id = next, chain.count < WordStyles.longestChain, seen.insert(id).inserted,
      let style = style(id, type: type)
    {
      chain.append((id, style))
      next = style.base
    }
    return chain
  }

  /// A style of paragraphs with all that it inherits. An unknown one is the default style.
  func paragraph(_ id: String?) -> Resolved {
    var links = id.map { chain($0, type: "paragraph") } ?? []
    if links.isEmpty, let defaultParagraph { links = chain(defaultParagraph, type: "paragraph") }
    var resolved = Resolved()
    resolved.name = links.first?.style.name
    resolved.chain = links.map(\.id)
    for (_, style) in links.reversed() {
      resolved.run.override(with: style.run)
      resolved.paragraph.override(with: style.paragraph)
    }
    resolved.namedLevel = links.lazy.compactMap { WordStyles.headingLevel($0.style.name) }.first
    return resolved
  }

  /// A style of characters with all that it inherits; nil for an unknown one.
  func character(_ id: String) -> (name: String, run: WordRunLayer)? {
    let links = chain(id, type: "character")
    guard let name = links.first?.style.name else { return nil }
    var run = WordRunLayer()
    for (_, style) in links.reversed() { run.override(with: style.run) }
    return (name, run)
  }

  /// A style of characters by its name, in lower case; nil for none.
  func character(named name: String) -> (name: String, run: WordRunLayer)? {
    let found = styles.filter { $0.value.type == "character" && $0.value.name.lowercased() == name }.keys
      .min()
    return found.flatMap { key in
      key.split(separator: "\u{0}").last.flatMap { character(String($0)) }
    }
  }

  /// The style of a kind of list (`numStyleLink`): the list that it names.
  func list(ofStyle id: String) -> String? {
    chain(id, type: "numbering").lazy.compactMap { $0.style.paragraph.list }.first
  }

  /// The lines that a style of tables draws; nil for none.
  func tableBorders(_ id: String?) -> OfficeNode? {
    guard let id = id ?? defaultTable else { return nil }
    return chain(id, type: "table").lazy.compactMap { $0.style.tableBorders }.first
  }

  /// What a style of tables says of cells, with all that it inherits.
  func table(_ id: String?) -> WordTableStyle {
    var found = WordTableStyle()
    guard let id = id ?? defaultTable else { return found }
    for (_, style) in chain(id, type: "table").reversed() {
      if let table = style.table { found.override(with: table) }
    }
    return found
  }

  /// The level of a name such as `heading 1`, in English and any case.
  static func headingLevel(_ name: String) -> Int? {
    let lower = name.lowercased()
    guard lower.hasPrefix("heading "), let level = Int(lower.dropFirst(8)), (1...9).contains(level) else {
      return nil
    }
    return level
  }
}

extension WordStyles {
  /// The formatting of characters from all that says something of it.
  ///
  /// - Parameters:
  ///   - table: What the style of the table says of the cell.
  ///   - paragraph: What the style of the paragraph says.
  ///   - character: The style of the run, with its name; nil for none.
  ///   - own: What the run itself says.
  func style(
    table: WordRunLayer, paragraph: WordRunLayer, character: (name: String, run: WordRunLayer)?,
    own: WordRunLayer, defaultFont: String?, defaultLanguage: String?
  ) -> CharacterStyle {
    let toggles = WordRunLayer.Toggles.resolved(
      defaults: runDefaults.toggles,
      chains: [table.toggles, paragraph.toggles, character?.run.toggles ?? .init()], own: own.toggles)
    var layer = runDefaults
    layer.override(with: table)
    layer.override(with: paragraph)
    if let character { layer.override(with: character.run) }
    layer.override(with: own)
    var style = CharacterStyle()
    style.edit {
      let isComplex = layer.isComplex == true
      $0.name = character.flatMap { $0.name == "Default Paragraph Font" ? nil : $0.name }
      $0.isBold = toggles.contains(isComplex ? .complexBold : .bold)
      $0.isItalic = toggles.contains(isComplex ? .complexItalic : .italic)
      $0.underline = layer.underline?.value
      $0.isStruck = toggles.contains(.strike) || layer.doubleStrike == true
      $0.position = layer.position?.value
      $0.capitals = toggles.contains(.caps) ? .all : toggles.contains(.smallCaps) ? .small : nil
      $0.isHidden = toggles.contains(.hidden)
      $0.size = min(max((isComplex ? layer.complexSize : nil) ?? layer.size ?? 20, 2), 3_276)
      $0.letterSpacing = layer.letterSpacing ?? 0
      $0.scale = layer.scale ?? 100
      let font = (isComplex ? layer.complexFont : nil) ?? layer.font
      $0.font = font == defaultFont ? nil : font
      $0.color = layer.color?.value
      $0.background = layer.highlight?.value ?? layer.shading?.value
      $0.language = layer.language == defaultLanguage ? nil : layer.language
    }
    return style
  }
}
