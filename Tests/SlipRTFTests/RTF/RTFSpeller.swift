/// A small document of text, fields and objects, and the ways to spell it in RTF.
struct SpelledDocument {
  indirect enum Part {
    /// In one of the document's fonts.
    case text(String, font: Int)
    case paragraph
    case field(String, result: [Part])
    case object(name: String, data: [UInt8])
    case picture([UInt8])
    case header([Part])
    case note([Part])
  }

  var title: String
  var parts: [Part]
}

/// Fonts of such a document, by number, each with characters that its code page has.
private enum SpelledFont {
  static let table =
    #"{\fonttbl{\f0\fcharset0 Serif;}{\f1\fcharset204 Kyr;}{\f2\fcharset128 Kanji;}}"#
  static let texts: [[String]] = [
    ["word", "caf\u{E9}", "\u{A3}{5}\\", "a  b", "\u{1F600}", "\u{2014}", "x\u{A0}y"],
    ["\u{434}\u{430}", "mir"], ["\u{65E5}", "\u{8868}\\", "\u{30BD}x"],
  ]
  private static let doubleBytes: [Unicode.Scalar: [UInt8]] = [
    "\u{65E5}": [0x93, 0xFA], "\u{8868}": [0x95, 0x5C], "\u{30BD}": [0x83, 0x5C],
  ]

  /// A character in the font's code page.
  static func bytes(_ scalar: Unicode.Scalar, font: Int) -> [UInt8]? {
    if scalar.isASCII { return [UInt8(scalar.value)] }
    switch font {
    case 0: return (0xA0...0xFF).contains(scalar.value) ? [UInt8(scalar.value)] : nil
    case 1: return (0x430...0x44F).contains(scalar.value) ? [UInt8(scalar.value - 0x430 + 0xE0)] : nil
    default: return doubleBytes[scalar]
    }
  }
}

extension SpelledDocument {
  static let digest = RTFPicturesTests.digest
  private static let blob = "../../attachments/\(digest.prefix(2))/\(digest).png"
  private static let targets = [
    "https://example.org/a?b=c", "file:///etc/passwd", "FILE:x", "a.rtf", "../b%20c.rtf",
    #"C:\\notes\\a.rtf"#,
    #"\\\\server\\share"#, "caf\u{E9}.rtf", "\u{434}\u{430}.rtf", "", "mailto:a@b", " file:///x", blob,
  ]

  init(_ random: inout Generator) {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func text() -> Part {
      let font = Int.random(in: 0..<SpelledFont.texts.count, using: &random)
      return .text(pick(SpelledFont.texts[font]), font: font)
    }
    func instruction() -> String {
      let target = pick(SpelledDocument.targets)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...4:
        let name = pick(["HYPERLINK", "hyperlink"])
        return name + pick([" ", "  ", " \\h "]) + "\"\(target)\""
          + pick(["", " \\l \"here\"", " \\o \"caf\u{E9}\"", " \\t x"])
      case 5: return "HYPERLINK \\l \"\(pick(["here", "file:///x"]))\" " + pick(["", "\"\(target)\""])
      case 6...8:
        return
          "INCLUDEPICTURE \"\(pick([target, SpelledDocument.blob, SpelledDocument.blob, "http://x/y.png"]))\" \\d"
      case 9: return pick(["INCLUDETEXT", "LINK Word.Document", "IMPORT"]) + " \"\(target)\""
      case 10:
        return pick([
          "DDEAUTO excel a b", "SYMBOL 74 \\f \"Serif\"", "SYMBOL 8364 \\u", "MACROBUTTON x Press me",
        ])
      default: return pick(["PAGE", "DATE \\@ \"d.M.\"", "REF a", ""])
      }
    }
    func parts(_ depth: Int) -> [Part] {
      (0..<Int.random(in: 1...4, using: &random)).flatMap { _ -> [Part] in
        switch Int.random(in: 0..<12, using: &random) {
        case 0...4: [text()]
        case 5: [.paragraph]
        case 6...8: depth < 3 ? [.field(instruction(), result: chance(80) ? parts(depth + 1) : [])] : [text()]
        case 9:
          [
            .object(
              name: pick(["Package", "Equation.3"]),
              data: Array((pick(["\u{1}\u{5}", "This program cannot be run"])).utf8))
          ]
        case 10: depth == 0 && chance(50) ? [.header([text()])] : [.picture(smallPNG)]
        default: depth == 0 ? [text(), .note([text()])] : [text()]
        }
      }
    }
    title = pick(["", "A title", "caf\u{E9} {1}"])
    self.parts = parts(0) + parts(0)
  }
}

