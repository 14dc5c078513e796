public import SlipBase
public import SlipDocument
public import SlipFormats
public import SlipNotes

/// What an export will write, before it writes anything.
public struct ExportPlan: Sendable, Equatable {
  public enum Content: Sendable, Hashable {
    case note(Note.ID)
    case attachment(Attachment.ID)
    /// What browsers show in the place of a picture.
    case rendering(Attachment.ID)
    /// The imported file itself.
    case original(Source.ID)
  }

  public struct Item: Sendable, Equatable {
    /// Relative, `/` between components; safe on every system, but for originals, which keep their names as far as
    /// `OutgoingName` allows.
    public var path: String
    public var content: Content
    /// For the file's time; nil where none is known.
    public var modified: Timestamp?

    /// Whether it is made of an attachment, which lies beside it.
    public var isRendering: Bool { if case .rendering = content { true } else { false } }
  }

  public struct Options: Sendable {
    /// Nil for what suits the target.
    public var attachments: ExportTarget.Attachments?
    /// Facts of a note in front of its text (Markdown only).
    public var hasFrontMatter = true
    /// Which links stay in HTML and Markdown.
    public var links = LinkChoice.safe
    /// Where headings, lists and header rows of HTML and Markdown come from.
    public var structure = StructureChoice.auto
    /// `keep` writes the text of Markdown and plain text as if they were accepted.
    public var changes = TrackedChanges.keep
    /// Only these notes, or all.
    public var notes: Set<Note.ID>?
    public init() {}
  }

  /// Where attachments lie.
  public static let attachmentFolder = "attachments"

  public let target: ExportTarget
  public let attachments: ExportTarget.Attachments
  public let hasFrontMatter: Bool
  public let links: LinkChoice
  public let structure: StructureChoice
  public let changes: TrackedChanges
  /// Bytewise by path.
  public private(set) var items: [Item] = []
  /// Every directory, parents before children.
  public private(set) var directories: [String] = []
  /// Attachments of exported notes that the format does not support.
  public private(set) var leftOut: [Attachment.ID] = []
  /// Exported notes that came from no file; with originals only.
  public private(set) var withoutOriginal: [Note.ID] = []
  /// Originals that get other names than they had.
  public private(set) var diagnostics: [Diagnostic] = []
  private(set) var notePaths: [Note.ID: String] = [:]
  private var attachmentPaths: [AttachmentFile: String] = [:]
  private var renderingPaths: [AttachmentFile: String] = [:]

  /// A blob under one of its names: notes that have the same bytes may call them differently.
  private struct AttachmentFile: Hashable {
    var attachment: Attachment.ID
    var stem: String
    var suffix: String
  }

  public init(_ box: SlipBox, target: ExportTarget, options: Options = Options()) {
    self.target = target
    // A package has all that is its note's.
    attachments = target.kind == .package ? .embed : options.attachments ?? target.attachments
    hasFrontMatter = options.hasFrontMatter
    links = options.links
    structure = options.structure
    changes = options.changes
    let isWanted = { (id: Note.ID) in options.notes?.contains(id) ?? true }
    if target.kind == nil {
      planOriginals(box, isWanted)
    } else {
      planNotes(box, isWanted)
    }
    // Of strings in NFC, the order of scalars is that of bytes.
    items.sort { $0.path < $1.path }
    directories.sort()
  }

  /// Where a note goes; nil for those that are not exported.
  public func path(of note: Note.ID) -> String? { notePaths[note] }

  /// Where an attachment of a note goes; nil for those that don't lie beside.
  ///
  /// - Parameter name: the one that is meant where the note has the bytes under several names.
  public func path(of attachment: Attachment, in note: Note, named name: String? = nil) -> String? {
    let references = note.attachments.filter { $0.attachment == attachment.id }
    guard let reference = references.first(where: { $0.name == name }) ?? references.first else { return nil }
    return attachmentPaths[Self.file(reference.name, attachment)]
  }

  /// Where what is shown in the place of a picture goes; nil for pictures that are shown themselves.
  func renderingPath(of attachment: Attachment, in note: Note, named name: String?) -> String? {
    let references = note.attachments.filter { $0.attachment == attachment.id }
    guard let reference = references.first(where: { $0.name == name }) ?? references.first else { return nil }
    return renderingPaths[Self.file(reference.name, attachment)]
  }

  // MARK: Notes

  private mutating func planNotes(_ box: SlipBox, _ isWanted: (Note.ID) -> Bool) {
    var names = ExportNames()
    _ = names.name(for: Self.attachmentFolder, fileExtension: "", in: "")
    let folders = folderPaths(box, &names)
    var used: [Note] = []
    // By UUID, so that a note's name doesn't depend on its place.
    for note in box.notes where isWanted(note.id) {
      let directory = note.folder.flatMap { folders[$0] } ?? ""
      let name = names.name(for: note.title, fileExtension: target.fileExtension, in: directory)
      notePaths[note.id] = directory + name
      items.append(Item(path: directory + name, content: .note(note.id), modified: note.modified))
      if !note.attachments.isEmpty { used.append(note) }
    }
    planAttachments(box, used)
    // Of a selection only the folders that it needs.
    var needed = Set(items.flatMap { Self.parents(of: $0.path) })
    if notePaths.count == box.noteCount { needed.formUnion(folders.values.map { String($0.dropLast()) }) }
    needed.remove("")
    directories = Array(needed)
  }

