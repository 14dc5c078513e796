public import SlipBase
public import SlipDocument

/// A file that notes were imported from, and how to restore it byte for byte.
///
/// The bundle stores either the file itself, or the file with its pictures extracted. In the second
/// case `lifted` says where the pictures go back in.
public struct Source: Sendable, Hashable, Identifiable {
  /// A key that stays the same over all imports: the application's own id, or the source name, `/`,
  /// and the relative path in NFC.
  public let id: String
  /// The path below what was imported, with `/` between names. Its last name is the original file
  /// name.
  public var path: String
  /// The name of the file's format, such as `rtf`.
  public var format: String
  /// Length and digest of the imported file.
  public var original: FileFact
  /// Length and digest of the file in `sources/`: the original itself, or the original with its
  /// pictures extracted.
  public var kept: FileFact
  /// Where the extracted pictures go back in, in order; empty when the kept file is the original.
  public var lifted: [ExtractedData] = []
  /// When the imported file was last modified; nil when unknown.
  public var modified: Timestamp?
  /// The options with which it was read, as a JSON object with sorted keys; nil for the defaults. Another import
  /// of it without options reads it alike. Transactions don't have it.
  public var reading: String?
  /// Whether something of it couldn't be read when it was imported. So it is read again, although its bytes are
  /// the same. Transactions don't have it.
  public var isIncomplete = false
  /// Elements of other XML namespaces, serialized, in order.
  public var foreign: [String] = []

  /// Creates a source without extracted pictures.
  public init(id: String, path: String, format: String, original: FileFact, kept: FileFact) {
    self.id = id
    self.path = path
    self.format = format
    self.original = original
    self.kept = kept
  }

  /// The format of RTFD packages, which are directories.
  private static let packageFormat = "rtfd"
  /// What the formats of all other directories end with.
  public static let folderSuffix = "-folder"

  /// The same source under another id.
  public func renamed(_ id: String) -> Source {
    var source = Source(id: id, path: path, format: format, original: original, kept: kept)
    (source.lifted, source.modified, source.foreign) = (lifted, modified, foreign)
    (source.reading, source.isIncomplete) = (reading, isIncomplete)
    return source
  }

  /// The source as transactions have it: without `reading` and `isIncomplete`.
  var recorded: Source {
    var source = self
    (source.reading, source.isIncomplete) = (nil, false)
    return source
  }

  /// What a change makes of a source that may have another `reading` and `isIncomplete` than the change says.
  ///
  /// Each of these two follows the change only where the change is about it: changes that were recorded in a
  /// transaction never are.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - present: The source as it is; nil where it isn't there.
  /// - Returns: Nil where the change deletes the source.
  static func after(_ change: EntityChange<Source>, of present: Source?) -> Source? {
    guard var after = change.after, let before = change.before, let present else { return change.after }
    if before.reading == after.reading { after.reading = present.reading }
    if before.isIncomplete == after.isIncomplete { after.isIncomplete = present.isIncomplete }
    return after
  }

  /// Whether the source was a directory. `original` then describes the stream that the directory
  /// was turned into.
  public var isPackage: Bool { Source.isPackage(format: format) }

  /// Whether sources of a format were directories.
  public static func isPackage(format: String) -> Bool {
    format == packageFormat || format.hasSuffix(folderSuffix)
  }
}

/// Something that the slip-box is synchronized with, such as an imported folder.
public struct Origin: Sendable, Hashable {
  /// The source name, with which the keys of its sources begin.
  public var name: String
  /// An opaque mark of the origin's own, which Slipbox only retains.
  public var token: String
  /// Where it is, such as the URL of a feed; nil when unknown.
  public var url: String?
  /// What it is, such as `folder`, `feed` or the name of an application; nil when unknown.
  public var kind: String?
  /// Sources and items whose notes were deleted here and must not return.
  public var tombstones: [Tombstone] = []
  /// Elements of other XML namespaces, serialized, in order.
  public var foreign: [String] = []
  /// Creates an origin without tombstones.
  public init(name: String, token: String) {
    self.name = name
    self.token = token
  }
}

/// The mark that a note was deleted here, so that no import brings it back.
public struct Tombstone: Sendable, Hashable, Comparable {
  /// The key of the source that the note came from.
  public var key: String
  /// The note's id within a source that holds many notes; nil for a source of one note.
  public var item: String?
  /// When the note was deleted; nil when unknown.
  public var date: Timestamp?

  /// Creates a mark.
  public init(key: String, item: String? = nil, date: Timestamp? = nil) {
    (self.key, self.item, self.date) = (key, item, date)
  }

  /// By key, then item, then date, whatever is unknown first.
  public static func < (a: Tombstone, b: Tombstone) -> Bool {
    if a.key != b.key { return a.key < b.key }
    if a.item != b.item { return (a.item ?? "") < (b.item ?? "") }
    return (a.date?.microseconds ?? .min) < (b.date?.microseconds ?? .min)
  }
}
