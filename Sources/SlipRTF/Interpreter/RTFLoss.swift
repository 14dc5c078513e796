internal import RTFSyntax
internal import SlipBase

/// Something in an RTF file that a document can't hold, or holds as something simpler.
struct RTFLoss: Equatable {
  /// Behind `SBXR1`; never used again once given.
  let number: Int
  /// One sentence without its full stop.
  let message: String

  private init(_ number: Int, _ message: String) {
    self.number = number
    self.message = message
  }

  var code: String { "SBXR1" + (number < 10 ? "0" : "") + String(number) }

  static let hiddenNote = RTFLoss(1, "a hidden note is left out")
  // 2 was a hidden or deleted attachment.
  static let objectData = RTFLoss(3, "an embedded object is kept as a file of its raw data")
  static let numbering = RTFLoss(
    4, "a kind of list numbering is replaced by decimal numbers; the markers stay")
  static let spanningField = RTFLoss(5, "of a computed field only the result is kept")
  static let deepTable = RTFLoss(6, "tables nested deeper than the limit are laid flat into their cell")
  static let objectBehindResult = RTFLoss(
    7, "of an embedded object only what it shows is read; import keeps its data as an attachment")
  static let emptyObject = RTFLoss(8, "an object without data and picture, such as a link, is left out")
  static let drawing = RTFLoss(9, "a drawing without text and picture is left out")
  static let wordArt = RTFLoss(10, "a text drawn as a shape, such as a watermark, is left out")
  static let emptyField = RTFLoss(11, "a field without a result is left out")
  static let raisedText = RTFLoss(12, "text moved up or down is kept as superscript or subscript")
  static let doubleStrike = RTFLoss(13, "a double strike-through becomes a single one")

  private static let own = [
    hiddenNote, objectData, numbering, spanningField, deepTable, objectBehindResult,
    emptyObject, drawing, wordArt, emptyField, raisedText, doubleStrike,
  ]

  /// Of a control word's subject; the numbers from 21 on.
  static func of(_ subject: ControlSubject) -> RTFLoss {
    RTFLoss(20 + Int(subject.rawValue), subject.loss)
  }

  /// By number.
  static let all = own + ControlSubject.allCases.map(of)
}

/// Counts what is left out, by kind.
struct RTFLosses {
  private var counts = [Int](repeating: 0, count: 100)
  private var firstOffsets = [Int](repeating: 0, count: 100)

  mutating func note(_ loss: RTFLoss, at offset: Int) { note(loss.number, at: offset) }

  mutating func note(_ subject: ControlSubject, at offset: Int) {
    note(20 &+ Int(subject.rawValue), at: offset)
  }

  private mutating func note(_ number: Int, at offset: Int) {
    if counts[number] == 0 { firstOffsets[number] = offset }
    counts[number] &+= 1
  }

  /// The places are offsets.
  var diagnostics: [Diagnostic] {
    RTFLoss.all.filter { counts[$0.number] > 0 }.map {
      Diagnostic(
        code: $0.code, severity: .info, message: $0.message,
        location: SourceLocation(.byte(firstOffsets[$0.number])), count: counts[$0.number])
    }
  }
}
