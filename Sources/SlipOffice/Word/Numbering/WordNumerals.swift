internal import SlipRTF

/// Numbers in the forms that Word has for them (ECMA-376-1, 17.18.59 "Numbering Format").
enum WordNumerals {
  /// A number in a form such as `lowerLetter`. Forms that aren't known are decimal.
  ///
  /// - Parameter custom: The pattern of the form `custom`, such as `001, 002, 003, ...`.
  static func text(_ value: Int, _ format: String, custom: String? = nil) -> String {
    switch format {
    case "none", "bullet": return ""
    case "upperRoman": return shared(value, 1)
    case "lowerRoman": return shared(value, 2)
    case "upperLetter": return shared(value, 3)
    case "lowerLetter": return shared(value, 4)
    case "ordinal": return shared(value, 5)
    case "decimalZero": return shared(value, 22)
    case "custom": return padded(value, custom)
    case "hex": return String(value, radix: 16, uppercase: true)
    case "numberInDash": return "- \(value) -"
    case "decimalFullWidth", "decimalFullWidth2", "japaneseDigitalTenThousand":
      return format.hasPrefix("decimalFull") ? mapped(value, fullWidth) : mapped(value, ideographs)
    case "ideographDigital", "koreanDigital2", "chineseCountingThousand", "chineseCounting",
      "japaneseCounting",
      "taiwaneseCounting", "taiwaneseCountingThousand", "taiwaneseDigital":
      return counting(value)
    case "decimalEnclosedCircle", "decimalEnclosedCircleChinese": return enclosed(value, 0x2460, 20)
    case "decimalEnclosedParen": return enclosed(value, 0x2474, 20)
    case "decimalEnclosedFullstop": return enclosed(value, 0x2488, 20)
    case "aiueoFullWidth": return sign(value, Array("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"))
    case "aiueo": return sign(value, Array("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"))
    case "iroha", "irohaFullWidth":
      return sign(value, Array("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"))
    case "ideographTraditional": return sign(value, Array("甲乙丙丁戊己庚辛壬癸"))
    case "ideographZodiac": return sign(value, Array("子丑寅卯辰巳午未申酉戌亥"))
    case "ganada": return sign(value, Array("가나다라마바사아자차카타파하"))
    case "chosung": return sign(value, Array("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"))
    case "russianLower": return sign(value, Array("абвгдежзиклмнопрстуфхцчшщыэюя"))
    case "russianUpper": return sign(value, Array("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"))
    case "arabicAlpha": return sign(value, Array("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"))
    case "arabicAbjad": return sign(value, Array("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"))
    case "hebrew2": return sign(value, Array("אבגדהוזחטיכלמנסעפצקרשת"))
    case "hebrew1": return hebrew(value)
    case "chicago": return sign(value, Array("*†‡§"))
    case "cardinalText": return EnglishNumber.cardinal(value)
    case "ordinalText": return EnglishNumber.ordinal(value)
    default: return String(value)
    }
  }

  /// A form that RTF has, too.
  private static func shared(_ value: Int, _ form: Int32) -> String {
    String(decoding: RTFListMarkers.number(Int32(clamping: value), form), as: UTF8.self)
  }

  /// A number with as many digits as the first one of a pattern.
  private static func padded(_ value: Int, _ pattern: String?) -> String {
    let width = min(pattern?.prefix { $0.isASCII && $0.isNumber }.count ?? 0, 20)
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static let fullWidth = Array("０１２３４５６７８９")
  private static let ideographs = Array("〇一二三四五六七八九")

  /// The digits of a number as other signs.
  private static func mapped(_ value: Int, _ digits: [Character]) -> String {
    String(String(value).map { $0.wholeNumberValue.map { digits[$0] } ?? $0 })
  }

  /// A number as it is counted in Chinese: 二十三.
  private static func counting(_ value: Int) -> String {
    guard (1...9_999).contains(value) else { return mapped(value, ideographs) }
    var text = ""
    var rest = value
    var needsZero = false
    for (unit, sign) in [(1_000, "千"), (100, "百"), (10, "十"), (1, "")] {
      let digit = rest / unit
      rest %= unit
      if digit == 0 {
        needsZero = !text.isEmpty && rest > 0
        continue
      }
      if needsZero { text += "〇" }
      needsZero = false
      if !(unit == 10 && digit == 1 && text.isEmpty) { text.append(ideographs[digit]) }
      text += sign
    }
    return text
  }

  /// A number as one sign in a circle or parentheses; decimal beyond the last.
  private static func enclosed(_ value: Int, _ first: UInt32, _ most: Int) -> String {
    guard (1...most).contains(value), let scalar = Unicode.Scalar(first + UInt32(value - 1)) else {
      return String(value)
    }
    return String(Character(scalar))
  }

  /// A number as a letter; past the last letter they come again, doubled.
  private static func sign(_ value: Int, _ signs: [Character]) -> String {
    guard value > 0, value <= signs.count * 30 else { return String(value) }
    return String(repeating: String(signs[(value - 1) % signs.count]), count: (value - 1) / signs.count + 1)
  }

  /// A Hebrew numeral.
  private static func hebrew(_ value: Int) -> String {
    guard (1...999).contains(value) else { return String(value) }
    var text = ""
    var rest = value
    let parts: [(Int, String)] = [
      (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"),
      (40, "מ"), (30, "ל"), (20, "כ"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"),
      (6, "ו"),
      (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
    ]
    for (amount, sign) in parts where rest >= amount {
      if amount == 15 || amount == 16, rest != amount { continue }
      while rest >= amount {
        text += sign
        rest -= amount
      }
    }
    return text
  }
}

/// Numbers in English words, as markers and fields have them.
enum EnglishNumber {
  private static let small = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
    "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
  ]
  private static let tens = [
    "", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety",
  ]
  private static let irregular = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
  ]

  /// A number such as `Twenty-three`; decimal from a thousand on.
  static func cardinal(_ value: Int) -> String {
    let text = lower(value)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// A number such as `Twenty-third`.
  static func ordinal(_ value: Int) -> String {
    guard (0...999).contains(value) else { return String(value) }
    let text = cardinal(value)
    let start = text.lastIndex { $0 == " " || $0 == "-" }.map { text.index(after: $0) } ?? text.startIndex
    let last = text[start...].lowercased()
    let ending = irregular[last] ?? (last.hasSuffix("y") ? String(last.dropLast()) + "ieth" : last + "th")
    let word = start == text.startIndex ? ending.prefix(1).uppercased() + ending.dropFirst() : ending
    return text[..<start] + word
  }

  private static func lower(_ value: Int) -> String {
    guard (0...999).contains(value) else { return String(value) }
    if value < 20 { return small[value].lowercased() }
    if value < 100 {
      return tens[value / 10].lowercased() + (value % 10 == 0 ? "" : "-" + small[value % 10].lowercased())
    }
    return small[value / 100].lowercased() + " hundred" + (value % 100 == 0 ? "" : " " + lower(value % 100))
  }
}
