internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Makes the text of a note of UpNote from its HTML.
///
/// | in the HTML | text |
/// | --- | --- |
/// | first line, if it is the title | nothing |
/// | `<li data-checked="true">` | ☑ in a list |
/// | `shine-highlight-yellow`, `shine-text-red` | colours |
/// | `<span data-upnote-formula="$x$">` | a formula |
/// | `http://localhost:9425/images/<uuid>.png` | the file, since that address is the program itself |
/// | `upnote://x-callback-url/openNote?noteId=…`, `data-note-id` | a link to a note |
/// | `data-upnote-tag` | a keyword; the text keeps it |
struct UpNoteText {
  /// The text with links as they are in the HTML.
  private(set) var document: Document
  /// The tags in the text.
  private(set) var tags: [String] = []
  private let context: SourceContext
  /// Gives a file by its name.
  private let file: (String) -> (name: String, bytes: [UInt8])?
  /// What links lead to that aren't the program's addresses.
  private let find: ((String) -> MarkdownBody.Target)?

  /// What addresses of files begin with.
  private static let host = "http://localhost:9425/"
  /// What the paths of files begin with while they are looked up.
  private static let folder = "files/"

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - title: The title, which the first line may repeat.
  ///   - find: What relative links lead to; nil where there are none.
  ///   - file: Gives a file by its name.
  init(
    _ html: String, _ title: String, _ context: SourceContext, find: ((String) -> MarkdownBody.Target)? = nil,
    file: @escaping (String) -> (name: String, bytes: [UInt8])?
  ) {
    (self.context, self.file, self.find) = (context, file, find)
    var tags: [String] = []
    let markup = MarkupFilter.filter(Array(html.utf8)) { tag in
      switch tag.name {
      case "li":
        guard let checked = tag["data-checked"] else { return .keep }
        return .replace("<li>" + (checked == "true" ? "☑ " : "☐ "))
      case "span" where tag["data-upnote-formula"] != nil: return .replace("<span class=\"math\">")
      case "span", "mark":
        let style = UpNoteText.style(tag)
        return style.isEmpty ? .keep : .replace("<\(tag.name) style=\"\(style)\">")
      case "img":
        guard let source = tag["src"], source.hasPrefix(UpNoteText.host) else { return .keep }
        return .replace("<img src=\"\(MarkupFilter.escaped(UpNoteText.folder + source.lastName))\">")
      case "a":
        if let name = tag["data-upnote-tag"] {
          let asked = tag["href"].flatMap { AppAddress.value("tag", in: $0) }.map(
            RelativePath.withoutEncoding)
          tags.append(asked ?? String(name.drop { $0 == "#" }))
          return .replace("<a>")
        }
        guard let target = tag["href"], target.hasPrefix(UpNoteText.host) else { return .keep }
        return .replace("<a href=\"\(MarkupFilter.escaped(UpNoteText.folder + target.lastName))\">")
      default: return .keep
      }
    }
    self.tags = tags
    let result = (Array("<!DOCTYPE html><meta charset=utf-8><body>".utf8) + markup).withUnsafeBytes {
      HTMLReader.read($0, limits: context.limits, pictures: .program)
    }
    document = result.document
    removeTitle(title)
  }

  /// The colours that the classes of an element name, besides its own style; empty for none.
  private static func style(_ tag: LooseXML.Tag) -> String {
    var style = ""
    for (prefix, property) in [("shine-highlight-", "background-color"), ("shine-text-", "color")] {
      for name in (tag["class"] ?? "").split(separator: " ") where name.hasPrefix(prefix) {
        let color = name.dropFirst(prefix.count)
        if color.allSatisfy(\.isLetter), color != "default" { style += "\(property):\(color);" }
      }
    }
    return style.isEmpty ? "" : style + MarkupFilter.escaped(tag["style"] ?? "")
  }

  /// Gives a note the text.
  func fill(_ note: inout SourceNote) {
    let (file, find, context) = (file, find, context)
    MarkdownBody(document, context) { target, _ in
      if target.hasPrefix(UpNoteText.folder),
        let file = file(String(target.dropFirst(UpNoteText.folder.count)))
      {
        return .file(name: file.name, bytes: file.bytes)
      }
      if AppAddress.scheme(of: target) == "upnote", let id = AppAddress.value("noteid", in: target) {
        return context.note(id).map { .note($0) } ?? .missing(candidates: [])
      }
      if target.hasPrefix(UpNoteText.folder) { return .missing(candidates: []) }
      return find?(target) ?? .elsewhere
    }.fill(&note)
  }

  /// Removes the first line where it is the title: a paragraph, or the part of one up to a line break.
  private mutating func removeTitle(_ title: String) {
    guard !title.isEmpty, case .paragraph(var first)? = document.blocks.first else { return }
    let end = first.inlines.firstIndex { $0 == .lineBreak } ?? first.inlines.endIndex
    let line = first.inlines[..<end].map(\.runText).joined()
    guard RepeatedTitle.isSame(line, title) else { return }
    // A line with a link, a picture or a box says more than the title.
    let isMore =
      first.listItem != nil || line.hasPrefix("☐") || line.hasPrefix("☑")
      || first.inlines[..<end].contains { inline in
        if case .run(let run) = inline { return run.style.link != nil }
        return true
      }
    if isMore { return }
    var rest = first.inlines[end...]
    while rest.first == .lineBreak { rest.removeFirst() }
    document.blocks.removeFirst()
    guard !rest.isEmpty else { return }
    first.inlines = Array(rest)
    document.blocks.insert(.paragraph(first), at: 0)
  }
}
