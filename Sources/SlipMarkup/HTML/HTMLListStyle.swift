internal import SlipDocument

/// How a list marks its items, as `type` and `list-style-type` say (CSS Counter Styles 3, "Simple Predefined Counter
/// Styles").
enum HTMLListStyle: Equatable {
  /// The same sign for each item; an empty one shows nothing.
  case sign(String)
  /// Numbers as the document model has them.
  case counting(ListMarker.Counting)
  /// Decimal numbers of at least two digits: 01, 02.
  case leadingZero
  /// Digits of another script, by the scalar of its zero.
  case digits(UInt32)
  /// The letters of an alphabet, which begin again as two letters behind the last one.
  case alphabet(String)
  /// Signs whose values add up, such as Hebrew numerals: the signs with their values, the highest first.
  case additive([(Int, String)])

  static func == (a: HTMLListStyle, b: HTMLListStyle) -> Bool {
    switch (a, b) {
    case (.sign(let a), .sign(let b)): a == b
    case (.counting(let a), .counting(let b)): a == b
    case (.leadingZero, .leadingZero): true
    case (.digits(let a), .digits(let b)): a == b
    case (.alphabet(let a), .alphabet(let b)): a == b
    case (.additive(let a), .additive(let b)): a.map(\.1) == b.map(\.1)
    default: false
    }
  }

  /// The marker of an item, and how a definition says it.
  ///
  /// Scripts that the model has no numbers of become signs, each item its own.
  func marker(_ number: Int) -> (text: String, sign: ListSign) {
    switch self {
    case .sign(let sign): return (sign, ListSign(bullet: sign))
    case .counting(let counting):
      return (ListMarker.text(number, counting), ListSign(HTMLListStyle.numbering(counting)))
    case .leadingZero:
      let isShort = (0...9).contains(number)
      return ((isShort ? "0" : "") + "\(number).", ListSign(.decimal, before: isShort ? "0" : ""))
    case .digits(let zero): return literal(HTMLListStyle.digits(number, zero))
    case .alphabet(let letters): return literal(HTMLListStyle.letters(number, Array(letters)))
    case .additive(let signs): return literal(HTMLListStyle.sum(number, signs))
    }
  }

  /// The marker for a number in a script of its own; decimal where the script can't show it.
  private func literal(_ text: String?) -> (text: String, sign: ListSign) {
    text.map { ($0 + ".", ListSign(bullet: $0 + ".")) } ?? ("", ListSign(bullet: ""))
  }

