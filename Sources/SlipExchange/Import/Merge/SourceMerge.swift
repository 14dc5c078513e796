public import SlipBase
public import SlipNotes

/// What a container said when it was last imported.
///
/// It is read from what the bundle keeps of the container. Were only the notes in the box compared, a change of the user
/// couldn't be told from one of the program.
public struct SourceBaseline: Sendable {
  /// The facts of its notes, by item.
  var notes: [String: SourceFacts] = [:]
  /// The place of each note among all, by item.
  var places: [String: Int] = [:]
  /// Its folders, each as the steps that lead to it.
  var folders: Set<[SourceFolder]> = []
  /// The colours of its keywords, by folded path.
  var colors: [String: [Double]] = [:]
  /// Whether all of it could be read.
  public var isComplete = true
  /// The text of a note by its item, as RTF; nil where it can't be had. It is read again when it is asked for.
  public var text: @Sendable (String) throws(SlipError) -> [UInt8]? = { _ in nil }

  /// A note of the container without its text, which would need much memory.
  public struct Note: Sendable {
    /// Its id in the container.
    fileprivate var item: String
    /// Its place among all.
    fileprivate var place: Int
    /// Its facts.
    fileprivate var facts: SourceFacts

    /// A note as it is read again; nil for one that is no item of a container.
    public init?(_ note: ImportedNote) {
      guard let item = note.item else { return nil }
      (self.item, place, facts) = (item.id, item.order, SourceFacts(note))
    }
  }

  /// A container without notes.
  public init() {}

  /// Adds a note with its folders and keywords.
  public mutating func add(_ note: Note) {
    notes[note.item] = note.facts
    places[note.item] = note.place
    for keyword in note.facts.keywords { add(keyword) }
    add(note.facts.folder)
  }

  /// Adds a folder by the steps that lead to it.
  public mutating func add(_ steps: [SourceFolder]) {
    if !steps.isEmpty { folders.insert(steps) }
  }

  /// Adds a keyword.
  public mutating func add(_ keyword: SourceKeyword) {
    colors[ImportMerger.folded(keyword.path)] = keyword.color
  }
}

/// A source on its way into a slip-box: a container with many notes, or a file that is one note.
///
/// ```swift
/// var source = SourceMerge(key: key, format: "enex", original: fact, folder: ["Recipes"])
/// merger.begin(&source)
/// for note in notes { payload += try merger.merge(note, of: &source) }
/// try merger.end(source)
/// if merger.records(source) { try merger.record(source, kept: kept, lifted: []) }
/// ```
public struct SourceMerge: Sendable {
  /// The key of the source.
  public let key: ImportKey
  /// Its format in the manifest.
  public let format: String
  /// Length and digest of what is imported: of the file, or of the stream of the folder's files.
  public let original: FileFact
  /// Whether it is a file, or a directory, that is one note. Its one item has an empty id.
  let isOneNote: Bool
  /// When it was last modified; nil when unknown.
  public var modified: Timestamp?
  /// The folders that all its notes are in.
  public var folder: [String]
  /// What it said when it was last imported; nil where that isn't known. That of a file isn't here: see `ImportMerger.baseline`.
  public var baseline: SourceBaseline? { didSet { noteFolders() } }
  /// The options with which it is read: see `Source.reading`.
  public var reading: String?
  /// Whether something in it could not be read. Then no item counts as vanished.
  public internal(set) var isIncomplete = false
  /// Whether something of it can't be known: a part that can't be read, a note that is cut, a file that is missing. It is read again
  /// at the next import then, although its bytes are the same.
  public internal(set) var hasGaps = false
  /// Whether a note stays as it is because what the source says of it can't be known.
  var withholds = false
  /// What the slip-box recorded of it before this import; nil for a new source.
  private(set) var recorded: Source?
  /// The notes that came from it, by item.
  var known: [String: Note.ID] = [:]
  /// The new ids of items whose ids changed, by their old ones.
  public private(set) var moved: [String: String] = [:]
  /// Items whose notes the user deleted.
  var buried: Set<String> = []
  /// The items that came so far.
  var seen: Set<String> = []
  /// The notes of the items that came so far, with their places, by item.
  var places: [String: (note: Note.ID, place: Int)] = [:]
  /// Notes that this import put into their folders.
  var arrived: Set<Note.ID> = []
  /// UUIDs that its new notes will have.
  var assigned: Set<UniqueID> = []
  /// The folders that it had when it was last imported, by key.
  private(set) var oldFolders: [String: FolderStep] = [:]
  /// The keys of the folders that it has now.
  var currentFolders: Set<String> = []

