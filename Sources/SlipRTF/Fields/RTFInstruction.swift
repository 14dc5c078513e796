internal import RTFSyntax
internal import SlipCore

/// The text of a field's instruction or an object's class, decoded as the interpreter decodes all text.
///
/// So an instruction that is spelled with `\'hh`, `\u`, nested groups or several runs is the same as
/// one in plain letters.
struct RTFInstruction {
  /// What the text is.
  enum Kind {
    /// The instruction of a field (`\fldinst`).
    case field
    /// The class of an object (`\objclass`).
    case objectClass

    /// The kind for the action of a control word; nil for other words.
    init?(_ action: ControlAction) {
      switch action {
      case .fieldInstruction: self = .field
      case .objectClass: self = .objectClass
      default: return nil
      }
    }
  }

  /// What the text is.
  var kind: Kind
  /// The text in UTF-8.
  var text: [UInt8] = []
  /// Where the control word begins, in bytes of the file.
  var offset: Int
  /// The group of the instruction, with its braces. Where the group contains something else before the
  /// word, it is the range from the word to the closing brace.
  var group: Range<Int>
  /// The range from behind the word to the closing brace.
  var content: Range<Int>
  /// Whether the closing brace is there and the group is no deeper than the limit, so that the
  /// instruction can be changed.
  var isWhole: Bool
}

/// Reading and writing instructions.
extension RTFInstruction {
  /// Reads all instructions and classes of a file, each once, with the interpreter that also reads its
  /// text. An instruction within another one comes before that; otherwise they come in order.
  ///
  /// - Parameters:
  ///   - bytes: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - body: receives each instruction.
  static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, _ body: (RTFInstruction) -> Void
  ) {
    // Control words can't be escaped, so without these words there are no instructions.
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
  /// The text of an instruction in RTF, to stand behind a control word and its delimiter.
  static func escaped(_ text: String) -> [UInt8] {
    // How many fallback characters follow `\u` depends on the surroundings, so `\uc1` fixes it.
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

/// Hands instructions over and drops everything else that the interpreter reports.
private struct RTFInstructionSink: RTFPartialSink {
  static var wantsFormatting: Bool { false }
  static var wantsInstructions: Bool { true }

  /// Receives each instruction.
  let body: (RTFInstruction) -> Void

  mutating func instruction(_ instruction: RTFInstruction) { body(instruction) }
}
