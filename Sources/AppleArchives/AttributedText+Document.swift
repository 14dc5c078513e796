public import SlipBase
public import SlipDocument

extension AttributedText {
  /// The text as a document. Files in the text become resources; pictures are shown, other files
  /// attached.
  ///
  /// - Returns: A document with one paragraph at least, which is empty for an empty text.
  public func document() -> Document {
    var builder = AttributedDocument(self)
    builder.build()
    return builder.document
  }

  /// What the document lacks, as findings: attributes that can't be kept.
  ///
  /// - Parameter code: The code of the findings.
  /// - Returns: One finding for each attribute, sorted by name, with the number of times it was seen.
  public func diagnostics(code: String) -> [Diagnostic] {
    losses.sorted { $0.key < $1.key }.map { name, count in
      Diagnostic(
        code: code, severity: .info, message: "the attribute \(PrintableText.of(name)) of a text is not kept",
        location: SourceLocation(), count: count)
    }
  }
}

/// Turns runs of attributes into paragraphs.
private struct AttributedDocument {
  /// What was built so far.
  var document = Document()
  /// The source.
  private let text: AttributedText
  /// The paragraph that is being built.
  private var inlines: [Inline] = []
  /// What the first run of that paragraph says about it.
  private var paragraph: TextParagraph?
  /// Whether the paragraph has begun.
  private var hasBegun = false
  /// The resource of each set of attributes with an attachment.
  private var resources: [Int: Int] = [:]
  /// Lists by the identity of the outermost, and how many items of each level were seen.
  private var lists: [Int: (index: Int, counts: [Int])] = [:]

  /// Creates a builder.
  init(_ text: AttributedText) { self.text = text }

  /// Builds the document.
  mutating func build() {
    var start = 0
    for run in text.runs where start < text.units.count {
      var end = start + min(max(run.length, 0), text.units.count - start)
      // A run that ends within a pair takes the whole pair.
      if end > start, end < text.units.count, UTF16.isLeadSurrogate(text.units[end - 1]),
        UTF16.isTrailSurrogate(text.units[end])
      {
        end += 1
      }
      take(start..<end, run.attributes)
      start = end
    }
    take(start..<text.units.count, -1)
    if hasBegun || document.blocks.isEmpty { endParagraph() }
  }

  /// Adds a run: its text, cut at the ends of lines and paragraphs and at attachments.
  ///
  /// - Parameters:
  ///   - range: The places of the run's units in the text.
  ///   - attributes: The number of its set of attributes; an unknown number means no formatting.
  private mutating func take(_ range: Range<Int>, _ attributes: Int) {
    var start = range.lowerBound
    for place in range {
      guard let mark = AttributedDocument.Mark(text.units[place]) else { continue }
      add(start..<place, attributes)
      start = place + 1
      switch mark {
      case .paragraph:
        // Of CR and LF together only the second counts.
        if text.units[place] == 13, place + 1 < text.units.count, text.units[place + 1] == 10 { continue }
        begin(attributes)
        endParagraph()
      case .line:
        begin(attributes)
        inlines.append(.lineBreak)
      case .attachment:
        begin(attributes)
        attach(attributes)
      case .nothing: break
      }
    }
    add(start..<range.upperBound, attributes)
  }

  /// Units that are no text.
  private enum Mark {
    /// The end of a paragraph.
    case paragraph
    /// The end of a line within a paragraph.
    case line
    /// The place of a file.
    case attachment
    /// A control character.
    case nothing

    /// What a unit means; nil for text.
    init?(_ unit: UInt16) {
      switch unit {
      case 10, 13, 0x85, 0x2029: self = .paragraph
      case 11, 0x2028: self = .line
      case 0xFFFC: self = .attachment
      case 9: return nil
      case 0..<0x20, 0x7F: self = .nothing
      default: return nil
      }
    }
  }

  /// Notes what the paragraph's first run says about it.
  ///
  /// Later runs of the same paragraph change nothing, as in AppKit, where a paragraph has the style of its
  /// first character.
  private mutating func begin(_ attributes: Int) {
    guard !hasBegun else { return }
    hasBegun = true
    paragraph = text.attributes.indices.contains(attributes) ? text.attributes[attributes].paragraph : nil
  }

  /// Adds text of one formatting.
  ///
  /// Text with the formatting of the run before it is joined with that run. Halves of surrogate pairs become
  /// U+FFFD.
  private mutating func add(_ range: Range<Int>, _ attributes: Int) {
    guard !range.isEmpty else { return }
    begin(attributes)
    let style = style(attributes)
    let piece = String(decoding: text.units[range], as: UTF16.self)
    if case .run(var last)? = inlines.last, last.style.isIdentical(to: style) {
      last.text += piece
      inlines[inlines.count - 1] = .run(last)
    } else {
      inlines.append(.run(Run(piece, style: style)))
    }
  }

  /// The formatting of a set of attributes.
  ///
  /// A number that no set has gives plain formatting.
  private func style(_ attributes: Int) -> CharacterStyle {
    guard text.attributes.indices.contains(attributes) else { return CharacterStyle() }
    return text.attributes[attributes].style
  }

