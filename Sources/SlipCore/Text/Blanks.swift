extension String {
  /// The text without white space and control characters at both ends.
  package func trimmingBlanks() -> String { String(Substring(self).trimmingBlanks()) }
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

  /// The text without white space and control characters at both ends.
  package func trimmingBlanks() -> Substring {
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
