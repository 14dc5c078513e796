internal import SlipDocument

/// A bullet or number that was typed before the text of a paragraph, such as `- ` or
/// `12.` and a TAB.
struct TypedMarker {
  /// What the marker is. Markers of the same kind can belong to one list.
  enum Kind: Equatable {
    /// The bullet character.
    case bullet(Character)
    /// A number, with the sign behind it: `.` or `)`.
    case number(Character)
  }

  /// Whether the marker is a bullet or a number.
  var kind: Kind
  /// The number; 0 for bullets.
  var number = 0
  /// The marker as it was typed, without white space: `•`, `3.`.
  var text: String
  /// Characters from the paragraph's beginning up to its text, white space included.
  /// These go when the paragraph becomes a list item.
  var length: Int

  /// Characters that people type as bullets.
  private static let bullets: Set<Character> = [
    "•", "◦", "▪", "‣", "⁃", "●", "○", "■", "-", "–", "—", "*", "·",
  ]
  /// The most digits of a number. Longer ones are years: `1984. A cold day` is no list
  /// item.
  private static let mostDigits = 3

  /// Reads the marker at the beginning of a line.
  ///
  /// Returns nil if there is none, or if no white space or no text follows it: `-5` and
  /// `3.14` are not markers.
  init?(_ line: String) {
    let lead = line.prefix { $0 == " " || $0 == "\t" }
    let rest = line[lead.endIndex...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let sign = rest.dropFirst(digits.count).first
    guard let sign, digits.count <= TypedMarker.mostDigits else { return nil }
    if digits.isEmpty {
      guard TypedMarker.bullets.contains(sign) else { return nil }
      kind = .bullet(sign)
    } else {
      guard sign == "." || sign == ")", let value = Int(digits) else { return nil }
      (kind, number) = (.number(sign), value)
    }
    text = String(digits) + String(sign)
    let behind = rest.dropFirst(digits.count + 1)
    let gap = behind.prefix { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
    guard !gap.isEmpty, behind.count > gap.count else { return nil }
    length = lead.count + text.count + gap.count
  }

  /// The bullet that a line begins with, if any.
  static func bullet(of line: String) -> Character? {
    if case .bullet(let sign)? = TypedMarker(line)?.kind { sign } else { nil }
  }

  /// Whether an item with this marker continues a list whose last item has the other one:
  /// the bullet is the same, or the number is the next one.
  func follows(_ other: TypedMarker) -> Bool {
    guard kind == other.kind else { return false }
    if case .number = kind { return number == other.number + 1 }
    return true
  }
}

/// Lists that were typed by hand.
extension Document {
  /// Turns typed lists in the body into lists: rows of paragraphs whose markers follow
  /// each other.
  ///
  /// A row must have two items, except that a single `•` is enough. Paragraphs that are
  /// headings, list items or code already are left alone.
  mutating func findTypedLists() {
    let markers = blocks.map { block -> TypedMarker? in
      guard case .paragraph(let paragraph) = block, paragraph.mayBeginWithMarker, paragraph.listItem == nil,
        paragraph.style.headingLevel == nil,
        paragraph.style.role.content == .text
      else { return nil }
      return TypedMarker(paragraph.leadingText)
    }
    var index = 0
    while index < blocks.count {
      guard let first = markers[index] else {
        index += 1
        continue
      }
      var end = index + 1
      while end < blocks.count, let next = markers[end], let last = markers[end - 1], next.follows(last) {
        end += 1
      }
      // A single line that begins with a dash or a number is ordinary text; a single `•` is a list.
      if end - index > 1 || first.kind == .bullet("•") { makeList(index..<end, markers) }
      index = end
    }
  }

  /// Makes the paragraphs of a range items of one new list with a single level, and
  /// removes their typed markers.
  private mutating func makeList(_ range: Range<Int>, _ markers: [TypedMarker?]) {
    guard let first = markers[range.lowerBound] else { return }
    let level: ListDefinition.Level
    switch first.kind {
    case .bullet: level = .init(numbering: .bullet, pattern: ListDefinition.bullet)
    case .number(let sign): level = .init(numbering: .decimal, start: first.number, pattern: "\u{1}\(sign)")
    }
    lists.append(ListDefinition(levels: [level]))
    for index in range {
      guard case .paragraph(var paragraph) = blocks[index], let marker = markers[index] else { continue }
      let text: String = if case .bullet = marker.kind { ListDefinition.bullet } else { marker.text }
      paragraph.listItem = ListItem(list: lists.count - 1, level: 0, marker: text)
      paragraph.removeLeading(marker.length)
      blocks[index] = .paragraph(paragraph)
    }
  }
}

extension Paragraph {
  /// Whether the first run's first sign, white space left out, may begin a marker. A cheap question, which most paragraphs
  /// answer with no.
  fileprivate var mayBeginWithMarker: Bool {
    guard let first = inlines.first?.runText.utf8.first(where: { $0 > 0x20 }) else { return true }
    return first.isASCIIDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first >= 0x80
  }

  /// The text of the runs before anything else, and enough of it to recognise a marker.
  /// Hidden text and tracked changes end it.
  fileprivate var leadingText: String {
    var text = ""
    for inline in inlines {
      guard case .run(let run) = inline, run.style.isVisible, run.style.revision == nil else { break }
      text += run.text
      if text.utf8.count > 64 { break }
    }
    return text
  }

  /// Removes characters from the runs at the beginning. Runs that become empty go.
  fileprivate mutating func removeLeading(_ count: Int) {
    var left = count
    var index = 0
    while left > 0, index < inlines.count, case .run(var run) = inlines[index] {
      let taken = min(left, run.text.count)
      run.text.removeFirst(taken)
      left -= taken
      inlines[index] = .run(run)
      index += 1
    }
    inlines.removeAll { if case .run(let run) = $0 { run.text.isEmpty } else { false } }
  }
}
