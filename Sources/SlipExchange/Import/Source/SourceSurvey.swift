public import SlipBase
internal import SlipNotes

/// What a container holds, found by reading all of it and importing nothing.
///
/// It takes as long as an import, because all notes are read: what a note refers to shows only then. Links to notes of other
/// containers are counted as links that lead to none.
public struct SourceSurvey: Sendable, Equatable {
  /// The name of its kind.
  public var kind: String
  /// The title of its kind.
  public var title: String
  /// Whether it is a file, a folder or an archive.
  public var form: SourceTree.Form
  /// How many notes an import would make.
  public var notes = 0
  /// How many notes are in the program's trash.
  public var trashed = 0
  /// How many folders there are.
  public var folders = 0
  /// How many keywords there are.
  public var keywords = 0
  /// How many files belong to notes; one that several show counts once.
  public var attachments = 0
  /// How many links lead to notes.
  public var links = 0
  /// How many links lead to none.
  public var unresolvedLinks = 0
  /// How many notes have properties, by name of the property.
  public var properties: [String: Int] = [:]
  /// The earliest and the latest date of creation or change; nil where no note has one.
  public var first, last: Timestamp?
  /// How much is left out, by reason.
  public var skipped: [SourceSkip.Reason: Int] = [:]
  /// How many notes can't be read.
  public var failed = 0
  /// What was found.
  public var diagnostics: [Diagnostic] = []

  /// How many notes are read at the same time.
  private static let batch = 256

  /// Reads a container.
  ///
  /// - Parameter workers: How many threads work at the same time.
  /// - Throws: `SlipError` where the container can't be read.
  public init(
    _ tree: SourceTree, _ kind: SourceKind, limits: Limits = Limits(), workers: Int
  ) throws(SlipError) {
    (self.kind, title, form) = (kind.name, kind.title, tree.form)
    diagnostics += tree.nameFinding.map { [$0] } ?? []
    var context = SourceContext()
    context.limits = limits
    let entries = try list(tree, kind, &context)
    var found = Found()
    let key = ImportKey(sourceName: "survey", path: tree.name)
    for start in stride(from: 0, to: entries.count, by: SourceSurvey.batch) {
      let part = entries[start..<min(entries.count, start + SourceSurvey.batch)]
      let (context, format) = (context, kind.format(of: tree.form))
      let notes = Parallel.map(count: part.count, workers: workers) {
        index -> Result<ImportedNote, SlipError> in
        let (entry, id) = part[start + index]
        return Result { () throws(SlipError) in
          try ItemImporter.read(entry, as: id, order: 0, of: key, format: format, context)
        }
      }
      for (note, (entry, _)) in zip(notes, part) {
        switch note {
        case .success(let note): count(note, &found)
        case .failure(let error):
          failed += 1
          diagnostics.append(SourceFault.unreadable(entry.place, error))
        }
      }
    }
    for fault in tree.failed + tree.faults.all {
      failed += 1
      diagnostics.append(SourceFault.unreadable(fault.path, fault.error))
    }
    keywords = found.keywords.count
    attachments = found.attachments.count
    folders = found.folders.count
    diagnostics += found.diagnostics.diagnostics
  }

  /// What is counted once.
  private struct Found {
    var keywords: Set<[String]> = []
    var attachments: Set<Digest> = []
    /// Folders by the number of the one above them, 0 for none, and by themselves; each has a number from 1 on.
    var folders: [FolderStep: Int] = [:]
    var diagnostics = DiagnosticSink()

    /// Notes a folder and those above it. Deep paths share what they begin with.
    mutating func add(_ path: [SourceFolder]) {
      var number = 0
      for folder in path {
        let step = FolderStep(parent: number, folder: folder)
        number = folders[step] ?? folders.count + 1
        folders[step] = number
      }
    }
  }

  /// A folder within another.
  private struct FolderStep: Hashable {
    var parent: Int
    var folder: SourceFolder
  }

  /// Lists the notes, and counts what isn't one.
  private mutating func list(
    _ tree: SourceTree, _ kind: SourceKind, _ context: inout SourceContext
  ) throws(SlipError) -> [(entry: SourceEntry, id: UniqueID)] {
    context.container = context.names.addContainer()
    var source = try kind.open(tree, context)
    var entries: [(entry: SourceEntry, id: UniqueID)] = []
    while let item = try source.next() {
      switch item {
      case .note(let entry) where entry.isTrashed: trashed += 1
      case .note(let entry):
        let id = UniqueID(namespace: IdentityNamespace.note, name: "\(entries.count)")
        _ = context.names.add(entry.id, names: entry.names, id, in: context.container)
        entries.append((entry, id))
      case .folder, .keyword: break
      case .skipped(let skip): skipped[skip.reason, default: 0] += 1
      case .finding(let diagnostic): diagnostics.append(diagnostic)
      }
    }
    return entries
  }

  /// Counts what a note has.
  private mutating func count(_ note: ImportedNote, _ found: inout Found) {
    notes += 1
    for date in [note.created, note.modified].compactMap({ $0 }) {
      first = min(first ?? date, date)
      last = max(last ?? date, date)
    }
    for attachment in note.attachments { found.attachments.insert(attachment.payload.fact.digest) }
    links += note.linkTargets.count
    found.diagnostics.report(contentsOf: note.diagnostics)
    guard let item = note.item else { return }
    links += item.relations.count
    unresolvedLinks += item.unresolved.count
    for keyword in item.keywords { found.keywords.insert(keyword.path) }
    found.add(item.folder)
    for name in Set(item.properties.map(\.name)) { properties[name, default: 0] += 1 }
  }
}
