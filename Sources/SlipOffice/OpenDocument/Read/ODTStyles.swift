internal import SlipDocument

/// The styles of an OpenDocument text, with what they inherit (ODF 1.3, 16 "Styles"). Automatic styles are direct formatting,
/// and the common style that they are based on has the name.
final class ODTStyles {
  /// A style.
  private struct Style {
    var node: OfficeNode
    var parent: String?
    var isAutomatic: Bool
  }

  /// A style of paragraphs with everything that it inherits.
  struct Resolved {
    var name: String?
    var run = ODTRunLayer()
    var paragraph = WordParagraphLayer()
    var list: String?
    var startsPage = false
    var endsPage: BreakKind?
    var masterPage: String?
    /// The level of headings that the style says (`style:default-outline-level`); 0 for none.
    var outline: Int?

    /// The level of headings of this style; nil for other paragraphs. A style that says none has it by its name.
    var headingLevel: Int? {
      let level = outline ?? name.flatMap { WordStyles.headingLevel($0) } ?? 0
      return level > 0 ? min(level, 9) : nil
    }
  }

  /// Styles by family and name.
  private var styles: [String: Style] = [:]
  private var defaults: [String: OfficeNode] = [:]
  private var fonts: [String: String] = [:]
  private var paragraphs: [String: Resolved] = [:]
  private var texts: [String: (name: String?, run: ODTRunLayer)] = [:]
  /// Styles of lists, and of headings.
  private(set) var lists: [String: OfficeNode] = [:]
  private(set) var outline: OfficeNode?
  /// The pages that styles name.
  private(set) var masterPages: [String: OfficeNode] = [:]
  private(set) var firstMasterPage: OfficeNode?
  /// The sizes and margins of pages by the names that pages refer to.
  private(set) var pageLayouts: [String: OfficeNode] = [:]
  /// How notes are numbered, by their class.
  private(set) var noteConfigurations: [String: OfficeNode] = [:]

  private static let longestChain = 40

  /// Reads the styles within a root, of the document or of its part of styles.
  func read(_ root: OfficeNode) {
    for group in root.children {
      switch group.name {
      case "office:font-face-decls":
        for font in group.children where font.name == "style:font-face" {
          guard let name = font["style:name"], let family = font["svg:font-family"] else { continue }
          fonts[name] = ODTValue.family(family)
        }
      case "office:styles", "office:automatic-styles": read(group: group)
      case "office:master-styles":
        for page in group.children where page.name == "style:master-page" {
          firstMasterPage = firstMasterPage ?? page
          if let name = page["style:name"] { masterPages[name] = page }
        }
      default: break
      }
    }
  }

  private func read(group: OfficeNode) {
    let isAutomatic = group.name == "office:automatic-styles"
    for node in group.children {
      switch node.name {
      case "style:style":
        guard let name = node["style:name"], let family = node["style:family"] else { continue }
        styles[ODTStyles.key(family, name)] = Style(
          node: node, parent: node["style:parent-style-name"], isAutomatic: isAutomatic)
      case "style:default-style": if let family = node["style:family"] { defaults[family] = node }
      case "text:list-style": if let name = node["style:name"] { lists[name] = node }
      case "text:outline-style": outline = node
      case "style:page-layout": if let name = node["style:name"] { pageLayouts[name] = node }
      case "text:notes-configuration":
        if let name = node["text:note-class"] { noteConfigurations[name] = node }
      default: break
      }
    }
  }

  private static func key(_ family: String, _ name: String) -> String { family + "\u{0}" + name }

  /// The style and those that it is based on, the nearest first.
  private func chain(_ name: String, _ family: String) -> [(name: String, style: Style)] {
    var chain: [(String, Style)] = []
    var seen: Set<String> = []
    var next: String? = name
    while let name = next, chain.count < ODTStyles.longestChain, seen.insert(name).inserted,
      let style = styles[ODTStyles.key(family, name)]
    {
      chain.append((name, style))
      next = style.parent
    }
    return chain
  }

  /// The name that people see of the nearest common style.
  private static func name(_ chain: [(name: String, style: Style)]) -> String? {
    guard let (id, style) = chain.first(where: { !$0.style.isAutomatic }) else {
      // A parent that is defined nowhere still names what the paragraph is.
      return chain.last?.style.parent.map(ODTNames.decoded)
    }
    return style.node["style:display-name"] ?? ODTNames.decoded(id)
  }

  /// A style of paragraphs.
  func paragraph(_ id: String?) -> Resolved {
    let key = id ?? ""
    if let known = paragraphs[key] { return known }
    let chain = chain(id ?? "Standard", "paragraph")
    var resolved = Resolved()
    resolved.name = (ODTStyles.name(chain) ?? id.map(ODTNames.decoded)).map { ODTNames.word(paragraph: $0) }
    let layers = [defaults["paragraph"]].compactMap(\.self) + chain.reversed().map(\.style.node)
    for node in layers {
      resolved.run.override(with: ODTRunLayer(node.child("style:text-properties"), fonts: fonts))
      let paragraph = node.child("style:paragraph-properties")
      resolved.paragraph.override(with: ODTStyles.paragraph(paragraph))
      if let before = paragraph?["fo:break-before"] { resolved.startsPage = before == "page" }
      if let after = paragraph?["fo:break-after"] {
        resolved.endsPage = after == "page" ? .page : after == "column" ? .column : nil
      }
      if let level = node["style:default-outline-level"] { resolved.outline = WordValue.number(level) ?? 0 }
      if let list = node["style:list-style-name"] { resolved.list = list.isEmpty ? nil : list }
      if let page = node["style:master-page-name"] { resolved.masterPage = page.isEmpty ? nil : page }
    }
    paragraphs[key] = resolved
    return resolved
  }

