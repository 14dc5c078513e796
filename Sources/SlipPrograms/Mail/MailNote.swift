internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipMarkup

/// Makes a note of a message.
enum MailNote {
  /// How other messages call a message.
  static func reference(_ id: String) -> String { "mail:" + id.drop { $0 == "<" }.prefix { $0 != ">" } }

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - bytes: The outermost message.
  ///   - chain: The numbers of the messages that lead to the wanted one.
  ///   - fallback: The title of a message without subject; empty for none.
  ///   - beside: Files that the program keeps beside the message.
  static func note(
    _ bytes: ArraySlice<UInt8>, _ chain: [Int], fallback: String, beside: [SourceFile] = [],
    _ context: SourceContext
  ) -> SourceNote {
    var message = MIMEPart(bytes)
    for number in chain {
      let inner = MailParts(message).messages
      guard inner.indices.contains(number) else { break }
      message = inner[number]
    }
    let subject = message.headers["subject"]
    var note = SourceNote(title: subject ?? (fallback.isEmpty ? nil : fallback), body: .document(Document()))
    MailFacts(message.headers).apply(to: &note, context)
    MailBody(message, beside, context).fill(&note)
    note.expectText(message.body)
    if message.hasCut || !message.headers.isEnded {
      note.diagnostics.append(
        SourceFault.cut(
          "The message ends before its last boundary, or within its header; what is there was read."))
    }
    return note
  }
}

/// The text of a message and its files.
struct MailBody {
  /// What the text and the files are.
  private let parts: MailParts
  /// Files that the program keeps beside the message.
  private let beside: [SourceFile]
  private let context: SourceContext
  /// The text.
  private var builder = DocumentBuilder()
  /// Files in plain text.
  private var inner: [SourceFile] = []
  /// Findings of reading HTML.
  private var diagnostics: [Diagnostic] = []

  /// The deepest quotation.
  private static let deepestQuote = 16

  /// Reads the text of a message.
  init(_ message: MIMEPart, _ beside: [SourceFile] = [], _ context: SourceContext) {
    (parts, self.beside, self.context) = (MailParts(message), beside, context)
    for text in parts.texts {
      if let label = text.part.charset, !MIMEText.isKnown(label) {
        diagnostics.append(
          SourceFault.damaged(
            "The text names an encoding that is unknown, '\(PrintableText.of(label.lowercased().trimmingBlanks()))'; it was read as it looks."
          ))
      }
      if text.isHTML { html(text.part) } else { plain(text.part) }
    }
    if parts.isEncrypted { builder.paragraph("🔒") }
  }

  /// Gives a note the text, and the files that it shows or that came with it.
  func fill(_ note: inout SourceNote) {
    let shown = Shown()
    // Files beside the message stand for parts by their names, or by their order.
    var files: [(part: MIMEPart, beside: SourceFile?)] = parts.files.map { ($0, nil) }
    var rest = beside
    for (index, part) in parts.hollow.enumerated() {
      let name = part.name.map { TextFolding.nfc($0) }
      let named = name.flatMap { name in rest.firstIndex { TextFolding.nfc($0.name) == name } }
      if let found = named ?? (rest.count == parts.hollow.count - index ? rest.indices.first : nil) {
        files.append((part, rest.remove(at: found)))
      } else {
        let name = PrintableText.of(part.name ?? part.id ?? part.type)
        note.diagnostics.append(
          SourceFault.missingFile("A file that the program keeps beside the message is missing: '\(name)'."))
      }
    }
    note.files += rest
    /// The first file by each id and each place that its part names (RFC 2557, 8.2).
    var (ids, places): ([String: Int], [String: Int]) = ([:], [:])
    for (index, file) in files.enumerated().reversed() {
      if let id = file.part.id { ids[id] = index }
      if let place = file.part.headers["content-location"] { places[place] = index }
    }
    MarkdownBody(builder.document, context) { [files, ids, places] target, _ in
      let isID = target.lowercased().hasPrefix("cid:")
      let name = String(target.dropFirst(isID ? 4 : 0))
      guard let index = isID ? ids[name] ?? ids[RelativePath.withoutEncoding(name)] : places[name] else {
        return isID ? .missing(candidates: []) : .elsewhere
      }
      shown.places.insert(index)
      let (part, beside) = files[index]
      let shownName = beside?.name ?? part.name ?? (isID ? "" : String(name.lastName))
      return .file(name: shownName, bytes: beside?.bytes ?? part.content)
    }.fill(&note)
    note.diagnostics += diagnostics
    if parts.isEncrypted {
      note.diagnostics.append(SourceFault.encrypted("The message is encrypted; its original is kept."))
    }
    if parts.isUndivided {
      note.diagnostics.append(
        SourceFault.cut("The parts of the message can't be told apart; all of them is text, and a file."))
    }
    if parts.isWrapped {
      note.diagnostics.append(
        SourceFault.dropped("The message is signed as a whole; its text is in the file with the signature."))
    }
    for (index, (part, beside)) in files.enumerated() where !shown.places.contains(index) {
      let bytes = beside?.bytes ?? part.content
      if !bytes.isEmpty { note.files.append(SourceFile(name: beside?.name ?? part.name ?? "", bytes: bytes)) }
    }
    note.files += inner
  }

  /// The files that the text shows.
  private final class Shown { var places: Set<Int> = [] }

