internal import RTFSyntax
internal import SlipBase

/// Which control words stand in a file, wherever they stand, and the numbers of some that tell what the file is.
struct RTFWordCensus {
  /// Words of a version that are named.
  private static let mostWords = 6
  /// Of a generator's text, in bytes.
  private static let longestGenerator = 1024

  private(set) var declaredVersion: Int32?
  private(set) var declaresCharacterSet = false
  private(set) var documentPage: Int?
  private(set) var fontPages: Set<Int> = []
  private(set) var defaultLanguage: Int32?
  /// What `\*\generator` says, without the semicolon.
  private(set) var generator: String?
  /// Embedded and linked objects, wherever they stand.
  private(set) var objects = 0
  private var seen: [Bool]
  /// The number of the first of each word that `RTFProducerTable` asks for.
  private var numbers: [UInt16: Int32] = [:]

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

  func has(_ word: StaticString) -> Bool {
    let word = RTFVersionTable.word(word)
    return word != 0 && seen[Int(word)]
  }

  /// The parameter of the first such word.
  func number(of word: StaticString) -> Int32? { numbers[RTFVersionTable.word(word)] }

  private mutating func take(_ token: Token, _ effect: ControlEffect, isFirst: Bool) {
    switch effect.action {
    case .documentStart where isFirst: declaredVersion = token.hasParameter ? token.parameter : nil
    case .characterSet:
      declaresCharacterSet = true
      documentPage = documentPage ?? Int(effect.value)
    // It counts whatever stands before it.
    case .codePage where token.parameter > 0: documentPage = Int(token.parameter)
    case .fontCharset:
      if let page = CodePage.number(charset: Int(token.parameter)) { fontPages.insert(page) }
    case .fontCodePage where token.parameter > 0: fontPages.insert(Int(token.parameter))
    case .object: objects += 1
    case .defaultLanguage where defaultLanguage == nil: defaultLanguage = token.parameter
    default: break
    }
  }

  var codePages: RTFFacts.CodePages {
    RTFFacts.CodePages(document: documentPage, fonts: fontPages.sorted(), hasUnicode: has("u"))
  }

  var version: RTFFacts.Version {
    let rows = RTFVersionTable.rows
    let newest = rows.indices.last { rows[$0].words.contains(where: has) } ?? 0
    let words = rows[newest].words.filter(has).prefix(RTFWordCensus.mostWords).map { "\($0)" }
    return RTFFacts.Version(
      declared: declaredVersion.map { Int($0) }, evidence: rows[newest].version, words: words,
      pronom: rows[newest].pronom)
  }

  /// The text up to the end of the group, decoded by the document's code page.
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