/// Writes such a document: plainly, or in other words each time.
struct RTFSpeller {
  /// Nil for the plain spelling.
  private var random: Generator?
  private var out: [UInt8] = []
  /// `\uc` in force.
  private var fallback = 1
  private var font = 0
  /// A control word stands last, which would take a space.
  private var isBehindWord = false

  static func plain(_ document: SpelledDocument) -> [UInt8] { spell(document, nil) }
  static func spelled(_ document: SpelledDocument, seed: UInt64) -> [UInt8] {
    spell(document, Generator(state: seed))
  }

  private static func spell(_ document: SpelledDocument, _ random: Generator?) -> [UInt8] {
    var speller = RTFSpeller()
    speller.random = random
    speller.out = Array("{\\rtf1\\ansi\\ansicpg1252\\deff0".utf8) + Array(SpelledFont.table.utf8)
    if !document.title.isEmpty {
      speller.destination("info", isStarred: false) { speller in
        speller.destination("title", isStarred: false) { $0.text(document.title) }
      }
    }
    speller.raw("\\pard\\f0 ")
    speller.parts(document.parts)
    return speller.out + Array("}".utf8)
  }

  // MARK: Chances

  private mutating func below(_ bound: Int) -> Int {
    guard var generator = random else { return 0 }
    defer { random = generator }
    return Int.random(in: 0..<bound, using: &generator)
  }

  /// Never in the plain spelling.
  private mutating func chance(_ percent: Int) -> Bool { random != nil && below(100) < percent }

  // MARK: Parts

  private mutating func parts(_ parts: [SpelledDocument.Part]) {
    for part in parts {
      if chance(10) { nothing() }
      switch part {
      case .text(let text, let font): group(inFont: font) { $0.text(text) }
      case .paragraph: word("par")
      case .field(let instruction, let result):
        let isAlternative = chance(8)
        if isAlternative { raw("{\\upr{?}{\\*\\ud") }
        field(instruction, result)
        if isAlternative { raw("}}") }
      case .object(let name, let data): object(name, data)
      case .picture(let data):
        destination("pict", isStarred: false) {
          $0.raw("\\pngblip "); $0.digits(data)
        }
      case .header(let parts): destination("header", isStarred: false) { $0.parts(parts) }
      case .note(let parts):
        raw("{\\chftn")
        destination("footnote", isStarred: false) {
          $0.raw("{\\chftn}"); $0.parts(parts)
        }
        raw("}")
      }
    }
  }

  private mutating func field(_ instruction: String, _ result: [SpelledDocument.Part]) {
    destination("field", isStarred: false) { speller in
      let isNested = speller.chance(20)
      if isNested { speller.raw("{") }
      speller.destination("fldinst", isStarred: true) { $0.instruction(instruction) }
      if isNested { speller.raw("}") }
      if speller.chance(10) { speller.raw("\r\n") }
      speller.destination("fldrslt", isStarred: false) { $0.parts(result) }
    }
  }

  /// An instruction has no font: any will do.
  private mutating func instruction(_ text: String) {
    let outer = font
    if chance(30) {
      font = below(3)
      word("f\(font)")
    }
    if chance(15) {
      raw("{\\*\\datafield 0041}")
      isBehindWord = false
    }
    self.text(text)
    font = outer
  }

  private mutating func object(_ name: String, _ data: [UInt8]) {
    destination("object", isStarred: false) { speller in
      speller.raw("\\objemb")
      speller.isBehindWord = true
      speller.destination("objclass", isStarred: true) { $0.text(name) }
      speller.destination("objdata", isStarred: true) { $0.digits(data) }
      speller.destination("result", isStarred: false) { $0.text("r") }
    }
  }

