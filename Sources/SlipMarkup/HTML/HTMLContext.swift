internal import SlipDocument

/// The formatting that the open elements give to text and paragraphs.
///
/// The readers of HTML and Markdown keep one for the current place, change it when an
/// element begins, and restore the old one when it ends. It is a value, so restoring
/// costs no more than an assignment.
///
/// Elements and attributes mean what browsers make of them by default. Style sheets are
/// not applied, only `style` attributes, which is what word processors and mail programs
/// write.
struct HTMLContext {
  /// The formatting of text.
  var character = CharacterStyle()
  /// The style of paragraphs that begin here.
  var paragraph = ParagraphStyle()
  /// Whether an element around states how bold text is. The text of headings and header cells is bold otherwise.
  private var weightIsStated = false
  /// The language that a block around states for the code in it.
  private var codeLanguage: String?
  /// What becomes of white space (`white-space`).
  var whiteSpace = HTMLWhiteSpace.collapsed

  /// Creates the context of a document's body: plain text, in paragraphs with some space
  /// behind them.
  init() { paragraph.spaceAfter = MarkupSpacing.paragraph }

  /// Goes into a quotation, or into a list item that has begun. Paragraphs that begin
  /// here get its name and indent.
  mutating func enter(_ container: BlockRole.Container) {
    var role = paragraph.role
    role.enter(container)
    paragraph.take(role)
  }

  /// States what paragraphs hold, such as code. What they stand in remains.
  mutating func setContent(_ content: BlockRole.Content) {
    var role = paragraph.role
    role.content = content
    paragraph.take(role)
  }

  /// Goes into a cell, text box or note: nothing around it applies to its paragraphs,
  /// except the direction of writing.
  mutating func enterStory() {
    let isRightToLeft = paragraph.isRightToLeft
    paragraph = ParagraphStyle()
    paragraph.isRightToLeft = isRightToLeft
  }

  /// Makes paragraphs headings of this level, with space around them. They stay on one
  /// page with the paragraph that follows.
  ///
  /// - Parameter level: counted from 1.
  mutating func enterHeading(_ level: Int) {
    paragraph.edit {
      $0.headingLevel = level
      $0.spaceBefore = MarkupSpacing.beforeHeading
      $0.spaceAfter = MarkupSpacing.heading
      $0.keepsWithNext = true
    }
  }

  /// Applies an element and its attributes `dir`, `align`, `lang`, `hidden`, `style` and
  /// `data-color`, `data-font` and `data-size`.
  ///
  /// Attributes come after the element itself and `style` comes after the others, so that
  /// they win. `data-color` and the others come last: `HTMLWriter` states there what the document has if the page shows
  /// something else.
  mutating func apply(_ tag: HTMLTag) {
    element(tag)
    if let direction = tag["dir"]?.lowercased() { paragraph.isRightToLeft = direction == "rtl" }
    if let align = tag["align"], tag.name != "img" { alignment(align) }
    if let stated = tag["lang"], stated != HTMLLanguage.undetermined,
      HTMLCodeLanguage.isNatural(stated) || HTMLElements.role(tag.name) != .preformatted,
      let language = LanguageTag.valid(stated)
    {
      character.language = language
    }
    if tag["hidden"] != nil { character.isHidden = true }
    if let style = tag["style"] { apply(CSSDeclarations(style)) }
    if let color = tag["data-color"].flatMap(CSSColor.read) { character.color = color }
    if let font = tag["data-font"], !font.isEmpty { character.font = font }
    if let size = tag["data-size"].flatMap({ Int($0) }), (1...2_000).contains(size) { setSize(size) }
  }

