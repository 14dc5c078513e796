internal import SlipBase

/// Characters and words of the plain text. A word is what stands between white space.
struct RTFTextCount {
  private(set) var characters = 0
  private(set) var words = 0
  private var isInWord = false

  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
    var diagnostics = DiagnosticSink()
    // A temporary file that can't be read back ends the count where it is.
    try? RTFPlainText.extract(bytes, limits: limits, diagnostics: &diagnostics) { add($0) }
  }

  private mutating func add(_ text: UnsafeRawBufferPointer) {
    for byte in text {
      let isSpace = byte <= 0x20
      if byte & 0xC0 != 0x80, byte != 0x0A { characters += 1 }
      if !isSpace, !isInWord { words += 1 }
      isInWord = !isSpace
    }
  }

  var counts: [String: Int] {
    ["characters": characters, "words": words].filter { $0.value > 0 }
  }
}
