public import SlipBase
public import SlipBundle
public import SlipNotes

/// A bundle opened for reading, its facts in memory and its payload on disk.
public struct OpenBundle: Sendable {
  /// The bundle's own path, wherever in or around it the caller pointed.
  public let path: String
  public let storage: any BundleStorage
  public let box: SlipBox

  /// Finds and reads the bundle that `argument` means: see `BundleLocator.locate`.
  public init(_ argument: String, limits: Limits = Limits()) throws(SlipError) {
    let location = try BundleLocator.locate(argument)
    path = location.path
    guard let storage = try location.storage(limits: limits) else { throw OpenBundle.tooOld(path) }
    self.storage = storage
    box = try ManifestReader.read(storage: storage, limits: limits)
  }

  static func tooOld(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: KitCode.oldVersion,
      "This is a bundle of an older schema version; `slipconv migrate` brings it up.",
      at: SourceLocation(file: path))
  }

  /// The RTF body of a note.
  public func body(of note: Note) throws(SlipError) -> [UInt8] {
    try storage.read(PayloadPath.body(note.id))
  }

  /// The plain text of a note.
  public func mirror(of note: Note) throws(SlipError) -> [UInt8] {
    try storage.read(PayloadPath.mirror(note.id))
  }

  /// The one note that a UUID or a title names.
  ///
  /// Throws when there is none, or when several have the title; the error lists their UUIDs.
  public func note(named name: String) throws(SlipError) -> Note {
    try box.note(named: name, in: path)
  }
}

extension SlipBox {
  func note(named name: String, in path: String) throws(SlipError) -> Note {
    if let id = UniqueID(name), let note = note(id) { return note }
    let found = TitleIndex(self).notes(titled: name)
    guard let id = found.first, let note = note(id) else {
      throw SlipError(
        .usage, code: KitCode.noSuchNote, "No note has this title or UUID.", at: SourceLocation(file: path))
    }
    guard found.count == 1 else {
      let list = found.map(\.description).joined(separator: ", ")
      throw SlipError(
        .usage, code: KitCode.ambiguousTitle,
        "\(found.count) notes have this title; name one by its UUID: \(list)",
        at: SourceLocation(file: path))
    }
    return note
  }
}
