/// Whose value a three-way merge takes where both sides changed one.
public enum MergeRule: String, Sendable, Hashable, CaseIterable {
  /// Our value.
  case ours
  /// Their value.
  case theirs
  /// The value of the note that was modified last. Where the times are equal or unknown, and for what has no time, the
  /// greater of both values: it makes no difference then which side is ours.
  case newest
}

/// One of the two sides of a merge.
public enum MergeSide: Sendable, Hashable {
  /// Our side.
  case ours
  /// The other side.
  case theirs
}

/// An attribute that both sides of a merge changed, or an entity that one side changed and the other deleted.
public struct MergeConflict: Sendable, Hashable {
  /// What both sides changed.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// A note's title.
    case title
    /// A note's status.
    case status
    /// Whether a note is a favorite.
    case favorite
    /// The place among the notes or folders of a folder.
    case order
    /// The time when a note or folder was created.
    case created
    /// Whether a note's times came without a zone.
    case zone
    /// The folder of a note.
    case folder
    /// The source of a note.
    case source
    /// The digest of what was imported into a note.
    case imported
    /// A note's text: its body and its mirror.
    case body
    /// Elements of other namespaces.
    case foreign
    /// The name of a folder or keyword.
    case name
    /// The folder in which a folder lies, or the keyword below which a keyword lies.
    case parent
    /// The color of a keyword.
    case color
    /// The token of an origin.
    case token
    /// Where an origin is, and what it is.
    case place
    /// The facts that the model has no field for.
    case properties
    /// An attachment's or source's own facts.
    case facts
    /// One side changed the entity, the other deleted it. It stays.
    case deletion
    /// Folders were moved so that they would lie within each other. Each lies where it lay before.
    case circle
  }

  /// The entity that both sides changed; nil for the box itself.
  public var entity: EntityID?
  /// What of it.
  public var field: Field

  /// A conflict over an attribute of an entity, or of the box itself.
  public init(entity: EntityID?, field: Field) {
    self.entity = entity
    self.field = field
  }
}

/// Three-way merge of an entity's attributes: what one side alone changed is taken.
struct FieldMerge<Entity> {
  /// The entity as both sides had it; nil where both inserted it.
  let base: Entity?
  /// The entity on our side.
  let ours: Entity
  /// The entity on the other side.
  let theirs: Entity
  /// Whose value is taken where both sides changed an attribute to different values.
  let rule: MergeRule
  /// Which side was modified last; nil where that can't be said.
  var oursIsNewer: Bool?
  /// Whose value of single attributes is the later one, where that is known better than by `oursIsNewer`.
  var later: [MergeConflict.Field: MergeSide] = [:]
  /// The attributes about which the rule had to decide, in the order in which they were merged.
  private(set) var conflicts: [MergeConflict.Field] = []
  /// Whose value was taken of each of these.
  private(set) var decisions: [MergeConflict.Field: MergeSide] = [:]

  /// Prepares the merge of one entity. Neither side counts as newer yet.
  init(_ base: Entity?, _ ours: Entity, _ theirs: Entity, rule: MergeRule) {
    (self.base, self.ours, self.theirs, self.rule) = (base, ours, theirs, rule)
  }

  /// The merged value of one attribute; the rule decides where both sides changed it.
  mutating func value<Value: Equatable>(_ field: MergeConflict.Field, _ of: (Entity) -> Value) -> Value {
    let (mine, other) = (of(ours), of(theirs))
    if mine == other { return mine }
    if let base {
      let before = of(base)
      if other == before { return mine }
      if mine == before { return other }
    }
    conflicts.append(field)
    let side: MergeSide =
      switch rule {
      case .ours: .ours
      case .theirs: .theirs
      case .newest: later[field] ?? side(ofNewest: mine, other)
      }
    decisions[field] = side
    return side == .ours ? mine : other
  }

  /// The side that was modified last, or that with the greater value.
  private func side<Value>(ofNewest mine: Value, _ other: Value) -> MergeSide {
    (oursIsNewer ?? (String(reflecting: mine) > String(reflecting: other))) ? .ours : .theirs
  }

  /// Values as a set: what either side took out is out, what either side put in is in. The order is that of the side
  /// that changed it; where both did, what they share comes first, and the rest in the order of `precedes`.
  func set<Value: Hashable>(
    _ of: (Entity) -> [Value], precedes: (Value, Value) -> Bool
  ) -> [Value] {
    let (mine, other, before) = (of(ours), of(theirs), base.map(of) ?? [])
    if mine == other || other == before { return mine }
    if mine == before { return other }
    let (mySet, otherSet, beforeSet) = (Set(mine), Set(other), Set(before))
    let shared = before.filter { mySet.contains($0) && otherSet.contains($0) }
    let added = mySet.union(otherSet).subtracting(beforeSet)
    return shared + added.sorted(by: precedes)
  }
}
