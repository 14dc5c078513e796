internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Makes the body of a note from Markdown as a program writes it.
///
/// ```swift
/// let body = MarkdownBody(text, .obsidian, finder: vault, in: "notes/Bees.md", context)
/// body.fill(&note)
/// ```
struct MarkdownBody {
  /// What a link of a note leads to.
  enum Target {
    /// A note of the import.
    case note(UniqueID)
    /// A file of the container: its name and content.
    case file(name: String, bytes: [UInt8])
    /// An address that isn't the container's, such as a web page or a place in the note itself.
    case elsewhere
    /// Nothing, or several notes.
    case missing(candidates: [UniqueID])
  }

  /// Finds what links lead to: the targets as they are written, without percent-encoding.
  typealias Finder = (_ target: String, _ isWiki: Bool) -> Target

  /// The document.
  private(set) var document: Document
  /// The tags in the text.
  private(set) var tags: [String]
  /// Files that links lead to, by the target.
  private(set) var linked: [String: SourceFile] = [:]
  /// Files that links lead to, where another one of the same content has another name.
  private var others: [SourceFile] = []
  /// Links that lead to nothing.
  private(set) var unresolved: [SourceLink] = []
  /// Files that are shown or named, and aren't there.
  private(set) var missing: [String] = []
  /// Addresses of pictures that were never part of the container, such as those on the web.
  private var remote: [String] = []

  /// What a note is called by the name of its file without the extension.
  private let name: (String) -> String

  /// Findings of reading the Markdown. What it says of pictures, whoever looks them up reports.
  private(set) var diagnostics: [Diagnostic] = []

  /// What links and embeds in double brackets lead to, while the text is read.
  private final class Links {
    /// The files that they lead to, by the address that they have.
    var files: [String: SourceFile] = [:]
    /// Further names of these files.
    var names: [SourceFile] = []
    /// Those that lead to nothing, by the address that keeps the target.
    var missing: [String: SourceLink] = [:]
    /// The places of the note itself that they lead to.
    var places: Set<String> = []

    /// Adds a file, and returns its address.
    func add(_ file: SourceFile) -> String {
      let address = file.address
      if let known = files[address] {
        if known.name != file.name { names.append(file) }
      } else {
        files[address] = file
      }
      return address
    }
  }

  /// Converts a text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: Markdown without front matter.
  ///   - additions: What the program adds to GFM.
  ///   - context: Bounds, and the notes of the import.
  ///   - block: The text of a block by its id, in programs that have such.
  ///   - name: What a note is called by the name of its file without the extension.
  ///   - find: Finds what links lead to.
  init(
    _ text: ArraySlice<UInt8>, _ additions: MarkdownAdditions, _ context: SourceContext,
    block: @escaping (String) -> String? = { _ in nil }, name: @escaping (String) -> String = { $0 },
    find: @escaping Finder
  ) {
    self.name = name
    let links = Links()
    var answers = MarkdownAnswers {
      MarkdownBody.answer($0, links, find, keepsMissing: additions == .common)
    }
    (answers.block, answers.width) = (block, PictureSize.width)
    // A line before it, so that nothing is taken for a front matter.
    let (result, tags) = (Array("\n".utf8) + text).withUnsafeBytes {
      MarkdownReader.read(
        $0, limits: context.limits, pictures: .program, additions: additions, answers: answers)
    }
    self.tags = tags
    document = result.document
    diagnostics = result.diagnostics.filter { $0.severity > .info || $0.code == MarkdownReader.wordsCode }
    others = links.names
    if additions.contains(.pictureSizes) { takeSizes() }
    resolve(find, links, context)
  }

  /// Gives a document that was read from something else its links and files.
  init(
    _ document: Document, _ context: SourceContext, name: @escaping (String) -> String = { $0 },
    find: @escaping Finder
  ) {
    (self.document, self.name) = (document, name)
    tags = []
    resolve(find, Links(), context)
  }

