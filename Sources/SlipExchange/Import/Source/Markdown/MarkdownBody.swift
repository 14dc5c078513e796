internal import SlipBase
internal import SlipDocument
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
  /// Links that lead to nothing.
  private(set) var unresolved: [SourceLink] = []
  /// Files that are shown, and aren't there.
  private(set) var missing: [String] = []

  /// What begins the targets that stand for files of the container.
  private static let scheme = "sx-file/"

  /// What links and embeds in double brackets were turned into, while the text is walked.
  private final class Links {
    var files: [(name: String, bytes: [UInt8])] = []
    var unresolved: [SourceLink] = []
  }

  /// Converts a text in UTF-8.
  init(
    _ text: ArraySlice<UInt8>, _ dialect: WikiMarkdown.Dialect, _ context: SourceContext,
    find: @escaping Finder
  ) {
    let links = Links()
    var source = Array("\n".utf8)
    tags = []
    if dialect.isEmpty {
      source += text
    } else {
      let wiki = WikiMarkdown(text, dialect) { MarkdownBody.markdown($0, links, find) }
      source += wiki.output
      tags = wiki.tags
    }
    document = source.withUnsafeBytes { MarkdownReader.read($0, limits: context.limits).document }
    unresolved = links.unresolved
    relink(find, links)
    takePictures(find, links)
  }

  /// Gives a document that was read from something else its links and files.
  init(_ document: Document, find: @escaping Finder) {
    self.document = document
    tags = []
    relink(find, Links())
    takePictures(find, Links())
  }

  /// Gives a note what was found.
  func fill(_ note: inout SourceNote) {
    note.body = .document(document)
    note.linkedFiles = linked
    note.unresolved += unresolved
    note.reportMissing(missing)
    note.keywords += tags.compactMap { SourceKeyword(nested: $0) }
  }

  /// Forgets the pictures on the web among those that are missing; false where there are none.
  mutating func dropRemotePictures() -> Bool {
    let count = missing.count
    missing.removeAll { Vault.hasScheme($0) }
    return missing.count < count
  }

  // MARK: Links in double brackets

  /// The Markdown for a link in double brackets.
  ///
  /// The label is text as it stands: `[[Note|**x**]]` shows two asterisks at each end. A target without label shows its headings
  /// behind ` > `. Where the link leads to nothing, its label stays as text.
  private static func markdown(_ link: WikiMarkdown.Link, _ links: Links, _ find: Finder) -> String {
    let shown = link.target.split(separator: "#", omittingEmptySubsequences: true).map { part in
      part.hasPrefix("^") ? String(part.dropFirst()) : String(part)
    }.joined(separator: " > ")
    // What stands behind the bar of a picture is its size or its description; neither is text.
    let label = WikiMarkdown.escaped(link.label.flatMap { $0.isEmpty ? nil : $0 } ?? shown)
    switch find(link.target, true) {
    case .note(let id): return "[\(label)](\(SourceContext.target(id)))"
    case .file(let name, let bytes):
      links.files.append((name, bytes))
      return "\(link.isEmbed ? "!" : "")[\(link.isEmbed ? "" : label)](\(scheme)\(links.files.count - 1))"
    case .elsewhere: return label
    case .missing(let candidates):
      links.unresolved.append(SourceLink(link.target, candidates: candidates))
      return label
    }
  }

  // MARK: Plain links and pictures

  /// Gives links their targets.
  private mutating func relink(_ find: Finder, _ links: Links) {
    var linked: [String: SourceFile] = [:]
    var unresolved: [SourceLink] = []
    document.retarget { target in
      if target.hasPrefix(MarkdownBody.scheme), let index = Int(target.dropFirst(MarkdownBody.scheme.count)),
        links.files.indices.contains(index)
      {
        linked[target] = SourceFile(name: links.files[index].name, bytes: links.files[index].bytes)
        return target
      }
      if target.hasPrefix(LinkTarget.notePrefix) { return target }
      switch find(MarkdownBody.decoded(target), false) {
      case .note(let id): return SourceContext.target(id)
      case .file(let name, let bytes):
        linked[target] = SourceFile(name: name, bytes: bytes)
        return target
      case .elsewhere: return target
      case .missing(let candidates):
        unresolved.append(SourceLink(target, candidates: candidates))
        return target
      }
    }
    self.linked = linked
    self.unresolved += unresolved
  }

  /// Gives pictures their content. A file that is no picture becomes an attached file, and a note a link.
  ///
  /// Programs show notes, sounds and documents with the same mark as pictures. So the content decides what becomes of it. A
  /// picture that isn't there, or that would have to be fetched, is no longer shown; its description isn't text.
  private mutating func takePictures(_ find: Finder, _ links: Links) {
    var notes: [Int: UniqueID] = [:]
    for index in document.resources.indices {
      guard case .file(let path) = document.resources[index].content else { continue }
      if path.hasPrefix(MarkdownBody.scheme), let number = Int(path.dropFirst(MarkdownBody.scheme.count)),
        links.files.indices.contains(number)
      {
        take(links.files[number], at: index)
        continue
      }
      switch find(path, false) {
      case .file(let name, let bytes): take((name, bytes), at: index)
      case .note(let id): notes[index] = id
      case .elsewhere, .missing: missing.append(path)
      }
    }
    let resources = document.resources
    document.editInlines { inline in
      guard case .picture(let picture) = inline, resources.indices.contains(picture.resource) else {
        return [inline]
      }
      let resource = resources[picture.resource]
      if let id = notes[picture.resource] {
        var style = picture.style
        style.link = Hyperlink(target: SourceContext.target(id))
        return [.run(Run(picture.description ?? resource.name ?? "note", style: style))]
      }
      guard case .bytes(let bytes) = resource.content else { return [] }
      let isPicture = bytes.withUnsafeBytes { MediaType.sniff($0).isImage }
      return isPicture ? [inline] : [.attachment(resource: picture.resource)]
    }
  }

  /// Gives a resource its content.
  private mutating func take(_ file: (name: String, bytes: [UInt8]), at index: Int) {
    document.resources[index].content = .bytes(file.bytes)
    document.resources[index].name = file.name
  }

  /// A target without percent-encoding, if it is well-formed without.
  static func decoded(_ target: String) -> String {
    guard target.utf8.contains(0x25) else { return target }
    return String(validating: RelativeURL.decodedBytes(Array(target.utf8)), as: UTF8.self) ?? target
  }
}