  /// Applies what an element's name says about its text: `<b>` makes it bold, `<ins>` and `<del>`
  /// with an author, a date or a class make it a tracked change. Names without a meaning here change nothing.
  private mutating func element(_ tag: HTMLTag) {
    switch tag.name {
    case "b", "strong": character.isBold = true
    case "i", "em", "cite", "dfn", "var": character.isItalic = true
    case "u": character.underline = tag.hasClass("thick") ? .thick : .single
    case "s", "strike": character.isStruck = true
    case "sup": character.position = .superscript
    case "sub": character.position = .subscript
    case "mark": character.background = DocumentColor(red: 255, green: 255, blue: 0)
    case "code", "kbd", "samp", "tt": enterCode()
    case "ins":
      // Pages mostly mean underlined or struck text by bare elements, and what is taken for deleted is in no plain text.
      if HTMLContext.isTracked(tag) {
        character.revision = revision(.insertion, tag)
      } else {
        character.underline = .single
      }
    case "del":
      if HTMLContext.isTracked(tag) {
        character.revision = revision(.deletion, tag)
      } else {
        character.isStruck = true
      }
    case "font": font(tag)
    case "span": if tag.hasClass("math") { character.name = FormulaStyle.name }
    case "center": paragraph.alignment = .center
    default: break
    }
  }

  /// Makes text code. Within a block of code, which is marked as such itself, it gets no
  /// style of its own.
  mutating func enterCode() {
    if !paragraph.role.isCode { character.name = CodeStyle.name }
    character.font = FontFacts.monospaced
  }

  /// Whether an `<ins>` or `<del>` is a tracked change: one with an author, a date or a class.
  private static func isTracked(_ tag: HTMLTag) -> Bool {
    tag["title"] != nil || tag["datetime"] != nil || tag["class"] != nil
  }

  /// The tracked change that `<ins>` or `<del>` stands for, with its author (`title`) and
  /// date (`datetime`).
  ///
  /// Text in both is an insertion that was deleted, whichever of the two is the inner
  /// one.
  private func revision(_ kind: Revision.Kind, _ tag: HTMLTag) -> Revision {
    var revision = Revision(
      kind: kind, author: tag["title"], date: tag["datetime"].flatMap(HTMLDate.read),
      isMove: tag["class"] == "move")
    // Text in both is an insertion that was deleted.
    if let outer = character.revision, outer.kind != kind {
      let insertion = kind == .insertion ? revision.credit : outer.credit
      if kind == .insertion { revision = outer }
      revision.insertion = insertion
    }
    return revision
  }

  /// The sizes 1 to 7 of `<font>` as browsers show them, in half-points.
  private static let fontSizes = [16, 20, 24, 28, 36, 48, 72]

  /// Applies the attributes `face`, `color` and `size` of `<font>`.
  private mutating func font(_ tag: HTMLTag) {
    if let face = tag["face"], let font = CSSDeclarations("font-family:\(face)").fontFamily {
      character.font = font
    }
    if let color = tag["color"].flatMap(CSSColor.legacy) { character.color = color }
    if let size = tag["size"].flatMap(HTMLContext.fontSize) { setSize(size) }
  }

  /// The size in half-points that a `size` attribute means: `5`, or `+2` and `-1`, which count
  /// from 3. Sizes beyond 1 and 7 count as these (WHATWG HTML, 15.3.4 "Phrasing content").
  private static func fontSize(_ text: String) -> Int? {
    let text = text.drop { $0.isWhitespace }
    let isRelative = text.first == "+" || text.first == "-"
    let digits = (isRelative ? text.dropFirst() : text).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    let number = min(Int(digits) ?? 7, 7)
    let size = !isRelative ? number : text.first == "-" ? 3 - number : 3 + number
    return fontSizes[min(max(size, 1), 7) - 1]
  }

  /// Applies a value of `text-align`, or of an `align` attribute. Unknown values change
  /// nothing.
  private mutating func alignment(_ value: String) {
    switch value.lowercased() {
    case "left", "start": paragraph.alignment = .left
    case "center", "middle": paragraph.alignment = .center
    case "right", "end": paragraph.alignment = .right
    case "justify": paragraph.alignment = .justified
    default: break
    }
  }

  // MARK: CSS