  /// Adds the file that stands at a place; nothing where the archive has none.
  ///
  /// A set of attributes that occurs again refers to the same resource. The type of the file is decided by
  /// its content and not by its name.
  private mutating func attach(_ attributes: Int) {
    guard text.attributes.indices.contains(attributes), let file = text.attributes[attributes].attachment
    else {
      return
    }
    let resource = resources[attributes] ?? document.resources.count
    if resource == document.resources.count {
      let type = file.bytes.withUnsafeBytes { MediaType.sniff($0) }
      document.resources.append(Resource(content: .bytes(file.bytes), mediaType: type.name, name: file.name))
      resources[attributes] = resource
    }
    let isPicture = document.resources[resource].mediaType.hasPrefix("image/")
    inlines.append(isPicture ? .picture(Picture(resource: resource)) : .attachment(resource: resource))
  }

  /// Ends the paragraph.
  ///
  /// The paragraph becomes an item of a list if its first run is in one.
  private mutating func endParagraph() {
    var result = Paragraph(style: paragraph?.style ?? ParagraphStyle(), inlines: inlines)
    if let lists = paragraph?.lists, let outer = lists.first { item(&result, lists, outer) }
    document.blocks.append(.paragraph(result))
    (inlines, paragraph, hasBegun) = ([], nil, false)
  }

  /// Makes a paragraph an item of a list. The marker stands in the text, between tabs, and is taken
  /// from there.
  ///
  /// Paragraphs are in the same list if the outermost of their lists are the same archived object. Items of
  /// deeper levels are counted anew behind each item above them.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph, which gets the item, its marker and the usual indents of its level.
  ///   - lists: The lists that it is in, the outermost first.
  ///   - outer: The first of them.
  private mutating func item(_ paragraph: inout Paragraph, _ lists: [TextList], _ outer: TextList) {
    var known = self.lists[outer.identity] ?? (document.lists.count, [])
    if known.index == document.lists.count { document.lists.append(ListDefinition(levels: [])) }
    let level = lists.count - 1
    for (depth, list) in lists.enumerated() where depth >= document.lists[known.index].levels.count {
      document.lists[known.index].levels.append(list.level(depth))
    }
    while known.counts.count <= level { known.counts.append(0) }
    known.counts[level] += 1
    known.counts.removeLast(known.counts.count - level - 1)
    let number = document.lists[known.index].levels[level].start + known.counts[level] - 1
    self.lists[outer.identity] = known
    let marker = AttributedDocument.takeMarker(&paragraph.inlines)
    let form = document.lists[known.index].levels[level]
    let computed = form.numbering == .bullet ? form.pattern : "\(number)."
    paragraph.listItem = ListItem(list: known.index, level: level, marker: marker ?? computed)
    let indents = BlockRole.listIndents(level: level)
    paragraph.style.edit { ($0.leftIndent, $0.firstLineIndent) = (indents.left, indents.firstLine) }
  }

  /// The longest marker of a list item, in characters.
  private static let longestMarker = 16

  /// Removes the marker from the beginning of a paragraph: a tab, the marker and another tab.
  ///
  /// - Parameter inlines: The content of the paragraph. Only a run of text at its beginning is looked at.
  /// - Returns: The marker; nil where the paragraph doesn't begin with one.
  private static func takeMarker(_ inlines: inout [Inline]) -> String? {
    guard case .run(var first)? = inlines.first, first.text.hasPrefix("\t") else { return nil }
    let rest = first.text.dropFirst()
    guard let tab = rest.firstIndex(of: "\t"), rest[..<tab].count <= longestMarker else { return nil }
    let marker = String(rest[..<tab])
    first.text = String(rest[rest.index(after: tab)...])
    if first.text.isEmpty { inlines.removeFirst() } else { inlines[0] = .run(first) }
    return marker
  }
}

extension TextList {
  /// The names of numbers in formats such as `{decimal}.`.
  private static let numberings: [(String, ListDefinition.Level.Numbering)] = [
    ("{decimal}", .decimal), ("{lower-alpha}", .lowerLetter), ("{upper-alpha}", .upperLetter),
    ("{lower-latin}", .lowerLetter), ("{upper-latin}", .upperLetter), ("{lower-roman}", .lowerRoman),
    ("{upper-roman}", .upperRoman),
  ]

  /// How items of the list are marked at a depth, from 0.
  ///
  /// A format without a known kind of number makes a bullet. Numbers begin at 0 to 30,000.
  ///
  /// - Parameter depth: The level, from 0. Levels beyond the ninth are numbered as the ninth is.
  fileprivate func level(_ depth: Int) -> ListDefinition.Level {
    for (name, numbering) in TextList.numberings {
      guard let range = format.range(of: name) else { continue }
      let number = Unicode.Scalar(UInt8(min(depth, 8) + 1))
      let pattern = format.replacingCharacters(in: range, with: number)
      return ListDefinition.Level(numbering: numbering, start: max(0, min(start, 30_000)), pattern: pattern)
    }
    return ListDefinition.Level(numbering: .bullet, pattern: ListDefinition.bullet)
  }
}

extension String {
  /// Where a text occurs first; nil where it doesn't.
  ///
  /// - Parameter part: What is searched for. Characters are compared, so canonical equivalents are equal.
  fileprivate func range(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }

  /// The text with a character in place of a part.
  fileprivate func replacingCharacters(in range: Range<String.Index>, with scalar: Unicode.Scalar) -> String {
    String(self[..<range.lowerBound]) + String(Character(scalar)) + String(self[range.upperBound...])
  }
}
