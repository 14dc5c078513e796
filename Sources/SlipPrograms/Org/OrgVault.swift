internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// The files of a folder of Org files, and what may be linked in them.
struct OrgVault: Sendable {
  /// A file that is a note.
  struct File: Sendable {
    /// The path.
    var path: String
    /// What it says of itself.
    var head: OrgHead
    /// Its title and other names.
    var names: [String] = []
    /// The number by which Denote links to it; empty for none.
    var number = ""
  }

  /// The files of the container.
  let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for none.
  private let top: String
  /// The graph of Logseq that it is, whose files are named by their pages; nil for others.
  let graph: LogseqGraph?
  /// Whether it is a graph of Logseq.
  var isGraph: Bool { graph != nil }
  /// The places of all files that are content.
  private(set) var places: [Int] = []
  /// The notes by place.
  private(set) var files: [Int: File] = [:]
  /// The paths of notes by the ids in them.
  private var byID: [String: [String]] = [:]
  /// The paths of files that are no notes, by Denote's numbers.
  private var others: [String: [String]] = [:]
  /// The texts of blocks by their ids, in a graph of Logseq.
  private var blocks: [String: String] = [:]
  /// The paths of notes by Denote's numbers.
  private var byNumber: [String: [String]] = [:]

  /// The settings of a graph of Logseq.
  static let settings = "logseq/config.edn"
  /// Folders of programs.
  private static let machinery: Set<String> = ["bak", ".git", "ltximg"]

