public import SlipBase
public import SlipDocument

/// A file that notes were imported from, and how to restore it byte for byte.
///
/// The bundle stores either the file itself, or the file with its pictures extracted. In the second
/// case `lifted` says where the pictures go back in.
public struct Source: Sendable, Equatable, Identifiable {
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

  /// The format of sources that were directories: RTFD packages.
  public static let packageFormat = "rtfd"

  /// Whether the source was a directory. `original` then describes the stream that the directory
  /// was turned into.
  public var isPackage: Bool { format == Source.packageFormat }
}

/// Something that the slip-box is synchronized with, such as an imported folder.
public struct Origin: Sendable, Equatable {
  /// The source name, with which the keys of its sources begin.
  public var name: String
  /// An opaque mark of the origin's own, which Slipbox only retains.
  public var token: String
  /// Keys of sources whose notes were deleted here and must not return.
  public var tombstones: [String] = []
  /// Elements of other XML namespaces, serialized, in order.
  public var foreign: [String] = []
  /// Creates an origin without tombstones.
  public init(name: String, token: String) {
    self.name = name
    self.token = token
  }
}

/// An entry in the history of a box: what was done, and by which tool. It has no date, so that the
/// same work gives the same bytes.
public struct HistoryEvent: Sendable, Equatable {
  /// What was done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Files were imported.
    case `import`
    /// The bundle was migrated to another schema version.
    case migration
    /// `validate --fix` repaired the bundle.
    case repair
    /// A note was edited.
    case edit
    /// Bodies that other programs had changed were taken over.
    case refresh
  }
  /// What was done.
  public var kind: Kind
  /// The schema version before a migration; nil for other events.
  public var from: String?
  /// The schema version after a migration; nil for other events.
  public var to: String?
  /// The tool and its version, such as `slipconv 0.1.0`.
  public var tool: String
  /// Creates an entry.
  public init(kind: Kind, from: String? = nil, to: String? = nil, tool: String) {
    self.kind = kind
    self.from = from
    self.to = to
    self.tool = tool
  }
}
