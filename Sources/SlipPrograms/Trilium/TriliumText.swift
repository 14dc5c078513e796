internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Makes the text of a note of Trilium: HTML, Markdown, code, or a file.
struct TriliumText {
  private let library: TriliumLibrary
  private let item: TriliumLibrary.Note
  private let context: SourceContext
  /// The text.
  private var body: MarkdownBody?
  private var document = Document()
  /// The files that the text shows.
  private let shown = Shown()

  /// What the text shows.
  private final class Shown {
    var files: Set<String> = []
    /// The titles of notes that are no links.
    var notes: [String] = []
  }

  /// Begins a note.
  init(_ library: TriliumLibrary, _ item: TriliumLibrary.Note, _ context: SourceContext) {
    (self.library, self.item, self.context) = (library, item, context)
  }

  /// Gives a note its text and files.
  ///
  /// - Throws: `SlipError` where a file can't be read.
  func fill(_ note: inout SourceNote) throws(SlipError) {
    note.body = .document(document)
    body?.fill(&note)
    if !shown.notes.isEmpty {
      let names = shown.notes.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
      var finding = SourceFault.dropped("The text shows other notes, which are left out of it: \(names).")
      finding.severity = .warning
      note.diagnostics.append(finding)
    }
    let isDrawn = ["canvas", "mindMap", "relationMap"].contains(item.type)
    for file in item.files where !shown.files.contains(file.path) {
      // What the program drew of a text is no file of the user's.
      if file.isPicture, !isDrawn, file.title.hasSuffix("-export.svg") { continue }
      guard let bytes = library.shown(file.path) else {
        note.reportMissing([file.title])
        continue
      }
      note.files.append(SourceFile(name: file.title, bytes: bytes))
    }
  }

  /// Reads the content of a note.
  mutating func read(_ bytes: [UInt8]) throws(SlipError) {
    switch item.type {
    case "image", "file":
      if !bytes.isEmpty { document = Document(showing: bytes, named: item.title) }
    case "code", "mermaid":
      guard !bytes.isEmpty else { return }
      var builder = DocumentBuilder()
      builder.codeBlock(String(decoding: SourceText.utf8(bytes), as: UTF8.self), language)
      document = builder.document
    case "canvas", "mindMap", "relationMap", "search", "render", "launcher", "noteMap", "geoMap", "webView":
      break
    default:
      let (library, item, context, shown) = (library, item, context, shown)
      let find = { (target: String, _: Bool) -> MarkdownBody.Target in
        TriliumText.find(target, library, item, context) { shown.files.insert($0) }
      }
      if item.isMarkdown {
        let text = markdown(bytes)
        body = MarkdownBody(text[...], [.formulas, .callouts, .marks], context, find: find)
      } else {
        var result = html(bytes).withUnsafeBytes {
          HTMLReader.read($0, limits: context.limits, pictures: .program)
        }
        // Earlier versions don't mark the heading that repeats the title.
        if case .paragraph(let first)? = result.document.blocks.first, first.style.headingLevel == 1,
          first.inlines.allSatisfy({ if case .run(let run) = $0 { run.style.link == nil } else { false } }),
          RepeatedTitle.isSame(first.inlines.map(\.runText).joined(), item.title)
        {
          result.document.blocks.removeFirst()
        }
        body = MarkdownBody(result.document, context, find: find)
      }
    }
  }

  /// The language of code by its type, such as `text/x-python`.
  private var language: String? {
    if item.type == "mermaid" { return "mermaid" }
    return TriliumText.language(item.mime)
  }

  /// The language that a type names; nil for none.
  ///
  /// ```
  /// text/x-python, text-x-python                python
  /// text/x-c++src                               c++
  /// application/json                            json
  /// application-javascript-env-frontend         javascript
  /// text-x-trilium-auto                nil: the program guesses it
  /// ```
  ///
  /// - Parameter type: A media type, or one that is a part of the name of a class, with `-` for `/`.
  private static func language(_ type: String) -> String? {
    let parts = type.split(separator: ";").first?.split(
      separator: type.contains("/") ? "/" : "-", maxSplits: 1)
    guard var bare = parts?.last else { return nil }
    if bare.hasPrefix("x-") { bare = bare.dropFirst(2) }
    for end in ["-env-frontend", "-env-backend", "src"] where bare.hasSuffix(end) && bare.count > end.count {
      bare = bare.dropLast(end.count)
    }
    return bare.isEmpty || bare == "trilium-auto" ? nil : String(bare)
  }

  /// The prefix of the class that names the language of code.
  private static let languageClass = "language-"

