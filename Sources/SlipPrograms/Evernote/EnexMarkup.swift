internal import SlipBase
internal import SlipExchange

/// Turns ENML, the markup of Evernote's notes, into HTML: pictures, check boxes, tasks, encrypted parts and links to notes.
///
/// ```
/// <en-media hash="…"/>                       the file whose content has this MD5: a picture or an attachment
/// <en-todo checked="true"/>                  a check box for the rest of the line; a paragraph that begins with one is an item
/// <ul style="--en-todo:true;">               a list whose items have check boxes
/// <div style="--en-task-group:true; …">      the place of a group of tasks
/// <div style="-en-codeblock:true;">          a block of code: see `EnexCodeBlock`
/// <en-crypt hint="…">…</en-crypt>            an encrypted part
/// <a href="evernote:///view/…">Title</a>     a link to a note, by id and by the title that it shows
/// ```
///
/// Files keep the MD5 as their address. Everything else is passed on as it is. Empty elements that HTML doesn't know as empty get an end tag.
struct EnexMarkup {
  /// The style of a line that only shows a file which the text itself doesn't show. This program writes such lines.
  static let fileMark = "--slipbox-file:true;"

  /// The note's files.
  let resources: [EnexNote.Resource]
  /// The note's tasks.
  let tasks: [EnexNote.Task]
  /// The notes of the import.
  let context: SourceContext

  /// The HTML.
  private(set) var html: [UInt8] = Array("<!DOCTYPE html><meta charset=utf-8><body>".utf8)
  /// Links to notes that aren't there.
  private(set) var unresolved: [SourceLink] = []
  /// Findings.
  private(set) var diagnostics: [Diagnostic] = []
  /// Hints for encrypted parts.
  private(set) var hints: [String] = []

  /// The open link: its target, and where its inside begins in the HTML.
  private var link: (target: String, start: Int, label: String)?
  /// Whether the items of the open lists have check boxes, outermost first.
  private var lists: [Bool] = []
  /// The check box of an item whose text has not begun; nil for none.
  private var waitingBox: String?
  /// How many elements are open within the placeholder of a group of tasks or an encrypted part; 0 outside.
  private var skipped = 0
  /// The open block of code.
  private var code: EnexCodeBlock?
  /// Groups of tasks that have their place.
  private var groups: Set<String> = []
  /// The open paragraphs: where they begin in the HTML, where their inside does, and whether each became an item of a list.
  private var paragraphs: [(start: Int, inside: Int, isItem: Bool)] = []
  /// Where the last list ends that was made of such paragraphs.
  private var endOfList: Int?

  /// Begins without content.
  ///
  /// - Parameters:
  ///   - resources: The files, which the text names by MD5.
  ///   - tasks: The tasks, which the text names by group.
  ///   - context: Finds the notes that links lead to.
  init(resources: [EnexNote.Resource], tasks: [EnexNote.Task], context: SourceContext) {
    (self.resources, self.tasks, self.context) = (resources, tasks, context)
  }

  /// Converts a note's content.
  ///
  /// What is within a placeholder is passed over. Damaged markup is read as far as possible.
  ///
  /// - Parameter enml: The content in ENML.
  mutating func convert(_ enml: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    while true {
      let start = scanner.position
      guard let token = scanner.next(in: enml) else { return }
      if skipped > 0 {
        switch token {
        case .start(_, isEmpty: false): skipped += 1
        case .end: skipped -= 1
        default: break
        }
        continue
      }
      if code != nil {
        if let text = code?.take(token, enml) { putCode(text) }
        if scanner.position <= start { return }
        continue
      }
      switch token {
      case .start(let tag, let isEmpty):
        begin(tag, isEmpty, UnsafeRawBufferPointer(rebasing: enml[tag.position..<scanner.position]))
      case .end(let name): end(name)
      case .text(let range):
        if waitingBox != nil, !enml[range].allSatisfy(LooseXML.isSpace) { putBox() }
        link?.label += LooseXML.unescaped(enml, range)
        html.append(contentsOf: enml[range])
      case .cdata(let range):
        putBox()
        html.append(contentsOf: EnexMarkup.escaped(String(decoding: enml[range], as: UTF8.self)))
      }
      if scanner.position <= start { return }
    }
  }

