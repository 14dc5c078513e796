/// Whose value counts where the feed and the box both changed an attribute.
public enum SyncPolicy: String, Sendable, Hashable, CaseIterable {
  /// The feed's.
  case feed
  /// The box's.
  case box
  /// That of the note that was modified last.
  case newest
  /// The box's; where title or text are concerned, the feed's version becomes another note.
  case both

  /// What the policy does with such a value, in one clause. What only the user changed stays in any case.
  public var meaning: String {
    switch self {
    case .both:
      "yours stays, and the feed's version becomes another note beside it where title or text are concerned"
    case .box: "yours stays"
    case .feed: "the feed's value replaces yours"
    case .newest: "the value of the version that was modified last counts"
    }
  }
}

extension SyncPolicy {
  /// What each policy does, by its name.
  static var meanings: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.meaning) })
  }
}
