internal import SlipBase
internal import SlipNotes

extension ImportMerger {
  /// A keyword's path as it is compared. A slash in a name, as older imports made them, is the same as one between names.
  package static func folded(_ path: [String]) -> String {
    TextFolding.caseFolded(path.joined(separator: "/"))
  }

  /// The keyword of a source; its colour counts if this import creates it, or if the source changed it.
  ///
  /// A colour needs three channels from 0 to 1; a fourth is its opacity. It is rounded to six places.
  ///
  /// - Returns: The innermost keyword of the path; the one that has this path already.
  mutating func findOrCreate(
    _ keyword: SourceKeyword, of source: SourceMerge
  ) throws(SlipError) -> Keyword.ID {
    if let known = box.keyword(atPath: keyword.path.joined(separator: "/")) {
      try color(known.id, as: keyword, of: source)
      return known.id
    }
    var id = box.findOrCreateNew(keyword.path[0], in: nil, &newKeywords)
    for name in keyword.path.dropFirst() { id = box.findOrCreateNew(name, in: id, &newKeywords) }
    try color(id, as: keyword, of: source)
    return id
  }

  /// Gives a keyword the colour that its source says.
  mutating func color(
    _ id: Keyword.ID, as keyword: SourceKeyword, of source: SourceMerge
  ) throws(SlipError) {
    guard let color = Keyword.Color(keyword.color) else { return }
    let before = Keyword.Color(source.baseline?.colors[ImportMerger.folded(keyword.path)])
    let isFollowed = before != nil && before != color && box.keyword(id)?.color == before
    if newKeywords.contains(id) || isFollowed { try box.update(keyword: id) { $0.color = color } }
  }
}

extension Keyword.Color {
  /// A colour from channels, each 0 to 1: red, green, blue and perhaps the opacity. Nil where it is none.
  fileprivate init?(_ channels: [Double]?) {
    guard let channels, channels.count == 3 || channels.count == 4,
      channels.allSatisfy({ (0...1).contains($0) })
    else { return nil }
    let rounded = channels.map { ($0 * 1_000_000).rounded() / 1_000_000 }
    self.init(
      red: rounded[0], green: rounded[1], blue: rounded[2], opacity: rounded.count == 4 ? rounded[3] : 1)
  }
}

extension SlipBox {
  /// The keyword with a name; a new one is noted.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - parent: The keyword above it; nil for the top.
  ///   - new: The keywords that this import created.
  fileprivate mutating func findOrCreateNew(
    _ name: String, in parent: Keyword.ID?, _ new: inout Set<Keyword.ID>
  ) -> Keyword.ID {
    if let keyword = keyword(named: name, in: parent) { return keyword.id }
    let id = findOrCreateKeyword(named: name, in: parent)
    new.insert(id)
    return id
  }
}