  /// Lists a folder.
  ///
  /// - Throws: `SlipError` where a file can't be read.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    self.tree = tree
    top = tree.topPath
    let settings = tree.place(of: top + OrgVault.settings)
    graph = try settings.map { place throws(SlipError) in LogseqGraph(try tree.bytes(at: place).array) }
    for (place, file) in tree.files.enumerated()
    where file.path.hasPrefix(top) && !file.isClutter && !file.isHidden {
      let path = tree.form == .file ? file.path : String(file.path.dropFirst(top.count))
      if path.split(separator: "/").dropLast().contains(where: { OrgVault.machinery.contains(String($0)) }) {
        continue
      }
      if isGraph, path.hasPrefix("logseq/") { continue }
      places.append(place)
      guard OrgSource.suffixes.contains(path.suffixName) else {
        if let name = DenoteName(String(path.lastName.stem)) { others[name.number, default: []].append(path) }
        continue
      }
      let text = try text(place, context)
      let head = OrgHead(text, isGraph: isGraph)
      var note = File(path: path, head: head)
      note.names = [head.title.isEmpty ? name(path) : head.title] + head.aliases
      if let name = DenoteName(String(path.lastName.stem)) {
        note.number = name.number
        byNumber[name.number, default: []].append(path)
      }
      files[place] = note
      for (id, heading) in OrgHead.ids(in: text) {
        byID[id, default: []].append(path)
        if isGraph, OrgLine.isHeading(heading) { blocks[id] = OrgVault.shown(OrgPlaces.title(heading, head)) }
      }
    }
  }

  /// The name of a note that has no title: that of its file. In a graph of Logseq, a slash is written as three signs.
  func name(_ path: String) -> String {
    graph?.title(ofFile: path).title ?? String(path.lastName.stem)
  }

  /// The path of a file, as links and ids have it.
  func path(_ place: Int) -> String {
    tree.form == .file ? tree.files[place].path : String(tree.files[place].path.dropFirst(top.count))
  }

  /// The text of a file in UTF-8, with line feeds.
  ///
  /// - Throws: `SlipError` where it can't be read.
  func text(_ place: Int, _ context: SourceContext) throws(SlipError) -> String {
    var found: [Diagnostic] = []
    return try text(place, context, &found)
  }

  /// The same; a guess of its encoding is a finding.
  func text(
    _ place: Int, _ context: SourceContext, _ diagnostics: inout [Diagnostic]
  ) throws(SlipError) -> String {
    let bytes = try tree.bytes(at: place).array
    if context.encoding == nil, let label = OrgVault.coding(bytes), let encoding = TextEncoding.named(label),
      let text = bytes.withUnsafeBytes({ encoding.decode($0) })
    {
      return String(decoding: text, as: UTF8.self).withLineFeeds()
    }
    return String(decoding: SourceText.utf8(bytes, context, &diagnostics).withLineFeeds(), as: UTF8.self)
  }

  /// The encoding that the first line names: `-*- coding: latin-1 -*-`.
  private static func coding(_ bytes: [UInt8]) -> String? {
    let line = String(decoding: bytes.prefix(256).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard line.contains("-*-"), let mark = line.firstRange(ofASCII: "coding:") else { return nil }
    let name = line[mark.upperBound...].drop { $0 == " " }.prefix {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
    }
    let label = name.lowercased().replacing("-unix", with: "").replacing("-dos", with: "")
    return label == "latin-1" ? "iso-8859-1" : label
  }

  // MARK: Links

  /// What an id leads to.
  func note(id: String, _ context: SourceContext) -> MarkdownBody.Target { target(byID[id], context) }

  /// What a number of Denote leads to.
  func note(number: String, _ context: SourceContext) -> MarkdownBody.Target {
    if byNumber[number] == nil, let paths = others[number], paths.count == 1 {
      return file(paths[0], from: "", context)
    }
    return target(byNumber[number], context)
  }

  /// The names of files that Denote's numbers in a text lead to.
  func files(ofNumbersIn text: String) -> [String] {
    if others.isEmpty { return [] }
    var found: [String] = []
    var rest = text[...]
    while let mark = rest.firstRange(ofASCII: "denote:") {
      rest = rest[mark.upperBound...]
      found += others[String(rest.prefix(DenoteName.length))] ?? []
    }
    return found
  }

  /// The only one of several notes.
  private func target(_ paths: [String]?, _ context: SourceContext) -> MarkdownBody.Target {
    let notes = Set(paths ?? []).sorted().compactMap { context.note($0) }
    if notes.count == 1, let note = notes.first { return .note(note) }
    return .missing(candidates: notes)
  }

  /// What a path leads to, from the folder of a note: a note, a file, or nothing.
  func file(_ target: String, from note: String, _ context: SourceContext) -> MarkdownBody.Target {
    guard let path = SourcePath.join(note.parentPath, target) else { return .missing(candidates: []) }
    if tree.form == .file {
      if path == tree.files.first?.path, let own = context.note(path) { return .note(own) }
      guard let bytes = tree.neighbour(path), MediaType.forFileExtension(path.suffixName)?.isMedia == true
      else {
        return .missing(candidates: [])
      }
      return .file(name: String(path.lastName), bytes: bytes)
    }
    guard let place = tree.place(ofAny: top + path) else { return .missing(candidates: []) }
    if let file = files[place] {
      return context.note(file.path).map { .note($0) } ?? .missing(candidates: [])
    }
    guard let bytes = tree.shownBytes(at: place) else { return .missing(candidates: []) }
    return .file(name: String(tree.files[place].name), bytes: bytes)
  }

  /// The text of a block of a graph of Logseq: its heading; nil for an unknown one.
  func block(id: String) -> String? { blocks[id] }

  /// As much of a block's text as is shown where others refer to it. There may be many of these.
  private static func shown(_ text: String) -> String {
    text.utf8.count > 1_000 ? text.prefix(1_000) + "…" : text
  }

  /// The title of the note that an id leads to; nil for none.
  func title(id: String) -> String? {
    guard let path = byID[id]?.first else { return nil }
    return files.values.first { $0.path == path }?.names.first
  }
}

/// The name of a file of Denote: `20220630T140003==sig--title-words__tag_tag`.
struct DenoteName {
  /// The time at which the note was created, which is its number.
  let number: String
  /// How many characters a number has.
  static let length = 15
  /// The title; empty for none.
  let title: String
  /// The tags.
  let tags: [String]

  /// Takes a name apart; nil for other names.
  init?(_ name: String) {
    let number = name.prefix(DenoteName.length)
    guard number.count == DenoteName.length, number.dropFirst(8).first == "T",
      number.enumerated().allSatisfy({ $0.offset == 8 || $0.element.isNumber })
    else { return nil }
    let rest = name.dropFirst(DenoteName.length)
    guard rest.isEmpty || rest.hasPrefix("--") || rest.hasPrefix("==") || rest.hasPrefix("__") else {
      return nil
    }
    self.number = String(number)
    let parts = rest.split(separator: "__", maxSplits: 1, omittingEmptySubsequences: false)
    let words =
      (parts.first ?? "").firstRange(ofASCII: "--").map { (parts.first ?? "")[$0.upperBound...] } ?? ""
    title = String(words).replacing("-", with: " ")
    tags = parts.count > 1 ? parts[1].split(separator: "_").map(String.init) : []
  }
}
