internal import SlipDocument

/// A piece of a paragraph before the delimiters of its emphasis and links are chosen.
enum MarkdownToken {
  /// Finished Markdown: escaped text, code, a picture.
  case source([UInt8])
  /// Emphasis of this kind begins.
  case open(MarkdownSegment.Marks)
  /// Emphasis of this kind ends.
  case close(MarkdownSegment.Marks)
  /// A link begins.
  case openLink(Hyperlink)
  /// The open link ends.
  case closeLink

  /// The class of the token's first character, as the rules for emphasis see it from the
  /// left. A delimiter is punctuation, whichever one is chosen.
  var firstClass: MarkdownCharacter.Class {
    if case .source(let bytes) = self { MarkdownCharacter.firstClass(bytes) ?? .other } else { .punctuation }
  }

  /// The class of the token's last character, as seen from the right.
  var lastClass: MarkdownCharacter.Class {
    if case .source(let bytes) = self { MarkdownCharacter.lastClass(bytes) ?? .other } else { .punctuation }
  }
}

/// Chooses delimiters for emphasis: Markdown's own where every reader takes them for
/// emphasis, and HTML elements elsewhere.
///
/// Whether a sign opens or closes emphasis depends on the characters beside it (GFM 0.29,
/// 6.4):
///
/// | formatting | Markdown |
/// | --- | --- |
/// | a bold word | `one **two** three` |
/// | an italic word | `one _two_ three` |
/// | an italic letter within a word | `a*b*c`, where underscores mean nothing |
/// | a bold sentence that a letter follows | `<strong>One.</strong>Two`, where stars can't close |
///
/// Underlined, superscript and subscript text always gets elements, because Markdown has
/// no signs for it.
struct MarkdownDelimiters {
  /// The paragraph's tokens, in order. Opening and closing tokens are properly nested.
  private let tokens: [MarkdownToken]
  /// What each token is written as.
  private var output: [[UInt8]]

  /// What the paragraph stands in.
  private let style: MarkdownLineStyle
  /// What links in double brackets have as their target; nil for other links.
  private let wikiTarget: ((String) -> String?)?

  /// The Markdown of a paragraph's tokens.
  ///
  /// - Parameters:
  ///   - tokens: the tokens, properly nested.
  ///   - style: what the paragraph stands in.
  ///   - wikiTarget: `WriteOptions.wikiTarget`.
  static func resolve(
    _ tokens: [MarkdownToken], _ style: MarkdownLineStyle = .paragraph,
    _ wikiTarget: ((String) -> String?)? = nil
  ) -> [UInt8] {
    var delimiters = MarkdownDelimiters(tokens, style, wikiTarget)
    delimiters.choose()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(delimiters.output.reduce(0) { $0 + $1.count })
    for piece in delimiters.output { bytes += piece }
    return bytes
  }

  /// Begins with nothing written for any token.
  private init(
    _ tokens: [MarkdownToken], _ style: MarkdownLineStyle, _ wikiTarget: ((String) -> String?)?
  ) {
    (self.tokens, self.style, self.wikiTarget) = (tokens, style, wikiTarget)
    output = [[UInt8]](repeating: [], count: tokens.count)
  }

  /// Fills `output`, from the first token to the last. A delimiter takes into account
  /// those already chosen before it.
  private mutating func choose() {
    var closers = closingTokens()
    for index in tokens.indices {
      switch tokens[index] {
      case .source(let bytes): output[index] = bytes
      case .open(let mark):
        guard let closer = closers[index] else { continue }
        (output[index], output[closer]) = delimiters(mark, index, closer)
      case .openLink(let link):
        guard let closer = closers[index] else { continue }
        if let target = autolink(link, index, closer) ?? wikiLink(link, index, closer) {
          output[index] = target
          // The text is the target: it isn't written again.
          closers[index] = nil
        } else {
          output[index] = [UInt8(ascii: "[")]
          var end = Array("](".utf8) + MarkdownEscape.destination(link.target)
          if let tip = link.tip, !tip.isEmpty { end += MarkdownEscape.title(tip) }
          output[closer] = end + [UInt8(ascii: ")")]
        }
      case .close, .closeLink: break
      }
    }
    dropAutolinkTexts()
  }

