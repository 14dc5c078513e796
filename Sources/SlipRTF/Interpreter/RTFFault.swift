public import SlipCore

/// What can be wrong with an RTF file: the permanent code, the severity, the message and the
/// advice of each kind.
///
/// The number of a case is part of its code, so cases are neither removed nor reordered,
/// and new ones are added at the end. All faults are recoverable: the file is read to its
/// end all the same.
enum RTFFault: Int, CaseIterable {
  /// No `{\rtf` at the beginning. The bytes are read as RTF all the same.
  case notRTF
  /// The bytes end before the document's closing brace.
  case unclosedGroup
  /// Something other than white space follows the document.
  case trailingText
  /// Groups, or fields, objects and formulas, are nested too deeply.
  case depthLimit
  /// `\binN` with fewer than N bytes behind it.
  case binaryPastEnd
  /// `\'` without two hexadecimal digits.
  case badHex
  /// A byte that the code page does not define.
  case undefinedByte
  /// A character of several bytes without its last byte.
  case unfinishedCharacter
  /// A surrogate without its other half.
  case loneSurrogate
  /// `\uN` with a number past U+10FFFF.
  case badCodePoint
  /// A control character that means nothing in text, such as `\'07`.
  case control
  /// `{\*\name …}` with an unknown word, which readers are asked to skip.
  case unknownDestination
  /// A destination in the outermost group, behind text: as a destination it would take in
  /// the rest of the document.
  case misplacedDestination
  /// `\ansicpgN` with an unknown number.
  case unknownCodePage
  /// No longer issued. Its place keeps the codes of the cases below.
  case unterminatedRow
  /// A note, text box or header inside another.
  case nestedNote
  /// A control word that the table does not have.
  case unknownWord
  /// A list item whose definition was dropped at the limit.
  case listLimit
  /// Captured text, such as an instruction, that was cut off at the limit.
  case captureLimit
  /// The instruction of an EQ field that is no formula.
  case badEquation

  /// The permanent code: `SBXR001` for the first case, and so on.
  var code: String { "SBXR0" + (rawValue < 9 ? "0" : "") + String(rawValue + 1) }

  /// How much it matters. Unknown words are normal in files of newer programs, so they
  /// are only information.
  var severity: Diagnostic.Severity {
    switch self {
    case .notRTF: .error
    case .unknownDestination, .unknownWord, .trailingText: .info
    default: .warning
    }
  }

  /// What is wrong and what was done about it, as a sentence without a full stop. It
  /// never quotes the file.
  var message: String { texts.message }
  /// What became of the text and what a user can do about it, in one or two sentences.
  var advice: String { texts.advice }

