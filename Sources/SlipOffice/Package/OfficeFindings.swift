internal import SlipBase

/// What is worth reporting about an office document, each kind once with its number.
struct OfficeFindings: Sendable {
  /// A kind of finding.
  enum Kind: String, CaseIterable {
    case cutPart, partNotRead, missingTarget, remotePicture, macros, embeddedObject, activeField, importedPart
    case outsideDocument, noPicture, tooDeep, headersDropped, tooManyCells, tooManyRepeats

    /// The permanent code.
    var code: String {
      switch self {
      case .cutPart: OfficeCode.cutPart
      case .partNotRead: OfficeCode.partNotRead
      case .missingTarget: OfficeCode.missingTarget
      case .remotePicture: OfficeCode.remotePicture
      case .macros: OfficeCode.macros
      case .embeddedObject: OfficeCode.embeddedObject
      case .activeField: OfficeCode.activeField
      case .importedPart: OfficeCode.importedPart
      case .outsideDocument: OfficeCode.outsideDocument
      case .noPicture: OfficeCode.noPicture
      case .tooDeep: OfficeCode.tooDeep
      case .headersDropped: OfficeCode.headersDropped
      case .tooManyCells: OfficeCode.tooManyCells
      case .tooManyRepeats: OfficeCode.tooManyRepeats
      }
    }

    /// How much it matters.
    var severity: Diagnostic.Severity {
      switch self {
      case .cutPart, .partNotRead, .tooManyCells, .tooManyRepeats: .error
      case .macros, .headersDropped, .activeField: .info
      default: .warning
      }
    }

    /// The message, which follows the name of the file.
    var message: String {
      switch self {
      case .cutPart: "a part of the document is damaged; what comes after the damage is left out"
      case .partNotRead: "a part of the document can't be read; it is left out"
      case .missingTarget: "the document refers to a part that it doesn't have"
      case .remotePicture: "a picture stored elsewhere is not fetched"
      case .macros: "the document has macros; they are neither run nor copied"
      case .embeddedObject: "an object of another program is left out; its picture stands for it"
      case .activeField: "a field would run a program or load a file; only the result that is stored counts"
      case .importedPart: "an imported part of the document has a format that isn't read; it is left out"
      case .outsideDocument: "the document includes another one, which is not loaded"
      case .noPicture: "a chart or drawing has no picture; it is left out"
      case .tooDeep: "tables or text boxes nest deeper than the limit; deeper ones are read as if flat"
      case .headersDropped: "headers or footers of later sections are left out; those of the first count"
      case .tooManyCells: "repeated and merged cells are more than the limit; further ones are left out"
      case .tooManyRepeats:
        "a part of the document stands within itself, or is repeated more than the limit; it is there once"
      }
    }
  }

  private var found: [(kind: Kind, place: String?, count: Int)] = []

  /// Creates findings without any.
  init() {}

  /// Notes a finding.
  ///
  /// - Parameter part: The part that it is in; nil for the document as a whole.
  mutating func note(_ kind: Kind, in part: String? = nil) {
    if let index = found.firstIndex(where: { $0.kind == kind }) {
      found[index].count += 1
    } else {
      found.append((kind, part, 1))
    }
  }

  /// The findings, in the order in which they were met first.
  var diagnostics: [Diagnostic] {
    found.map {
      Diagnostic(
        code: $0.kind.code, severity: $0.kind.severity, message: $0.kind.message,
        location: SourceLocation($0.place.map { .object($0) } ?? .wholeFile), count: $0.count)
    }
  }
}