  /// Ends the note: closes a link, and adds the tasks that have no place in the text.
  ///
  /// Groups without a place come in the order of their first tasks.
  mutating func finish() {
    if link != nil { end("a") }
    if let text = code?.finish() { putCode(text) }
    putBox()
    var order: [String] = []
    for task in tasks {
      let group = task.values["taskGroupNoteLevelID"] ?? ""
      if !groups.contains(group), !order.contains(group) { order.append(group) }
    }
    for group in order { addTasks(of: group) }
  }

  // MARK: Elements

  /// A start tag, whose bytes are `raw`.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - isEmpty: Whether the element has no end tag.
  ///   - raw: The bytes of the tag, which are copied where nothing has to change.
  private mutating func begin(_ tag: LooseXML.Tag, _ isEmpty: Bool, _ raw: UnsafeRawBufferPointer) {
    let style = tag["style"] ?? ""
    if waitingBox != nil, tag.name.lowercased() != "div" || isEmpty { putBox() }
    switch tag.name.lowercased() {
    case "en-note": put("<div>")
    case "en-media":
      media(tag)
      if !isEmpty { skipped = 1 }
    case "en-todo":
      beginItem()
      put(EnexMarkup.box(tag["checked"] == "true"))
    case "en-crypt":
      crypt(tag)
      if !isEmpty { skipped = 1 }
    case "a":
      if link != nil { end("a") }
      let target = tag["href"] ?? ""
      if EnexMarkup.mayBeNote(target), !isEmpty {
        link = (target, html.count, "")
      } else if let resource = resource(named: target) {
        put("<a href=\"\(resource.hash)\">")
        if isEmpty { put("</a>") }
      } else {
        copy(raw, tag, isEmpty)
      }
    case "img":
      guard let resource = tag["src"].flatMap(resource(named:)) else { return copy(raw, tag, isEmpty) }
      put("<img src=\"\(resource.hash)\"")
      putSize(of: tag)
    case "div" where style.contains("--en-task-group:true"):
      let group = EnexMarkup.value("--en-id", in: style)
      addTasks(of: group)
      if !isEmpty { skipped = 1 }
    case "div" where !isEmpty && EnexCodeBlock.isCode(style):
      code = EnexCodeBlock(language: EnexCodeBlock.language(style))
    case "div" where style.contains(EnexMarkup.fileMark): if !isEmpty { skipped = 1 }
    case "ul", "ol":
      if !isEmpty { lists.append(style.contains("--en-todo:true")) }
      copy(raw, tag, isEmpty)
    case "li":
      copy(raw, tag, isEmpty)
      if lists.last == true, !isEmpty { waitingBox = EnexMarkup.box(style.contains("--en-checked:true")) }
    case "div" where !isEmpty, "p" where !isEmpty:
      let start = html.count
      copy(raw, tag, isEmpty)
      paragraphs.append((start, html.count, false))
    default: copy(raw, tag, isEmpty)
    }
  }

  /// An end tag.
  ///
  /// The target of a link is found at its end, since it depends on the label.
  private mutating func end(_ name: String) {
    putBox()
    switch name.lowercased() {
    case "en-note": put("</div>")
    case "en-media", "en-todo", "en-crypt": break
    case "a":
      guard let link else { return put("</a>") }
      self.link = nil
      let inside = Array(html[link.start...])
      html.removeSubrange(link.start...)
      put("<a href=\"")
      html += EnexMarkup.escaped(resolved(link.target, link.label))
      put("\">")
      html += inside.isEmpty ? EnexMarkup.escaped(link.target) : inside
      put("</a>")
    case "div", "p":
      guard let paragraph = paragraphs.popLast(), paragraph.isItem else { return put("</\(name)>") }
      put("</li></ul>")
      endOfList = html.count
    case "ul", "ol":
      _ = lists.popLast()
      put("</\(name)>")
    default: put("</\(name)>")
    }
  }

  /// Adds the check box of an item where its text begins, within the element that newer versions of Evernote put
  /// around it.
  private mutating func putBox() {
    guard let box = waitingBox else { return }
    waitingBox = nil
    put(box)
  }

  /// Adds a block of code, which has ended.
  private mutating func putCode(_ text: String) {
    let language = code?.language
    code = nil
    put(language.map { "<pre><code class=\"language-\($0)\">" } ?? "<pre><code>")
    html += EnexMarkup.escaped(text)
    put("</code></pre>")
  }