  /// Adds a part in HTML.
  private mutating func html(_ part: MIMEPart) {
    var bytes = part.content
    if let label = part.charset?.lowercased(), !MailEncoding.unsaid.contains(label) {
      bytes = [0xEF, 0xBB, 0xBF] + Array(MIMEText.decode(bytes, label: label).utf8)
    } else if String(validating: bytes, as: UTF8.self) != nil, bytes.contains(where: { $0 >= 0x80 }) {
      bytes = [0xEF, 0xBB, 0xBF] + bytes
    }
    let result = bytes.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .page) }
    diagnostics += result.diagnostics.filter { $0.severity > .info }
    builder.append(result.document)
  }

  /// Adds a part in plain text: paragraphs of lines, quotations by their marks.
  private mutating func plain(_ part: MIMEPart) {
    var text = part.text
    if part.type == "text/enriched" { text = MailBody.withoutTags(MailBody.joined(text)) }
    if part.type == "text/richtext" { text = MailBody.withoutTags(text, MailBody.richTags) }
    while let file = UUFile.first(in: Array(text.utf8)[...]) {
      guard file.isWhole else {
        diagnostics.append(SourceFault.cut("A file in the text is cut off; it stays text."))
        break
      }
      inner.append(SourceFile(name: file.name, bytes: file.bytes))
      var bytes = Array(text.utf8)
      bytes.removeSubrange(file.range)
      text = String(decoding: bytes, as: UTF8.self)
    }
    let isFlowed = part.headers.parameter("format", of: "content-type")?.lowercased() == "flowed"
    let deletes = part.headers.parameter("delsp", of: "content-type")?.lowercased() == "yes"
    let addresses = MarkedText(marks: [], isPlain: true)
    var (isOpen, joins) = (false, false)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var (quotes, rest) = MailBody.quotes(line)
      if isFlowed, rest.first == " " { rest = rest.dropFirst() }
      quotes = min(quotes, MailBody.deepestQuote)
      let isBlank = rest.allSatisfy(\.isWhitespace)
      if isBlank || quotes != builder.quotes {
        if isOpen { builder.end() }
        (isOpen, joins) = (false, false)
      }
      builder.quotes = quotes
      if isBlank { continue }
      if isOpen, !joins { builder.lineBreak() }
      let flows = isFlowed && rest.last == " " && rest != "-- "
      addresses.read(flows && deletes ? rest.dropLast() : rest, into: &builder)
      (isOpen, joins) = (true, flows)
    }
    if isOpen { builder.end() }
    builder.quotes = 0
  }

  /// How many marks of quotation a line begins with, and its rest.
  private static func quotes(_ line: Substring) -> (Int, Substring) {
    guard line.first == ">" else { return (0, line) }
    var (count, rest) = (0, line)
    while rest.first == ">" {
      count += 1
      rest = rest.dropFirst()
      if rest.first == " ", rest.dropFirst().first == ">" { rest = rest.dropFirst() }
    }
    return (count, rest.first == " " ? rest.dropFirst() : rest)
  }

  /// Text of `text/enriched` in which single line ends are blanks, and of more in a row one is left out (RFC 1896).
  private static func joined(_ text: String) -> String {
    var output: [UInt8] = []
    var ends = 0
    for byte in Array(text.utf8).withLineFeeds() {
      if byte == 0x0A {
        ends += 1
        continue
      }
      if ends == 1 {
        output.append(0x20)
      } else {
        output += [UInt8](repeating: 0x0A, count: max(ends - 1, 0))
      }
      ends = 0
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What tags of `text/richtext` stand for (RFC 1341, 7.1.3).
  private static let richTags = ["nl": "\n", "lt": "<", "np": "\n\n", "/paragraph": "\n\n"]

  /// Text of `text/enriched` or `text/richtext` without its tags, and without what tags say about the text.
  ///
  /// - Parameter signs: What stands in the place of tags.
  private static func withoutTags(_ text: String, _ signs: [String: String] = [:]) -> String {
    var output = ""
    var rest = text[...]
    // What has no end from here on has none further on.
    var endless: Set<String> = []
    while let mark = rest.firstIndex(of: "<") {
      output += rest[..<mark]
      rest = rest[mark...]
      if rest.hasPrefix("<<") {
        output += "<"
        rest = rest.dropFirst(2)
      } else if let end = rest.firstIndex(of: ">") {
        let name = rest[rest.index(after: rest.startIndex)..<end].lowercased()
        rest = rest[rest.index(after: end)...]
        output += signs[name] ?? ""
        if name == "param" || name == "comment", !endless.contains(name) {
          if let close = rest.range(ofTag: "</\(name)>") {
            rest = rest[close.upperBound...]
          } else {
            endless.insert(name)
          }
        }
      } else {
        break
      }
    }
    return output + rest
  }
}

extension Substring {
  /// Where a tag stands, in any case.
  fileprivate func range(ofTag tag: String) -> Range<Index>? {
    utf8.indices.lazy.filter { self.utf8[$0] == UInt8(ascii: "<") }.compactMap { start -> Range<Index>? in
      guard let end = utf8.index(start, offsetBy: tag.utf8.count, limitedBy: endIndex),
        self[start..<end].lowercased() == tag
      else { return nil }
      return start..<end
    }.first
  }
}
