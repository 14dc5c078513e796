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
      "This bundle has an older schema version; `slipconv migrate` upgrades it.",
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

/// Does once more what fails because a writer replaced the bundle meanwhile: the new version serves as well.
///
/// After some attempts the error stands, so that a busy writer can't keep a reader for ever.
package func retryingWhenReplaced<R>(_ body: () throws(SlipError) -> R) throws(SlipError) -> R {
  var attemptsLeft = 4
  while true {
    attemptsLeft -= 1
    do throws(SlipError) {
      return try body()
    } catch {
      guard error.code == ContainerFault.replacedMeanwhile, attemptsLeft > 0 else { throw error }
    }
  }
}
