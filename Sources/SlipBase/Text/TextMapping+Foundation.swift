#if !SLIP_FOLDING
  internal import Foundation

  /// Mapping by Foundation, for systems without utf8proc.
  extension TextMapping {
    /// Maps a text.
    func map(_ text: String) -> String {
      var text = text
      if contains(.cases) { text = text.folding(options: .caseInsensitive, locale: nil) }
      if contains(.marks) {
        let decomposed = text.decomposedStringWithCanonicalMapping.unicodeScalars
        text = String(String.UnicodeScalarView(decomposed.filter { !TextMapping.isMark($0) }))
      }
      return contains(.decomposed)
        ? text.decomposedStringWithCanonicalMapping : text.precomposedStringWithCanonicalMapping
    }

    /// Whether a scalar is a mark of any kind.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: true
      default: false
      }
    }
  }
#endif
