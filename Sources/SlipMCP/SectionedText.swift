internal import SlipBase
internal import SlipNotes
internal import SlipboxKit

/// The text of a note as Markdown, in sections: what `read` gives, and what `replace` changes.
struct SectionedText {
  /// A part of a text from a heading to the next one that isn't below it.
  struct Section {
    /// From 1 on.
    var number: Int
    /// The level of the heading: 1 to 6.
    var level: Int
    /// The heading, without its marks.
    var title: String
    /// Where the section stands in the text, in bytes.
    var range: Range<Int>
  }

  /// The text, which can be given back.
  private let edit: BodyEdit
  /// The sections, in order.
  let sections: [Section]

  /// The text in UTF-8.
  var bytes: [UInt8] { edit.text }

  /// Makes the text of a body.
  ///
  /// - Throws: `SlipError` where the text can't be made.
  init(_ body: [UInt8]) throws(SlipError) {
    edit = try BodyEdit.markdown(of: body)
    sections = SectionedText.sections(of: edit.text)
  }

  /// The section that a name means: its number or its heading.
  ///
  /// - Throws: `SlipError` where there is none, or several have the heading.
  func section(_ name: String) throws(SlipError) -> Section {
    let wanted = TextFolding.caseFolded(name)
    let found = sections.filter { TextFolding.caseFolded($0.title) == wanted }
    if found.count == 1 { return found[0] }
    if found.isEmpty, let number = Int(name), let section = sections.first(where: { $0.number == number }) {
      return section
    }
    var error = SlipError(
      .usage, code: KitCode.noSuchNote,
      found.isEmpty
        ? "The note has no such section." : "Several sections have this heading; name one by its number:")
    error.candidates = (found.isEmpty ? sections : found).prefix(MCPRows.most).map { section in
      "\(section.number)  \(MCPRows.short(section.title))"
    }
    throw error
  }

  /// The body with another text in the place of a part of this one.
  ///
  /// - Throws: `SlipError` with code `KitCode.lossyEdit` where the body has something there that the text doesn't say.
  func replacing(_ range: Range<Int>, with text: String) throws(SlipError) -> [UInt8] {
    var edited = Array(bytes[..<range.lowerBound])
    edited += text.utf8
    if range.upperBound < bytes.count {
      // A heading needs a line of its own.
      if !text.hasSuffix("\n") { edited.append(0x0A) }
      if !text.hasSuffix("\n\n") { edited.append(0x0A) }
      edited += bytes[range.upperBound...]
    }
    return try applying(edited)
  }

  /// The body that an edited text makes.
  private func applying(_ edited: [UInt8]) throws(SlipError) -> [UInt8] {
    let result = try edit.applying(edited)
    guard result.losses.isEmpty else { throw BodyEdit.lossy(result.losses, mayBeAllowed: false) }
    return result.bytes
  }

  /// The sections of a text. A line within a fenced block is no heading.
  private static func sections(of text: [UInt8]) -> [Section] {
    var found: [Section] = []
    var fence: (mark: UInt8, count: Int)?
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let line = text[start..<end].drop { $0 == 0x20 }
      let isIndented = line.startIndex - start > 3
      if let open = fence {
        let count = line.prefix { $0 == open.mark }.count
        if !isIndented, count >= open.count, line.dropFirst(count).allSatisfy({ $0 <= 0x20 }) { fence = nil }
      } else if !isIndented, let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"),
        case let count = line.prefix(while: { $0 == mark }).count, count >= 3
      {
        fence = (mark, count)
      } else if !isIndented, let heading = heading(line) {
        found.append(
          Section(
            number: found.count + 1, level: heading.level, title: heading.title, range: start..<text.count))
      }
      start = end + 1
    }
    for index in found.indices {
      let next = found[(index + 1)...].first { $0.level <= found[index].level }
      if let next { found[index].range = found[index].range.lowerBound..<next.range.lowerBound }
    }
    return found
  }

  /// The heading of a line (CommonMark, section 4.2); nil for another line.
  private static func heading(_ line: ArraySlice<UInt8>) -> (level: Int, title: String)? {
    let level = line.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    var rest = line.dropFirst(level)
    guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return (level, String(decoding: rest.drop { $0 <= 0x20 }, as: UTF8.self))
  }
}
