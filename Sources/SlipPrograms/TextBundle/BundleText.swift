internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// The Markdown of a note for programs that have no field for its title: with the title as a heading, unless the text begins
/// with it, and with links to files that the text doesn't show behind it.
///
/// What was added stands among the facts that only this program reads, so that an import takes it away again.
///
/// ```
/// # Bees                              the heading
///
/// The text
///
/// [photo.raw](assets/photo.raw)       a line for each file that the text doesn't show
///
/// #bees #spring work#                 the tags
/// ```
struct BundleText {
  /// Whether the title was added.
  let hasHeading: Bool
  /// The keywords that were added as tags behind the text.
  let tags: [String]

  /// Finds out what has to be added, by the plain text of the note.
  ///
  /// - Parameter tags: The tags of the note, for programs that know keywords from the text only.
  /// - Throws: `SlipError` where the plain text can't be read.
  ///
  /// The first line that isn't blank is compared with the title. Tags that the text has already, in any
  /// case, aren't added.
  init(_ note: Note, in box: ContainerBox, tags: [String] = []) throws {
    let mirror = try box.mirror(of: note)
    let start = mirror.drop { LooseXML.isSpace($0) }.prefix { $0 != UInt8(ascii: "\n") }
    let title = BundleText.line(note.title)
    hasHeading = !title.isEmpty && String(decoding: start, as: UTF8.self).trimmingBlanks() != title
    if tags.isEmpty {
      self.tags = []
    } else {
      let found = MarkdownText.tags(in: mirror[...])
      let there = Set(found.map { TextFolding.caseFolded($0) })
      self.tags = tags.filter { !there.contains(TextFolding.caseFolded($0)) }
    }
  }

  /// What an import takes away again.
  ///
  /// - Parameter files: How many lines with links to files were added.
  /// - Returns: Names and values for `NoteFacts`; nil for what wasn't added.
  func facts(files: Int = 0) -> [(String, JSONValue?)] {
    [
      ("heading", hasHeading ? .bool(true) : nil), ("tag-line", tags.isEmpty ? nil : .bool(true)),
      ("file-lines", files == 0 ? nil : .number(files)),
    ]
  }

  /// A title on one line.
  /// Line ends become blanks.
  static func line(_ title: String) -> String {
    title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingBlanks()
  }

  /// Adds the heading to a document.
  ///
  /// - Parameters:
  ///   - title: The title of the note.
  ///   - document: The document. Nothing is added where `hasHeading` is false.
  func addHeading(_ title: String, to document: inout Document) {
    guard hasHeading else { return }
    var style = ParagraphStyle()
    style.headingLevel = 1
    document.blocks.insert(
      .paragraph(Paragraph(style: style, inlines: [.run(Run(BundleText.line(title)))])), at: 0)
  }

  /// Adds lines behind a text: links to files, and the tags.
  ///
  /// - Parameters:
  ///   - lines: Lines of Markdown; each becomes a paragraph of its own.
  ///   - text: The text in Markdown.
  func addLines(_ lines: [String], to text: inout [UInt8]) {
    for line in lines {
      if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
      text += line.utf8
      text.append(UInt8(ascii: "\n"))
    }
    guard !tags.isEmpty else { return }
    if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
    text += tags.map { BearTag.sign($0) }.joined(separator: " ").utf8
    text.append(UInt8(ascii: "\n"))
  }

  /// A text without what was added.
  struct Original {
    /// The text.
    var text: ArraySlice<UInt8>
    /// The lines with links to files.
    var files: [ArraySlice<UInt8>] = []
    /// The line with tags; empty for none.
    var tagLine: ArraySlice<UInt8> = []
  }

  /// A text without what was added: the first line, and so many lines at its end.
  ///
  /// The user may have changed the text in the other program. A line is taken away only if it still
  /// looks like what was added: a heading, links in brackets, and a line that begins with `#`.
  ///
  /// - Parameters:
  ///   - text: The text that is imported.
  ///   - facts: What this program noted when it exported the note; nil for none. Its count is taken as
  ///     10,000 at most.
  static func original(_ text: ArraySlice<UInt8>, _ facts: NoteFacts?) -> Original {
    guard let facts else { return Original(text: text) }
    var text = text
    var tagLine: ArraySlice<UInt8> = []
    if facts["heading"]?.isTrue ?? false, text.starts(with: "# ".utf8) {
      text = text.drop { $0 != UInt8(ascii: "\n") }
    }
    if facts["tag-line"]?.isTrue ?? false, lastLine(text).first == UInt8(ascii: "#") {
      tagLine = lastLine(text)
      text = withoutLastLine(text)
    }
    var files: [ArraySlice<UInt8>] = []
    let count = min(max(0, Int(facts["file-lines"]?.int ?? 0)), 10_000)
    for _ in 0..<count {
      let line = lastLine(text)
      guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: ")") else { break }
      files.append(line)
      text = withoutLastLine(text)
    }
    return Original(text: text, files: files.reversed(), tagLine: tagLine)
  }

  /// The last line that isn't blank.
  private static func lastLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = trimmed(text)
    return text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? text.startIndex)...]
  }

  /// The text before the last line that isn't blank.
  private static func withoutLastLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = trimmed(text)
    return text[..<(text.lastIndex(of: 0x0A) ?? text.startIndex)]
  }

  /// The text without white space at its end.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let last = text.last, LooseXML.isSpace(last) { text.removeLast() }
    return text
  }
}

/// Keywords as tags of Bear, which stand in the text: `#bees`, `#bees/queens`, `#spring work#`. Other signs become `-`.
enum BearTag {
  /// The tag for the names of a keyword and those above it, without its signs.
  ///
  /// ```
  /// ["Bees", "Queens 1"]   →   Bees/Queens 1
  /// ["2024"]               →   y2024
  /// ```
  static func tag(for path: [String]) -> String {
    let parts = path.map { name -> String in
      let kept = TextFolding.nfc(name).map { character -> Character in
        if character.isWhitespace { return " " }
        return character.isLetter || character.isNumber || character == "_" ? character : "-"
      }
      let part = String(kept).trimmingBlanks()
      return part.isEmpty ? "-" : part
    }
    // A number alone is no tag.
    let tag = parts.joined(separator: "/")
    return tag.contains { $0.isLetter } ? tag : "y" + tag
  }

  /// A tag with its signs.
  /// A tag with a blank has a sign at its end too.
  static func sign(_ tag: String) -> String {
    tag.contains(" ") ? "#\(tag)#" : "#" + tag
  }
}