  private mutating func digits(_ data: [UInt8]) {
    endWord()
    if chance(20) {
      raw("\\bin\(data.count) ")
      out += data
      isBehindWord = false
      return
    }
    let isUpper = chance(30)
    for byte in data {
      raw((byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: isUpper))
      if chance(10) { raw(below(2) == 0 ? "\r\n" : " ") }
    }
  }

  // MARK: Groups

  private mutating func group(inFont number: Int, _ body: (inout RTFSpeller) -> Void) {
    let outer = (fallback, font)
    raw("{\\f\(number)")
    (font, isBehindWord) = (number, true)
    body(&self)
    raw("}")
    (fallback, font, isBehindWord) = (outer.0, outer.1, false)
  }

  private mutating func destination(
    _ name: String, isStarred: Bool, _ body: (inout RTFSpeller) -> Void
  ) {
    let outer = (fallback, font)
    raw("{")
    let hasStar = chance(30) ? !isStarred : isStarred
    if hasStar { raw("\\*") }
    raw("\\" + name)
    isBehindWord = true
    if chance(10) { word("uc\(below(3))") }
    body(&self)
    raw("}")
    (fallback, font, isBehindWord) = (outer.0, outer.1, false)
  }

  /// What nobody reads.
  private mutating func nothing() {
    switch below(3) {
    case 0: raw("{\\*\\slipunknown x{\\field{\\fldinst PAGE}}\\u65?}")
    case 1: raw("{}")
    default: raw("\r\n")
    }
    isBehindWord = false
  }

  // MARK: Characters

  private mutating func text(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      let piece = chance(25) ? rest.prefix(1 + below(4)) : random == nil ? rest : rest.prefix(8)
      rest = rest.dropFirst(piece.count)
      switch random == nil || !chance(40) ? 3 : below(3) {
      case 0:
        let outer = fallback
        raw("{")
        isBehindWord = false
        if chance(50) { word("uc\(below(3))") }
        characters(piece)
        raw("}")
        (fallback, isBehindWord) = (outer, false)
      case 1:
        raw("{\\upr{?}{\\*\\ud")
        isBehindWord = true
        let outer = fallback
        characters(piece)
        raw("}}")
        (fallback, isBehindWord) = (outer, false)
      case 2:
        nothing()
        characters(piece)
      default: characters(piece)
      }
    }
  }

  private mutating func characters(_ scalars: ArraySlice<Unicode.Scalar>) {
    for scalar in scalars { character(scalar) }
  }

  private mutating func character(_ scalar: Unicode.Scalar) {
    let bytes = SpelledFont.bytes(scalar, font: font)
    switch chance(45) ? below(4) : scalar.isASCII ? 3 : 0 {
    case 1 where bytes != nil: for byte in bytes ?? [] { hex(byte) }
    // A raw byte; a trail byte that is a backslash is escaped.
    case 2 where bytes != nil, 3 where bytes != nil:
      for byte in bytes ?? [] { literal(byte) }
    default: unicode(scalar)
    }
  }

  private mutating func hex(_ byte: UInt8) {
    let digits = String(byte, radix: 16, uppercase: chance(30))
    raw("\\'" + (digits.utf8.count < 2 ? "0" : "") + digits)
    isBehindWord = false
  }

  private mutating func literal(_ byte: UInt8) {
    endWord()
    if [0x5C, 0x7B, 0x7D].contains(byte) { raw("\\") }
    out.append(byte)
  }

  private mutating func unicode(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let number = chance(50) ? Int(unit) : Int(Int16(bitPattern: unit))
      raw("\\u\(number)")
      isBehindWord = true
      for _ in 0..<fallback {
        if chance(40) { hex(0x3F) } else { literal(0x3F) }
      }
    }
    // Without a stand-in the space belongs to the word.
    if fallback == 0 { endWord() }
  }

  private mutating func word(_ name: String) {
    raw("\\" + name)
    if name.hasPrefix("uc") { fallback = Int(name.dropFirst(2)) ?? 1 }
    isBehindWord = true
  }

  private mutating func endWord() {
    if isBehindWord { out.append(0x20) }
    isBehindWord = false
  }

  private mutating func raw(_ text: String) { out += Array(text.utf8) }
}
