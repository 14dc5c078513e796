internal import SlipCore

/// Tags of languages (BCP 47), such as `de` and `en-US`.
package enum LanguageTag {
  /// The tag that a text means, in its usual spelling; nil where it means none.
  ///
  /// ```
  /// LanguageTag.valid("en_US")        // "en-US"
  /// LanguageTag.valid("de_DE.UTF-8")  // "de-DE"
  /// LanguageTag.valid("ZH-hant-tw")   // "zh-Hant-TW"
  /// LanguageTag.valid("German")       // nil
  /// ```
  ///
  /// A tag is well-formed by RFC 5646, section 2.1, and its first part has two or three letters, as those of all registered
  /// languages have. The names of locales of POSIX, which have an encoding and a modifier after the language, count as well.
  /// A private tag, `x-lcid-7f`, stays as it is.
  package static func valid(_ text: some StringProtocol) -> String? {
    let name = String(text.prefix { $0 != "." && $0 != "@" && $0 != ";" }).trimmingBlanks()
    guard name.utf8.count <= 100 else { return nil }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false).flatMap {
      $0.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    }
    guard parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isSign) }) else {
      return nil
    }
    if parts[0].lowercased() == "x" {
      return parts.count > 1 ? parts.joined(separator: "-").lowercased() : nil
    }
    guard (2...3).contains(parts[0].utf8.count), isLetters(parts[0]) else { return nil }
    var tag = [parts[0].lowercased()]
    var rest = parts[1...]
    /// Takes the next part if it fits.
    func take(_ spelled: (String) -> String, _ fits: (String) -> Bool) -> Bool {
      guard let next = rest.first, fits(next) else { return false }
      tag.append(spelled(next))
      rest = rest.dropFirst()
      return true
    }
    for _ in 0..<3 where !take({ $0.lowercased() }, { $0.utf8.count == 3 && isLetters($0) }) { break }
    _ = take({ $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }) {
      $0.utf8.count == 4 && isLetters($0)
    }
    _ = take({ $0.uppercased() }) { isRegion($0) }
    while take({ $0.lowercased() }, isVariant) {}
    guard extend(&tag, rest) else { return nil }
    return tag.joined(separator: "-")
  }

  /// Adds extensions and private parts, each of which is a single sign with longer parts after it; false where the parts are
  /// none.
  private static func extend(_ tag: inout [String], _ parts: ArraySlice<String>) -> Bool {
    var (isPrivate, wantsPart) = (false, false)
    for (index, part) in zip(parts.indices, parts) {
      if part.utf8.count == 1, !isPrivate {
        if wantsPart { return false }
        (isPrivate, wantsPart) = (part.lowercased() == "x", true)
      } else {
        if index == parts.startIndex { return false }
        wantsPart = false
      }
      tag.append(part.lowercased())
    }
    return !wantsPart
  }

  /// Whether a part names a region: two letters or three digits.
  private static func isRegion(_ part: String) -> Bool {
    part.utf8.count == 2 ? isLetters(part) : part.utf8.count == 3 && part.utf8.allSatisfy(isDigit)
  }

  /// Whether a part names a variant: five signs or more, or four that begin with a digit.
  private static func isVariant(_ part: String) -> Bool {
    part.utf8.count >= 5 || part.utf8.count == 4 && part.utf8.first.map(isDigit) == true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetters(_ part: String) -> Bool {
    part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }

  private static func isSign(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) }
}
