/// Unicode normalization and case folding. The results depend on no locale.
///
/// Names that a person would take for equal can differ in bytes: é is one scalar or two, and case
/// differs. These functions give such names a common form, by which they are compared. ASCII, which
/// is most text, is never looked up in a table.
public enum TextFolding {
  /// The text in Unicode Normalization Form C (UAX #15): `e` and U+0301 become `é`.
  public static func nfc(_ text: String) -> String {
    map(text, [])
  }

  /// NFC with full case folding: `Straße` and `STRASSE` both become `strasse`.
  public static func caseFolded(_ text: String) -> String {
    map(text, .cases)
  }

  /// Case folding with combining marks removed: `Élan` becomes `elan`. Titles are searched and
  /// sorted by this form.
  public static func caseAndMarkFolded(_ text: String) -> String {
    map(text, [.cases, .marks])
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
    var decomposed = map(text, .decomposed)
    if marks {
      var kept = String.UnicodeScalarView()
      kept.append(contentsOf: decomposed.unicodeScalars.lazy.filter { !isStrippedMark($0) })
      decomposed = String(kept)
    }
    return map(decomposed, cases ? .cases : [])
  }

  /// Whether a scalar of decomposed text is a mark that `folded(_:cases:marks:)` removes.
  private static func isStrippedMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return (10...36).contains(combiningClass) || combiningClass >= 200
  }

  /// Maps text by the tables of Unicode: utf8proc's, or Foundation's where there is no utf8proc. Text that these refuse is
  /// returned unchanged.
  private static func map(_ text: String, _ steps: TextMapping) -> String {
    // Nothing but case folding changes ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return steps.contains(.cases) ? text.lowercased() : text }
    return steps.map(text)
  }
}

/// What is done to a text besides putting it into NFC.
struct TextMapping: OptionSet {
  let rawValue: Int

  /// Cases are folded, in full: `ß` becomes `ss`.
  static let cases = TextMapping(rawValue: 1)
  /// Scalars of the categories Mn, Mc and Me are left out, after decomposition.
  static let marks = TextMapping(rawValue: 2)
  /// The text is put into NFD instead.
  static let decomposed = TextMapping(rawValue: 4)
}
