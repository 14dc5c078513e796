internal import SlipDocument

/// What one place says of the formatting of paragraphs (ECMA-376-1, 17.3.1). Nil means that it says nothing.
struct WordParagraphLayer: Sendable {
  var alignment: ParagraphStyle.Alignment?
  var left, right, firstLine: Int?
  var before, after: Int?
  var lineSpacing: ParagraphStyle.LineSpacing?
  /// The outline level from 0; 9 is body text.
  var outlineLevel: Int?
  var isRightToLeft, keepsWithNext, startsPage: Bool?
  var shading: DocumentColor?
  var hasShading = false
  var tabs: [TabStop]?
  var clearedTabs: [Int] = []
  var borders: Borders?
  /// The list, and the level in it; nil where nothing is said of it.
  var list: String?
  var listLevel: Int?

  /// A layer that says nothing.
  init() {}

  /// Reads a `pPr`.
  init(_ properties: OfficeNode?) {
    guard let properties else { return }
    for child in properties.children { read(child) }
  }

  /// Reads one property.
  private mutating func read(_ node: OfficeNode) {
    switch node.name {
    case "jc":
      alignment =
        switch node.value?.lowercased() {
        case "center": .center
        case "right", "end": .right
        case "both", "distribute", "thaidistribute", "lowkashida", "mediumkashida", "highkashida": .justified
        default: .left
        }
    case "ind":
      left = WordValue.twips(node["start"] ?? node["left"]) ?? left
      right = WordValue.twips(node["end"] ?? node["right"]) ?? right
      if let hanging = WordValue.twips(node["hanging"]) {
        firstLine = -hanging
      } else {
        firstLine = WordValue.twips(node["firstLine"]) ?? firstLine
      }
    case "spacing":
      before = WordValue.twips(node["before"]) ?? before
      after = WordValue.twips(node["after"]) ?? after
      if let line = WordValue.twips(node["line"]), line > 0 {
        switch node["lineRule"]?.lowercased() {
        case "exact": lineSpacing = .exactly(line)
        case "atleast": lineSpacing = .atLeast(line)
        default: lineSpacing = .multiple(line)
        }
      }
    case "outlineLvl": outlineLevel = WordValue.number(node.value)
    case "bidi": isRightToLeft = WordValue.isOn(node.value)
    case "keepNext": keepsWithNext = WordValue.isOn(node.value)
    case "pageBreakBefore": startsPage = WordValue.isOn(node.value)
    case "shd": (shading, hasShading) = (WordValue.shading(node), true)
    case "tabs": read(tabs: node)
    case "pBdr": borders = WordBorders.read(node, defaultSpace: true)
    case "numPr":
      list = node.child("numId")?.value ?? list
      listLevel = WordValue.number(node.child("ilvl")?.value) ?? listLevel
    default: break
    }
  }

  /// Reads the tab stops.
  private mutating func read(tabs node: OfficeNode) {
    var stops: [TabStop] = []
    for tab in node.children {
      guard let position = WordValue.twips(tab["pos"]) else { continue }
      switch tab.value?.lowercased() {
      case "clear": clearedTabs.append(position)
      case "center": stops.append(TabStop(position: position, kind: .center))
      case "right", "end": stops.append(TabStop(position: position, kind: .right))
      case "decimal": stops.append(TabStop(position: position, kind: .decimal))
      case "bar": stops.append(TabStop(position: position, kind: .bar))
      default: stops.append(TabStop(position: position))
      }
    }
    tabs = stops
  }

  /// Adds what a nearer place says.
  mutating func override(with other: WordParagraphLayer) {
    alignment = other.alignment ?? alignment
    left = other.left ?? left
    right = other.right ?? right
    firstLine = other.firstLine ?? firstLine
    before = other.before ?? before
    after = other.after ?? after
    lineSpacing = other.lineSpacing ?? lineSpacing
    outlineLevel = other.outlineLevel ?? outlineLevel
    isRightToLeft = other.isRightToLeft ?? isRightToLeft
    keepsWithNext = other.keepsWithNext ?? keepsWithNext
    startsPage = other.startsPage ?? startsPage
    if other.hasShading { (shading, hasShading) = (other.shading, true) }
    if other.tabs != nil || !other.clearedTabs.isEmpty {
      var stops = (tabs ?? []).filter { old in
        !other.clearedTabs.contains(old.position)
          && !(other.tabs ?? []).contains { $0.position == old.position }
      }
      stops += other.tabs ?? []
      tabs = stops.sorted { $0.position < $1.position }
    }
    borders = other.borders ?? borders
    list = other.list ?? list
    listLevel = other.listLevel ?? listLevel
  }

  /// The style of a paragraph.
  func style(name: String?, headingLevel: Int?) -> ParagraphStyle {
    var style = ParagraphStyle()
    style.edit {
      $0.name = name
      let isReversed = isRightToLeft == true
      $0.alignment = alignment ?? .left
      if isReversed {
        // Of a paragraph from right to left, `left` means where lines begin.
        $0.alignment =
          switch alignment ?? .left {
          case .left: .right
          case .right: .left
          case .center: .center
          case .justified: .justified
          }
      }
      $0.leftIndent = WordParagraphLayer.held(left)
      $0.rightIndent = WordParagraphLayer.held(right)
      $0.firstLineIndent = WordParagraphLayer.held(firstLine)
      $0.spaceBefore = max(0, WordParagraphLayer.held(before))
      $0.spaceAfter = max(0, WordParagraphLayer.held(after))
      if lineSpacing != .multiple(240) { $0.lineSpacing = lineSpacing }
      $0.headingLevel = headingLevel
      $0.isRightToLeft = isReversed
      $0.shading = shading
      $0.tabStops = (tabs ?? []).filter { abs($0.position) <= 31_680 }
      $0.keepsWithNext = keepsWithNext ?? false
      $0.startsPage = startsPage ?? false
      $0.borders = borders.flatMap { $0.isEmpty ? nil : $0 }
    }
    return style
  }

  /// A length that fits on a page.
  private static func held(_ twips: Int?) -> Int { min(max(twips ?? 0, -31_680), 31_680) }
}

/// Lines around paragraphs and cells (ECMA-376-1, 17.3.4).
enum WordBorders {
  /// Reads the sides of a `pBdr`, `tblBorders` or `tcBorders`.
  ///
  /// - Parameter defaultSpace: Whether the distance from the text counts.
  static func read(_ node: OfficeNode, defaultSpace: Bool) -> Borders {
    Borders(
      top: line(node.child("top"), defaultSpace),
      left: line(node.child("start") ?? node.child("left"), defaultSpace),
      bottom: line(node.child("bottom"), defaultSpace),
      right: line(node.child("end") ?? node.child("right"), defaultSpace))
  }

  /// One line; nil for none.
  static func line(_ node: OfficeNode?, _ hasSpace: Bool) -> Borders.Line? {
    guard let node, let kind = node.value?.lowercased(), kind != "nil", kind != "none" else { return nil }
    let style: Borders.Line.Style =
      switch kind {
      case "double", "triple", "doublewave": .double
      case "dotted", "dotdash", "dotdotdash": .dotted
      case "dashed", "dashsmallgap", "dashdotstroked": .dashed
      default: .single
      }
    // Eighths of a point.
    let width = (WordValue.number(node["sz"]) ?? 4) * 5 / 2
    return Borders.Line(
      style: style, width: min(max(width, 5), 255), color: WordValue.color(node["color"]),
      space: hasSpace ? min(max(WordValue.number(node["space"]) ?? 0, 0), 31) * 20 : 0)
  }
}
