internal import SlipBase

/// What a document can't hold of an RTF file. A row has the permanent code and the message.
enum RTFLoss: Int, CaseIterable {
  case hiddenNote
  case hiddenAttachment
  case objectData
  case numbering
  case spanningField
  case deepTable

  var code: String { "SBXR10\(rawValue + 1)" }

  var message: String {
    switch self {
    case .hiddenNote: "a hidden or deleted note is left out"
    case .hiddenAttachment: "a hidden or deleted attachment is left out"
    case .objectData: "an embedded object is kept as a file of its raw data"
    case .numbering: "a kind of list numbering is replaced by decimal numbers; the markers stay"
    case .spanningField: "of a computed field only the result is kept"
    case .deepTable: "tables nested deeper than the limit are laid flat into their cell"
    }
  }
}

/// Counts what was left out, by kind.
struct RTFLosses {
  private var counts = [Int](repeating: 0, count: RTFLoss.allCases.count)

  mutating func note(_ loss: RTFLoss) {
    counts[loss.rawValue] &+= 1
  }

  var diagnostics: [Diagnostic] {
    RTFLoss.allCases.filter { counts[$0.rawValue] > 0 }.map {
      Diagnostic(
        code: $0.code, severity: .info, message: $0.message, location: SourceLocation(),
        count: counts[$0.rawValue])
    }
  }
}