  /// The index of the closing token for each opening one; nil for all others.
  private func closingTokens() -> [Int?] {
    var closers = [Int?](repeating: nil, count: tokens.count)
    var open: [Int] = []
    for index in tokens.indices {
      switch tokens[index] {
      case .open, .openLink: open.append(index)
      case .close, .closeLink: if let opener = open.popLast() { closers[opener] = index }
      case .source: break
      }
    }
    return closers
  }

  // MARK: Emphasis

  /// What opens and closes emphasis: the first candidate that works, or else an HTML
  /// element's tags.
  private func delimiters(_ mark: MarkdownSegment.Marks, _ opener: Int, _ closer: Int) -> ([UInt8], [UInt8]) {
    if mark == .highlighted, mayHighlight(opener, closer) { return (Array("==".utf8), Array("==".utf8)) }
    for candidate in MarkdownDelimiters.candidates(mark) where works(candidate, opener, closer) {
      return (candidate, candidate)
    }
    let name = MarkdownDelimiters.element(mark)
    return (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  }

  /// Markdown's delimiters for a kind of emphasis, in order of preference. Empty if it
  /// has none.
  private static func candidates(_ mark: MarkdownSegment.Marks) -> [[UInt8]] {
    switch mark {
    case .strong: strong
    case .emphasis: emphasis
    case .struck: struck
    default: []
    }
  }

  private static let strong = [Array("**".utf8)]
  private static let emphasis = [Array("_".utf8), Array("*".utf8)]
  private static let struck = [Array("~~".utf8)]

  /// The HTML element for a kind of emphasis.
  private static func element(_ mark: MarkdownSegment.Marks) -> String {
    switch mark {
    case .strong: "strong"
    case .emphasis: "em"
    case .struck: "s"
    case .underline: "u"
    case .superscript: "sup"
    case .highlighted: "mark"
    default: "sub"
    }
  }

  /// Whether every reader takes the delimiter at both places for what it is meant to be.
  private func works(_ delimiter: [UInt8], _ opener: Int, _ closer: Int) -> Bool {
    guard let sign = delimiter.first else { return false }
    let opening = MarkdownFlanking(before: classBefore(opener), after: classAfter(opener))
    let closing = MarkdownFlanking(before: classBefore(closer), after: classAfter(closer))
    return opening.canOpen(sign) && closing.canClose(sign) && !touches(sign, opener, closer)
  }

  /// Whether `==` is read as what begins and ends a highlight: within one line, not beside white space, and with no other `=`
  /// that might be taken for a part of it.
  private func mayHighlight(_ opener: Int, _ closer: Int) -> Bool {
    let equals = UInt8(ascii: "=")
    if opener > 0, case .source(let before) = tokens[opener - 1], before.last == equals { return false }
    if closer + 1 < tokens.count, case .source(let after) = tokens[closer + 1], after.first == equals {
      return false
    }
    if classAfter(opener).contains(.space) || classBefore(closer).contains(.space) { return false }
    return tokens[(opener + 1)..<closer].allSatisfy { token in
      switch token {
      case .source(let bytes):
        bytes.first != equals && bytes.last != equals && !bytes.contains(0x0A)
          && bytes.firstRange(of: "==".utf8) == nil
      case .openLink(let link): !link.target.contains("==") && link.tip?.contains("==") != true
      case .open, .close, .closeLink: true
      }
    }
  }

  /// What the character before a token may be. A strikethrough delimiter is seen as
  /// punctuation by some readers, while cmark-gfm looks at what stands before it.
  private func classBefore(_ index: Int) -> MarkdownFlanking.Sides {
    var (sides, index) = (MarkdownFlanking.Sides(), index)
    while index > 0 {
      index -= 1
      sides.formUnion(.init(tokens[index].lastClass))
      guard isStrike(index) else { return sides }
    }
    return sides.union(.space)
  }

  /// What the character behind a token may be, with the same rule for strikethrough.
  private func classAfter(_ index: Int) -> MarkdownFlanking.Sides {
    var (sides, index) = (MarkdownFlanking.Sides(), index + 1)
    while index < tokens.count {
      sides.formUnion(.init(tokens[index].firstClass))
      guard isStrike(index) else { return sides }
      index += 1
    }
    return sides.union(.space)
  }

  /// Whether the token is a delimiter of strikethrough.
  private func isStrike(_ index: Int) -> Bool {
    switch tokens[index] {
    case .open(let mark), .close(let mark): mark == .struck
    default: false
    }
  }

  /// Whether a delimiter of the same sign stands beside this one, or will. Together they
  /// would be one longer run with another meaning.
  private func touches(_ sign: UInt8, _ opener: Int, _ closer: Int) -> Bool {
    if opener > 0, isDelimiter(opener - 1), output[opener - 1].last == sign { return true }
    if closer + 1 < tokens.count, isDelimiter(closer + 1), output[closer + 1].first == sign { return true }
    return false
  }

  /// Whether the token begins or ends emphasis.
  private func isDelimiter(_ index: Int) -> Bool {
    switch tokens[index] {
    case .open, .close: true
    default: false
    }
  }

  // MARK: Autolinks

  /// `<target>` for a web link whose text is its own target, else nil. The shorter form
  /// is used only where the target has no characters that would end it.
  private func autolink(_ link: Hyperlink, _ opener: Int, _ closer: Int) -> [UInt8]? {
    guard closer == opener + 2, link.tip == nil, case .source(let text) = tokens[opener + 1],
      let scheme = LinkPolicy.scheme(of: link.target), scheme == "http" || scheme == "https",
      !link.target.utf8.contains(where: {
        $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == 0x7F
          || $0 == UInt8(ascii: "|")
      }
      ),
      MarkdownDelimiters.unescaped(text).elementsEqual(link.target.utf8)
    else { return nil }
    return [0x3C] + Array(link.target.utf8) + [0x3E]
  }

  /// `[[target|text]]` for a link to a note whose text is plain, else nil. The text of such links is
  /// literal, so one with any sign keeps the longer form.
  private func wikiLink(_ link: Hyperlink, _ opener: Int, _ closer: Int) -> [UInt8]? {
    guard closer == opener + 2, case .source(let source) = tokens[opener + 1],
      let target = wikiTarget?(link.target)
    else { return nil }
    let text = MarkdownDelimiters.unescaped(source)
    // What a link to a place shows by itself needs no label, whatever signs it has.
    let name = MarkdownWikiLink(target: target).name
    let isName = name.utf8.elementsEqual(text)
    guard let first = text.first, let last = text.last, first > 0x20, last > 0x20,
      isName && name != target
        || !text.contains(where: { $0 < 0x20 || MarkdownDelimiters.signsInWikiLinks.contains($0) })
    else { return nil }
    let bar = style == .cell ? "\\|" : "|"
    return Array("[[".utf8) + Array(target.utf8) + (isName ? [] : Array(bar.utf8) + text) + Array("]]".utf8)
  }

  /// Signs that a link in double brackets may not have in its text.
  private static let signsInWikiLinks = Set("*_~=`<>[]|\\#^%$&".utf8)

  /// Text without the backslashes that escape punctuation.
  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    text.indices.filter { index in
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
        MarkdownSigns.isPunctuation(text[index + 1])
      else {
        return true
      }
      // An escaped backslash escapes nothing.
      return text[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    }.map { text[$0] }
  }

  /// Removes the text of links that became `<target>` or `[[target|text]]`.
  private mutating func dropAutolinkTexts() {
    for index in tokens.indices {
      guard case .openLink = tokens[index], output[index].count > 1 else { continue }
      output[index + 1] = []
    }
  }
}
