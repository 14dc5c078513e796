extension String {
  /// The text without white space and control characters at both ends.
  package func trimmingBlanks() -> String { String(Substring(self).trimmingBlanks()) }
}

extension Substring {
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
