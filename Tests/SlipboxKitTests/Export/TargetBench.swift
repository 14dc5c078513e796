import Foundation
import SlipBase
import SlipExchange
import SlipBundle
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit

/// Boxes for exports to other programs, and what of them comes back.
struct TargetBench {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Where the box is that is exported.
  var bundle: String { directory.path("box.slipbox") }

  // MARK: Boxes

  /// Texts that mean something in Markdown, in note programs, in HTML or in XML.
  static let texts = [
    "Plain text.\n\nTwo paragraphs, ä and 日本語.", "[[Nowhere]] and ![[x.png]] and [a](b) [^1]",
    "==not marked== and %%no comment%% $5 and $6$", "#notag and # no heading\n#5 or a#b",
    "- [-] no task\n\n- [x] neither\n\n> [!note] no callout", "a_b_c *d* ~e~ ~~f~~ `g` ^id",
    "1. one\n\n2) two\n\n---\n\n+++", "<b>bold</b> &amp; <script>alert(1)</script> ]]> <!-- c -->",
    "| a | b |\n\n\\[escaped\\] C:\\dir\\file", "{ \"json\": true }", "---", "https://example.org/?a=1&b=_x_",
    "[ ] box and ☐ sign and ☑ sign", "line one\nline two\nline three", "", "# Heading\n\ntext ^block",
    "#two words# and #bees",
  ]
  /// Titles that are no file names, or that mean something elsewhere.
  static let titles = [
    "Plan", "Costs: 2024/25", "../../x", "CON", ".git", "[[a|b]] #c ^d", "a]]>b", "- dash", "title: yes",
    "Ünïcode 日本", "ends with dot.", "v1.2", "null", "~", "100% %% sure", "\"quoted\" 'text'",
    "tab\tand\nline", "1. First", "- [ ] open", "> quoted", "    four",
    "a, b, c", "<i>no tag</i>", "#tagtitle", "   blanks   ", "x\\y", "`code`", "plan", "Pla\u{301}n",
  ]
  /// Names of files.
  static let files = ["a.txt", "plan.pdf", "CON", "x y#1.bin"]
  /// Keywords, some nested.
  static let keywords = [
    "bees", "bees/queens", "Work", "two words", "2024", "a,b", "C++", "größe", "x/y z/deep", "true", "#hash",
  ]
  /// Properties with the form that their kinds demand.
  static let properties = [
    Property("author", .text, "Ada"), Property("source-url", .uri, "https://example.org/?a=1&b=2"),
    Property("summary", .text, "In short: a \"note\""), Property("language", .text, "en"),
    Property("latitude", .number, "47.5"), Property("due", .date, "2024-05-06T07:08:09Z"),
    Property("pinned", .boolean, "true"), Property("place", .text, "Berlin, Mitte"),
    Property("obsidian:mood", .text, "fine"), Property("scrivener:label", .text, "Red: #1"),
    Property("alias", .text, "Another, name"), Property("author", .text, "Grace"),
    Property("zk:a b", .text, "line\nbreak"),
  ]

