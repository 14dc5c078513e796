/// Names of bookmarks as `id` attributes, which hold no white space.
enum Identifier {
  /// White space and controls become `_`; nil for an empty name.
  static func of(bookmark name: String) -> String? {
    if name.isEmpty { return nil }
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      result.append(scalar.value <= 0x20 || scalar.value == 0x7F ? "_" : scalar)
    }
    return String(result)
  }
}
