internal import SlipBase

/// The states that a feed has had, the newest first, each by the tokens of the bundles that were in it.
///
/// They tell what a bundle and a feed had in common although the feed was written by several bundles: the newest state that
/// the history of the bundle knows. They are part of the list of files that `feed` writes beside its documents.
struct FeedStates: Equatable {
  /// The tokens of each state.
  private(set) var groups: [[String]] = []

  /// How many states are remembered.
  private static let most = 1_000
  /// The member of the list of files.
  static let key = "states"

  /// No states.
  init() {}

  /// The states that a list of files names, up to the one that the feed's document has.
  ///
  /// A run that was interrupted may have named a state before it wrote the document.
  ///
  /// - Parameters:
  ///   - marker: The list of files; nil for none.
  ///   - token: The token of the document.
  init(_ marker: JSONValue?, at token: String) {
    let known = (marker?[FeedStates.key]?.array ?? []).map { $0.array.compactMap(\.string) }
    groups = Array(known.drop { !$0.contains(token) })
    if groups.isEmpty { groups = [[token]] }
  }

  /// Whether a bundle with some tokens in its history knows the newest state.
  func isNewestKnown(_ tokens: Set<String>) -> Bool {
    groups.first.map { !tokens.isDisjoint(with: $0) } ?? false
  }

  /// The states after a bundle wrote the feed.
  func written(at token: String) -> FeedStates {
    var next = self
    if let place = groups.firstIndex(where: { $0.contains(token) }) {
      next.groups.removeFirst(place)
    } else {
      next.groups.insert([token], at: 0)
    }
    next.groups = Array(next.groups.prefix(FeedStates.most))
    return next
  }

  /// The states after a bundle turned out to be in the newest one.
  func joined(by token: String) -> FeedStates {
    var next = self
    if groups.isEmpty { return written(at: token) }
    if !groups[0].contains(token) { next.groups[0].append(token) }
    return next
  }

  /// The form in the list of files.
  var json: JSONValue { .array(groups.map { .array($0.map { .string($0) }) }) }
}
