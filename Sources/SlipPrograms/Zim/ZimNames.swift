internal import SlipBase
internal import SlipExchange

/// The names of a notebook's pages as a tree, in which each part of a name is one step.
///
/// A look-up takes as many steps as a name has parts, however deep a page lies. Case doesn't count, and `_`
/// is a blank.
struct ZimNames: Sendable {
  /// A step down.
  private struct Step: Hashable {
    /// The place where it begins.
    var place: Int
    /// The folded part of the name.
    var name: String
  }

  /// The places behind steps. The place 0 is the top.
  private var places: [Step: Int] = [:]
  /// The pages at places; a place without one is only on the way to others.
  private var pages: [Int: Int] = [:]

  /// A tree without names.
  init() {}

  /// A part of a name by which parts are compared.
  private static func folded(_ part: some StringProtocol) -> String {
    TextFolding.caseFolded(String(part.map { $0 == "_" ? " " : $0 }).trimmingBlanks())
  }

  /// Adds a page; false where another one has its name.
  mutating func add(_ parts: [String], _ page: Int) -> Bool {
    var place = 0
    for part in parts {
      let step = Step(place: place, name: ZimNames.folded(part))
      place = places[step] ?? places.count + 1
      places[step] = place
    }
    guard pages[place] == nil else { return false }
    pages[place] = page
    return true
  }

  /// The places on the way to a name, from the top; as many as there are.
  func way(to parts: [String]) -> [Int] {
    var way = [0]
    for part in parts {
      guard let next = places[Step(place: way[way.count - 1], name: ZimNames.folded(part))] else { break }
      way.append(next)
    }
    return way
  }

  /// The page of a name, such as `Seed lists:Peas`, below a place.
  ///
  /// - Returns: Whether the first part of the name is there, and the page if there is one.
  func find(_ name: some StringProtocol, below place: Int) -> (hasFirst: Bool, page: Int?) {
    var current = place
    var hasFirst = false
    for part in name.split(separator: ":", maxSplits: SourcePath.deepest) {
      guard let next = places[Step(place: current, name: ZimNames.folded(part))] else {
        return (hasFirst, nil)
      }
      (current, hasFirst) = (next, true)
    }
    return (hasFirst, hasFirst ? pages[current] : nil)
  }
}
