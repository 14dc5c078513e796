internal import CUTF8Proc

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Unicode normalization and case folding. The results depend on no locale.
///
/// Names that a person would take for equal can differ in bytes: é is one scalar or two, and case
/// differs. These functions give such names a common form, by which they are compared. ASCII, which
/// is most text, never reaches utf8proc.
public enum TextFolding {
  /// The text in Unicode Normalization Form C (UAX #15): `e` and U+0301 become `é`.
  public static func nfc(_ text: String) -> String {
    map(text, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
  }

  /// NFC with full case folding: `Straße` and `STRASSE` both become `strasse`.
  public static func caseFolded(_ text: String) -> String {
    map(text, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
  }

  /// Case folding with combining marks removed: `Élan` becomes `elan`. Titles are searched and
  /// sorted by this form.
  public static func caseAndMarkFolded(_ text: String) -> String {
    map(
      text,
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
        | UTF8PROC_STRIPMARK.rawValue)
  }

  /// Folds case, accents and similar marks, or both, in the way that queries compare text.
  ///
  /// The text is decomposed first, so that marks are scalars of their own, and composed (NFC) at the
  /// end. Marks go by their canonical combining class (UAX #44): classes 10 to 36 are the points of
  /// Hebrew, Arabic and Syriac, and from 200 on the marks above and below of Latin, Greek and
  /// Cyrillic. Vowel signs, viramas and the voicing marks of kana have other classes and stay, so
  /// that か and が differ. `caseAndMarkFolded` removes those too.
  ///
  /// - Parameters:
  ///   - text: The text to fold.
  ///   - cases: Whether full case folding is applied: `ß` becomes `ss`.
  ///   - marks: Whether marks of the named classes are removed: `é` becomes `e`.
  /// - Returns: The folded text in NFC.
  public static func folded(_ text: String, cases: Bool, marks: Bool) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return cases ? text.lowercased() : text }
    guard cases || marks else { return nfc(text) }
    var decomposed = map(text, UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue)
    if marks {
      var kept = String.UnicodeScalarView()
      kept.append(contentsOf: decomposed.unicodeScalars.lazy.filter { !isStrippedMark($0) })
      decomposed = String(kept)
    }
    let composition = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
    return map(decomposed, cases ? composition | UTF8PROC_CASEFOLD.rawValue : composition)
  }

  /// Whether a scalar of decomposed text is a mark that `folded(_:cases:marks:)` removes.
  private static func isStrippedMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return (10...36).contains(combiningClass) || combiningClass >= 200
  }

  /// Applies utf8proc with the given options. Text that utf8proc refuses is returned unchanged.
  private static func map(_ text: String, _ options: UInt32) -> String {
    var text = text
    // Nothing but case folding changes ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return options & UTF8PROC_CASEFOLD.rawValue != 0 ? text.lowercased() : text
    }
    let mapped: String? = text.withUTF8 { source in
      let ends = partEnds(of: source)
      if ends.count == 1 { return map(source, options) }
      var (mapped, start) = ("", 0)
      for end in ends {
        guard let part = map(UnsafeBufferPointer(rebasing: source[start..<end]), options) else { return nil }
        mapped.unicodeScalars.append(contentsOf: part.unicodeScalars)
        start = end
      }
      return mapped
    }
    return mapped ?? text
  }

  /// One call of utf8proc; nil where it fails, for example because memory is short.
  private static func map(_ source: UnsafeBufferPointer<UInt8>, _ options: UInt32) -> String? {
    var result: UnsafeMutablePointer<UInt8>?
    let length = utf8proc_map(
      source.baseAddress, source.count, &result, utf8proc_option_t(rawValue: options))
    defer { free(result) }
    guard length >= 0, let result else { return nil }
    return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
  }

  /// The number of combining marks in a row from which on the text is cut into parts.
  ///
  /// utf8proc sorts such marks in quadratic time. No language has more than 30 in a row (UAX #15,
  /// "Stream-Safe Text Format"). In longer runs, each part is sorted by itself.
  private static let longestRun = 1_024

  /// The offsets at which the parts end that are mapped one by one: only the text's end, unless it
  /// has an overlong run of combining marks.
  private static func partEnds(of source: UnsafeBufferPointer<UInt8>) -> [Int] {
    guard source.count > longestRun else { return [source.count] }
    var ends: [Int] = []
    var (position, run) = (0, 0)
    while position < source.count, let base = source.baseAddress {
      var scalar: Int32 = 0
      let length = utf8proc_iterate(base + position, source.count - position, &scalar)
      guard length > 0 else { break }
      run = scalar >= 0x300 && utf8proc_get_property(scalar).pointee.combining_class != 0 ? run + 1 : 0
      if run == longestRun {
        ends.append(position)
        run = 1
      }
      position += length
    }
    return ends + [source.count]
  }
}
