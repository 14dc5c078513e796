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

/// A kind of container that notes are imported from: a row of a `SourceTable`.
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
  /// Whether each file has many notes in it, so that one without bytes may have lost them. Programs keep empty ones, too.
  public let holdsManyInFiles: Bool
  /// Whether its texts state what is a heading, a list or the head of a table. Those of other kinds may only look so.
  public let statesStructure: Bool
  /// Whether a container is just one note, so that it gets no folder of its own.
  public let isOneNote: @Sendable (SourceTree) -> Bool
  /// Whether a container is of this kind, by its content.
  public let recognizes: @Sendable (SourceTree) -> Recognition?
  /// Whether a container that isn't recognized can be read as one of this kind if the user says that it is.
  public let mayBeNamed: @Sendable (SourceTree) -> Bool
  /// Opens a container.
  public let open: @Sendable (SourceTree, SourceContext) throws(SlipError) -> any NoteSource

  /// Creates a row.
  package init(
    name: String, title: String, suffixes: [String], folderSuffixes: [String] = [], marks: [String] = [],
    fileNames: [String] = [], parts: Set<String> = [],
    hasOwnFolder: Bool = true, holdsManyInFiles: Bool = false, statesStructure: Bool = true,
    isOneNote: @escaping @Sendable (SourceTree) -> Bool = { _ in false },
    recognizes: @escaping @Sendable (SourceTree) -> Recognition?,
    mayBeNamed: @escaping @Sendable (SourceTree) -> Bool = { _ in false },
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
    self.holdsManyInFiles = holdsManyInFiles
    self.statesStructure = statesStructure
    self.isOneNote = isOneNote
    self.recognizes = recognizes
    self.mayBeNamed = mayBeNamed
    self.open = open
  }

  /// The source's format in the manifest. That of a folder says so, because a folder is restored in another way.
  public func format(of form: SourceTree.Form) -> String {
    form == .folder ? name + Source.folderSuffix : name
  }
}

/// Kinds of containers that notes are imported from.
///
/// A folder of web pages may be an export of some program, too. So the kinds say how sure they are: those that know marks of
/// their own win over those that only see files with the right names.
public struct SourceTable: Sendable {
  /// All kinds. Of kinds that are equally sure, the first wins.
  public let kinds: [SourceKind]
  /// Names in a folder that may make it a container.
  public let marks: [String]
  /// Names of files of all kinds that have no extension.
  private let fileNames: Set<String>
  /// Extensions of files of all kinds.
  private let fileSuffixes: Set<String>
  /// Extensions of folders of all kinds.
  private let folderSuffixes: Set<String>

  /// Creates a table.
  ///
  /// - Parameter kinds: The kinds; of kinds that are equally sure, the first wins.
  public init(_ kinds: [SourceKind]) {
    self.kinds = kinds
    marks = Array(Set(kinds.flatMap(\.marks))).sorted()
    fileNames = Set(kinds.flatMap(\.fileNames))
    fileSuffixes = Set(kinds.flatMap(\.suffixes))
    folderSuffixes = Set(kinds.flatMap(\.folderSuffixes))
  }

  /// The kind with this name, or with this format in a manifest; nil when there is none.
  public func kind(named name: String) -> SourceKind? {
    kinds.first { $0.name == name || $0.format(of: .folder) == name }
  }

  /// The kind of a container; nil when none recognizes it, or none is as sure as demanded.
  public func kind(of tree: SourceTree, atLeast: Recognition = .possible) -> SourceKind? {
    recognition(of: tree).flatMap { $0.sureness >= atLeast ? $0.kind : nil }
  }

  /// The kind of a container, and how sure that is; nil when none recognizes it.
  func recognition(of tree: SourceTree) -> (kind: SourceKind, sureness: Recognition)? {
    var best: (kind: SourceKind, sureness: Recognition)?
    for kind in kinds {
      guard let sureness = kind.recognizes(tree) else { continue }
      if best.map({ $0.sureness < sureness }) ?? true { best = (kind, sureness) }
    }
    return best
  }

  /// Whether a file with this name may be a container, so that it is worth looking into.
  public func mayBeContainer(file name: some StringProtocol) -> Bool {
    fileSuffixes.contains(String(name).suffixName) || fileNames.contains(String(name))
  }

  /// Whether a folder with this name may be a container.
  public func mayBeContainer(folder name: some StringProtocol) -> Bool {
    folderSuffixes.contains(String(name).suffixName)
  }

  /// Whether only a container of some kind has this extension, so that a file that has it and isn't one is damaged.
  func isClaimed(by suffix: String) -> Bool {
    !suffix.isEmpty && fileSuffixes.contains(suffix) && !SourceTable.common.contains(suffix)
  }

  /// Extensions that files of many programs have.
  private static let common: Set<String> = [
    "data", "dat", "db", "edn", "eml", "emlx", "gz", "htm", "html", "json", "markdown", "mbox", "md", "mdown",
    "mht", "mkd", "msg", "note", "notes", "org", "sqlite", "sqlite3", "storedata", "store", "txt", "xhtml",
    "xml",
  ]

  /// Whether a container of the kind with this name is one page, which may belong to a larger container.
  func isPage(_ name: String) -> Bool { kinds.contains { $0.name == name && $0.parts.contains(name) } }
}
