internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Reads a document of VoodooPad: a folder with two files for each page.
///
/// ```
/// Garden.vpdoc/storeinfo.plist          the version, and whether the document is encrypted
///             /pages/5/50d428b9-…       the text of a page: RTFD in one stream, RTF, Markdown or plain text
///             /pages/5/50d428b9-….plist its name, other names, categories, dates and type
/// ```
///
/// The program makes a link of each place at which a text has the name of a page; in the file the text is
/// just text, and so it is here.
struct VoodooPadSource: NoteSource {
  /// The name of the file that says what the folder is.
  static let information = "storeinfo.plist"
  /// What the name of a page's file of facts ends with.
  private static let suffix = ".plist"
  /// What an encrypted file begins with.
  fileprivate static let encryptedMark = Array("vpvde".utf8)

  /// The files.
  private let tree: SourceTree
  /// What is given next, the last one first.
  private var pending: [SourceItem] = []

  /// Whether a container is such a document: by the key that gives the version; where that file is damaged,
  /// by the name.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    guard tree.form != .file else { return nil }
    let top = tree.topPath
    guard let bytes = tree.soundBytes(of: top + information)?.array,
      bytes.withUnsafeBytes({ LooseXML.find("VoodooPadBundleVersion", in: $0, from: 0) }) != nil
    else {
      let isNamed = (top.isEmpty ? tree.name : tree.top).suffixName == "vpdoc"
      return isNamed && tree.files.contains { $0.path.hasPrefix(top + "pages/") } ? .likely : nil
    }
    return .certain
  }

  /// Lists the pages.
  ///
  /// - Throws: `SlipError` with `ExchangeCode.encryptedPart` for an encrypted document.
  init(_ tree: SourceTree) throws(SlipError) {
    self.tree = tree
    let top = tree.topPath
    let bytes = tree.soundBytes(of: top + VoodooPadSource.information)?.array ?? []
    let facts = VoodooPadFacts(bytes)
    guard !facts.isSet("isEncrypted") else {
      throw SlipError(
        .badInput, code: ExchangeCode.encryptedPart,
        "The document is encrypted. Remove its password in VoodooPad, then import that.",
        at: SourceLocation(file: tree.name))
    }
    var items: [SourceItem] = []
    var pages: [String: (text: Int?, facts: Int?)] = [:]
    for (place, file) in tree.files.enumerated() where !file.isClutter {
      let path = file.path
      guard path.hasPrefix(top + "pages/") else {
        let name = path.dropFirst(top.count)
        if name != VoodooPadSource.information, name != "properties.plist" {
          items.append(.skipped(SourceSkip(path, .notShown)))
        }
        continue
      }
      if path.hasSuffix(VoodooPadSource.suffix) {
        pages[String(path.dropLast(VoodooPadSource.suffix.count)), default: (nil, nil)].facts = place
      } else {
        pages[path, default: (nil, nil)].text = place
      }
    }
    var notes: [SourceItem] = []
    var known: Set<String> = []
    for (path, page) in pages.sorted(by: { $0.key < $1.key }) {
      let name = String(path.lastName)
      let id = known.insert(name).inserted ? name : String(path.dropFirst(top.count))
      notes.append(item(id, page.text, page.facts))
    }
    if bytes.isEmpty || facts.isDamaged {
      items.append(
        .finding(SourceFault.cut("The file that describes the document is damaged or missing.")))
    }
    pending = (notes + items).reversed()
  }

  /// The next page; then files that are none.
  mutating func next() throws(SlipError) -> SourceItem? { pending.popLast() }

  /// A page, before it is read; or what is left out.
  ///
  /// - Parameters:
  ///   - id: The name of its files.
  ///   - text: The place of its text; nil for none.
  ///   - place: The place of its facts; nil for none.
  private func item(_ id: String, _ text: Int?, _ place: Int?) -> SourceItem {
    let tree = tree
    let facts = VoodooPadFacts(place.flatMap { tree.soundBytes(at: $0)?.array } ?? [])
    // Another name of a page, which that page gives as well.
    if facts.text("uti") == "com.fm.page-alias" { return .skipped(SourceSkip(id, .copy)) }
    let length = text.map { tree.files[$0].length } ?? 0
    let names = [facts.text("displayName") ?? ""] + facts.texts("aliases")
    return .note(
      SourceEntry(id: id, place: id, names: names, length: length) { context throws(SlipError) in
        let bytes = try text.map { text throws(SlipError) in try tree.bytes(at: text).array }
        return VoodooPadPage(facts, bytes).note(context)
      })
  }
}

/// A property list with the facts of a document or a page.
struct VoodooPadFacts: Sendable {
  /// The list; nil where there is none that can be read.
  private let list: PropertyList?

  /// Reads a list. Any bytes will do.
  init(_ bytes: [UInt8]) { list = bytes.withUnsafeBytes { PropertyList.read($0) } }

  /// Whether nothing, or not everything, could be read.
  var isDamaged: Bool { list?.isDamaged ?? true }

  /// The number of a value in the list; nil for none.
  private func value(_ key: String) -> Int? { list.flatMap { $0.value(key, of: $0.top) } }

  /// A text; nil where it is missing or empty.
  func text(_ key: String) -> String? {
    guard let list, let text = value(key).flatMap({ list.string($0) }), !text.isEmpty else { return nil }
    return text
  }