  /// A number in the digits of a script.
  private static func digits(_ number: Int, _ zero: UInt32) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(number).unicodeScalars {
      let digit = scalar.value >= 0x30 && scalar.value <= 0x39 ? zero + scalar.value - 0x30 : scalar.value
      text.append(Unicode.Scalar(digit) ?? scalar)
    }
    return String(text)
  }

  /// A number in letters that count without a zero; decimal below 1.
  private static func letters(_ number: Int, _ letters: [Character]) -> String {
    guard number > 0 else { return String(number) }
    var text = ""
    var left = number
    while left > 0 {
      left -= 1
      text = String(letters[left % letters.count]) + text
      left /= letters.count
    }
    return text
  }

  /// A number as a sum of signs; decimal where it is below 1 or beyond the signs.
  private static func sum(_ number: Int, _ signs: [(Int, String)]) -> String {
    guard let highest = signs.first?.0, number > 0, number < highest * 10 else { return String(number) }
    var text = ""
    var left = number
    for (value, sign) in signs {
      while left >= value {
        text += sign
        left -= value
      }
    }
    return text
  }

  /// The numbering of a list level that counts this way.
  static func numbering(_ counting: ListMarker.Counting) -> ListDefinition.Level.Numbering {
    switch counting {
    case .decimal: .decimal
    case .upperRoman: .upperRoman
    case .lowerRoman: .lowerRoman
    case .upperLetter: .upperLetter
    case .lowerLetter: .lowerLetter
    }
  }

  // MARK: Reading

  /// What a list or an item says of its markers by its attributes; nil if nothing. `style` wins over `type`.
  init?(_ tag: HTMLTag) {
    if let style = tag["style"], let declared = HTMLListStyle(CSSDeclarations(style)) {
      self = declared
    } else if let type = tag["type"]?.trimmingSpaces() {
      if let counting = ListMarker.Counting(rawValue: type) {
        self = .counting(counting)
      } else if let sign = HTMLListStyle.signs[type.lowercased()] {
        self = .sign(sign)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// What `list-style-type` or `list-style` says, whichever comes last; nil if nothing that is known.
  init?(_ css: CSSDeclarations) {
    guard let (property, value) = css.last(of: ["list-style-type", "list-style"]) else { return nil }
    if property == "list-style-type" {
      guard let style = HTMLListStyle(value: value) else { return nil }
      self = style
      return
    }
    let parts = CSSDeclarations.parts(value)
    // `none` is the type unless a type stands beside it.
    let known = parts.filter { $0.lowercased() != "none" }.lazy.compactMap { HTMLListStyle(value: $0) }.first
    if let known {
      self = known
    } else if parts.contains(where: { $0.lowercased() == "none" }) {
      self = .sign("")
    } else {
      return nil
    }
  }

  /// What a value of `list-style-type` says: a name of the table, or a string, which is the marker itself.
  private init?(value: String) {
    if let quote = value.first, quote == "\"" || quote == "'", value.count >= 2, value.last == quote {
      self = .sign(CSSDeclarations.unescaped(value.dropFirst().dropLast()).trimmingSpaces())
      return
    }
    let name = value.lowercased()
    if let sign = HTMLListStyle.signs[name] {
      self = .sign(sign)
    } else if let style = HTMLListStyle.named[name] {
      self = style
    } else {
      return nil
    }
  }

  /// Signs by their names.
  private static let signs = [
    "none": "", "disc": ListDefinition.bullet, "circle": "◦", "square": "▪", "disclosure-open": "▾",
    "disclosure-closed": "▸",
  ]

  /// Ways to count, by their names.
  private static let named: [String: HTMLListStyle] = {
    var rows: [String: HTMLListStyle] = [
      "decimal": .counting(.decimal), "lower-alpha": .counting(.lowerLetter),
      "lower-latin": .counting(.lowerLetter),
      "upper-alpha": .counting(.upperLetter), "upper-latin": .counting(.upperLetter),
      "lower-roman": .counting(.lowerRoman), "upper-roman": .counting(.upperRoman),
      "decimal-leading-zero": .leadingZero, "lower-greek": .alphabet("αβγδεζηθικλμνξοπρστυφχψω"),
      "hiragana": .alphabet("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"),
      "katakana": .alphabet("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"),
      "hiragana-iroha": .alphabet("いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"),
      "katakana-iroha": .alphabet("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"),
      "cjk-earthly-branch": .alphabet("子丑寅卯辰巳午未申酉戌亥"), "cjk-heavenly-stem": .alphabet("甲乙丙丁戊己庚辛壬癸"),
      "armenian": additive("ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ", from: 9000),
      "lower-armenian": additive("քփւցրտվսռջպչոշնյմճղձհկծխլիժթըէզեդգբա", from: 9000),
      "georgian": .additive(
        [(10000, "ჵ")] + additiveRows("ჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა", from: 9000)),
      "hebrew": .additive(
        [(400, "ת"), (300, "ש"), (200, "ר")] + [
          (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"),
          (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"),
          (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
        ]),
    ]
    rows["upper-armenian"] = rows["armenian"]
    let zeros: [(String, UInt32)] = [
      ("arabic-indic", 0x660), ("persian", 0x6F0), ("devanagari", 0x966), ("bengali", 0x9E6),
      ("gurmukhi", 0xA66),
      ("gujarati", 0xAE6), ("oriya", 0xB66), ("tamil", 0xBE6), ("telugu", 0xC66), ("kannada", 0xCE6),
      ("malayalam", 0xD66), ("thai", 0xE50), ("lao", 0xED0), ("tibetan", 0xF20), ("myanmar", 0x1040),
      ("khmer", 0x17E0), ("cambodian", 0x17E0), ("mongolian", 0x1810),
    ]
    for (name, zero) in zeros { rows[name] = .digits(zero) }
    return rows
  }()

  /// Signs whose values go down from 9000 by ones, then hundreds, tens and units.
  private static func additive(_ signs: String, from highest: Int) -> HTMLListStyle {
    .additive(additiveRows(signs, from: highest))
  }

  /// The rows of `additive`.
  private static func additiveRows(_ signs: String, from highest: Int) -> [(Int, String)] {
    var value = highest
    var unit = 1000
    var rows: [(Int, String)] = []
    for sign in signs {
      rows.append((value, String(sign)))
      value -= unit
      if value == 0 {
        unit /= 10
        value = unit * 9
      }
    }
    return rows
  }
}