  /// Adds markup.
  private mutating func put(_ text: String) { html.append(contentsOf: text.utf8) }

  /// Copies a start tag; an empty element gets an end tag where HTML demands one.
  ///
  /// - Parameters:
  ///   - raw: The bytes of the tag.
  ///   - tag: The same tag, for its name.
  ///   - isEmpty: Whether it ends with `/>`.
  private mutating func copy(_ raw: UnsafeRawBufferPointer, _ tag: LooseXML.Tag, _ isEmpty: Bool) {
    guard isEmpty, !EnexMarkup.voids.contains(tag.name.lowercased()) else {
      return html.append(contentsOf: raw)
    }
    html.append(contentsOf: raw.dropLast(2))
    put("></\(tag.name)>")
  }

  /// Elements without content.
  private static let voids: Set<String> = [
    "br", "hr", "img", "input", "col", "area", "wbr", "base", "meta", "link",
  ]

  /// A file of the note.
  ///
  /// A picture may be shown as an attached file, which its style says. A file that isn't there is shown by its type, so that the
  /// report can count it.
  private mutating func media(_ tag: LooseXML.Tag) {
    let named = (tag["hash"] ?? "").lowercased()
    let resource = resources.first { $0.hash == named } ?? tag["filename"].flatMap(resource(named:))
    let hash = resource?.hash ?? named
    let type = resource.map { $0.bytes.withUnsafeBytes { MediaType.sniff($0) } }
    let isPicture = type?.isImage ?? (tag["type"] ?? "").hasPrefix("image/")
    let asFile = (tag["style"] ?? "").contains("--en-viewAs:attachment")
    if isPicture, !asFile {
      put("<img src=\"\(hash)\"")
      putSize(of: tag)
    } else {
      put("<a class=\"attachment\" href=\"\(hash)\">")
      html += EnexMarkup.escaped(resource?.name ?? hash)
      put("</a>")
    }
  }

  /// Ends the tag of a picture with the size and the description that another tag has.
  private mutating func putSize(of tag: LooseXML.Tag) {
    for name in ["width", "height", "alt"] {
      guard let value = tag[name], !value.isEmpty else { continue }
      put(" \(name)=\"")
      html += EnexMarkup.escaped(value)
      put("\"")
    }
    put(">")
  }

  /// The file of the note that a relative address names, as other programs write it; nil for other addresses.
  private func resource(named address: String) -> EnexNote.Resource? {
    guard !Vault.hasScheme(address), !address.hasPrefix("#") else { return nil }
    let name = RelativePath.withoutEncoding(String(address.lastName))
    guard !name.isEmpty else { return nil }
    return (resources.first { $0.name == name } ?? resources.first { $0.hash == name }).flatMap {
      $0.bytes.isEmpty ? nil : $0
    }
  }

  /// Makes an item of the open paragraph, if nothing but tags stands in it so far; or of the line, behind another item.
  ///
  /// Items that follow each other are one list.
  private mutating func beginItem() {
    guard let paragraph = paragraphs.last else { return }
    if paragraph.isItem {
      for lineBreak in ["<br>", "<br/>", "<br />", "<br clear=\"none\"/>"]
      where html.suffix(lineBreak.utf8.count).elementsEqual(lineBreak.utf8) {
        html.removeLast(lineBreak.utf8.count)
        return put("</li><li>")
      }
      return
    }
    guard lists.isEmpty, EnexMarkup.isBlank(html[paragraph.inside...]) else { return }
    let inside = Array(html[paragraph.inside...])
    html.removeSubrange(paragraph.start...)
    let goesOn = endOfList.map { $0 <= html.count && html[$0...].allSatisfy(LooseXML.isSpace) } ?? false
    if goesOn, let endOfList {
      html.removeSubrange((endOfList - 5)...)
    } else {
      put("<ul>")
    }
    put("<li>")
    html += inside
    paragraphs[paragraphs.count - 1].isItem = true
  }

