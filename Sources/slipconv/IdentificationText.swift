internal import SlipRTF
import SlipboxKit

/// What a file is, as `slipconv identify` prints it:
///
///     tree/letter.doc: RTF 1.7, Microsoft RichEdit (Msftedit) 5.41.15.1507
///       version: generator
///       code pages: 1252
///       languages: en-US 9, de-DE 5, default en-US
///       holds: 14 characters, 3 words, 1 paragraph, 1 link
///
/// The row `version` has the newest control words, by which the version is known; `languages`
/// has the number of characters in each. Rows without a value are left out.
struct IdentificationText {
  /// What is known of the file.
  var file: Identification

  /// The lines about the file; rows without a value are left out.
  var text: String {
    var text = PlainLine.text(file.path) + ": "
    if let error = file.error { return text + "could not be identified: \(PlainLine.text(error.message))\n" }
    guard let rtf = file.rtf else { return text + other + "\n" }
    text += (file.format == "rtfd" ? "RTFD, \(counted(file.files ?? 0, "file")), " : "") + head(rtf) + "\n"
    for (name, value) in rows(rtf) where !value.isEmpty { text += "  \(name): \(PlainLine.text(value))\n" }
    return text
  }

  /// What a file is that isn't RTF.
  private var other: String {
    switch file.format {
    case "slipbox": "a slip-box bundle"
    case "rtfd": "RTFD without text"
    default: file.mediaType ?? "unknown"
    }
  }

  /// The version by its control words, and the program that wrote the file with its version, as
  /// far as it is known: `RTF 1.7, Microsoft RichEdit (Msftedit) 5.41.15.1507`.
  private func head(_ rtf: RTFFacts) -> String {
    var head = "RTF \(rtf.version.evidence)"
    if let producer = rtf.producer {
      head += ", " + PlainLine.text(producer.name) + (producer.version.map { " " + PlainLine.text($0) } ?? "")
    }
    return head
  }

  /// The rows with names and values, in the order of output.
  private func rows(_ rtf: RTFFacts) -> [(String, String)] {
    [
      ("version", rtf.version.words.joined(separator: ", ")),
      ("producer", rtf.producer?.words?.joined(separator: ", ") ?? ""),
      ("code pages", codePages(rtf.codePages)),
      ("languages", languages(rtf.languages)),
      ("encapsulates", rtf.encapsulates?.rawValue ?? ""),
      ("odd", rtf.oddities.map { IdentificationText.oddity($0) }.joined(separator: ", ")),
      ("holds", IdentificationText.holds(rtf)),
      ("pictures", IdentificationText.list(rtf.pictures)),
      ("objects", IdentificationText.list(rtf.objects)),
    ]
  }

  /// The code page that the document declares, those of its fonts, and whether it has Unicode
  /// text.
  private func codePages(_ pages: RTFFacts.CodePages) -> String {
    var parts = [pages.document.map { String($0) } ?? "none declared"]
    if !pages.fonts.isEmpty {
      parts.append("fonts " + pages.fonts.map { String($0) }.joined(separator: " "))
    }
    if pages.hasUnicode { parts.append("Unicode") }
    return parts.joined(separator: "; ")
  }

  /// The languages with the number of characters in each, and the default language.
  private func languages(_ languages: RTFFacts.Languages) -> String {
    var parts = languages.text.map { "\($0.tag) \($0.characters)" }
    if let standard = languages.standard { parts.append("default \(standard)") }
    return parts.joined(separator: ", ")
  }

  /// A deviation from the RTF specification in words.
  private static func oddity(_ oddity: RTFFacts.Oddity) -> String {
    switch oddity {
    case .byteOrderMark: "a byte order mark before {\\rtf"
    case .whiteSpaceBefore: "white space before {\\rtf"
    case .noVersion: "no number after \\rtf"
    case .otherVersion: "a number other than 1 after \\rtf"
    case .noCharacterSet: "no character set declared"
    case .unclosed: "ends inside a group"
    case .trailingBytes: "bytes after the last brace"
    }
  }

  /// The keys of counts with their nouns, in the order of output: text first.
  private static let nouns = [
    ("characters", "character"), ("words", "word"), ("paragraphs", "paragraph"), ("pictures", "picture"),
    ("attachments", "attachment"), ("objects", "object"), ("links", "link"), ("footnotes", "footnote"),
    ("endnotes", "endnote"), ("annotations", "annotation"), ("tables", "table"), ("insertions", "insertion"),
    ("deletions", "deletion"),
  ]

  /// The counts of what the document contains, without those that are 0.
  private static func holds(_ rtf: RTFFacts) -> String {
    nouns.compactMap { key, noun in rtf.counts[key].map { counted($0, noun) } }.joined(separator: ", ")
  }

  /// Counts by kind, sorted by name: `2 jpeg, 1 wmf`.
  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