  /// Directories end in a slash. What lies too deep for safe paths goes into the last folder that doesn't.
  private func folderPaths(_ box: SlipBox, _ names: inout ExportNames) -> [Folder.ID: String] {
    var paths: [Folder.ID: String] = [:]
    var pending = box.children(of: nil).map { (folder: $0, parent: "", depth: 0) }[...]
    while let (folder, parent, depth) = pending.popFirst() {
      var path = parent
      if depth < Self.deepest, parent.utf8.count < Self.longestDirectory {
        path += names.name(for: folder.name, fileExtension: "", in: parent) + "/"
      }
      paths[folder.id] = path
      pending += box.children(of: folder.id).map { ($0, path, depth + 1) }
    }
    return paths
  }

  /// Leaves room for what `SafePath` allows: 32 components and 1,024 bytes.
  private static let deepest = 28
  private static let longestDirectory = 600

  private mutating func planAttachments(_ box: SlipBox, _ notes: [Note]) {
    var names = ExportNames()
    var noPlace: Set<Attachment.ID> = []
    defer { leftOut = noPlace.sorted() }
    let directory = Self.attachmentFolder + "/"
    for note in notes {
      for reference in note.attachments {
        guard let attachment = box.attachment(reference.attachment) else { continue }
        let file = Self.file(reference.name, attachment)
        guard attachmentPaths[file] == nil else { continue }
        guard target.holdsAttachments else {
          noPlace.insert(attachment.id)
          continue
        }
        if attachments == .embed, target.canEmbed(mediaType: attachment.mediaType) { continue }
        let path = directory + names.name(for: file.stem, fileExtension: file.suffix, in: directory)
        attachmentPaths[file] = path
        items.append(Item(path: path, content: .attachment(attachment.id), modified: note.modified))
        guard let shown = target.renderedType(of: attachment.mediaType) else { continue }
        let other = directory + names.name(for: file.stem, fileExtension: shown.fileExtension, in: directory)
        renderingPaths[file] = other
        items.append(Item(path: other, content: .rendering(attachment.id), modified: note.modified))
      }
    }
  }

  /// A name's extension counts only when it is one of the attachment's type.
  private static func file(_ name: String, _ attachment: Attachment) -> AttachmentFile {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    if let dot = last.lastIndex(of: "."), dot > last.startIndex {
      let suffix = last[last.index(after: dot)...].lowercased()
      // What isn't told by content may have any name; text is the form of many kinds of files.
      let isKnown = MediaType.named(attachment.mediaType).map { $0 != .binary && $0 != .plainText } ?? false
      let isSame = MediaType.forFileExtension(suffix)?.name == attachment.mediaType
      let isPlain = (1...12).contains(suffix.utf8.count) && suffix.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      if suffix == attachment.fileExtension || isSame
        || (!isKnown && isPlain && ExportNames.safe(suffix) == suffix)
      {
        return AttachmentFile(attachment: attachment.id, stem: String(last[..<dot]), suffix: suffix)
      }
    }
    return AttachmentFile(attachment: attachment.id, stem: last, suffix: attachment.fileExtension)
  }

  static func parents(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == 0x2F }.map { String(path[..<$0]) }
  }
}

extension ExportPlan {
  // MARK: Originals

  private mutating func planOriginals(_ box: SlipBox, _ isWanted: (Note.ID) -> Bool) {
    let sources = box.sources.filter { box.notes(from: $0.id).contains(where: isWanted) }
    let hasRoots = Set(sources.map { Self.root(of: $0) }).count > 1
    // Those that a later version took the place of come last, so that the current file has its own name.
    let placed =
      (sources.filter { !ImportKey.isSuperseded($0.id) }
      + sources.filter { ImportKey.isSuperseded($0.id) })
      .map { source in
        (source, OutgoingName.harmless(path: (hasRoots ? Self.root(of: source) + "/" : "") + source.path))
      }
    let folders = Set(placed.flatMap { Self.parents(of: $0.1) })
    var taken = folders
    for (source, path) in placed {
      let item = Item(
        path: Self.unused(path, &taken), content: .original(source.id), modified: source.modified)
      items.append(item)
      if OutgoingName.harmless(path: source.path) != source.path {
        report("The imported file's name is one that programs act upon, or unsafe; it has another.", item)
      } else if folders.contains(path) {
        report("The imported file has the name of another one's folder; it has another.", item)
      }
    }
    directories = Array(folders)
    withoutOriginal = box.notes.filter { isWanted($0.id) && $0.source == nil }.map(\.id)
  }

  private mutating func report(_ message: String, _ item: Item) {
    diagnostics.append(
      Diagnostic(
        code: ExchangeCode.nameChanged, severity: .warning, message: message,
        location: SourceLocation(file: item.path)))
  }

  private static func root(of source: Source) -> String { String(source.id.prefix { $0 != "/" }) }

  /// With ` (2)` before the extension where that very path is taken.
  private static func unused(_ path: String, _ taken: inout Set<String>) -> String {
    var candidate = path
    var number = 2
    let stem = ImportKey.stem(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let directory = path.dropLast(name.count)
    while !taken.insert(candidate).inserted {
      candidate = directory + stem + " (\(number))" + name.dropFirst(stem.count)
      number += 1
    }
    return candidate
  }
}
