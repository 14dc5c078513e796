public import SlipBase

/// A file or directory that an import left out, and why.
public struct SkippedFile: Sendable, Equatable {
  public enum Reason: Sendable, Hashable {
    /// Its name begins with a dot, or with `~$` as the lock files of word processors do.
    case hidden
    /// A slip-box bundle: what lies in it is its own.
    case bundle
    case unsupportedFormat
    /// A document of a word processor that isn't RTF.
    case otherDocument
    case symbolicLink
    /// A device, pipe or socket.
    case specialFile
    case nameNotUnicode
    /// Another file has the same name in NFC.
    case nameTaken
    case tooDeep
    case unreadable(SlipError)
    /// The slip-box remembers that its note was deleted.
    case deletedHere
    /// It was read, but can't be imported.
    case refused(SlipError)

    /// A sentence's end: `The file …`.
    public var explanation: String {
      switch self {
      case .hidden: "is hidden"
      case .bundle: "is a slip-box bundle, not notes; what it holds is exported from it"
      case .unsupportedFormat: "has no format that can be imported"
      case .otherDocument: "is a document in another format than RTF; \(OtherDocument.advice)"
      case .symbolicLink: "is a symbolic link; links are never followed"
      case .specialFile: "is not a regular file"
      case .nameNotUnicode: "has a name that is not UTF-8; rename it first"
      case .nameTaken: "has the same name as another file, but for the form of its letters"
      case .tooDeep: "lies too deep"
      case .unreadable(let error), .refused(let error):
        "can't be imported: " + error.message + (error.code.map { " [\($0)]" } ?? "")
      case .deletedHere: "was deleted from the slip-box"
      }
    }

    /// A word for programs.
    public var name: String {
      switch self {
      case .hidden: "hidden"
      case .bundle: "bundle"
      case .unsupportedFormat: "unsupported-format"
      case .otherDocument: "other-document"
      case .symbolicLink: "symbolic-link"
      case .specialFile: "special-file"
      case .nameNotUnicode: "name-not-unicode"
      case .nameTaken: "name-taken"
      case .tooDeep: "too-deep"
      case .unreadable: "unreadable"
      case .deletedHere: "deleted-here"
      case .refused: "refused"
      }
    }

    /// Nothing can be said of what it holds.
    var isUnreadable: Bool { if case .unreadable = self { true } else { false } }

    /// Whether the user lost something by it that an import is expected to bring.
    public var isFailure: Bool {
      switch self {
      case .hidden, .bundle, .unsupportedFormat, .deletedHere: false
      default: true
      }
    }
  }

  /// Relative to what is imported.
  public var path: String
  public var isDirectory: Bool
  public var reason: Reason

  public init(path: String, isDirectory: Bool = false, reason: Reason) {
    self.path = path
    self.isDirectory = isDirectory
    self.reason = reason
  }
}