  /// A list of texts; empty for anything else.
  func texts(_ key: String) -> [String] {
    guard let list, let value = value(key) else { return [] }
    return list.elements(value).compactMap { list.string($0) }.filter { !$0.isEmpty }
  }

  /// A date; nil for anything else.
  func date(_ key: String) -> Timestamp? {
    guard let list, let value = value(key), case .date(let seconds) = list[value] else { return nil }
    return AppleDate.timestamp(seconds)
  }

  /// Whether something is said to be so: `true`, or `Yes` in words.
  func isSet(_ key: String) -> Bool {
    guard let list, let value = value(key) else { return false }
    return list.string(value).map { $0.lowercased() == "yes" } ?? (list.integer(value) ?? 0 != 0)
  }
}

/// A page of VoodooPad.
struct VoodooPadPage {
  /// What is known of it.
  private let facts: VoodooPadFacts
  /// Its text; nil for none.
  private let text: [UInt8]?

  /// Begins a page.
  init(_ facts: VoodooPadFacts, _ text: [UInt8]?) { (self.facts, self.text) = (facts, text) }

  /// Makes a note.
  ///
  /// Categories are keywords. A page without facts has its first line as title, and one without a text is
  /// an empty note; both are reported.
  func note(_ context: SourceContext) -> SourceNote {
    var note = SourceNote(title: facts.text("displayName"), body: .document(Document()))
    (note.created, note.modified) = (facts.date("createdDate"), facts.date("modifiedDate"))
    note.keywords = facts.texts("categories").map { SourceKeyword(path: [$0]) }
    for name in facts.texts("aliases") {
      note.properties.append(Property(Property.WellKnown.alias, .text, name))
    }
    if facts.isDamaged {
      note.diagnostics.append(
        SourceFault.cut("The file with the facts of a page is damaged or missing; its text was read."))
    }
    takeText(&note, context)
    return note
  }

  /// Takes the text, whose content says what it is; only Markdown is known by the type alone.
  private func takeText(_ note: inout SourceNote, _ context: SourceContext) {
    guard let text else {
      note.diagnostics.append(SourceFault.cut("The file with the text of a page is missing."))
      return
    }
    if facts.isSet("encrypted") || text.starts(with: VoodooPadSource.encryptedMark) {
      note.diagnostics.append(SourceFault.encrypted("The text of a note is encrypted."))
      note.body = .document(Document(text: "🔒"))
      return
    }
    switch text.withUnsafeBytes({ BodyForm($0) }) {
    case .flatRTFD:
      note.body = .rtfd(text.withUnsafeBytes { FlatRTFD.read($0, diagnostics: &note.diagnostics) })
      relink(&note, context)
    case .rtf:
      note.body = .rtf(text)
      relink(&note, context)
    case .empty: note.lacksText = true
    case .text, .html:
      guard isMarkdown else {
        let plain = SourceText.utf8(text, context, &note.diagnostics)
        note.body = .document(plain.withUnsafeBytes { PlainTextReader.read($0).document })
        return
      }
      let body = MarkdownBody(SourceText.utf8(text, context, &note.diagnostics)[...], [], context) {
        target, _ in find(target, context)
      }
      body.fill(&note)
    case .propertyList, .typedStream, .gzip, .zlib, .unknown:
      note.properties.append(Property("voodoopad:type", .text, facts.text("uti") ?? ""))
      note.files.append(SourceFile(name: facts.text("displayName") ?? "", bytes: text))
      note.diagnostics.append(
        SourceFault.dropped("The text of a page has a form that isn't known; it is an attachment."))
    }
  }

  /// Whether the page is written in Markdown.
  private var isMarkdown: Bool { facts.text("uti")?.lowercased().contains("markdown") ?? false }

  // MARK: Links

  /// Gives links in RTF that name a page their target.
  private func relink(_ note: inout SourceNote, _ context: SourceContext) {
    /// RTF with other targets.
    func relinked(_ rtf: [UInt8]) -> [UInt8] {
      rtf.withUnsafeBytes { bytes in
        RTFHyperlinks.rewrite(bytes, limits: context.limits) { target in
          guard case .note(let id) = find(target, context) else { return nil }
          return SourceContext.target(id)
        }
      }
    }
    switch note.body {
    case .rtf(let bytes): note.body = .rtf(relinked(bytes))
    case .rtfd(let package):
      var changed = FilePackage()
      for entry in package.entries {
        let isText = entry.path == RTFDWriter.textName
        changed.add(entry.path, isText ? entry.bytes.map(relinked) : entry.bytes)
      }
      note.body = .rtfd(changed)
    case .document: break
    }
  }

  /// The page that an address leads to: by its id at the end of the address, or by its name as the whole of
  /// it.
  private func find(_ target: String, _ context: SourceContext) -> MarkdownBody.Target {
    let last = String(target.lastName)
    if let id = context.note(last.lowercased()) ?? context.note(last) { return .note(id) }
    if Vault.hasScheme(target) { return .elsewhere }
    switch context.note(named: RelativePath.withoutEncoding(target)) {
    case .note(let id): return .note(id)
    case .ambiguous(let ids): return .missing(candidates: ids)
    case .missing: return .missing(candidates: [])
    }
  }
}
