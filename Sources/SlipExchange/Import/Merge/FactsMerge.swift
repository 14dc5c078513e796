internal import SlipBase
internal import SlipNotes

/// A three-way merge of facts: what the source said last time, what it says now, and what the slip-box has.
///
/// What one side alone changed is taken, field by field; lists are merged element by element. Where both sides changed a
/// value to different ones, the policy decides: the source's value for `replace`, that of the slip-box for the others.
///
/// ```
/// base      theirs    ours      result
/// draft     draft     review    review
/// draft     archived  draft     archived
/// draft     archived  review    review, or archived for `replace`
/// a b       b c       a x       c x
/// ```
struct FactsMerge {
  /// Whose value is taken where both sides changed it.
  let prefersTheirs: Bool
  /// The fields about which the policy had to decide, each once, in the order of the merge.
  private(set) var conflicts: [ImportedField] = []

  /// Begins a merge.
  init(_ policy: ImportMerger.ConflictPolicy) { prefersTheirs = policy == .replace }

  /// Notes that both sides changed a field.
  ///
  /// - Returns: Whether the source's value is taken.
  private mutating func decide(_ field: ImportedField) -> Bool {
    note(field)
    return prefersTheirs
  }

  /// Notes that both sides changed a field, about which nothing has to be decided here.
  mutating func note(_ field: ImportedField) {
    if !conflicts.contains(field) { conflicts.append(field) }
  }

  /// Whether a field takes the source's value.
  ///
  /// - Parameters:
  ///   - field: The field, which is noted where both sides changed it.
  ///   - theirsChanged: Whether the source says something else than last time.
  ///   - oursChanged: Whether the slip-box has something else than the source said last time.
  ///   - isSame: Whether both have the same now.
  mutating func takesTheirs(
    _ field: ImportedField, theirsChanged: Bool, oursChanged: Bool, isSame: Bool
  ) -> Bool {
    if isSame || !theirsChanged { return false }
    return oursChanged ? decide(field) : true
  }

  /// The merged value of a field.
  mutating func value<Value: Equatable>(
    _ field: ImportedField, base: Value, ours: Value, theirs: Value
  ) -> Value {
    let takes = takesTheirs(
      field, theirsChanged: theirs != base, oursChanged: ours != base, isSame: ours == theirs)
    return takes ? theirs : ours
  }

  /// The merged list of a field, whose elements are told apart by a key.
  ///
  /// What the source added comes in behind the others; what it took away goes, unless it was changed here. The order is that of the
  /// side that alone changed the list.
  mutating func list<Element: Equatable, Key: Hashable>(
    _ field: ImportedField, base: [Element], ours: [Element], theirs: [Element], key: (Element) -> Key
  ) -> [Element] {
    if theirs == base || ours == theirs { return ours }
    if ours == base { return theirs }
    func keyed(_ list: [Element]) -> [Key: Element] {
      Dictionary(list.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, mine, other) = (keyed(base), keyed(ours), keyed(theirs))
    var merged: [Element] = []
    for element in ours {
      let key = key(element)
      let value = self.value(field, base: before[key], ours: element, theirs: other[key])
      if let value { merged.append(value) }
    }
    for element in theirs where mine[key(element)] == nil {
      let value = self.value(field, base: before[key(element)], ours: nil, theirs: element)
      if let value { merged.append(value) }
    }
    return merged
  }
}
