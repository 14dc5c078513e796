import SlipBase

/// How text is folded, compared and searched.
///
/// All comparisons of strings look at the Unicode scalars of a folded form of both sides:
///
/// | options | form |
/// | --- | --- |
/// | none | NFC |
/// | `[c]` | NFC of the case folding of NFD, so that ß = ss and ς = σ |
/// | `[d]` | NFC of NFD without marks of the combining classes 10 to 36 and from 200 |
/// | `[cd]` | both: marks first, then case |
/// | `[n]` | as stored |
///
/// So `==` finds equal folds, `<` orders them by scalar values, and searches have no regard for
/// grapheme clusters: 👩 is found in 👩‍👩‍👧. No locale is consulted.
enum TextForm {
  /// The form of text that comparisons with these options look at.
  ///
  /// ASCII, which is most text, is folded without a library.
  static func fold(_ text: String, _ options: QueryComparison.Options) -> String {
    switch options {
    case .none: TextFolding.nfc(text)
    case .c: TextFolding.folded(text, cases: true, marks: false)
    case .d: TextFolding.folded(text, cases: false, marks: true)
    case .cd: TextFolding.folded(text, cases: true, marks: true)
    case .n: text
    }
  }

  /// Whether two folded texts have the same scalars. Swift's `==` would find canonical
  /// equivalents equal.
  static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  /// Whether a folded text stands before another, scalar by scalar.
  static func isBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

  /// Whether a folded text occurs in another. Every text contains the empty one.
  ///
  /// - Parameters:
  ///   - text: The folded text that is searched.
  ///   - part: The folded text that is looked for.
  static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        for start in 0...(text.count - part.count) where text[start] == first {
          var length = 1
          while length < part.count, text[start + length] == part[length] { length += 1 }
          if length == part.count { return true }
        }
        return false
      }
    }
  }

  /// Whether a folded text ends with another.
  static func ends(_ text: String, with part: String) -> Bool {
    text.utf8.reversed().starts(with: part.utf8.reversed())
  }

  /// The number of words: runs of scalars without the property White_Space.
  static func wordCount(_ text: String) -> Int {
    var (count, isInWord) = (0, false)
    for scalar in text.unicodeScalars {
      let isBlank = scalar.properties.isWhitespace
      if !isBlank, !isInWord { count += 1 }
      isInWord = !isBlank
    }
    return count
  }
}

/// A pattern of LIKE, read once and matched many times.
///
/// The pattern is folded as the text is, and then read. It fits the whole text, also over line
/// breaks. Only the last run is ever extended when something doesn't fit, because a longer one
/// before it can't help; so matching takes at most the product of both lengths. `*` stands for
/// any run of scalars, `?` for one, and `\` makes the next one plain.
struct LikePattern: Sendable {
  /// One part of a pattern.
  private enum Part: Sendable {
    /// `*`: any number of scalars, also none.
    case run
    /// `?`: exactly one scalar.
    case one
    /// A scalar that stands for itself.
    case plain(Unicode.Scalar)
  }

  /// The parts in order.
  private let parts: [Part]

  /// Reads a folded pattern.
  init(_ pattern: String) {
    var parts: [Part] = []
    var scalars = pattern.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "*": parts.append(.run)
      case "?": parts.append(.one)
      case "\\": parts.append(.plain(scalars.next() ?? "\\"))
      default: parts.append(.plain(scalar))
      }
    }
    self.parts = parts
  }

  /// Whether a folded text fits as a whole.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (position, part) = (0, 0)
    // Where the last run began, and how far it reaches: only that run is ever made longer.
    var (runPart, runEnd) = (-1, 0)
    while position < scalars.count {
      if part < parts.count {
        switch parts[part] {
        case .run:
          (runPart, runEnd) = (part, position)
          part += 1
          continue
        case .one:
          (position, part) = (position + 1, part + 1)
          continue
        case .plain(let scalar) where scalar == scalars[position]:
          (position, part) = (position + 1, part + 1)
          continue
        default: break
        }
      }
      guard runPart >= 0 else { return false }
      runEnd += 1
      (position, part) = (runEnd, runPart + 1)
    }
    return parts[part...].allSatisfy { if case .run = $0 { true } else { false } }
  }
}

extension TextForm {
  /// The form in which MATCHES takes patterns and texts: only marks are folded here, the matcher
  /// ignores case.
  static func foldForPattern(_ text: String, _ options: QueryComparison.Options) -> String {
    switch options {
    case .none, .c: fold(text, .none)
    case .d, .cd: fold(text, .d)
    case .n: text
    }
  }
}