  /// Whether HTML has no text and shows nothing.
  private static func isBlank(_ html: ArraySlice<UInt8>) -> Bool {
    var isInTag = false
    for byte in html {
      if byte == UInt8(ascii: "<") { isInTag = true }
      if !isInTag, !LooseXML.isSpace(byte) { return false }
      if byte == UInt8(ascii: ">") { isInTag = false }
    }
    return html.firstRange(of: "<img".utf8) == nil && html.firstRange(of: "<a ".utf8) == nil
      && html.firstRange(of: "<br".utf8) == nil
  }

  /// An encrypted part: a visible sign.
  ///
  /// A hint for the password is kept. The finding has no text of the note.
  private mutating func crypt(_ tag: LooseXML.Tag) {
    put("🔒")
    if let hint = tag["hint"], !hint.isEmpty { hints.append(hint) }
    diagnostics.append(SourceFault.encrypted("A part of the note is encrypted; its original is kept."))
  }

  /// A check box.
  ///
  /// These are the signs that readers of Markdown and HTML give to check boxes.
  private static func box(_ isChecked: Bool) -> String { isChecked ? "☑ " : "☐ " }

  // MARK: Tasks

  /// Adds the tasks of a group, in their order.
  ///
  /// Tasks are sorted by `sortWeight`, which is compared as text. A flag is shown as ⚑.
  ///
  /// - Parameter group: The id of the group; empty for tasks without one.
  private mutating func addTasks(of group: String) {
    groups.insert(group)
    let own = tasks.filter { ($0.values["taskGroupNoteLevelID"] ?? "") == group }.sorted {
      ($0.values["sortWeight"] ?? "") < ($1.values["sortWeight"] ?? "")
    }
    guard !own.isEmpty else { return }
    put("<ul>")
    for task in own {
      put("<li>" + EnexMarkup.box(task.values["taskStatus"] == "completed"))
      html += EnexMarkup.escaped(task.values["title"] ?? "")
      if task.values["taskFlag"] == "true" { put(" ⚑") }
      put("</li>")
    }
    put("</ul>")
  }

  /// The value of a property in a style; empty for none.
  ///
  /// - Parameters:
  ///   - name: The name of the property, such as `--en-id`.
  ///   - style: The whole `style` attribute.
  private static func value(_ name: String, in style: String) -> String {
    for part in style.split(separator: ";") {
      let pair = part.split(separator: ":", maxSplits: 1)
      if pair.count == 2, String(pair[0]).trimmingBlanks() == name { return String(pair[1]).trimmingBlanks() }
    }
    return ""
  }

  // MARK: Links

  /// Whether a link may lead to a note of Evernote.
  ///
  /// The scheme of Evernote counts, and so do the two addresses under which it shares notes.
  private static func mayBeNote(_ target: String) -> Bool {
    let target = target.lowercased()
    return target.hasPrefix("evernote:") || target.hasPrefix("https://share.evernote.com/note/")
      || target.hasPrefix("https://www.evernote.com/shard/")
  }

  /// The target of a link to a note: by id, or else by title. Otherwise the link stays as it is.
  ///
  /// Evernote's ids are in no export of Evernote, so the title is what is left: the label has the title at the time when the link
  /// was made. “Untitled” stands for a note without a title, which an export calls “Untitled Note”.
  ///
  /// - Parameters:
  ///   - target: The address.
  ///   - label: The text that the link shows.
  /// - Returns: The new target; the old one where no note or several match.
  private mutating func resolved(_ target: String, _ label: String) -> String {
    let ids = target.split { "/?#&=".contains($0) }.filter { UniqueID($0) != nil }
    for id in ids { if let note = context.note(id.lowercased()) { return SourceContext.target(note) } }
    let label = label.trimmingBlanks()
    for name in [label, label == "Untitled" ? "Untitled Note" : ""] where !name.isEmpty {
      switch context.note(named: name) {
      case .note(let note): return SourceContext.target(note)
      case .ambiguous(let notes):
        unresolved.append(SourceLink(target, candidates: notes))
        return target
      case .missing: break
      }
    }
    unresolved.append(SourceLink(target))
    return target
  }

  /// Text as HTML.
  private static func escaped(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x26: output += "&amp;".utf8
      case 0x3C: output += "&lt;".utf8
      case 0x3E: output += "&gt;".utf8
      case 0x22: output += "&quot;".utf8
      default: output.append(byte)
      }
    }
    return output
  }
}