  /// The message and the advice of each kind.
  private var texts: (message: String, advice: String) {
    switch self {
    case .notRTF:
      (
        "the file does not begin with {\\rtf",
        """
        If the text looks wrong, name the right format with --from, or save the file as RTF in its own \
        program.
        """
      )
    case .unclosedGroup:
      (
        "the file ends inside a group",
        """
        All text up to the end of the file is there. If something is missing, the file was cut off: fetch \
        it again, or take it from a backup.
        """
      )
    case .trailingText:
      (
        "what follows the closing brace of the document is left out",
        "Nothing needs to be done: word processors don't show this either."
      )
    case .depthLimit:
      (
        "groups nested deeper than the limit are read as if flat",
        "The text is complete, but may look wrong there. If so, save the file anew with a word processor."
      )
    case .binaryPastEnd:
      (
        "\\bin announces more bytes than the file has",
        """
        A picture or object at the end is incomplete, because the file was cut off. Fetch it again, or \
        take it from a backup.
        """
      )
    case .badHex:
      (
        "\\' is not followed by two hexadecimal digits",
        """
        One character may be missing there, and the rest is read as text. Add the character in the program \
        that wrote the file.
        """
      )
    case .undefinedByte:
      (
        "a byte that its code page does not define becomes U+FFFD",
        """
        If letters near the mark � look wrong, too, the file names the wrong code page: save it anew in \
        the program that wrote it.
        """
      )
    case .unfinishedCharacter:
      (
        "an incomplete multi-byte character becomes U+FFFD",
        """
        The rest of the text is there. Type the character again where the mark � stands, for example with \
        `slipconv edit`.
        """
      )
    case .loneSurrogate:
      (
        "half a surrogate pair becomes U+FFFD",
        """
        This is often half of an emoji. Type it again where the mark � stands, for example with \
        `slipconv edit`.
        """
      )
    case .badCodePoint:
      (
        "\\u with a number that is not a character becomes U+FFFD",
        """
        The rest of the text is there. Type the right character where the mark � stands, for example with \
        `slipconv edit`.
        """
      )
    case .control:
      (
        "a control character is left out",
        "Nothing needs to be done: control characters show nothing, and the other text is complete."
      )
    case .unknownDestination:
      (
        "an unknown destination marked as ignorable is left out",
        "Nothing needs to be done: the file itself asks programs that don't know this part to skip it."
      )
    case .misplacedDestination:
      (
        "a destination that begins in the middle of the document is read as text",
        """
        Nothing is missing, but the text may have something that isn't part of it, such as names of fonts. \
        Delete that with `slipconv edit`.
        """
      )
    case .unknownCodePage:
      (
        "an unknown code page is read as Windows-1252",
        """
        Nothing needs to be done if the letters look right. Else save the file anew with a word processor \
        that shows them right.
        """
      )
    case .unterminatedRow:
      (
        "a table row is not ended by \\row",
        "Nothing needs to be done: the code is no longer issued."
      )
    case .nestedNote:
      (
        "a note, header or text box inside another is read as part of it",
        "Nothing needs to be done: the text is complete, and stands in the one around it."
      )
    case .unknownWord:
      (
        "an unknown control word is ignored",
        """
        Nothing needs to be done: the text is complete. Such words come from newer programs, and mostly \
        say how something looks.
        """
      )
    case .listLimit:
      (
        "a list item has no marker because the file defines more lists than the limit",
        "The text of the items is complete. If their bullets or numbers matter, divide the document."
      )
    case .captureLimit:
      (
        "text outside the body, such as a field's instruction or a font's name, is cut off at the limit",
        """
        Nothing needs to be done: the text of the body is complete. If a link leads nowhere, shorten its \
        address.
        """
      )
    case .badEquation:
      (
        "an EQ field that is no complete formula is shown as its codes",
        """
        Nothing is missing. To have the formula, show the field's codes in Word (Shift+F9), and correct its \
        parentheses and letters.
        """
      )
    }
  }
}

/// Counts faults while a file is read, and turns them into diagnostics at the end.
///
/// It holds two numbers for each kind of fault, however many occur.
struct RTFFaults {
  private var counts = [Int](repeating: 0, count: RTFFault.allCases.count)
  private var firstOffsets = [Int](repeating: 0, count: RTFFault.allCases.count)

  /// Counts a fault. The offset is reported for the first fault of its kind.
  mutating func note(_ fault: RTFFault, at offset: Int) {
    if counts[fault.rawValue] == 0 { firstOffsets[fault.rawValue] = offset }
    counts[fault.rawValue] &+= 1
  }

  /// One diagnostic for each kind of fault that occurred, in the order of the codes. The
  /// places are byte offsets; `placed(in:)` turns them into line and column.
  var diagnostics: [Diagnostic] {
    RTFFault.allCases.filter { counts[$0.rawValue] > 0 }.map { fault in
      Diagnostic(
        code: fault.code, severity: fault.severity, message: fault.message,
        location: SourceLocation(.byte(firstOffsets[fault.rawValue])), count: counts[fault.rawValue])
    }
  }
}

/// All diagnostics that reading RTF can report, for manuals and for tests of the whole
/// table.
public enum RTFFaultTable {
  /// One kind of diagnostic.
  public struct Row: Sendable, Hashable {
    /// The permanent code: `SBXR0…` for a fault, `SBXR1…` for a loss.
    public var code: String
    /// How much it matters. Losses are information.
    public var severity: Diagnostic.Severity
    /// What is wrong or left out, as a sentence without a full stop.
    public var message: String
    /// What became of the text and what a user can do about it, in one or two sentences.
    public var advice: String
    /// Whether the file is as it should be, but a document cannot hold what it says.
    public var isLoss: Bool
  }

  /// The code of the fault that a file ends inside a group, as one does that was cut off.
  public static let unclosedGroup = RTFFault.unclosedGroup.code

  /// All rows: faults first, then losses, each in the order of their numbers.
  public static let rows: [Row] =
    RTFFault.allCases.map {
      Row(code: $0.code, severity: $0.severity, message: $0.message, advice: $0.advice, isLoss: false)
    }
    + RTFLoss.all.map {
      Row(code: $0.code, severity: .info, message: $0.message, advice: $0.advice, isLoss: true)
    }
}
