public import SlipBase
public import SlipDocument

/// The difference of two files, folders or bundles.
public struct Comparison: Sendable {
  /// What was compared.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Two documents.
    case documents
    /// The documents of two folders.
    case folders
    /// Two bundles.
    case bundles
  }

  /// What happens to a document between the two sides.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// Both sides have it, and nothing differs.
    case same
    /// Both sides have it, and it differs.
    case changed
    /// Only the second side has it.
    case added
    /// Only the first side has it.
    case removed
    /// It can't be read, and so can't be compared.
    case unreadable
  }

  /// One document on both sides.
  public struct Item: Sendable {
    /// The path within the folders, the title of the note, or the path of the second file.
    public var name: String
    /// The UUID of the note; nil for files.
    public var id: String?
    /// What happens to it.
    public var status: Status
    /// The lines that differ, and those around them.
    public var lines: [ChangeLine] = []
    /// Facts of the document that differ, such as its title.
    public var facts: [FactDifference] = []
    /// Why it can't be read.
    public var error: SlipError?
    /// The redline, where one was asked for.
    var redline: Document?
  }

  /// A fact of a note, folder, keyword, attachment, source or document that differs.
  public struct FactDifference: Sendable, Equatable {
    /// What it is a fact of: `note`, `folder`, `keyword`, `attachment`, `source`, `document`.
    public var entity: String
    /// The UUID or digest of the entity; empty for a document.
    public var id: String
    /// What people call the entity.
    public var name: String
    /// The fact, such as `status`; nil where the entity as a whole comes or goes.
    public var field: String?
    /// The value on the first side; nil where there is none.
    public var before: String?
    /// The value on the second side; nil where there is none.
    public var after: String?
  }

  /// What was compared.
  public var kind: Kind
  /// The first side, as it was named.
  public var old: String
  /// The second side, as it was named.
  public var new: String
  /// The facts of bundles that differ.
  public var facts: [FactDifference] = []
  /// The documents that differ or can't be read, in the order of their names.
  public var items: [Item] = []
  /// How many documents were compared.
  public var compared = 0

  /// Whether both sides are the same.
  public var isSame: Bool { facts.isEmpty && items.allSatisfy { $0.status == .same } }
  /// Whether something could not be read.
  public var hasErrors: Bool { items.contains { $0.status == .unreadable } }
}
