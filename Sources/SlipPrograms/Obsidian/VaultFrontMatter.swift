internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// The facts at the beginning of a note in a vault, as lines of YAML.
///
/// ```yaml
/// title: "Costs: 2024"
/// aliases:
///   - "Costs: 2024"
/// tags:
///   - "bees/queen-bees"
/// keywords:
///   - "bees/queen bees"
/// created: 2024-05-06T07:08:09Z
/// status: "review"
/// uuid: "5f0c2b1e-…"
/// ```
struct VaultFrontMatter {
  /// The facts so far.
  private(set) var matter = FrontMatter(program: "obsidian")

  /// What a note needs besides its own facts.
  struct Links {
    /// Files that the text doesn't show, as targets in double brackets.
    var attachments: [String] = []
    /// Notes that it leads to by hand, as targets in double brackets.
    var related: [String] = []
  }

  /// The lines for a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - box: The box, whose options say how much is written.
  ///   - fileTitle: The name of its file without the extension.
  ///   - links: What the note needs besides.
  init(_ note: Note, in box: ContainerBox, fileTitle: String, links: Links) {
    let isFull = box.options.frontMatter == .full
    matter.add("title", [FrontMatter.quoted(note.title)])
    var aliases = fileTitle == note.title || note.title.isEmpty ? [] : [note.title]
    if isFull {
      aliases += note.properties.filter { $0.name == Property.WellKnown.alias }.map(\.value)
    }
    matter.list("aliases", aliases)
    let paths = note.keywords.map { box.box.names(ofKeyword: $0) }
    let (tags, names) = (paths.map(VaultTag.tag), paths.map(VaultTag.name))
    matter.list("tags", tags)
    if tags != names { matter.list("keywords", names) }
    matter.add("created", note.created.map { [$0.rfc3339] } ?? [])
    // An empty date says that there is none, so that the time of the file doesn't count.
    matter.add("modified", note.modified.map { [$0.rfc3339] } ?? (note.created == nil ? ["\"\""] : []))
    if isFull { addAll(note) }
    matter.list("attachments", links.attachments.map { "[[\($0)]]" })
    matter.list("related", links.related.map { "[[\($0)]]" })
  }

  /// Adds the facts that only `full` has.
  private mutating func addAll(_ note: Note) {
    matter.add("date", note.created.map { [$0.rfc3339] } ?? [])
    matter.add("lastmod", note.modified.map { [$0.rfc3339] } ?? [])
    if note.status != .draft { matter.add("status", [FrontMatter.quoted(note.status.rawValue)]) }
    if note.isFavorite { matter.add("favorite", ["true"]) }
    if note.order != 0 { matter.add("order", [String(note.order)]) }
    matter.add("uuid", [FrontMatter.quoted(note.id.description)])
    matter.add(note.properties.filter { $0.name != Property.WellKnown.alias })
  }
}
