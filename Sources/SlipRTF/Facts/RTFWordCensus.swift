internal import RTFSyntax
internal import SlipCore

/// Notes which control words a file contains, wherever they stand, and the parameters of some of them.
///
/// It looks at tokens only and interprets nothing, so it finds evidence in groups that readers skip,
/// too. It takes memory for one flag a row of `ControlWordTable`, whatever the file.
struct RTFWordCensus {
  /// How many words of a version are named as evidence.
  private static let mostWords = 6
  /// The longest text of a generator in bytes, about.
  private static let longestGenerator = 1024

  /// The N of the first `\rtfN`; nil when it has none.
  private(set) var declaredVersion: Int32?
  /// Whether there is a word such as `\ansi`.
  private(set) var declaresCharacterSet = false
  /// The code page that the file declares.
  private(set) var documentPage: Int?
  /// The code pages of the fonts.
  private(set) var fontPages: Set<Int> = []
  /// The N of the first `\deflangN`.
  private(set) var defaultLanguage: Int32?
  /// The text of `\*\generator` without its semicolon.
  private(set) var generator: String?
  /// How many embedded and linked objects there are.
  private(set) var objects = 0
  /// For each row of `ControlWordTable`, whether its word occurs.
  private var seen: [Bool]
  /// The parameter of the first occurrence of each word, by row.
  private var numbers: [UInt16: Int32] = [:]

  /// Reads all tokens of a file, releasing its pages behind.
  init(_ bytes: UnsafeRawBufferPointer) {
    seen = [Bool](repeating: false, count: ControlWordTable.rows.count)
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = RTFProbe.start(of: bytes) ?? 0
    let effects = ControlWordTable.index.effects
    var pages = PageWindow(bytes)
    let generatorWord = RTFVersionTable.word("generator")
    while let token = tokenizer.next() {
      pages.move(to: token.end)
      guard token.kind == .controlWord else { continue }
      let isFirst = !seen[Int(token.word)]
      seen[Int(token.word)] = true
      if isFirst, token.hasParameter { numbers[token.word] = token.parameter }
      take(token, effects[Int(token.word)], isFirst: isFirst)
      if token.word == generatorWord, generator == nil { generator = text(tokenizer, bytes) }
    }
  }

  /// Whether a control word occurs. Words that `ControlWordTable` lacks never do.
  func has(_ word: StaticString) -> Bool {
    let word = RTFVersionTable.word(word)
    return word != 0 && seen[Int(word)]
  }

  /// The parameter of the first occurrence of a word.
  func number(of word: StaticString) -> Int32? { numbers[RTFVersionTable.word(word)] }

  /// Notes what a control word says about the file.
  private mutating func take(_ token: Token, _ effect: ControlEffect, isFirst: Bool) {
    switch effect.action {
    case .documentStart where isFirst: declaredVersion = token.hasParameter ? token.parameter : nil
    case .characterSet:
      declaresCharacterSet = true
      documentPage = documentPage ?? Int(effect.value)
    // `\ansicpg` takes precedence over `\ansi` and its like, whichever comes first.
    case .codePage where token.parameter > 0: documentPage = Int(token.parameter)
    case .fontCharset:
      if let page = CodePage.number(charset: Int(token.parameter)) { fontPages.insert(page) }
    case .fontCodePage where token.parameter > 0: fontPages.insert(Int(token.parameter))
    case .object: objects += 1
    case .defaultLanguage where defaultLanguage == nil: defaultLanguage = token.parameter
    default: break
    }
  }

  /// The code pages as facts.
  var codePages: RTFFacts.CodePages {
    RTFFacts.CodePages(document: documentPage, fonts: fontPages.sorted(), hasUnicode: has("u"))
  }

  /// The version as a fact: the newest one whose words occur.
  var version: RTFFacts.Version {
    let rows = RTFVersionTable.rows
    let newest = rows.indices.last { rows[$0].words.contains(where: has) } ?? 0
    let words = rows[newest].words.filter(has).prefix(RTFWordCensus.mostWords).map { "\($0)" }
    return RTFFacts.Version(
      declared: declaredVersion.map { Int($0) }, evidence: rows[newest].version, words: words,
      pronom: rows[newest].pronom)
  }

  /// The text up to the end of the group, decoded by the code page of the document.
  ///
  /// - Parameters:
  ///   - tokenizer: stands behind the control word of the group.
  ///   - bytes: the file.
  private func text(_ tokenizer: Tokenizer, _ bytes: UnsafeRawBufferPointer) -> String {
    var tokenizer = tokenizer
    var raw: [UInt8] = []
    while raw.count < RTFWordCensus.longestGenerator, let token = tokenizer.next() {
      switch token.kind {
      case .text: raw += bytes[token.offset..<token.end].prefix(RTFWordCensus.longestGenerator)
      case .hexByte where token.hasParameter: raw.append(UInt8(truncatingIfNeeded: token.parameter))
      case .groupEnd: return decoded(raw)
      default: continue
      }
    }
    return decoded(raw)
  }

  /// Bytes decoded by the code page of the document, without semicolons and white space at the end.
  private func decoded(_ raw: [UInt8]) -> String {
    let page = documentPage.flatMap(CodePage.named) ?? .windows1252
    var text = ""
    var index = 0
    while index < raw.count {
      var scalar = page[raw[index]]
      if scalar == CodePage.leadMark, index + 1 < raw.count, page.kind == .doubleByte {
        scalar = page.decode(lead: raw[index], trail: raw[index + 1])
        index += 1
      }
      text.unicodeScalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
      index += 1
    }
    while let last = text.last, last == ";" || last.isWhitespace { text.removeLast() }
    return text
  }
}
