/// What a program in another language needs to find the same notes in the same order: how words are split and folded, and
/// what ranks notes. All of it is computed from the code that searches here.
package struct SearchTables: Sendable {
  /// Scalars that are words of their own.
  package let singles: [ClosedRange<UInt32>]
  /// Other letters and digits, of which words consist.
  package let letters: [ClosedRange<UInt32>]
  /// Marks, with which words go on.
  package let marks: [ClosedRange<UInt32>]
  /// Marks that folding removes from decomposed text.
  package let removed: [ClosedRange<UInt32>]
  /// Scalars in small letters of decomposed text without such marks, and what they become.
  package let cases: [(Unicode.Scalar, String)]
  /// What one occurrence counts in title, keywords, names of attachments and text.
  package let weights: [Double]
  /// How soon further occurrences count less (BM25, k1).
  package let saturation: Double
  /// How much the length of a note counts (BM25, b).
  package let lengthShare: Double
  /// The names of the fields of the search language, with the first name of each.
  package let fieldNames: [String: String]
  /// The words that fields take whose words are a closed set.
  package let fieldValues: [String: [String]]

  /// The tables, made when they are first needed.
  package static let shared = SearchTables()

  /// Computes the tables.
  private init() {
    var ranges: [[ClosedRange<UInt32>]] = [[], [], [], []]
    var cases: [(Unicode.Scalar, String)] = []
    /// Adds a scalar to the last range, or begins another one.
    func add(_ value: UInt32, to list: Int) {
      if let last = ranges[list].last, last.upperBound + 1 == value {
        ranges[list][ranges[list].count - 1] = last.lowerBound...value
      } else {
        ranges[list].append(value...value)
      }
    }
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      // Most of the code space has no scalars.
      if category == .unassigned || category == .privateUse { continue }
      var rare = 0
      switch WordClass.of(scalar, &rare) {
      case .single: add(value, to: 0)
      case .letter: add(value, to: 1)
      case .mark: add(value, to: 2)
      case .separator: break
      }
      // Behind a letter, a mark that folding removes leaves nothing.
      if value >= 0x300, TextForm.fold("a" + String(scalar), .d) == "a" { add(value, to: 3) }
      if let folded = SearchTables.otherCase(scalar) { cases.append((scalar, folded)) }
    }
    (singles, letters, marks, removed) = (ranges[0], ranges[1], ranges[2], ranges[3])
    self.cases = cases
    weights = SearchRanking.Field.allCases.map(\.weight)
    (saturation, lengthShare) = (SearchRanking.saturation, SearchRanking.lengthShare)
    var names: [String: String] = [:]
    var values: [String: [String]] = [:]
    for row in SearchField.rows {
      for name in row.names { names[name] = row.names[0] }
      if !row.values.isEmpty { values[row.names[0]] = row.values }
    }
    (fieldNames, fieldValues) = (names, values)
  }

  /// What a small letter folds to, where that is another text; nil for all else.
  ///
  /// Who makes small letters first, without regard to what stands around them, has to change only these.
  private static func otherCase(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.value >= 0x80, scalar.properties.lowercaseMapping.unicodeScalars.elementsEqual([scalar])
    else { return nil }
    let folded = TextForm.fold(String(scalar), .cd)
    let plain = TextForm.fold(String(scalar), .d)
    return TextForm.isSame(folded, plain) ? nil : folded
  }

  /// The number of words of a text, as `wordCount` counts them in predicates: runs of scalars without the property
  /// White_Space.
  ///
  /// - Parameter isWhite: Whether a scalar outside of ASCII has the property.
  package static func wordCount(
    _ text: UnsafeBufferPointer<UInt8>, isWhite: (Unicode.Scalar) -> Bool
  ) -> Int {
    var (count, isInWord, place) = (0, false, 0)
    while place < text.count {
      let byte = text[place]
      let isBlank: Bool
      if byte < 0x80 {
        isBlank = byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
        place += 1
      } else {
        let (scalar, length) = UTF8Bytes.scalar(text, at: place)
        isBlank = isWhite(scalar)
        place += length
      }
      if !isBlank, !isInWord { count += 1 }
      isInWord = !isBlank
    }
    return count
  }
}
