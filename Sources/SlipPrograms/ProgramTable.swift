public import SlipExchange
internal import SlipFormats

/// The programs whose notes are imported, and those whose containers a box is exported to.
///
/// Each program has a folder beside this file. The file with the folder's name has its rows; to add a program, add a folder with
/// a `NoteSource` or a plan of files, and its row here.
///
/// ```swift
/// let tree = try SourceTree.open("Recipes.enex")
/// if let kind = ProgramTable.sources.kind(of: tree) { print(kind.title) }
/// ```
public enum ProgramTable {
  /// All kinds of containers that notes are imported from.
  public static let sources = SourceTable([
    .scrivener, .keynote, .tinderbox, .treepad, .voodoopad, .enex, .bear, .textbundle, .joplin, .zkn3, .zim,
    .tomboy, .keep, .dayOne, .simplenote, .opml, .roam, .cherrytree, .trilium, .upnote, .eml, .mbox, .mhtml,
    .webarchive, .onenote, .org,
    .standardNotes, .appleNotes, .coreData, .msg, .tnef, .snt, .plum, .stickies, .notion, .logseq, .obsidian,
    .markdown, .html, .table,
  ])

  /// The formats of sources, as the manifest names them, whose texts state what is a heading or a list. RTF and plain text only look so.
  public static let statedFormats: Set<String> = {
    let kinds = sources.kinds.filter(\.statesStructure).flatMap {
      [$0.format(of: .file), $0.format(of: .folder)]
    }
    let files = FormatTable.rows.filter { ![.rtf, .package, .plainText].contains($0.kind) }.map(\.name)
    return Set(kinds + files)
  }()

  /// All containers of other programs that a whole box can be written to.
  public static let containers: [ContainerTarget] = [
    .obsidian, .enex, .textbundle, .textpack, .bear, .joplin, .scrivener,
  ]

  /// The container with this name or extension; nil when there is none.
  public static func container(named name: String) -> ContainerTarget? {
    containers.first { $0.name == name || $0.suffix == name && !name.isEmpty }
  }
}
