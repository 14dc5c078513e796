public import SlipBase
public import SlipDocument
public import SlipFormats
public import SlipNotes

/// What an export will write, determined before anything is written.
///
/// A plan depends only on the box, the target and the options, so a dry run and the export agree.
/// All paths are safe and unique, and names don't depend on the order of work. An `Exporter` then
/// makes the files one by one.
///
/// Notes go into directories named after their folders, attachments into one folder for all:
///
/// ```
/// attachments/photo.png
/// Untitled.html
/// Work/Plan (2).html
/// Work/Plan.html
/// ```
///
/// Planning takes O(n log n) for n notes and reads no payload.
public struct ExportPlan: Sendable, Equatable {
  /// What a file is made from.
  public enum Content: Sendable, Hashable {
    /// A note, in the target's format.
    case note(Note.ID)
    /// An attachment as it is.
    case attachment(Attachment.ID)
    /// The picture that browsers show instead of an attachment of a type they don't support.
    case rendering(Attachment.ID)
    /// The imported file itself.
    case original(Source.ID)
  }

  /// A file to write.
  public struct Item: Sendable, Equatable {
    /// The relative path, with `/` between names.
    ///
    /// It is safe on every system. Originals keep their names as far as `OutgoingName` allows.
    public var path: String
    /// What the file is made from.
    public var content: Content
    /// The modification time to give the file; nil when unknown.
    public var modified: Timestamp?

    /// Whether the file is made from an attachment that is exported beside it.
    public var isRendering: Bool { if case .rendering = content { true } else { false } }
  }

  /// The choices of an export.
  public struct Options: Sendable {
    /// Where attachments go; nil for the target's default.
    public var attachments: ExportTarget.Attachments?
    /// Whether Markdown files begin with facts about the note.
    public var hasFrontMatter = true
    /// Which links stay live in HTML and Markdown.
    public var links = LinkChoice.safe
    /// How headings, lists and header rows of HTML and Markdown are found.
    public var structure = StructureChoice.auto
    /// The formats of sources, as the manifest names them, whose texts state their structure, so that none is guessed.
    public var stated: Set<String> = []
    /// What to do with tracked changes. With `keep`, Markdown and plain text read as if they were
    /// accepted.
    public var changes = TrackedChanges.keep
    /// The notes to export; nil for all.
    public var notes: Set<Note.ID>?
    /// Whether names have none of the signs that can't stand in `[[…]]`.
    public var isForWikiLinks = false
    /// Whether the name of an index is left free.
    public var hasIndex = false
    /// Folders that get a file of their own, named after the folder and in its directory.
    package var indexed: [Folder.ID] = []
    /// Creates the default choices.
    public init() {}
  }

  /// The list of all notes of an export of pages.
  public static let indexName = "index.html"
  /// From how many files of a kind on a directory of pages is divided. Few file systems and no web page likes more than a
  /// thousand.
  private static let mostFiles = 900

  /// The folder of attachments that are not embedded.
  public static let attachmentFolder = "attachments"

  /// The target to export to.
  public let target: ExportTarget
  /// Where attachments go.
  public let attachments: ExportTarget.Attachments
  /// Whether Markdown files begin with facts about the note.
  public let hasFrontMatter: Bool
  /// Which links stay live.
  public let links: LinkChoice
  /// How headings, lists and header rows are found.
  public let structure: StructureChoice
  /// The formats of sources whose texts state their structure.
  let stated: Set<String>
  /// What to do with tracked changes.
  public let changes: TrackedChanges
  /// Whether names have none of the signs that can't stand in `[[…]]`.
  private let isForWikiLinks: Bool
  /// Whether the name of an index is left free.
  private let hasIndex: Bool
  /// The files, sorted bytewise by path.
  public private(set) var items: [Item] = []
  /// All directories, parents before children.
  public private(set) var directories: [String] = []
  /// Attachments of exported notes that the format doesn't support, sorted.
  public private(set) var leftOut: [Attachment.ID] = []
  /// Exported notes that have no original; only for the target `original`.
  public private(set) var withoutOriginal: [Note.ID] = []
  /// Warnings about originals that get another name.
  public private(set) var diagnostics: [Diagnostic] = []
  /// Where each exported note goes.
  private(set) var notePaths: [Note.ID: String] = [:]
  /// The notes that stand elsewhere in their folders than their files do.
  private(set) var displaced: Set<Note.ID> = []
  /// Where the files of indexed folders go. They aren't among the items.
  package private(set) var indexPaths: [Folder.ID: String] = [:]
  /// Where each attachment goes that is not embedded.
  private var attachmentPaths: [AttachmentFile: String] = [:]
  /// Where the picture goes that is shown instead of an attachment.
  private var renderingPaths: [AttachmentFile: String] = [:]

