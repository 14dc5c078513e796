internal import SlipDocument

/// Bullets and numbers that were typed before the text.
struct TypedMarker {
  enum Kind: Equatable {
    case bullet(Character)
    /// What follows the number.
    case number(Character)
  }

  var kind: Kind
  var number = 0
  /// As it was typed.
  var text: String
  /// Characters from the paragraph's beginning up to its text.
  var length: Int

  private static let bullets: Set<Character> = [
    "•", "◦", "▪", "‣", "⁃", "●", "○", "■", "-", "–", "—", "*", "·",
  ]
  /// Digits of the highest number; more are a year.
  private static let mostDigits = 3

  /// Nil where the line begins with none, or has no text behind it.
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

  /// The bullet that a line begins with.
  static func bullet(of line: String) -> Character? {
    if case .bullet(let sign)? = TypedMarker(line)?.kind { sign } else { nil }
  }

  /// Whether an item with this marker may follow one with the other.
  func follows(_ other: TypedMarker) -> Bool {
    guard kind == other.kind else { return false }
    if case .number = kind { return number == other.number + 1 }
    return true
  }
}

extension Document {
  /// Items of typed lists, two or more below each other, become items of lists.
  mutating func findTypedLists() {
    let markers = blocks.map { block -> TypedMarker? in
      guard case .paragraph(let paragraph) = block, paragraph.listItem == nil,
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
      // A single line that begins with a dash or a number is a line.
      if end - index > 1 || first.kind == .bullet("•") { makeList(index..<end, markers) }
      index = end
    }
  }

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
  /// Text of the runs before anything else; enough of it to see a marker.
  fileprivate var leadingText: String {
    var text = ""
    for inline in inlines {
      guard case .run(let run) = inline, run.style.isVisible, run.style.revision == nil else { break }
      text += run.text
      if text.utf8.count > 64 { break }
    }
    return text
  }

  /// Takes away as many characters from the runs at the beginning.
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
