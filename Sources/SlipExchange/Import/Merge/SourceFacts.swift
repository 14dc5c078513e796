public import SlipBase
public import SlipNotes

/// What a source says of one note: every fact that an import can bring.
///
/// A second import compares three of these: what the source said last time (the base, which is read from the kept original),
/// what it says now, and what the slip-box has. See `FactsMerge`.
public struct SourceFacts: Sendable, Equatable {
  /// A file of a note.
  public struct File: Sendable, Hashable {
    /// The reference as the note would have it.
    public var reference: AttachmentReference
    /// Whether the text doesn't need it.
    public var isBeside: Bool
  }

  /// The title.
  public var title: String
  /// Length and digest of the text as RTF.
  public var body: FileFact
  /// When the note was created; nil when unknown.
  public var created: Timestamp?
  /// When it was last changed; nil when unknown. The time of its file doesn't count.
  public var modified: Timestamp?
  /// Whether a date came without a time zone.
  public var zoneIsUnknown: Bool
  /// How far the work on it has come.
  public var status: Note.Status
  /// Whether it is a favourite.
  public var isFavorite: Bool
  /// The folders that it is in, from the top of its source; none for a file, whose path says them.
  public var folder: [SourceFolder]
  /// Its keywords, in order.
  public var keywords: [SourceKeyword]
  /// Facts that a slip-box has no field for.
  public var properties: [Property]
  /// Its files, in order.
  public var files: [File]
  /// Notes that it leads to although its text doesn't say so.
  public var relations: [Note.ID]
  /// What can't be known of it.
  public var gaps: SourceGaps

  /// The facts of a note as an importer has read it.
  public init(_ note: ImportedNote) {
    let item = note.item ?? ImportedItem(file: note)
    title = note.title
    body = note.body.fact
    created = note.created
    modified = item.isDatedByFile ? nil : note.modified
    zoneIsUnknown = note.zoneIsUnknown
    (status, isFavorite) = (item.status, item.isFavorite)
    (folder, keywords) = (item.folder, item.keywords)
    properties = item.properties
    files = note.attachments.filter(\.isShown).map {
      File(reference: AttachmentReference($0), isBeside: $0.isBeside)
    }
    relations = item.relations
    gaps = SourceGaps(note)
  }

  /// These facts, which a source said when it was last imported, as far as the note was made of them; nil where that isn't known.
  ///
  /// A note isn't made of what was damaged at that time, where it came in whole before. And what came in from a source that wasn't
  /// recorded, because something else in it was damaged, is what the note was made of.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - theirs: What the source says now.
  func `as`(knownIn note: Note, _ theirs: SourceFacts) -> SourceFacts? {
    func isImported(_ facts: SourceFacts) -> Bool {
      note.imported == Note.importedFields(title: facts.title, body: facts.body.digest)
    }
    if gaps.isDamage, !isImported(self) { return nil }
    guard title != theirs.title || body != theirs.body, !theirs.gaps.isDamage, isImported(theirs) else {
      return self
    }
    var known = self
    (known.title, known.body, known.files) = (theirs.title, theirs.body, theirs.files)
    return known
  }

  /// Whether a note would lose its text because what holds it isn't there.
  func losesText(base: SourceFacts?, of note: Note) -> Bool {
    gaps.lacksText && note.mirror.length > 0 && base?.gaps.lacksText != true
  }

  /// Whether a note would lose words because its text is probably cut off, as it had an end when it was imported.
  func losesEnd(base: SourceFacts?) -> Bool { gaps.lacksEnd && base?.gaps.lacksEnd == false }

  /// Whether a note would lose something because a part of its document is missing, as it wasn't when it was imported.
  func losesParts(base: SourceFacts?) -> Bool { gaps.lacksParts && base?.gaps.lacksParts == false }

  /// Whether a note would lose facts because its properties can't be read, as they could when it was imported.
  func losesFacts(base: SourceFacts?) -> Bool {
    guard gaps.lacksFacts, let base, !base.gaps.lacksFacts else { return false }
    return !(base.properties.isEmpty && base.keywords.isEmpty && base.folder == folder)
  }

  /// Whether a note would lose files that may be among those that can't be had.
  func losesFiles(base: SourceFacts?, of note: Note) -> Bool {
    guard gaps.missingFiles > 0 else { return false }
    // One content may be there under several names.
    let known = base?.files.map(\.reference) ?? note.attachments
    return !Set(known.map(FileName.init)).isSubset(of: files.map { FileName($0.reference) })
  }

  /// The names of files that a note would lose although its text still links to them: they are missing beside their references.
  ///
  /// - Parameter new: The note as it was read, with the links that lead nowhere.
  func lostNames(linkedBy new: ImportedNote, base: SourceFacts?, of note: Note) -> [String] {
    guard let dead = new.item?.unresolved, !dead.isEmpty else { return [] }
    let there = Set(files.map(\.reference.name))
    let known = (base?.files.map(\.reference) ?? note.attachments).map(\.name).filter { !there.contains($0) }
    guard !known.isEmpty else { return [] }
    let linked = Set(
      dead.flatMap { link in
        [link.target, RelativePath.withoutEncoding(link.target)].map { target in
          // What comes before a colon is the kind of a link, as in `attachment:a.txt`.
          target.split { $0 == "/" || $0 == "\\" || $0 == ":" }.last.map { TextFolding.nfc(String($0)) } ?? ""
        }
      })
    return Set(known.filter { linked.contains(TextFolding.nfc($0)) }).sorted()
  }
}

/// A field of a note that an import can change.
public enum ImportedField: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The title.
  case title
  /// The text.
  case text
  /// When it was created.
  case created
  /// When it was last changed.
  case modified
  /// How far the work on it has come.
  case status
  /// Whether it is a favourite.
  case favorite
  /// Its place among the notes of its folder.
  case order
  /// The folder that it is in.
  case folder
  /// Its keywords.
  case keywords
  /// Facts that a slip-box has no field for.
  case properties
  /// Its files.
  case attachments
  /// The notes that it leads to.
  case links

  /// In the order of the declaration.
  public static func < (a: ImportedField, b: ImportedField) -> Bool {
    (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
  }
}

/// A field that an import changes, and how many of its values; 1 for a field with one value.
public struct ImportedChange: Sendable, Hashable {
  /// The field.
  public var field: ImportedField
  /// How many values of it come, go or change.
  public var count: Int

  /// Describes a change.
  public init(_ field: ImportedField, count: Int = 1) { (self.field, self.count) = (field, count) }
}

extension AttachmentReference {
  /// The use of an imported file.
  package init(_ file: ImportedAttachment) {
    self.init(attachment: file.payload.fact.digest, name: file.name, description: file.description)
    properties = file.properties
  }
}
