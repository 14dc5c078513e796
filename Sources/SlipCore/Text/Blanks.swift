extension String {
  /// The text without white space and control characters at both ends.
  package func trimmingBlanks() -> String {
    utf8.hasInkAtEnds ? self : String(Substring(self).trimmingBlanks())
  }
}

extension BidirectionalCollection<UInt8> {
  /// Whether a text in UTF-8 begins and ends with a visible character of ASCII.
  fileprivate var hasInkAtEnds: Bool {
    guard let first, let last else { return false }
    return (0x21...0x7F).contains(first) && (0x21...0x7F).contains(last)
  }
}

extension Substring {
  /// The text before the first white space.
  package var firstWord: Substring {
    for index in utf8.indices {
      switch utf8[index] {
      case 0x09...0x0D, 0x20: return self[..<index]
      case 0x80...: return prefix { !$0.isWhitespace }
      default: break
      }
    }
    return self
  }

  /// The texts between white space.
  package var words: [Substring] {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return split(whereSeparator: \.isWhitespace) }
    return utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { Substring($0) }
  }

  /// The text without white space and control characters at both ends.
  package func trimmingBlanks() -> Substring {
    if utf8.hasInkAtEnds { return self }
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
    }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return Substring(scalars[start...end])
  }
}
