public import SlipBase

/// A file or directory that an import left out, and why.
///
/// Reports list every one of them. Those whose reason `isFailure` make an import need attention, as
/// the user would miss them.
public struct SkippedFile: Sendable, Equatable {
  /// Why something was left out.
  public enum Reason: Sendable, Hashable {
    /// Its name begins with a dot, or with `~$` like the lock files of word processors.
    case hidden
    /// It is a slip-box bundle rather than notes.
    case bundle
    /// There is no importer for its name.
    case unsupportedFormat
    /// It is an archive of files, none of which can be imported.
    case archive
    /// It is a word processor's document in a format that isn't read.
    case otherDocument
    /// It is a symbolic link.
    case symbolicLink
    /// It is a device, a pipe or a socket.
    case specialFile
    /// Its name is not UTF-8.
    case nameNotUnicode
    /// Another file has the same name in NFC.
    case nameTaken
    /// It is below too many directories.
    case tooDeep
    /// It can't be read.
    case unreadable(SlipError)
    /// It is an attachment that was exported from the slip-box.
    case attachment
    /// The slip-box remembers that its note was deleted.
    case deletedHere
    /// It was read, but can't be imported.
    case refused(SlipError)
    /// It is a part of a container that is left out.
    case item(SourceSkip.Reason)

    /// The reason as the end of a sentence that begins with `The file`.
    public var explanation: String {
      switch self {
      case .hidden: "is hidden"
      case .bundle: "is a slip-box bundle, not notes; export its notes first"
      case .unsupportedFormat: "is in a format that can't be imported"
      case .archive: "is an archive in which nothing can be imported"
      case .otherDocument: "is a document in a format that isn't read; \(OtherDocument.advice)"
      case .symbolicLink: "is a symbolic link; links are never followed"
      case .specialFile: "is not a regular file"
      case .nameNotUnicode: "has a name that is not UTF-8; rename it first"
      case .nameTaken: "has the same name as another file, apart from its Unicode normalization"
      case .tooDeep: "is below too many directories"
      case .unreadable(let error), .refused(let error):
        "can't be imported: " + error.message + (error.code.map { " [\($0)]" } ?? "")
      case .attachment: "is an attachment that was exported from this slip-box"
      case .deletedHere: "was deleted from the slip-box"
      case .item(let reason): reason.explanation
      }
    }

    /// The reason as a word for programs.
    public var name: String {
      switch self {
      case .hidden: "hidden"
      case .bundle: "bundle"
      case .unsupportedFormat: "unsupported-format"
      case .archive: "archive"
      case .otherDocument: "other-document"
      case .symbolicLink: "symbolic-link"
      case .specialFile: "special-file"
      case .nameNotUnicode: "name-not-unicode"
      case .nameTaken: "name-taken"
      case .tooDeep: "too-deep"
      case .unreadable: "unreadable"
      case .attachment: "attachment"
      case .deletedHere: "deleted-here"
      case .refused: "refused"
      case .item(let reason): reason.name
      }
    }

    /// The error for which the file was left out; nil where it was left out for what it is.
    public var error: SlipError? {
      switch self {
      case .unreadable(let error), .refused(let error): error
      default: nil
      }
    }

    /// Whether the user would expect an import to include the file.
    public var isFailure: Bool {
      switch self {
      case .hidden, .bundle, .unsupportedFormat, .archive, .attachment, .deletedHere: false
      case .item(let reason): reason.isFailure
      default: true
      }
    }
  }

  /// The path relative to what is imported.
  public var path: String
  /// Whether it is a directory, which is left out with everything in it.
  public var isDirectory: Bool
  /// Why it was left out.
  public var reason: Reason
  /// Whether it is a part of a container whose original the slip-box keeps.
  public internal(set) var isOriginalKept = false

  /// Why it was left out, and whether its original is kept, as the end of a sentence that begins with `It`.
  public var explanation: String {
    guard isOriginalKept, case .item(let item) = reason, item.isOfInterest else { return reason.explanation }
    return reason.explanation + "; its original is kept"
  }

  /// Creates an entry; by default for a file.
  public init(path: String, isDirectory: Bool = false, reason: Reason) {
    self.path = path
    self.isDirectory = isDirectory
    self.reason = reason
  }
}

/// Recognizes word processors' documents in formats that aren't read.
public enum OtherDocument {
  /// A format that isn't read.
  private struct Kind {
    /// The extensions of such documents, in lower case.
    var suffixes: Set<String>
    /// The name of the program, as in `a document of Pages`.
    var program: String
    /// What to do about it, as the end of a sentence.
    var advice: String
  }

  private static let kinds: [Kind] = [
    Kind(
      suffixes: ["doc", "dot"], program: "Word 97 to 2003",
      advice: "save it as .docx first, for example with `soffice --headless --convert-to docx FILE`"),
    Kind(suffixes: ["pages"], program: "Pages", advice: "export it as Word or RTF in Pages first"),
    Kind(
      suffixes: ["sxw"], program: "OpenOffice 1",
      advice: "save it as .odt first, for example with `soffice --headless --convert-to odt FILE`"),
    Kind(
      suffixes: ["wpd"], program: "WordPerfect",
      advice: "save it as .docx first, for example with `soffice --headless --convert-to docx FILE`"),
    Kind(
      suffixes: ["wps"], program: "Works",
      advice: "save it as .docx first, for example with `soffice --headless --convert-to docx FILE`"),
    Kind(
      suffixes: ["wri"], program: "Windows Write",
      advice: "open it in a word processor and save it as RTF first"),
  ]

  /// What to do about such a document, as the end of a sentence.
  public static let advice =
    "save it as .docx or RTF first, for example with `soffice --headless --convert-to docx FILE`"

  /// A sentence that says what a document is, and what to do about it; nil for what is no such document.
  public static func message(_ bytes: UnsafeRawBufferPointer, path: some StringProtocol) -> String? {
    guard let kind = kind(of: bytes, path: path) else { return nil }
    return "This is a document of \(kind.program), which isn't read; \(kind.advice)."
  }

  private static func kind(of bytes: UnsafeRawBufferPointer, path: some StringProtocol) -> Kind? {
    if MediaType.sniff(bytes) == .word { return kinds[0] }
    return suffix(of: path).flatMap { suffix in kinds.first { $0.suffixes.contains(suffix) } }
  }

  /// Whether the content is such a document, or the name claims it.
  public static func isOne(_ bytes: UnsafeRawBufferPointer, path: some StringProtocol) -> Bool {
    kind(of: bytes, path: path) != nil
  }

  /// Whether the name claims it. RTF may have such a name, too: many programs call it `.doc`.
  public static func isNamedSo(_ path: some StringProtocol) -> Bool {
    suffix(of: path).map { suffix in kinds.contains { $0.suffixes.contains(suffix) } } ?? false
  }

  /// The extension of a name, in lower case; nil for none.
  private static func suffix(of path: some StringProtocol) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }
}
