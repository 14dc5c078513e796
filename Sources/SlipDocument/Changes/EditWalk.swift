/// One stretch of a sequence that changes, with the elements that it is about.
package enum EditStep<Element: Sendable & Equatable, Change: Sendable & Equatable> {
  /// These elements stay as they are.
  case kept(ArraySlice<Element>)
  /// These elements go.
  case deleted([Element])
  /// These elements come.
  case inserted([Element])
  /// One element changes; of inlines, as many tokens as the change has. The elements are those before.
  case updated(ArraySlice<Element>, Change)
}

/// Walks over edits together with the sequence that they change: the only place that counts how far they are.
///
/// ```swift
/// for step in EditWalk(old.blocks, edits) {
///   switch step {
///   case .kept(let blocks): …
///   case .deleted(let blocks): …
///   case .inserted(let blocks): …
///   case .updated(let before, let change): …
///   }
/// }
/// ```
///
/// No edits at all mean that everything stays. Where the edits cover more elements than there are, the walk ends.
package struct EditWalk<Element: Sendable & Equatable, Change: Sendable & Equatable>: Sequence,
  IteratorProtocol
{
  /// The elements that come after those that were given.
  private var rest: ArraySlice<Element>
  /// The edits that come after those that were given.
  private var edits: ArraySlice<SequenceEdit<Element, Change>>
  /// How many elements a change is about.
  private let width: (Change) -> Int
  /// Whether what goes must be what the edits say.
  private let checksDeleted: Bool
  /// Whether an edit was found that doesn't fit.
  private var isBroken = false

  /// Whether the edits given so far fit, and nothing is left. Ask when the walk has ended.
  package var fits: Bool { !isBroken && rest.isEmpty && edits.isEmpty }

  /// Begins a walk.
  ///
  /// - Parameters:
  ///   - old: The sequence as it was.
  ///   - edits: How it changes.
  ///   - checksDeleted: Whether what goes must be what the edits say; if it isn't, the walk ends.
  ///   - width: How many elements a change is about.
  package init(
    _ old: [Element], _ edits: [SequenceEdit<Element, Change>], checksDeleted: Bool = false,
    width: @escaping (Change) -> Int = { _ in 1 }
  ) {
    rest = old[...]
    self.edits = (edits.isEmpty ? [.keep(old.count)] : edits)[...]
    self.checksDeleted = checksDeleted
    self.width = width
  }

  /// The next stretch; nil at the end, and where an edit doesn't fit.
  package mutating func next() -> EditStep<Element, Change>? {
    guard !isBroken, let edit = edits.popFirst() else { return nil }
    switch edit {
    case .keep(let count): return take(count).map { .kept($0) }
    case .delete(let elements):
      guard let gone = take(elements.count) else { return nil }
      if checksDeleted, !gone.elementsEqual(elements) {
        isBroken = true
        return nil
      }
      return .deleted(elements)
    case .insert(let elements): return .inserted(elements)
    case .update(let change): return take(width(change)).map { .updated($0, change) }
    }
  }

  /// Removes elements from those that are left; nil where there are not as many.
  private mutating func take(_ count: Int) -> ArraySlice<Element>? {
    guard count >= 0, count <= rest.count else {
      isBroken = true
      return nil
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension EditWalk where Element == Inline, Change == FormatChange {
  /// Begins a walk over the tokens of a paragraph's content.
  ///
  /// - Parameters:
  ///   - old: The inlines as they were.
  ///   - edits: How they change, in tokens.
  ///   - checksDeleted: Whether what goes must be what the edits say; if it isn't, the walk ends.
  package init(inlines old: [Inline], _ edits: [InlineEdit], checksDeleted: Bool = false) {
    self.init(InlineTokens.tokens(of: old), edits, checksDeleted: checksDeleted) { $0.before.count }
  }
}