  /// Applies the declarations of a `style` attribute, as far as a document can hold them.
  /// Margins to the left and right add to those of the elements around; everything else
  /// replaces what was inherited.
  private mutating func apply(_ css: CSSDeclarations) {
    applyToCharacters(css)
    applyLines(css)
    if let align = css["text-align"] { alignment(align) }
    if let left = css.twips("margin-left") {
      paragraph.leftIndent = HTMLContext.sum(paragraph.leftIndent, left)
    }
    if let right = css.twips("margin-right") {
      paragraph.rightIndent = HTMLContext.sum(paragraph.rightIndent, right)
    }
    if let first = css.twips("text-indent") { paragraph.firstLineIndent = first }
    if let direction = css.keyword("direction") { paragraph.isRightToLeft = direction == "rtl" }
    if css.keyword("break-before") == "page" || css.keyword("page-break-before") == "always" {
      paragraph.startsPage = true
    }
    if let whiteSpace = HTMLWhiteSpace(css) { self.whiteSpace = whiteSpace }
  }

  /// The sum of two indents, clamped so that hostile pages can't make them overflow.
  private static func sum(_ a: Int, _ b: Int) -> Int { min(max(a + b, -100_000), 100_000) }

  /// Applies declarations about text. Sizes relative to the surrounding text (`em`, `%`)
  /// are ignored, because that size isn't known, and numeric weights from 600 on are
  /// bold.
  private mutating func applyToCharacters(_ css: CSSDeclarations) {
    applyEmphasis(css)
    if css.keyword("font-variant") == "small-caps" { character.capitals = .small }
    if css.keyword("text-transform") == "uppercase" { character.capitals = .all }
    if let font = css.fontFamily { character.font = font }
    if let size = css["font-size"], !size.hasSuffix("em"), let twips = CSSDeclarations.twips(size), twips > 0
    {
      setSize(max(1, (twips + 5) / 10))
    }
    if let spacing = css["letter-spacing"], !spacing.hasSuffix("em") {
      character.letterSpacing = CSSDeclarations.twips(spacing) ?? 0
    }
    if let color = css["color"].flatMap(CSSColor.read) { character.color = color }
    if css.keyword("display") == "none" || css.hidesVisibly == true { character.isHidden = true }
  }

  /// Applies a value of `font-weight`. Unknown values change nothing.
  private mutating func weight(_ value: String) {
    switch value {
    case "bold", "bolder": character.isBold = true
    case "normal", "lighter": character.isBold = false
    default:
      guard let weight = Int(value) else { return }
      character.isBold = weight >= 600
    }
    weightIsStated = true
  }

  /// Applies a size in half-points. The text of a heading is bold until something says otherwise; one without any size has the
  /// look of headings, which needs no formatting.
  private mutating func setSize(_ size: Int) {
    character.size = size
    if paragraph.headingLevel != nil, !weightIsStated { character.isBold = true }
  }

  /// Applies what a rule of a style sheet says: the emphasis of text, which is more than its looks. Sizes, fonts and colours
  /// stay the page's.
  mutating func apply(emphasis css: CSSDeclarations) {
    applyEmphasis(css)
    if let font = css["font"]?.lowercased() {
      let words = font.split(separator: " ")
      if words.contains("bold") { weight("bold") }
      if words.contains("italic") { character.isItalic = true }
    }
    applyLines(css)
  }

  /// Applies what makes text bold or italic, and what raises or lowers it.
  private mutating func applyEmphasis(_ css: CSSDeclarations) {
    if let weight = css.keyword("font-weight") { self.weight(weight) }
    if let slant = css.keyword("font-style") { character.isItalic = slant != "normal" }
    switch css.keyword("vertical-align") {
    case "super"?: character.position = .superscript
    case "sub"?: character.position = .subscript
    default: break
    }
  }