  /// Makes a box at random.
  func make(seed: Int, notes count: Int = 12) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }
    _ = try BundleTransaction.begin(at: bundle, limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
    var session = try EditSession(opening: bundle, date: Timestamp(seconds: 1_700_000_000))
    var ids: [UniqueID] = []
    for number in 0..<count {
      let text = (0..<Int.random(in: 1...3, using: &generator)).map { _ in pick(TargetBench.texts) }
      let isMarkdown = Bool.random(using: &generator)
      var body = text.joined(separator: "\n\n")
      if isMarkdown {
        body =
          "Some **bold** and _slanted_ text, a [link](https://example.org).\n\n- one\n- two\n\n1. first\n2. second\n\n"
          + "> quoted\n\n```\ncode == [[x]]\n```\n\n| a | b |\n| - | - |\n| c | d |\n"
      }
      if let other = ids.last, number % 2 == 0, isMarkdown { body += "\n[to it](slipbox:note/\(other))\n" }
      let title = pick(TargetBench.titles) + (number % 3 == 0 ? "" : " \(number)")
      let folders = [nil, "Work", "Work/Ideas", "Journal", "a - b"]
      let id = try session.create(
        NoteDraft(
          title: "Note \(number)", body: isMarkdown ? .markdown(body) : .text(body), folder: pick(folders),
          keywords: Bool.random(using: &generator)
            ? [pick(TargetBench.keywords), pick(TargetBench.keywords)] : []))
      for file in 0..<Int.random(in: 0...2, using: &generator) {
        try session.attach(Array("File \(number % 4) \(file)".utf8), named: pick(TargetBench.files), to: id)
      }
      let properties = TargetBench.properties.filter { _ in Int.random(in: 0...3, using: &generator) == 0 }
      let (status, isFavorite) = (pick(Note.Status.allCases), Bool.random(using: &generator))
      let related = ids.randomElement(using: &generator)
      let dates = pick([(1_600_000_000, 0), (1_650_000_000, 500_000), (-100_000_000, 0)])
      try session.edit { (box) throws(SlipError) in
        try box.update(note: id) {
          $0.title = title
          $0.properties = properties
          ($0.status, $0.isFavorite) = (status, isFavorite)
          if number % 8 != 0 {
            $0.created = Timestamp(seconds: Int64(dates.0), microseconds: Int64(dates.1))
          } else {
            $0.created = nil
          }
          if number % 4 == 0 { $0.modified = nil }
          if number % 4 != 0 { $0.modified = Timestamp(seconds: Int64(dates.0 + number)) }
          if let related, number % 3 == 0, !$0.links.contains(related) {
            $0.links.append(related)
            $0.manualLinks.insert(related)
          }
        }
      }
      ids.append(id)
    }
    try session.save()
  }

  // MARK: There and back

  /// Exports the box and imports the export into a new one.
  ///
  /// - Returns: The path of the new bundle.
  @discardableResult func roundTrip(
    _ target: ContainerTarget, named name: String = "Out", change: (inout ContainerExport) -> Void = { _ in }
  ) throws -> String {
    let path = directory.path(name + (target.suffix.isEmpty ? "" : "." + target.suffix))
    var request = ContainerExport(bundle: bundle, output: path, target: target)
    change(&request)
    _ = try request.run()
    let back = directory.path(name + "-\(target.name).slipbox")
    var importing = ImportRequest(inputs: [path])
    importing.target = .at(back)
    importing.sourceName = "Out"
    _ = try importing.run()
    return back
  }

  /// What a comparison leaves out.
  struct Mask: OptionSet {
    let rawValue: Int
    static let title = Mask(rawValue: 1)
    static let kinds = Mask(rawValue: 2)
    static let folderNames = Mask(rawValue: 4)
    static let text = Mask(rawValue: 8)
    static let folders = Mask(rawValue: 16)
  }

  /// The notes of a box as texts, sorted, without their UUIDs.
  ///
  /// - Parameters:
  ///   - names: Further names of files that texts may show.
  ///   - top: How many folders from the top an import has added.
  static func notes(
    _ bundle: String, leavingOut mask: Mask = [], names: [String] = [], top: Int = 0
  ) throws -> [String] {
    let opened = try OpenBundle(bundle)
    let box = opened.box
    return try box.notes.map { note in
      func title(_ note: Note) -> String { flat(note.title.isEmpty ? "Untitled" : note.title) }
      let text = String(decoding: try opened.mirror(of: note), as: UTF8.self)
      let folder = box.path(of: note.folder).dropFirst(top).map {
        mask.contains(.folderNames) ? flat($0) : $0
      }
      let properties = note.properties.filter { !["obsidian:uuid", "obsidian:order"].contains($0.name) }.map {
        "\($0.name)=\($0.value)" + (mask.contains(.kinds) ? "" : " \($0.kind)")
      }
      // Where a format has no place for a file within a text, a link with its name stands there.
      var bare = plain(text.replacing("\u{FFFC}", with: ""))
      let shown = note.attachments.map {
        AttachmentReference.name(
          ofShown: $0.attachment, fileExtension: box.attachment($0.attachment)?.fileExtension ?? "")
      }
      // Two files of one name have numbers.
      let numbered = files.map { EditSession.freeName($0, among: [$0]) }
      let all = (note.attachments.map(\.name) + shown + files + numbered + names).map(plain)
      for name in all.sorted(by: { $0.count > $1.count }) where !name.isEmpty {
        bare = bare.replacing(name, with: "")
      }
      return [
        "title: " + (mask.contains(.title) ? "" : title(note)), "status: \(note.status) \(note.isFavorite)",
        "dates: \(note.created?.rfc3339 ?? "-") \(note.modified?.rfc3339 ?? "-")",
        "folder: \(mask.contains(.folders) ? [] : Array(folder))",
        "keywords: \(note.keywords.map { box.path(ofKeyword: $0) }.sorted())",
        "properties: \(properties.sorted())",
        "files: \(Set(note.attachments.map(\.attachment.hex)).sorted())",
        "links: \(note.links.compactMap { box.note($0).map(title) }.sorted())",
        "text: " + (mask.contains(.text) ? "" : bare),
      ].joined(separator: "\n")
    }.sorted()
  }

  /// What two lists of notes say differently, line by line.
  static func differences(_ before: [String], _ after: [String]) -> [String] {
    let (lost, new) = (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
    var found = lost.count == new.count ? [] : ["\(lost.count) notes became \(new.count)"]
    for (old, other) in zip(lost, new) {
      let (a, b) = (old.split(separator: "\n"), other.split(separator: "\n"))
      for line in a where !b.contains(line) { found.append("- \(line)") }
      for line in b where !a.contains(line) { found.append("+ \(line)") }
    }
    return found
  }

  /// A title as a line.
  private static func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A text without white space and without the marks of lists, which formats write in their own way.
  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      var line = line.drop { $0.isWhitespace || "•◦▪-–*".contains($0) }
      let digits = line.prefix { $0.isNumber }
      if !digits.isEmpty, let sign = line.dropFirst(digits.count).first, ".)".contains(sign) {
        line = line.dropFirst(digits.count + 1)
      }
      return line.filter { !$0.isWhitespace }
    }.joined()
  }
}
