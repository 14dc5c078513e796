internal import SlipBase
internal import SlipExchange

/// A page as Notion exports it in Markdown.
///
/// ```
/// # quince row
///
/// Created: May 3, 2023 4:05 PM           only in pages of a database
/// Tags: soil, spring work
///
/// The text
/// ```
struct NotionPage {
  /// The heading of the first line; nil where there is none.
  private(set) var title: String?
  /// The columns of the database, with their values.
  private(set) var properties: [NotionFacts.Field] = []
  /// The text in plain Markdown.
  private(set) var body: [UInt8] = []

  /// The longest name of a column, in bytes.
  private static let longestName = 120

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - text: The file in UTF-8.
  ///   - columns: The columns of the database that the page is in; nil where it is in none, empty where they aren't
  ///     known.
  init(_ text: [UInt8], _ columns: [String]?) {
    var rest = text[...]
    if let line = NotionPage.line(&rest), line.starts(with: "# ".utf8) {
      title = String(decoding: line.dropFirst(2), as: UTF8.self).trimmingBlanks()
    } else {
      rest = text[...]
    }
    if title?.isEmpty ?? false { title = nil }
    if let columns { takeProperties(&rest, columns) }
    convert(rest)
  }

  /// The next line without its end; nil at the end of the text.
  ///
  /// - Parameter rest: The text; afterwards, what stands behind the line end.
  /// - Returns: The line, without LF or CR LF.
  private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    var line = rest[..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  /// Takes the lines behind the title that name a column.
  ///
  /// Where the columns aren't known, the lines up to the next blank one are taken if all of them have a name.
  private mutating func takeProperties(_ rest: inout ArraySlice<UInt8>, _ columns: [String]) {
    var ahead = rest
    var found: [NotionFacts.Field] = []
    var after = rest
    while let line = NotionPage.line(&ahead) {
      if line.allSatisfy(LooseXML.isSpace) {
        if found.isEmpty { continue }
        break
      }
      // Columns that a view hides are missing in its file, but not in the pages.
      let isWithin = !found.isEmpty
      guard let field = NotionPage.field(line, columns) ?? (isWithin ? NotionPage.field(line, []) : nil)
      else {
        if columns.isEmpty { found = [] }
        break
      }
      found.append(field)
      after = ahead
    }
    guard !found.isEmpty else { return }
    properties = found
    rest = after
  }

  /// The name and value of a line; nil for a line that is none.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - columns: The names that count; empty: any name of at most 120 bytes before a colon and a
  ///     blank.
  private static func field(_ line: ArraySlice<UInt8>, _ columns: [String]) -> NotionFacts.Field? {
    let text = String(decoding: line, as: UTF8.self)
    if columns.isEmpty {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex,
        text.utf8.distance(from: text.startIndex, to: colon) <= longestName,
        text[colon...].dropFirst().first ?? " " == " "
      else { return nil }
      return NotionFacts.Field(String(text[..<colon]), [String(text[colon...].dropFirst()).trimmingBlanks()])
    }
    // The longest name counts: a column may be called `Due: date`.
    let name = columns.filter { text.hasPrefix($0 + ":") }.max { $0.utf8.count < $1.utf8.count }
    return name.map { NotionFacts.Field($0, [String(text.dropFirst($0.count + 1)).trimmingBlanks()]) }
  }

  /// Copies the text. What stands between `<aside>` and `</aside>` becomes a quotation.
  ///
  /// Notion writes call-outs so, with Markdown between the two lines. Code stays as it is.
  private mutating func convert(_ text: ArraySlice<UInt8>) {
    var rest = text
    var (depth, isCode) = (0, false)
    while let line = NotionPage.line(&rest) {
      let bare = line.drop(while: LooseXML.isSpace)
      if bare.starts(with: "```".utf8) { isCode.toggle() }
      if !isCode, bare.starts(with: "<aside>".utf8) {
        depth = min(depth + 1, 8)
        body.append(UInt8(ascii: "\n"))
        continue
      }
      if !isCode, depth > 0, bare.starts(with: "</aside>".utf8) {
        depth -= 1
        body.append(UInt8(ascii: "\n"))
        continue
      }
      for _ in 0..<depth { body += [0x3E, 0x20] }
      body += line
      body.append(UInt8(ascii: "\n"))
    }
  }
}