  /// Gives links and pictures what they lead to. Addresses of notes in the text become links.
  private mutating func resolve(_ find: Finder, _ links: Links, _ context: SourceContext) {
    relink(find, links, context)
    takePictures(find, links)
    document.linkAddresses { address in
      if case .note(let id) = find(RelativePath.withoutEncoding(address), false) {
        return SourceContext.target(id)
      }
      return AppAddress.note(address, context).map(SourceContext.target)
    }
  }

  /// Gives a note what was found.
  ///
  /// - Parameter language: The language of the text, as the note says it; nil where it doesn't.
  func fill(_ note: inout SourceNote, language: String? = nil) {
    var document = document
    document.defaultLanguage = language ?? document.defaultLanguage
    note.body = .document(document)
    note.linkedFiles = linked
    note.files += others
    note.unresolved += unresolved
    note.diagnostics += diagnostics
    note.reportMissing(missing)
    note.reportRemote(remote)
    note.keywords += tags.compactMap { SourceKeyword(nested: $0) }
  }

  /// Forgets the pictures on the web; false where there are none.
  mutating func dropRemotePictures() -> Bool {
    let hasSome = !remote.isEmpty
    remote = []
    return hasSome
  }

  // MARK: Links in double brackets

  /// What becomes of a link in double brackets.
  ///
  /// The label is text as it stands: `[[Note|**x**]]` shows two asterisks at each end. A target without label shows its headings
  /// after ` > `. A link that leads to nothing keeps its target.
  ///
  /// - Parameter keepsMissing: Whether a link that leads to nothing stays as it is written: a box takes it for one to a note of that title.
  private static func answer(_ link: MarkdownWikiLink, _ links: Links, _ find: Finder, keepsMissing: Bool)
    -> MarkdownLinkAnswer
  {
    switch find(link.target, true) {
    case .note(let id):
      let place = link.place.map { "#" + RelativeURL.encoded(path: $0) } ?? ""
      return .link(link.givenLabel ?? link.name, to: SourceContext.target(id) + place)
    case .file(let name, let bytes):
      let address = links.add(SourceFile(name: name, bytes: bytes))
      return link.isEmbed
        ? .picture(description: link.givenLabel ?? "", at: address) : .link(link.shown, to: address)
    case .elsewhere:
      // A heading of the note itself.
      guard link.target.hasPrefix("#"), let name = link.place else { return .text(link.shown) }
      links.places.insert("#" + name)
      return .link(link.shown, to: "#" + RelativeURL.encoded(path: name))
    case .missing(let candidates):
      if keepsMissing, candidates.isEmpty { return .text(link.source) }
      // A tag needs no note.
      if link.isTag, candidates.isEmpty { return .text(link.shown) }
      let place = link.target.firstIndex(of: "#") ?? link.target.endIndex
      let address = RelativeURL.encoded(path: String(link.target[..<place])) + link.target[place...]
      links.missing[address] = SourceLink(link.target, candidates: candidates)
      return .link(link.shown, to: address)
    }
  }

  // MARK: Plain links and pictures

  /// Gives links their targets.
  private mutating func relink(_ find: Finder, _ links: Links, _ context: SourceContext) {
    var linked: [String: SourceFile] = [:]
    var unresolved: [SourceLink] = []
    var missing: [String] = []
    let bookmarks = links.places.isEmpty ? [] : document.bookmarkNames
    label(find)
    document.retarget { target in
      if target.hasPrefix("#") {
        let place = RelativePath.withoutEncoding(target)
        if links.places.contains(place), !bookmarks.contains(String(place.dropFirst())) {
          unresolved.append(SourceLink(place))
          return nil
        }
      }
      if let file = links.files[target] {
        linked[target] = file
        return target
      }
      if target.hasPrefix(LinkTarget.notePrefix) { return target }
      // Where several notes match, none is chosen.
      if let link = links.missing[target], !link.candidates.isEmpty {
        unresolved.append(link)
        return target
      }
      switch find(RelativePath.withoutEncoding(target), false) {
      case .note(let id):
        // What begins with the sign is an address of a program as a whole.
        let place =
          target.hasPrefix("#") ? nil : MarkdownWikiLink(target: RelativePath.withoutEncoding(target)).place
        return SourceContext.target(id) + (place.map { "#" + RelativeURL.encoded(path: $0) } ?? "")
      case .file(let name, let bytes):
        linked[target] = SourceFile(name: name, bytes: bytes)
        return target
      case .elsewhere: return AppAddress.note(target, context).map(SourceContext.target) ?? target
      case .missing(let candidates):
        if candidates.isEmpty, MarkdownBody.namesFile(target) {
          missing.append(RelativePath.withoutEncoding(target))
        } else {
          unresolved.append(links.missing[target] ?? SourceLink(target, candidates: candidates))
        }
        return target
      }
    }
    self.missing += missing
    self.linked = linked
    self.unresolved += unresolved
  }