  /// Creates the state of a container at the beginning of an import.
  ///
  /// - Parameters:
  ///   - key: The key of the container.
  ///   - format: Its format in the manifest.
  ///   - original: Length and digest of what is imported.
  ///   - folder: The folders that all its notes are in, from the top; empty for none.
  public init(key: ImportKey, format: String, original: FileFact, folder: [String]) {
    (self.key, self.format, self.original, self.folder) = (key, format, original, folder)
    isOneNote = false
  }

  /// Creates the state of a file that is one note.
  ///
  /// - Parameters:
  ///   - key: The key of the file.
  ///   - original: Length and digest of the file.
  public init(file key: ImportKey, original: FileFact) {
    (self.key, self.original, folder) = (key, original, key.folder)
    (format, isOneNote) = ("", true)
  }

  /// Creates the state of the source of one note: of its file, or of a container that has only this note.
  public init(of note: ImportedNote) {
    (key, format, original, folder) = (note.key, note.format, note.original, note.key.folder)
    isOneNote = note.item == nil
    reading = note.reading
  }

  /// A folder on the way to a note, with what identifies it.
  struct FolderStep {
    /// What the container says of it.
    var step: SourceFolder
    /// Its key, from which its UUID is made.
    var key: String
    /// The key of the folder above it; nil at the top of what the container has.
    var parent: String?
  }

  /// The keys of folders: first those that all notes of the container are in, then the steps.
  func chain(_ steps: [SourceFolder]) -> [FolderStep] {
    FolderStep.chain(folder, of: key.sourceName)
      + FolderStep.chain(
        steps, below: ([key.sourceName] + folder).joined(separator: "/"), container: key.text)
  }

  /// Learns from the baseline which folders there were.
  private mutating func noteFolders() {
    oldFolders = [:]
    for steps in baseline?.folders ?? [] {
      for step in chain(steps).dropFirst(folder.count) where oldFolders[step.key] == nil {
        oldFolders[step.key] = step
      }
    }
  }

  /// Whether the source was imported before, whole, with exactly these bytes, and read alike.
  public func isUnchanged(in box: SlipBox) -> Bool {
    guard let source = box.source(key.text) else { return false }
    return source.original == original && !source.isIncomplete && source.reading == reading
  }

  /// Looks up what the slip-box recorded of it.
  mutating func lookUp(in box: SlipBox) { recorded = box.source(key.text) }

  /// Whether what it is now takes the place of what was recorded of it.
  ///
  /// It doesn't where a note stays as it is because of a gap. So what was known of that note isn't forgotten, and the original that is
  /// kept still has it.
  public var isRecorded: Bool { recorded == nil || !withholds }

  /// How many of the notes in the slip-box came from it.
  public var knownCount: Int { known.count }

  /// The items that the slip-box has notes of, but those that a conflicting version came in beside.
  public var knownItems: [String] { known.keys.filter { !ImportMerger.isSuperseded(item: $0) } }

  /// Whether the slip-box neither has a note of an item nor remembers that one was deleted.
  public func isNew(_ item: String) -> Bool { known[item] == nil && !buried.contains(item) }

  /// Notes that an item has another id now. Its note stays the same.
  public mutating func move(_ item: String, to new: String) {
    guard let note = known.removeValue(forKey: item) else { return }
    (known[new], moved[item]) = (note, new)
  }

  /// How the report names an item.
  func path(of place: String) -> String { isOneNote ? key.path : key.path + "#" + place }

  /// Whether nothing of it differs from what was recorded of it.
  var isAsRecorded: Bool {
    recorded.map { $0.original == original && $0.reading == reading && $0.isIncomplete == hasGaps } ?? false
  }

  /// What the UUID of an item's note is made of.
  func seed(of item: String) -> String { isOneNote ? key.text : key.text + "//item/" + item }

  /// The source, before its notes are there.
  func source(_ format: String) -> Source {
    var source = Source(id: key.text, path: key.path, format: format, original: original, kept: original)
    source.modified = modified
    (source.reading, source.isIncomplete) = (reading, hasGaps)
    return source
  }
}

extension SourceMerge.FolderStep {
  /// The steps to a folder at a path below a source.
  static func chain(_ path: [String], of source: String) -> [Self] {
    chain(path.map { SourceFolder($0) }, below: source, container: nil)
  }

  /// The steps to a folder, each with its key.
  ///
  /// - Parameters:
  ///   - steps: The folders from the top.
  ///   - key: The key of what they lie in.
  ///   - container: The key of the container, for folders that have ids; nil for none.
  static func chain(_ steps: [SourceFolder], below key: String, container: String?) -> [Self] {
    var (key, parent) = (key, String?.none)
    return steps.map { step in
      var step = step
      step.name = ImportKey.path(of: step.name)
      if let id = step.id, let container {
        key = container + "//folder/" + id
      } else {
        key += "/" + step.name
      }
      defer { parent = key }
      return Self(step: step, key: key, parent: parent)
    }
  }
}
