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

  /// The one note that `name` means: see `NoteLookup`.
  public func note(named name: String) throws(SlipError) -> Note {
    try NoteLookup(box, path: path).note(named: name)
  }
}