  /// A blob under one of its names. Notes with the same bytes may use different names for them.
  package struct AttachmentFile: Hashable {
    /// The blob.
    var attachment: Attachment.ID
    /// The name without its extension.
    package var stem: String
    /// The extension.
    package var suffix: String

    /// The file with another extension where it would be taken for a note: `plan.md` becomes `plan.md.txt`.
    var unlikeNotes: AttachmentFile {
      guard MarkdownFile.suffixes.contains(suffix) else { return self }
      return AttachmentFile(attachment: attachment, stem: stem + "." + suffix, suffix: "txt")
    }
  }

  /// Plans the export of a box.
  public init(_ box: SlipBox, target: ExportTarget, options: Options = Options()) {
    self.target = target
    // A package contains everything that belongs to its note.
    attachments = target.kind == .package ? .embed : options.attachments ?? target.attachments
    hasFrontMatter = options.hasFrontMatter
    links = options.links
    structure = options.structure
    stated = options.stated
    changes = options.changes
    isForWikiLinks = options.isForWikiLinks
    hasIndex = options.hasIndex
    let isWanted = { (id: Note.ID) in options.notes?.contains(id) ?? true }
    if target.kind == nil {
      planOriginals(box, isWanted)
    } else {
      planNotes(box, isWanted, indexed: options.indexed)
    }
    // For strings in NFC, comparison by code points is comparison by bytes.
    items.sort { $0.path < $1.path }
    directories.sort()
  }

  /// Where a note goes; nil when it is not exported.
  public func path(of note: Note.ID) -> String? { notePaths[note] }

  /// Where an attachment of a note goes; nil when it is embedded or left out.
  ///
  /// - Parameter name: Which one to take when the note has the same bytes under several names.
  public func path(of attachment: Attachment, in note: Note, named name: String? = nil) -> String? {
    let references = note.attachments.filter { $0.attachment == attachment.id }
    guard let reference = references.first(where: { $0.name == name }) ?? references.first else { return nil }
    return attachmentPaths[Self.file(reference.name, attachment)]
  }

  /// Where the picture goes that is shown instead of an attachment; nil for attachments that are
  /// shown themselves.
  func renderingPath(of attachment: Attachment, in note: Note, named name: String?) -> String? {
    let references = note.attachments.filter { $0.attachment == attachment.id }
    guard let reference = references.first(where: { $0.name == name }) ?? references.first else { return nil }
    return renderingPaths[Self.file(reference.name, attachment)]
  }

  /// The folders of a box that the export has: all of them, or those that hold exported notes.
  public func folders(of box: SlipBox) -> [Folder] {
    if notePaths.count == box.noteCount { return Array(box.folders) }
    var kept: Set<Folder.ID> = []
    for id in notePaths.keys {
      var above = box.note(id)?.folder
      while let folder = above, kept.insert(folder).inserted { above = box.folder(folder)?.parent }
    }
    return box.folders.filter { kept.contains($0.id) }
  }

  // MARK: Notes

