public import SlipBase
internal import SlipNotes

/// How sure it is that a container is of some kind. Of several kinds the surest wins.
public enum Recognition: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Nothing contradicts it.
  case possible
  /// Name and content fit.
  case likely
  /// The content says so.
  case certain

  /// By certainty.
  public static func < (a: Recognition, b: Recognition) -> Bool { a.rawValue < b.rawValue }
}

/// A kind of container that notes are imported from: a row of `SourceTable`.
///
/// `suffixes`, `folderSuffixes` and `marks` only say what is worth looking into, so that an import of a large folder doesn't
/// open every file. What a container is, its content decides.
public struct SourceKind: Sendable {
  /// The name on the command line and in the manifest, such as `enex`.
  public let name: String
  /// One line for the help.
  public let title: String
  /// Extensions of files that are looked into, in lower case and without the dot. A kind without any is for files that the user
  /// names, and for nothing else.
  public let suffixes: [String]
  /// Extensions of folders that are looked into.
  public let folderSuffixes: [String]
  /// Files and folders whose presence in a folder makes it worth looking into.
  public let marks: [String]
  /// Names of files without an extension that are looked into.
  public let fileNames: [String]
  /// The kinds whose single files are parts of a folder of this kind, such as web pages of an export.
  public let parts: Set<String>
  /// Whether the notes go into a folder with the container's name. Where they don't, the container is itself a folder
  /// of notes, or holds just one.
  public let hasOwnFolder: Bool
  /// Whether a container is just one note, so that it gets no folder of its own.
  public let isOneNote: @Sendable (SourceTree) -> Bool
  /// Whether a container is of this kind, by its content.
  public let recognises: @Sendable (SourceTree) -> Recognition?
  /// Opens a container.
  public let open: @Sendable (SourceTree, SourceContext) throws(SlipError) -> any NoteSource

  /// Creates a row.
  init(
    name: String, title: String, suffixes: [String], folderSuffixes: [String] = [], marks: [String] = [],
    fileNames: [String] = [], parts: Set<String> = [],
    hasOwnFolder: Bool = true, isOneNote: @escaping @Sendable (SourceTree) -> Bool = { _ in false },
    recognises: @escaping @Sendable (SourceTree) -> Recognition?,
    open: @escaping @Sendable (SourceTree, SourceContext) throws(SlipError) -> any NoteSource
  ) {
    self.name = name
    self.title = title
    self.suffixes = suffixes
    self.folderSuffixes = folderSuffixes
    self.marks = marks
    self.fileNames = fileNames
    self.parts = parts
    self.hasOwnFolder = hasOwnFolder
    self.isOneNote = isOneNote
    self.recognises = recognises
    self.open = open
  }

  /// The source's format in the manifest. That of a folder says so, because a folder is restored in another way.
  public func format(of form: SourceTree.Form) -> String {
    form == .folder ? name + Source.folderSuffix : name
  }
}

/// The kinds of containers. The set is closed; to add one, write a `NoteSource` and add its row here.
///
/// ```swift
/// let tree = try SourceTree.open("Recipes.enex")
/// if let kind = SourceTable.kind(of: tree) { print(kind.title) }
/// ```
///
/// A folder of web pages may be an export of some program, too. So the kinds say how sure they are: those that know marks of
/// their own win over those that only see files with the right names.
public enum SourceTable {
  /// All kinds. Of kinds that are equally sure, the first wins.
  public static let kinds: [SourceKind] = [
    .scrivener, .keynote, .tinderbox, .treepad, .voodoopad, .enex, .bear, .textbundle, .joplin, .zkn3, .zim,
    .tomboy, .keep, .dayOne, .simplenote, .opml, .roam, .cherrytree, .trilium, .upnote, .eml, .mbox, .mhtml,
    .webarchive, .onenote, .org,
    .standardNotes, .appleNotes, .coreData, .msg, .tnef, .snt, .plum, .stickies, .notion, .logseq, .obsidian,
    .markdown, .html, .table,
  ]

  /// The kind with this name, or with this format in a manifest; nil when there is none.
  public static func kind(named name: String) -> SourceKind? {
    kinds.first { $0.name == name || $0.format(of: .folder) == name }
  }

  /// The kind of a container; nil when none recognises it, or none is as sure as demanded.
  public static func kind(of tree: SourceTree, atLeast: Recognition = .possible) -> SourceKind? {
    recognition(of: tree).flatMap { $0.sureness >= atLeast ? $0.kind : nil }
  }

  /// The kind of a container, and how sure that is; nil when none recognises it.
  static func recognition(of tree: SourceTree) -> (kind: SourceKind, sureness: Recognition)? {
    var best: (kind: SourceKind, sureness: Recognition)?
    for kind in kinds {
      guard let sureness = kind.recognises(tree) else { continue }
      if best.map({ $0.sureness < sureness }) ?? true { best = (kind, sureness) }
    }
    return best
  }

  /// Whether a file with this name may be a container, so that it is worth looking into.
  public static func mayBeContainer(file name: some StringProtocol) -> Bool {
    fileSuffixes.contains(String(name).suffixName) || fileNames.contains(String(name))
  }

  /// Whether a folder with this name may be a container.
  public static func mayBeContainer(folder name: some StringProtocol) -> Bool {
    folderSuffixes.contains(String(name).suffixName)
  }

  /// Names in a folder that may make it a container.
  public static let marks = Array(Set(kinds.flatMap(\.marks))).sorted()
  /// Names of files of all kinds that have no extension.
  private static let fileNames = Set(kinds.flatMap(\.fileNames))
  /// Extensions of files of all kinds.
  private static let fileSuffixes = Set(kinds.flatMap(\.suffixes))
  /// Extensions of folders of all kinds.
  private static let folderSuffixes = Set(kinds.flatMap(\.folderSuffixes))
}
