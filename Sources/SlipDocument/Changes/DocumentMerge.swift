/// Three-way merge of documents that were made of one.
///
/// What one side alone changed is taken: paragraphs, rows, words, formatting, facts. Where both changed the same words, or
/// one side changed what the other deleted, both versions stay as tracked changes of two authors, so that no word of
/// either side is lost. Where both gave the same text different formatting, or a fact different values, a rule decides.
///
/// Tracked changes that a side has already take part as what they are: where the other side changed the same words, its version
/// joins those that are open, as one more change of what the words were. A side that accepted or rejected them has decided, unless the
/// other side went on with them in another way.
///
/// It makes no difference which side is ours, except for names of authors and what the rule decides.
public struct DocumentMerge: Sendable {
  /// Which side is taken where both changed a fact or formatting to different values.
  public enum Rule: Sendable, Hashable {
    /// Ours.
    case ours
    /// Theirs.
    case theirs
    /// Neither side for its own sake: always the same one, whichever is ours.
    case either
  }

  /// What both sides changed.
  public struct Conflict: Sendable, Hashable {
    /// What sort of thing both changed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Words: they are tracked changes now.
      case text
      /// One side deleted what the other changed: it is a tracked change now.
      case deletion
      /// Formatting; the rule decided.
      case formatting
      /// A fact, such as the title; the rule decided.
      case fact
    }
    /// What sort of thing both changed.
    public var kind: Kind
    /// The text that is concerned, or the name of the fact.
    public var text: String
  }

  /// Who is named as the author of tracked changes.
  public struct Names: Sendable, Hashable {
    /// The author on our side.
    public var ours: String
    /// The author on their side.
    public var theirs: String
    /// Creates names.
    public init(ours: String = "ours", theirs: String = "theirs") {
      (self.ours, self.theirs) = (ours, theirs)
    }
  }

  /// The merged document.
  public let document: Document
  /// What both sides changed, in the order of the document.
  public let conflicts: [Conflict]

  /// Merges what became of `base` on both sides.
  ///
  /// - Parameters:
  ///   - base: What both sides were made of.
  ///   - ours: One side.
  ///   - theirs: The other side.
  ///   - rule: Which side is taken for facts and formatting that both changed.
  ///   - names: The authors of tracked changes.
  public init(
    base: Document, ours: Document, theirs: Document, rule: Rule = .either, names: Names = Names()
  ) {
    self.init(base: base, ours: ours, theirs: theirs, rule: rule, names: names, isLenient: false)
  }

  /// Merges an edit of a text that doesn't say all of what the document has.
  ///
  /// - Parameters:
  ///   - base: The text as it was given.
  ///   - ours: The document.
  ///   - theirs: The text as it came back.
  ///   - rule: Which side is taken for facts and formatting that both changed.
  ///   - names: The authors of tracked changes.
  ///   - isLenient: Whether an edit may delete what the text doesn't say exactly: no conflict then.
  package init(
    base: Document, ours: Document, theirs: Document, rule: Rule, names: Names, isLenient: Bool
  ) {
    if ours == theirs || base == theirs {
      (document, conflicts) = (ours, [])
      return
    }
    if base == ours {
      (document, conflicts) = (theirs, [])
      return
    }
    // The sides in an order that doesn't depend on which is ours.
    let isSwapped = TreeDump.text(of: theirs) < TreeDump.text(of: ours)
    let sides = isSwapped ? [theirs, ours] : [ours, theirs]
    let authors = isSwapped ? [names.theirs, names.ours] : [names.ours, names.theirs]
    let preferred =
      switch rule {
      case .either: 0
      case .ours: isSwapped ? 1 : 0
      case .theirs: isSwapped ? 0 : 1
      }
    var work = MergeWork(base, sides, authors, preferred: preferred, isLenient: isLenient)
    document = work.document()
    conflicts = work.conflicts
  }
}