  /// The Markdown of a note without the heading that repeats the title; code has the names of languages. Notes that the text
  /// shows as parts of it aren't in it.
  private func markdown(_ bytes: [UInt8]) -> [UInt8] {
    var text = SourceText.utf8(bytes)
    if text.starts(with: "# ".utf8) {
      let end = text.firstIndex(of: 0x0A) ?? text.endIndex
      if RepeatedTitle.isSame(String(decoding: text[2..<end], as: UTF8.self), item.title) {
        text.removeSubrange(..<min(end + 1, text.endIndex))
      }
    }
    let hasFence = text.withUnsafeBytes { bytes in
      noteIncluded(in: bytes)
      return LooseXML.find("```", in: bytes, from: 0) != nil
    }
    guard hasFence else { return text }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      let bare = line.drop { $0 == 0x20 }
      guard bare.starts(with: "```".utf8) else { return line }
      let fence = line[..<(bare.drop { $0 == UInt8(ascii: "`") }.startIndex)]
      let name = String(decoding: line[fence.endIndex...], as: UTF8.self)
      guard ["text-", "application-"].contains(where: name.hasPrefix), !name.contains(" ") else {
        return line
      }
      return fence + Array((TriliumText.language(name) ?? "").utf8)
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// Notes the titles of the notes that a text in Markdown shows as parts of it.
  private func noteIncluded(in text: UnsafeRawBufferPointer) {
    guard LooseXML.find("include-note", in: text, from: 0) != nil else { return }
    var scanner = LooseXML()
    while let token = scanner.next(in: text) {
      guard case .start(let tag, _) = token, tag.name == "section", tag.hasClass("include-note"),
        let id = tag["data-note-id"]
      else { continue }
      shown.notes.append(library[id]?.title ?? id)
    }
  }

  /// The HTML of a note without the heading that repeats the title, with its tasks, formulas, foot notes and admonitions as
  /// `HTMLReader` knows them. A link stands for a note that the text shows as a part of it.
  private func html(_ bytes: [UInt8]) -> [UInt8] {
    var admonitions = 0
    let html = MarkupFilter.filter(SourceText.utf8(bytes)) { tag in
      switch tag.name {
      case "title", "base": return tag.name == "title" ? .drop : .replace("")
      case "h1" where tag["data-trilium-h1"] != nil: return .drop
      case "section" where tag.hasClass("include-note"):
        guard let id = tag["data-note-id"] else { return .drop }
        let title = MarkupFilter.escaped(library[id]?.title ?? id)
        return .exchange("<p><a href=\"#root/\(MarkupFilter.escaped(id))\">\(title)</a></p>")
      case "aside" where tag.hasClass("admonition"):
        let kinds = (tag["class"] ?? "").split(separator: " ").filter { $0 != "admonition" }
        guard let kind = kinds.first, let mark = CalloutMark(type: kind, fold: "", isTitled: false) else {
          return .replace("<aside><blockquote>")
        }
        admonitions += 1
        return .replace(
          "<aside><blockquote><p><a id=\"\(mark.bookmark(admonitions))\"></a>"
            + "<b>\(CalloutMark.usualTitle(kind))</b></p>")
      case "a":
        guard let target = tag["href"], target.hasPrefix("#fn") else { return .keep }
        let role = target.hasPrefix("#fnref") ? "doc-backlink" : "doc-noteref"
        return .replace("<a role=\"\(role)\" href=\"\(MarkupFilter.escaped(target))\">")
      case "code":
        let names = (tag["class"] ?? "").split(separator: " ")
        guard let name = names.first(where: { $0.hasPrefix(TriliumText.languageClass) }) else { return .keep }
        let language = TriliumText.language(String(name.dropFirst(TriliumText.languageClass.count)))
        return .replace(language.map { "<code class=\"\(TriliumText.languageClass)\($0)\">" } ?? "<code>")
      case "input" where tag["type"] == "checkbox": return .replace(tag["checked"] == nil ? "☐ " : "☑ ")
      case "span" where tag.hasClass("math-tex"): return .replace("<span class=\"math\">")
      default: return .keep
      }
    }
    return Array("<!DOCTYPE html><meta charset=utf-8>".utf8) + html
  }

  /// What an address leads to: a path in the export, or one of the program's own.
  private static func find(
    _ target: String, _ library: TriliumLibrary, _ item: TriliumLibrary.Note, _ context: SourceContext,
    show: (String) -> Void
  ) -> MarkdownBody.Target {
    /// A file of this note.
    func file(_ file: TriliumLibrary.File) -> MarkdownBody.Target {
      // What isn't there is reported with the files that the text doesn't show.
      guard let bytes = library.shown(file.path) else { return .missing(candidates: []) }
      show(file.path)
      return .file(name: file.title, bytes: bytes)
    }
    /// The note with an id, or a picture that is a note.
    func note(_ id: String) -> MarkdownBody.Target {
      library.note(id: id, context).map { .note($0) } ?? .missing(candidates: [])
    }
    if target.hasPrefix("#root/") || target == "#root" {
      let path = target.prefix { $0 != "?" }
      return note(String(path.lastName))
    }
    if target.hasPrefix("#") || Vault.hasScheme(target) { return .elsewhere }
    let parts = target.split(separator: "/").map(String.init)
    if let api = parts.firstIndex(of: "api"), parts.count > api + 2 {
      let id = parts[api + 2]
      switch parts[api + 1] {
      case "attachments": return item.files.first { $0.id == id }.map(file) ?? .missing(candidates: [])
      case "images":
        guard let picture = library[id], let bytes = library.shown("note/" + id) else {
          return .missing(candidates: [])
        }
        return .file(name: picture.title, bytes: bytes)
      default: return .elsewhere
      }
    }
    let bare = String(target.prefix { $0 != "#" && $0 != "?" })
    guard !bare.isEmpty, let path = SourcePath.join(item.path.parentPath, bare) else { return .elsewhere }
    if let own = item.files.first(where: { $0.path == path }) { return file(own) }
    guard let id = library.paths[path], let found = library[id] else {
      return .missing(candidates: [])
    }
    if found.type == "image", let bytes = library.shown("note/" + id) {
      return .file(name: found.title, bytes: bytes)
    }
    return note(id)
  }
}
