internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// A link of Org, and what it leads to.
///
/// | target | leads to |
/// | --- | --- |
/// | `id:UUID` | the file with this ID, or with a heading that has it |
/// | `file:x.org::*Heading`, `./x.org`, `/abs`, `~/x` | a file; what stands behind `::` doesn't count |
/// | `denote:20220630T140000`, `roam:Title` | a note |
/// | `attachment:f` | a file of the nearest heading with an ID or a folder |
/// | `#id`, `*Heading` | a heading of the file |
/// | `((UUID))` in a graph of Logseq | the file with the block that has this ID |
/// | `(ref)`, words | a place in the file, so nothing; words may be the title of a note |
/// | `https:`, `mailto:` and the like | an address |
struct OrgLink {
  /// The target as it is written.
  private let target: String
  /// The path of the note.
  private let path: String
  /// What it leads to.
  private let end: MarkdownBody.Target
  /// The bookmark in the text that it leads to.
  private let place: String?
  /// What is shown of the target where there is no label.
  private let shown: String
  private let context: SourceContext

  /// Finds what a target leads to.
  ///
  /// - Parameters:
  ///   - above: Ids and folders of the headings above, from the outermost.
  ///   - places: The headings of the file that links lead to.
  init(
    _ target: String, _ path: String, _ above: [OrgHead.Section],
    _ places: OrgPlaces, _ vault: OrgVault, _ context: SourceContext
  ) {
    (self.target, self.path, self.context) = (target, path, context)
    place = places.bookmark(ofTarget: target)
    if vault.isGraph, target.hasPrefix("(("), target.hasSuffix("))") {
      (end, shown) = (vault.note(id: String(target.dropFirst(2).dropLast(2)), context), target)
      return
    }
    let bare = target.firstRange(ofASCII: "::").map { String(target[..<$0.lowerBound]) } ?? target
    let scheme = Vault.hasScheme(bare) ? String(bare.prefix { $0 != ":" }).lowercased() : ""
    let rest = scheme.isEmpty ? bare : String(bare.dropFirst(scheme.count + 1))
    switch scheme {
    case "id":
      end = vault.note(id: rest, context)
      shown = vault.title(id: rest) ?? target
    case "denote": (end, shown) = (vault.note(number: rest, context), target)
    case "roam":
      shown = rest
      switch context.note(named: rest) {
      case .note(let note): end = .note(note)
      case .ambiguous(let notes): end = .missing(candidates: notes)
      case .missing: end = .missing(candidates: [])
      }
    case "attachment":
      shown = rest
      end = OrgLink.attachment(rest, path, above, vault, context)
    case "file", "file+sys", "file+emacs":
      shown = String(target.dropFirst(scheme.count + 1))
      end = OrgLink.isFar(rest) ? .missing(candidates: []) : vault.file(rest, from: path, context)
    case "":
      shown = target
      if bare.hasPrefix("./") || bare.hasPrefix("../") || bare.hasPrefix("/") || bare.hasPrefix("~/") {
        end = OrgLink.isFar(bare) ? .missing(candidates: []) : vault.file(bare, from: path, context)
      } else if let first = bare.first, !"#*(".contains(first),
        case .note(let note) = context.note(named: bare)
      {
        end = .note(note)
      } else {
        // In a graph, words in brackets are the name of a page.
        let isPage = vault.isGraph && !bare.isEmpty && !"#*(".contains(bare.first ?? " ")
        end = isPage ? .missing(candidates: []) : .elsewhere
      }
    default: (end, shown) = (.elsewhere, target)
    }
  }

  /// Whether a path leads out of any folder.
  private static func isFar(_ path: String) -> Bool { path.hasPrefix("/") || path.hasPrefix("~") }

  /// The file that is attached to the nearest heading which says where its files are.
  private static func attachment(
    _ name: String, _ path: String, _ above: [OrgHead.Section], _ vault: OrgVault,
    _ context: SourceContext
  ) -> MarkdownBody.Target {
    for heading in above.reversed() {
      var folders: [String] = []
      if let folder = heading.folder { folders.append(folder) }
      if let id = heading.id {
        folders += ["data/\(id.prefix(2))/\(id.dropFirst(2))", "data/\(id.prefix(6))/\(id.dropFirst(6))"]
      }
      for folder in folders {
        let found = vault.file(folder + "/" + name, from: path, context)
        if case .missing = found { continue }
        return found
      }
      if heading.folder != nil { break }
    }
    return .missing(candidates: [])
  }

  /// The picture that a label consists of, `[[https://…][file:plan.png]]`; nil for other labels.
  static func picture(
    _ label: Substring, _ path: String, _ vault: OrgVault, _ context: SourceContext
  ) -> SourceFile? {
    let name = label.hasPrefix("file:") ? label.dropFirst(5) : label
    guard name.startIndex > label.startIndex || name.hasPrefix("./") || name.hasPrefix("../"),
      !isFar(String(name)), case .file(let found, let bytes) = vault.file(String(name), from: path, context),
      bytes.withUnsafeBytes({ MediaType.sniff($0).isImage })
    else { return nil }
    return SourceFile(name: found, bytes: bytes)
  }

  /// Adds the link to a text.
  ///
  /// - Parameters:
  ///   - label: What is shown; nil where the link has no label.
  ///   - picture: The picture that the label consists of; nil for text.
  ///   - text: Reads the label.
  ///   - width: How wide a picture is shown, in twips; nil for its own width.
  ///   - unresolved: Takes a link that leads to nothing.
  ///   - file: Takes a file that it leads to, with the address of the link.
  func add(
    _ label: Substring?, picture: SourceFile?, _ text: OrgInline, _ style: CharacterStyle, width: Int?,
    _ builder: inout DocumentBuilder, unresolved: (SourceLink) -> Void, file: (String, SourceFile) -> Void
  ) {
    /// Adds the label, or the target.
    func show(_ style: CharacterStyle, _ builder: inout DocumentBuilder) {
      if let picture {
        builder.file(picture.bytes, named: picture.name, link: style.link?.target, width: width)
      } else if let label {
        text.read(label, style, into: &builder)
      } else {
        builder.text(shown, style)
      }
    }
    if let place { return show(style.with { $0.link = Hyperlink(target: "#" + place) }, &builder) }
    switch end {
    case .note(let note):
      let isOwn = context.note(path) == note
      show(isOwn ? style : style.with { $0.link = Hyperlink(target: SourceContext.target(note)) }, &builder)
    case .file(let name, let bytes):
      let isPicture = bytes.withUnsafeBytes { MediaType.sniff($0).isImage }
      if label == nil, isPicture { return builder.file(bytes, named: name, width: width) }
      file(target, SourceFile(name: name, bytes: bytes))
      show(style.with { $0.link = Hyperlink(target: target) }, &builder)
    case .elsewhere:
      let isAddress = Vault.hasScheme(target)
      show(isAddress ? style.with { $0.link = Hyperlink(target: target) } : style, &builder)
    case .missing(let candidates):
      unresolved(SourceLink(target, candidates: candidates))
      // It stays as it was, and a file may come in with another source.
      let isFile = ["file:", "./", "../"].contains { target.hasPrefix($0) }
      let address =
        isFile
        ? RelativeURL.encoded(path: target.hasPrefix("file:") ? String(target.dropFirst(5)) : target) : target
      show(
        Vault.hasScheme(target) || isFile ? style.with { $0.link = Hyperlink(target: address) } : style,
        &builder)
    }
  }
}