  /// Plans the files of the notes and their attachments.
  ///
  /// The folder `attachments` is reserved first, so no folder of the user gets this name; packages have their files in them. All
  /// folders of the box are created if all notes are exported, even empty ones.
  private mutating func planNotes(
    _ box: SlipBox, _ isWanted: (Note.ID) -> Bool, indexed: [Folder.ID]
  ) {
    var names = ExportNames()
    if target.kind != .package { _ = names.name(for: Self.attachmentFolder, fileExtension: "", in: "") }
    if hasIndex { names.take(Self.indexName) }
    let folders = folderPaths(box, &names)
    var parts = Parts(
      box.notes.filter { isWanted($0.id) }.map { $0.folder.flatMap { folders[$0] } ?? "" }, target)
    var used: [Note] = []
    // Notes come by UUID, so that moving a note doesn't change the names of others.
    for note in box.notes where isWanted(note.id) {
      let directory = parts.next(note.folder.flatMap { folders[$0] } ?? "")
      let name = names.name(for: named(note.title), fileExtension: target.fileExtension, in: directory)
      notePaths[note.id] = directory + name
      items.append(Item(path: directory + name, content: .note(note.id), modified: note.modified))
      if !note.attachments.isEmpty { used.append(note) }
    }
    for folder in [nil] + box.folders.map(\.id) {
      let notes = box.notes(in: folder).map(\.id).filter { notePaths[$0] != nil }
      displaced.formUnion(box.displaced(notes[...]) { notePaths[$0] ?? "" })
    }
    // A link by name must lead to the note of that name, not to the file of a folder.
    let stems = Set(indexed.isEmpty ? [] : items.map { Self.stem(of: $0.path) })
    for id in indexed {
      // A folder that lies too deep has no directory of its own.
      guard let folder = box.folder(id), let directory = folders[id],
        directory != folder.parent.flatMap({ folders[$0] })
      else { continue }
      let own = ExportNames.safe(named(folder.name))
      let title = stems.contains(TextFolding.caseFolded(own)) ? own + " (search)" : own
      indexPaths[id] = directory + names.name(for: title, fileExtension: target.fileExtension, in: directory)
    }
    planAttachments(box, used)
    // A selection of notes gets only the folders that it needs, all notes also get the empty ones.
    var needed = Set(items.flatMap { Self.parents(of: $0.path) })
    if notePaths.count == box.noteCount { needed.formUnion(folders.values.map { String($0.dropLast()) }) }
    needed.remove("")
    directories = Array(needed)
  }

  /// Divides directories of pages that would have too many files: `Work/part-2/Plan.html`.
  private struct Parts {
    /// How many files each crowded directory will have.
    private var crowded: [String: Int] = [:]
    /// How many it has.
    private var seen: [String: Int] = [:]

    /// Counts the files of directories.
    init(_ directories: some Sequence<String>, _ target: ExportTarget) {
      guard target.kind == .html else { return }
      var counts: [String: Int] = [:]
      for directory in directories { counts[directory, default: 0] += 1 }
      crowded = counts.filter { $0.value > ExportPlan.mostFiles }
    }

    /// Where the next file of a directory goes.
    mutating func next(_ directory: String) -> String {
      guard crowded[directory] != nil else { return directory }
      let number = seen[directory, default: 0]
      seen[directory] = number + 1
      return directory + "part-\(number / ExportPlan.mostFiles + 1)/"
    }
  }

  /// The name of a file without its extension, as links compare it.
  package static func stem(of path: String) -> String {
    TextFolding.caseFolded(String(String(path.lastName)[...].stem))
  }

  /// A title as it may become a name.
  private func named(_ title: String) -> String { isForWikiLinks ? ExportNames.linkable(title) : title }

  /// The directory of each folder, ending with a slash. Folders that lie too deep for safe paths
  /// share that of the last one that doesn't.
  private func folderPaths(_ box: SlipBox, _ names: inout ExportNames) -> [Folder.ID: String] {
    var paths: [Folder.ID: String] = [:]
    var pending = box.children(of: nil).map { (folder: $0, parent: "", depth: 0) }[...]
    while let (folder, parent, depth) = pending.popFirst() {
      var path = parent
      if depth < Self.deepest, parent.utf8.count < Self.longestDirectory {
        path += names.name(for: named(folder.name), fileExtension: "", in: parent) + "/"
      }
      paths[folder.id] = path
      pending += box.children(of: folder.id).map { ($0, path, depth + 1) }
    }
    return paths
  }

