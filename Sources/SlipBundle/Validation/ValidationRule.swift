public import SlipBase

/// One kind of fault, with its page of the manual. A file in `Rules` and a row of `RuleTable` each.
public protocol ValidationRule: Sendable {
  /// Permanent: never given to anything else, even when the rule goes.
  static var code: String { get }
  static var severity: Diagnostic.Severity { get }
  /// What is wrong, as a sentence without a full stop; the message where nothing more can be said.
  static var title: String { get }
  static var manual: RuleManual { get }
  static var repair: RuleRepair { get }
}

extension ValidationRule {
  /// The rule's name: its type's and its file's.
  public static var name: String { String(describing: Self.self) }
  /// Most faults want a person.
  public static var repair: RuleRepair { .none }
}

/// What can be done about a rule's findings without asking, each as a sentence without a full stop.
public struct RuleRepair: Sendable, Hashable {
  /// `--fix`: nothing is lost that can't be made again.
  public var safe: String?
  /// `--fix-unsafe`: something that a person may have wanted goes, or is guessed.
  public var unsafe: String?

  public static let none = RuleRepair()
  public static func safe(_ text: String) -> RuleRepair { RuleRepair(safe: text) }
  public static func unsafe(_ text: String) -> RuleRepair { RuleRepair(unsafe: text) }

  public init(safe: String? = nil, unsafe: String? = nil) {
    self.safe = safe
    self.unsafe = unsafe
  }
}

/// A rule's page: plain sentences, with Markdown's backquotes.
public struct RuleManual: Sendable, Hashable {
  /// What it finds.
  public var finds: String
  /// Why it matters.
  public var matters: String
  public var bad: String
  public var good: String
  public var fix: String

  public init(finds: String, matters: String, bad: String, good: String, fix: String) {
    self.finds = finds
    self.matters = matters
    self.bad = bad
    self.good = good
    self.fix = fix
  }
}