  /// Gives links to notes that have no words those of the file's name. They would show their addresses.
  private mutating func label(_ find: Finder) {
    let name = name
    document.editInlines { inline in
      guard case .run(var run) = inline, let target = run.style.link?.target, run.text == target,
        !Vault.hasScheme(target), case .note = find(RelativePath.withoutEncoding(target), false)
      else { return nil }
      let shown = name(String(RelativePath.withoutEncoding(target).lastName.stem))
      run.text = shown.isEmpty ? "Untitled" : shown
      return [.run(run)]
    }
  }

  /// Whether a target that leads to nothing names a file that is no note: by an extension of pictures, sounds or documents.
  private static func namesFile(_ target: String) -> Bool {
    let path = target.prefix { $0 != "#" && $0 != "?" }
    if Vault.hasScheme(target) { return false }
    guard let type = MediaType.forFileExtension(String(path).suffixName) else { return false }
    return !type.name.hasPrefix("text/")
  }

  /// Gives pictures the sizes that their descriptions say.
  private mutating func takeSizes() {
    document.editInlines { inline in
      guard case .picture(var picture) = inline, let text = picture.description else { return nil }
      PictureSize(text).apply(to: &picture)
      return [.picture(picture)]
    }
  }

  /// Gives pictures their content. A file that is no picture becomes an attached file, and a note a link.
  ///
  /// Programs show notes, sounds and documents with the same mark as pictures. So the content decides what becomes of it. A
  /// picture that isn't there is no longer shown; its description isn't text. An address that isn't the container's is a link.
  private mutating func takePictures(_ find: Finder, _ links: Links) {
    var notes: [Int: UniqueID] = [:]
    var elsewhere: [Int: String] = [:]
    for index in document.resources.indices {
      guard case .file(let path) = document.resources[index].content else { continue }
      if let file = links.files[path] {
        take((file.name, file.bytes), at: index)
        continue
      }
      switch find(path, false) {
      case .file(_, let bytes) where bytes.isEmpty: missing.append(path)
      case .file(let name, let bytes): take((name, bytes), at: index)
      case .note(let id): notes[index] = id
      case .elsewhere where Vault.hasScheme(path):
        elsewhere[index] = path
        remote.append(path)
      case .elsewhere, .missing: missing.append(path)
      }
    }
    let resources = document.resources
    if resources.isEmpty { return }
    document.editInlines { inline in
      guard case .picture(let picture) = inline, resources.indices.contains(picture.resource) else {
        return nil
      }
      let resource = resources[picture.resource]
      var style = picture.style
      if let id = notes[picture.resource] {
        style.link = Hyperlink(target: SourceContext.target(id))
        return [.run(Run(picture.description ?? resource.name ?? "note", style: style))]
      }
      if let address = elsewhere[picture.resource] {
        style.link = style.link ?? Hyperlink(target: address)
        return [.run(Run(picture.description ?? address, style: style))]
      }
      guard case .bytes(let bytes) = resource.content else { return [] }
      let isPicture = bytes.withUnsafeBytes { MediaType.sniff($0).isImage }
      return isPicture ? nil : [.attachment(resource: picture.resource)]
    }
  }

  /// Gives a resource its content.
  private mutating func take(_ file: (name: String, bytes: [UInt8]), at index: Int) {
    document.resources[index].content = .bytes(file.bytes)
    document.resources[index].name = file.name
  }
}

extension MarkdownWikiLink {
  /// The link as it is written.
  fileprivate var source: String { (isEmbed ? "![[" : "[[") + target + (label.map { "|" + $0 } ?? "") + "]]" }
}