  /// How many folders deep directories go. `SafePath` allows 32 names in a path.
  private static let deepest = 28
  /// The length of a directory's path, in bytes, from which on no folder is added. `SafePath`
  /// allows 1,024 bytes.
  private static let longestDirectory = 600

  /// Plans the files of all attachments that are not embedded.
  ///
  /// Each pair of a blob and a name has one file, which all notes share. An attachment that
  /// browsers don't show may have a second file with the picture that they show instead; both have
  /// the same stem.
  private mutating func planAttachments(_ box: SlipBox, _ notes: [Note]) {
    var names = ExportNames()
    var noPlace: Set<Attachment.ID> = []
    defer { leftOut = noPlace.sorted() }
    let folder = Self.attachmentFolder + "/"
    var parts = Parts(repeatElement(folder, count: Set(notes.flatMap(\.attachments)).count), target)
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
        let written = isForWikiLinks ? file.unlikeNotes : file
        let directory = parts.next(folder)
        let path =
          directory + names.name(for: named(written.stem), fileExtension: written.suffix, in: directory)
        attachmentPaths[file] = path
        items.append(Item(path: path, content: .attachment(attachment.id), modified: note.modified))
        guard let shown = target.renderedType(of: attachment.mediaType) else { continue }
        let other =
          directory + names.name(for: named(file.stem), fileExtension: shown.fileExtension, in: directory)
        renderingPaths[file] = other
        items.append(Item(path: other, content: .rendering(attachment.id), modified: note.modified))
      }
    }
  }

  /// The file for an attachment under this name. The name's extension stays only when it fits the
  /// attachment's type.
  ///
  /// `photo.jpeg` of a JPEG stays, `photo.exe` of a JPEG becomes `photo.exe.jpg`. For a blob whose
  /// content doesn't decide the type, any short, safe extension stays.
  package static func file(_ name: String, _ attachment: Attachment) -> AttachmentFile {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    if let dot = last.lastIndex(of: "."), dot > last.startIndex {
      let suffix = last[last.index(after: dot)...].lowercased()
      // Where the content doesn't decide the type, any extension may be right. Many formats are text.
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

  /// All directories above a path, the highest first.
  static func parents(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
  }
}

extension ExportPlan {
  // MARK: Originals

  /// Plans the original files of the notes.
  ///
  /// Sources of several imports go into a folder for each. A source with an older version of a file
  /// is placed last, so that the current version gets the name.
  private mutating func planOriginals(_ box: SlipBox, _ isWanted: (Note.ID) -> Bool) {
    let sources = box.sources.filter { box.notes(from: $0.id).contains(where: isWanted) }
    let hasRoots = Set(sources.map { Self.root(of: $0) }).count > 1
    // Superseded versions come last, so that the current one keeps its name.
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
        report("The imported file's name is unsafe, or one that programs act on; it gets another name.", item)
      } else if folders.contains(path) {
        report("The imported file has the name of another file's folder; it gets another name.", item)
      }
    }
    directories = Array(folders)
    withoutOriginal = box.notes.filter { isWanted($0.id) && $0.source == nil }.map(\.id)
  }

  /// Reports that an original gets another name.
  private mutating func report(_ message: String, _ item: Item) {
    diagnostics.append(
      Diagnostic(
        code: ExchangeCode.nameChanged, severity: .warning, message: message,
        location: SourceLocation(file: item.path)))
  }

  /// The name of the import that a source came with.
  private static func root(of source: Source) -> String { String(source.id.prefix { $0 != "/" }) }

  /// The path, with ` (2)` and so on before the extension when it is taken.
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

extension SlipBox {
  /// The notes that don't stand where their names do: the next one's name comes before theirs.
  ///
  /// - Parameter notes: Notes of a folder, as the box shows them.
  func displaced(_ notes: ArraySlice<Note.ID>, by name: (Note.ID) -> String) -> Set<Note.ID> {
    Set(zip(notes, notes.dropFirst()).filter { name($1) < name($0) }.map(\.0))
  }
}
