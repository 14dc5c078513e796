/// A piece of a page.
enum HTMLToken {
  /// Character data, references decoded.
  case text([UInt8])
  case start(HTMLTag)
  /// Lower-case name.
  case end(String)
}

/// A start tag; names in lower case, of two attributes of one name the first.
struct HTMLTag {
  var name: String
  var attributes: [(name: String, value: String)] = []

  subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  func hasClass(_ name: String) -> Bool {
    self["class"].map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == name } } ?? false
  }
}
