internal import RTFSyntax
internal import SlipBase

/// A text that says what a field or an object is, decoded as the interpreter decodes text.
struct RTFInstruction {
  enum Kind {
    /// `\fldinst`
    case field
    /// `\objclass`
    case objectClass

    init?(_ action: ControlAction) {
      switch action {
      case .fieldInstruction: self = .field
      case .objectClass: self = .objectClass
      default: return nil
      }
    }
  }

  var kind: Kind
  /// UTF-8.
  var text: [UInt8] = []
  /// Of the word.
  var offset: Int
  /// Its group, braces included; where that holds something else before it, from the word up to the brace.
  var group: Range<Int>
  /// From behind the word up to the brace.
  var content: Range<Int>
  /// The brace is there, and the group no deeper than the limit: it can be changed.
  var isWhole: Bool
}

extension RTFInstruction {
  /// Reads all instructions and classes of a file with the interpreter that makes its text, each once. One that another
  /// holds comes before that; else they come in order.
  static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, _ body: (RTFInstruction) -> Void
  ) {
    // A control word stands as it is: nothing in it can be escaped.
    guard RTFByteSearch.holds("\\fldinst", in: bytes) || RTFByteSearch.holds("\\objclass", in: bytes) else {
      return
    }
    withoutActuallyEscaping(body) { body in
      var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFInstructionSink(body: body))
      _ = interpreter.run()
    }
  }
}

extension RTFInstruction {
  /// An instruction's text as RTF has it, for behind a word and the space that ends it.
  static func escaped(_ text: String) -> [UInt8] {
    // How many characters stand for a `\u` depends on the place, so say it.
    var bytes = Array((text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? "" : "\\uc1 ").utf8)
    for unit in text.utf16 {
      switch unit {
      case 0x5C, 0x7B, 0x7D: bytes += [0x5C, UInt8(unit)]
      case 0x20..<0x7F: bytes.append(UInt8(unit))
      default: bytes += Array("\\u\(Int16(bitPattern: unit))?".utf8)
      }
    }
    return bytes
  }
}

private struct RTFInstructionSink: RTFPartialSink {
  static var wantsFormatting: Bool { false }
  static var wantsInstructions: Bool { true }

  let body: (RTFInstruction) -> Void

  mutating func instruction(_ instruction: RTFInstruction) { body(instruction) }
}