  /// Applies declarations about underlines and strikethrough, including those that remove
  /// them.
  private mutating func applyLines(_ css: CSSDeclarations) {
    let line = css.keyword("text-decoration-line") ?? css.keyword("text-decoration") ?? ""
    if line.contains("underline") { character.underline = .single }
    if line.contains("line-through") { character.isStruck = true }
    if line == "none" {
      character.underline = nil
      character.isStruck = false
    }
    guard character.underline != nil else { return }
    switch css.keyword("text-decoration-style") {
    case "double"?: character.underline = .double
    case "dotted"?: character.underline = .dotted
    case "dashed"?: character.underline = .dashed
    case "wavy"?: character.underline = .wave
    default: if css["text-decoration-thickness"] != nil { character.underline = .thick }
    }
  }
}

/// Elements by their role.
extension HTMLContext {
  /// Goes into an element: applies what its role says, and then what its attributes say.
  ///
  /// Colours behind text are highlighting for inline elements, and shading for paragraphs
  /// and headings; elsewhere they are ignored. A page break before an element isn't
  /// inherited by the paragraphs in it, unless the element is a paragraph itself.
  mutating func enter(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    let outer = paragraph
    switch role {
    case .heading(let level): enterHeading(HTMLContext.headingLevel(tag) ?? level)
    case .paragraph: paragraph.spaceAfter = MarkupSpacing.paragraph
    case .preformatted:
      whiteSpace = .kept
      setContent(.code(language: HTMLCodeLanguage.named(by: tag) ?? codeLanguage))
      character.font = FontFacts.monospaced
    case .quotation:
      enter(.quote)
      paragraph.spaceAfter = MarkupSpacing.paragraph
    case .list: paragraph.spaceAfter = 0
    case .term:
      setContent(.term)
      paragraph.spaceAfter = 0
    case .definition: setContent(.definition)
    case .cell:
      enterStory()
      if tag.name == "th" { character.isBold = true }
    case .block: if tag["class"] != nil { codeLanguage = HTMLCodeLanguage.named(by: tag) ?? codeLanguage }
    default: break
    }
    apply(tag)
    // Text that is neither bold nor of any size would get the look of headings.
    if case .heading = role, weightIsStated, !character.isBold, character.size == nil,
      let level = paragraph.headingLevel
    {
      character.size = MarkupLook.headingSize(level)
    }
    if let background = tag["style"].flatMap({ CSSDeclarations($0).backgroundColor }) {
      switch role {
      case .inline: character.background = background
      case .paragraph, .heading: paragraph.shading = background
      default: break
      }
    }
    switch role {
    case .paragraph, .heading: if let style = tag["style"] { box(CSSBox(CSSDeclarations(style))) }
    default: paragraph.startsPage = outer.startsPage
    }
  }

  /// Applies margins and borders of a paragraph. `apply` has dealt with those margins to the left and right that have properties of
  /// their own.
  private mutating func box(_ box: CSSBox) {
    let margins = box.lengths("margin")
    if !box.states("margin-left"), let left = margins[3] {
      paragraph.leftIndent = HTMLContext.sum(paragraph.leftIndent, left)
    }
    if !box.states("margin-right"), let right = margins[1] {
      paragraph.rightIndent = HTMLContext.sum(paragraph.rightIndent, right)
    }
    if let top = margins[0] { paragraph.spaceBefore = min(max(top, 0), 31_680) }
    if let bottom = margins[2] { paragraph.spaceAfter = min(max(bottom, 0), 31_680) }
    guard var borders = box.borders() else { return }
    let padding = box.lengths("padding").map { min(max($0 ?? 0, 0), 620) }
    borders.top?.space = padding[0]
    borders.right?.space = padding[1]
    borders.bottom?.space = padding[2]
    borders.left?.space = padding[3]
    paragraph.borders = borders.isEmpty ? nil : borders
  }

  /// The level that `aria-level` states, from 1 to 9: HTML's own elements end at 6.
  private static func headingLevel(_ tag: HTMLTag) -> Int? {
    tag["aria-level"].flatMap { Int($0) }.flatMap { (1...9).contains($0) ? $0 : nil }
  }
}
