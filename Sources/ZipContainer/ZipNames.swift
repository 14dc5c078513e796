internal import RTFSyntax

/// Names in ZIP files that aren't UTF-8.
///
/// Old programs write names in the code page of their system, and no field says which. The format's own page is 437. So the names of a file
/// are decoded in the first page in which all of them look like names: letters of one script, and nothing that
/// only drawings have.
///
/// ```
/// 4D 81 6E 7A 65 6E      437    Münzen: one letter beyond ASCII, which is Latin
/// 93 FA 96 7B            932    日本: in 437 there would be signs of drawings
/// CF F0 E8 E2 E5 F2     1251    Привет: a word, so no page with Latin letters
/// ```
struct ZipNames {
  /// The number of the code page.
  let number: Int
  /// The code page.
  private let page: CodePage

  /// The page that the format demands, where no other one fits.
  private static let demanded = 437
  /// A page that names may be in.
  private struct Candidate: Sendable {
    /// Its number.
    let number: Int
    /// Whether a character beyond ASCII occurs in names.
    let fits: @Sendable (Unicode.Scalar) -> Bool
    /// Whether its letters are Latin.
    var isLatin = false
  }

  /// Pages with letters of one script, in the order in which they are tried.
  private static let candidates: [Candidate] = [
    Candidate(number: 437, fits: isLatin, isLatin: true), Candidate(number: 932, fits: isJapanese),
    Candidate(number: 1252, fits: isLatin, isLatin: true),
    Candidate(number: 850, fits: isLatin, isLatin: true),
    Candidate(number: 852, fits: isLatin, isLatin: true),
    Candidate(number: 1250, fits: isLatin, isLatin: true),
    Candidate(number: 866, fits: isCyrillic), Candidate(number: 1251, fits: isCyrillic),
    Candidate(number: 949, fits: isKorean), Candidate(number: 936, fits: isHan),
    Candidate(number: 950, fits: isHan), Candidate(number: 737, fits: isGreek),
    Candidate(number: 1253, fits: isGreek),
  ]

  /// Finds the page of names.
  ///
  /// - Parameter names: Names that aren't UTF-8; the first thousands of them are enough.
  init(_ names: [[UInt8]]) {
    let hasRuns = names.contains(where: ZipNames.hasRun)
    for candidate in ZipNames.candidates {
      // A run of such bytes is a word of another script: Western names have them alone or in pairs.
      if hasRuns, candidate.isLatin { continue }
      guard let page = CodePage.named(candidate.number) else { continue }
      // Ideographs look like Cyrillic capitals there.
      if candidate.number == 1251, !ZipNames.hasSmallLetters(names) { continue }
      let text = names.map { ZipNames.decode($0, page) }
      if text.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.isASCII || candidate.fits($0) } }) {
        (number, self.page) = (candidate.number, page)
        return
      }
    }
    number = ZipNames.demanded
    page = CodePage.named(ZipNames.demanded) ?? .windows1252
  }

  /// A name as text. Bytes that mean nothing become U+FFFD.
  func decode(_ name: [UInt8]) -> String { ZipNames.decode(name, page) }

  /// A name in a code page.
  private static func decode(_ name: [UInt8], _ page: CodePage) -> String {
    var text = String.UnicodeScalarView()
    /// Adds a character.
    func add(_ value: UInt32) { text.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
    var decoder = CodePageDecoder(page)
    for byte in name { decoder.push(byte, add) }
    decoder.finish(add)
    return String(text)
  }

  /// Whether three bytes beyond ASCII stand side by side.
  private static func hasRun(_ name: [UInt8]) -> Bool {
    var length = 0
    for byte in name {
      length = byte < 0x80 ? 0 : length + 1
      if length == 3 { return true }
    }
    return false
  }

  /// Whether bytes of small letters in Windows-1251 are more frequent than those of capitals.
  private static func hasSmallLetters(_ names: [[UInt8]]) -> Bool {
    names.reduce(0) { $0 + $1.reduce(0) { $0 + ($1 >= 0xE0 ? 1 : $1 >= 0xC0 ? -1 : 0) } } > 0
  }

  /// Whether a character is a Latin letter, or a sign of names in these languages.
  @Sendable private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    (0xC0...0x17F).contains(scalar.value) && scalar.value != 0xD7 && scalar.value != 0xF7
      || (0x218...0x21B).contains(scalar.value) || [0xA0, 0xAA, 0xBA, 0xA7].contains(scalar.value)
  }

  /// Whether a character is Cyrillic.
  @Sendable private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
    (0x400...0x4FF).contains(scalar.value) || scalar.value == 0x2116 || scalar.value == 0xA0
  }

  /// Whether a character is Greek.
  @Sendable private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    (0x370...0x3FF).contains(scalar.value)
  }

  /// Whether a character occurs in Japanese names. Half-width katakana are what other pages look like in this one.
  @Sendable private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FE).contains(scalar.value) || isHan(scalar)
  }

  /// Whether a character is a Korean syllable.
  @Sendable private static func isKorean(_ scalar: Unicode.Scalar) -> Bool {
    (0xAC00...0xD7A3).contains(scalar.value) || scalar.value == 0xFF0D
  }

  /// Whether a character is an ideograph, or a sign of full width.
  @Sendable private static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value) || (0x3000...0x3017).contains(scalar.value)
      || (0xFF01...0xFF5E).contains(scalar.value) || scalar.value == 0x3005
  }
}
