internal import RTFSyntax

/// Reads a field's instruction as text, up to the brace that closes its group.
struct RTFInstructionReader {
  /// Longer instructions are cut off: none that names a picture is longer.
  private static let longest = 8_192

  private(set) var tokenizer: Tokenizer
  private var text: [UInt8] = []

  /// `tokenizer` stands behind the word `\fldinst`.
  init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

  /// False when the file ends within the group.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var depth = 0
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if depth == 0 { return true }
        depth -= 1
      case .text: append(bytes[token.offset..<token.end])
      case .controlSymbol: append([UInt8(truncatingIfNeeded: token.parameter)])
      // Other characters stand in no name of a blob.
      case .hexByte: append([0x3F])
      case .controlWord, .binary: break
      }
    }
    return false
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    if text.count + bytes.count <= RTFInstructionReader.longest { text += bytes }
  }

  /// The path of an INCLUDEPICTURE, with `/` for backslashes; nil for other fields.
  var picturePath: String? {
    let words = text.drop { $0 == 0x20 }
    guard words.starts(with: "INCLUDEPICTURE".utf8) else { return nil }
    let rest = words.dropFirst(14).drop { $0 == 0x20 }
    let path =
      rest.first == 0x22
      ? rest.dropFirst().prefix { $0 != 0x22 } : rest.prefix { $0 != 0x20 }
    var plain: [UInt8] = []
    for byte in path where byte != 0x5C || plain.last != 0x2F { plain.append(byte == 0x5C ? 0x2F : byte) }
    return plain.isEmpty ? nil : String(decoding: plain, as: UTF8.self)
  }
}
