/// The inlines of a paragraph, cut into words: what documents are compared by.
///
/// A token is a word, a stretch of white space, or a single other character, in its formatting; ideographs are words
/// of their own. Every other inline, such as a picture, is one token.
package enum InlineTokens {
  /// Cuts runs into words. Joined again, they are the same inlines.
  ///
  /// - Parameter inlines: The content of a paragraph; what isn't a run is one token each.
  package static func tokens(of inlines: [Inline]) -> [Inline] {
    var tokens: [Inline] = []
    for inline in inlines {
      guard case .run(let run) = inline else {
        tokens.append(inline)
        continue
      }
      for word in words(of: run.text) { tokens.append(.run(Run(word, style: run.style))) }
    }
    return tokens
  }

  /// Joins neighbouring runs of the same formatting.
  ///
  /// - Returns: The tokens with as few runs as possible; everything else stays where it is.
  package static func joined(_ tokens: [Inline]) -> [Inline] {
    var inlines: [Inline] = []
    var text = ""
    var style: CharacterStyle?
    /// Completes the run that is being joined, if there is one.
    func end() {
      if let style { inlines.append(.run(Run(text, style: style))) }
      (text, style) = ("", nil)
    }
    for token in tokens {
      if case .run(let run) = token {
        if style != run.style { end() }
        text += run.text
        style = run.style
      } else {
        end()
        inlines.append(token)
      }
    }
    end()
    return inlines
  }

  /// What a character is part of.
  ///
  /// Several of a word or of white space in a row make one token; each single character makes its own.
  private enum Kind { case word, space, single }

  /// Cuts a text into words, white space and single characters. An empty text is one empty word.
  package static func words(of text: String) -> [String] {
    if text.isEmpty { return [""] }
    var words: [String] = []
    var kind: Kind?
    var start = text.unicodeScalars.startIndex
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      guard let next = self.kind(scalars[index]) else { continue }
      if index > start, kind != next || next == .single {
        words.append(String(scalars[start..<index]))
        start = index
      }
      kind = next
    }
    words.append(String(scalars[start...]))
    return words
  }

  /// The kind of a character; nil for marks and joiners, which go on with what precedes them.
  private static func kind(_ scalar: Unicode.Scalar) -> Kind? {
    if scalar.isASCII {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .word
      case 0x09, 0x20: return .space
      default: return .single
      }
    }
    let properties = scalar.properties
    if properties.isIdeographic { return .single }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return nil
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      return .word
    default: return .single
    }
  }

  /// A text that is the same for tokens of the same content, whatever their formatting.
  package static func key(of token: Inline) -> String {
    switch token {
    case .run(let run): run.text
    case .lineBreak: "\u{0}line"
    case .picture(let picture): "\u{0}picture \(picture.resource)"
    case .attachment(let file): "\u{0}file \(file.resource)"
    case .noteReference(let index), .deletedNote(let index): "\u{0}note \(index)"
    case .bookmarkStart(let name): "\u{0}start \(name)"
    case .bookmarkEnd(let name): "\u{0}end \(name)"
    case .break(let kind): "\u{0}break \(kind.rawValue)"
    }
  }

  /// Whether a token alone says too little to hold two changes apart: white space or nothing.
  package static func isBlank(_ token: Inline) -> Bool {
    guard case .run(let run) = token else { return false }
    return run.text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }
}