  /// A style of characters, with the name of its common style; nil for an automatic one without any.
  func text(_ id: String) -> (name: String?, run: ODTRunLayer) {
    if let known = texts[id] { return known }
    let chain = chain(id, "text")
    var run = ODTRunLayer()
    for (_, style) in chain.reversed() {
      run.override(with: ODTRunLayer(style.node.child("style:text-properties"), fonts: fonts))
    }
    // A percentage counts of what is around the text, not of another style.
    if let percent = chain.lazy.compactMap({ $0.style.node.child("style:text-properties")?["fo:font-size"] })
      .first,
      percent.hasSuffix("%")
    {
      (run.size, run.percent) = (nil, WordValue.number(percent))
    }
    let found = (ODTStyles.name(chain).map { ODTNames.word(characters: $0) }, run)
    texts[id] = found
    return found
  }

  /// Properties of a style of another family, such as `style:table-cell-properties`.
  func properties(_ id: String?, family: String, _ name: String) -> OfficeNode? {
    guard let id else { return nil }
    return chain(id, family).lazy.compactMap { $0.style.node.child(name) }.first
  }

  /// The size and margins of a page; nil where nothing is said of its size. The margins of a document lie above and below the
  /// text, and here around headers and footers, too.
  func page(_ master: OfficeNode) -> PageSetup? {
    guard let layout = master["style:page-layout-name"].flatMap({ pageLayouts[$0] }),
      let properties = layout.child("style:page-layout-properties"),
      let width = ODTValue.twips(properties["fo:page-width"]),
      let height = ODTValue.twips(properties["fo:page-height"])
    else { return nil }
    func margin(_ name: String) -> Int {
      ODTValue.twips(properties[name] ?? properties["fo:margin"]) ?? ODTStyles.usualMargin
    }
    func room(_ part: String, _ style: String, _ gap: String) -> Int {
      guard let found = master.child(part), found["style:display"] != "false",
        let looks = layout.child(style)?.child("style:header-footer-properties")
      else { return 0 }
      return (ODTValue.twips(looks["fo:min-height"] ?? looks["svg:height"]) ?? 0)
        + (ODTValue.twips(looks[gap]) ?? 0)
    }
    return PageSetup(
      width: width, height: height,
      top: margin("fo:margin-top") + room("style:header", "style:header-style", "fo:margin-bottom"),
      left: margin("fo:margin-left"),
      bottom: margin("fo:margin-bottom") + room("style:footer", "style:footer-style", "fo:margin-top"),
      right: margin("fo:margin-right")
    ).bounded
  }

  /// The margin of pages that say none: 2 cm.
  private static let usualMargin = 1_134

  /// What paragraph properties say (ODF 1.3, 17.6).
  private static func paragraph(_ node: OfficeNode?) -> WordParagraphLayer {
    var layer = WordParagraphLayer()
    guard let node else { return layer }
    switch node["fo:text-align"] {
    case nil: break
    case "center": layer.alignment = .center
    case "end", "right": layer.alignment = .right
    case "justify": layer.alignment = .justified
    default: layer.alignment = .left
    }
    layer.left = ODTValue.twips(node["fo:margin-left"] ?? node["fo:margin"])
    layer.right = ODTValue.twips(node["fo:margin-right"] ?? node["fo:margin"])
    layer.before = ODTValue.twips(node["fo:margin-top"] ?? node["fo:margin"])
    layer.after = ODTValue.twips(node["fo:margin-bottom"] ?? node["fo:margin"])
    layer.firstLine = ODTValue.twips(node["fo:text-indent"])
    if let height = node["fo:line-height"] {
      if height.hasSuffix("%") {
        layer.lineSpacing = WordValue.number(height).flatMap { $0 > 0 ? .multiple($0 * 240 / 100) : nil }
      } else if let twips = ODTValue.twips(height), twips > 0 {
        layer.lineSpacing = .exactly(twips)
      } else if height == "normal" {
        layer.lineSpacing = .multiple(240)
      }
    } else if let least = ODTValue.twips(node["style:line-height-at-least"]), least > 0 {
      layer.lineSpacing = .atLeast(least)
    }
    if let mode = node["style:writing-mode"] { layer.isRightToLeft = mode.hasPrefix("rl") }
    if let keep = node["fo:keep-with-next"] { layer.keepsWithNext = keep == "always" }
    if let color = node["fo:background-color"] {
      (layer.shading, layer.hasShading) = (ODTValue.color(color), true)
    }
    layer.borders = ODTValue.borders(node, hasSpace: true)
    if let tabs = node.child("style:tab-stops") {
      layer.tabs = tabs.children.compactMap { tab in
        guard let position = ODTValue.twips(tab["style:position"]) else { return nil }
        switch tab["style:type"] {
        case "center": return TabStop(position: position, kind: .center)
        case "right": return TabStop(position: position, kind: .right)
        case "char": return TabStop(position: position, kind: .decimal)
        default: return TabStop(position: position)
        }
      }
    }
    return layer
  }
}
