public import SlipBase

/// What can be wrong with an RTF file. A row has the permanent code, the severity and the message.
enum RTFFault: Int, CaseIterable {
  case notRTF
  case unclosedGroup
  case trailingText
  case depthLimit
  case binaryPastEnd
  case badHex
  case undefinedByte
  case unfinishedCharacter
  case loneSurrogate
  case badCodePoint
  case control
  case unknownDestination
  case misplacedDestination
  case unknownCodePage
  case unterminatedRow
  case nestedNote
  case unknownWord
  case listLimit
  case captureLimit

  var code: String { "SBXR0" + (rawValue < 9 ? "0" : "") + String(rawValue + 1) }

  var severity: Diagnostic.Severity {
    switch self {
    case .notRTF: .error
    case .unknownDestination, .unknownWord, .trailingText: .info
    default: .warning
    }
  }

  var message: String {
    switch self {
    case .notRTF: "the file does not begin with {\\rtf"
    case .unclosedGroup: "the file ends inside a group"
    case .trailingText: "what follows the closing brace of the document is left out"
    case .depthLimit: "groups nested deeper than the limit are read as if flat"
    case .binaryPastEnd: "\\bin announces more bytes than the file has"
    case .badHex: "\\' is not followed by two hexadecimal digits"
    case .undefinedByte: "a byte that its code page lacks becomes U+FFFD"
    case .unfinishedCharacter: "a multi-byte character breaks off and becomes U+FFFD"
    case .loneSurrogate: "half a surrogate pair becomes U+FFFD"
    case .badCodePoint: "\\u with a number that is no character becomes U+FFFD"
    case .control: "a control character is left out"
    case .unknownDestination: "an unknown destination marked as ignorable is left out"
    case .misplacedDestination: "a destination that begins in the middle of the document is read as text"
    case .unknownCodePage: "an unknown code page is read as Windows-1252"
    case .unterminatedRow: "a table row is not ended by \\row"
    case .nestedNote: "a note, header or text box inside another is read as part of it"
    case .unknownWord: "an unknown control word is passed over"
    case .listLimit: "a list item has no marker, as its file defines more lists than the limit"
    case .captureLimit:
      "a text beside the body, such as a field's instruction or a font's name, is cut at the limit"
    }
  }
}

/// Counts faults while a file is read; turns them into diagnostics at the end.
struct RTFFaults {
  private var counts = [Int](repeating: 0, count: RTFFault.allCases.count)
  private var firstOffsets = [Int](repeating: 0, count: RTFFault.allCases.count)

  mutating func note(_ fault: RTFFault, at offset: Int) {
    if counts[fault.rawValue] == 0 { firstOffsets[fault.rawValue] = offset }
    counts[fault.rawValue] &+= 1
  }

  /// The places are offsets.
  var diagnostics: [Diagnostic] {
    RTFFault.allCases.filter { counts[$0.rawValue] > 0 }.map { fault in
      Diagnostic(
        code: fault.code, severity: fault.severity, message: fault.message,
        location: SourceLocation(.byte(firstOffsets[fault.rawValue])), count: counts[fault.rawValue])
    }
  }
}

/// All that reading RTF can report, for manuals.
public enum RTFFaultTable {
  public struct Row: Sendable, Hashable {
    public var code: String
    public var severity: Diagnostic.Severity
    /// What is wrong or left out, as a part of a sentence.
    public var message: String
    /// The file is as it should be; a document can't hold what it says.
    public var isLoss: Bool
  }

  public static let rows =
    RTFFault.allCases.map {
      Row(code: $0.code, severity: $0.severity, message: $0.message, isLoss: false)
    } + RTFLoss.all.map { Row(code: $0.code, severity: .info, message: $0.message, isLoss: true) }
}
