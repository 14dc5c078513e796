public import SlipBase

/// One kind of fault that validation can find, with its page of the manual.
///
/// Rules are data. Each is a static member in a file of `Rules/`, and a row of `RuleTable`, from which reports, `slipconv rules`,
/// `slipconv explain` and `Docs/Rules.md` are made. A rule that has a check of its own stands in a file with that check;
/// rules that a reader or another check finds on its way stand in one file a family.
///
/// ```swift
/// findings.report(.missingFile, file: "notes/0b/0b2a….rtf")
/// ```
public struct ValidationRule: Sendable, Hashable {
  /// The rule's number for good, such as `SBXF003`. It isn't used again, not even when the rule goes.
  ///
  /// `SBX`, the letter of the family, and three digits.
  public let code: String
  /// The rule's name, such as `MissingFile`; as permanent as the code. Configuration files may use either.
  public let name: String
  /// What the rule is about.
  public let family: RuleFamily
  /// How bad a finding is, unless the user's configuration says otherwise.
  public let severity: Diagnostic.Severity
  /// What is wrong, as a sentence without a full stop. It is the message of a finding, or the first part of it.
  public let title: String
  /// What `--fix` and `--fix-unsafe` do about findings; most need a person.
  public let repair: RuleRepair
  /// The rule's page.
  public let manual: RuleManual

  /// Only `Rules/` makes rules.
  init(
    code: String, name: String, family: RuleFamily, severity: Diagnostic.Severity, title: String,
    repair: RuleRepair = .none, manual: RuleManual
  ) {
    self.code = code
    self.name = name
    self.family = family
    self.severity = severity
    self.title = title
    self.repair = repair
    self.manual = manual
  }
}

/// What a rule is about. The raw value is the letter that follows `SBX` in the codes of the family's rules.
public enum RuleFamily: String, Sendable, Hashable, CaseIterable {
  /// `mimetype`, the presence of the manifest, and the layout of a pack.
  case container = "C"
  /// The form of the manifest: XML, encoding, limits, schema, order.
  case manifest = "X"
  /// The schema version that the manifest declares.
  case version = "V"
  /// Ids, and what refers to them.
  case references = "I"
  /// Links from note to note.
  case links = "L"
  /// Names of keywords.
  case keywords = "K"
  /// Dates of notes, folders and sources.
  case dates = "D"
  /// Whether the files of the tree are those that the manifest lists (fixity).
  case payload = "F"
  /// The RTF of bodies, and of files outside of bundles.
  case bodies = "R"
  /// The plain text beside each body.
  case mirrors = "M"
  /// Pictures, thumbnails, media types, and what fields of bodies show.
  case pictures = "P"
  /// Names and kinds of files that are unsafe on some system.
  case paths = "S"
}

/// What can be done about a rule's findings without asking, each as a sentence without a full stop.
///
/// This is only the description; `SlipboxKit` does the work.
public struct RuleRepair: Sendable, Hashable {
  /// What `--fix` does: nothing is lost that can't be made again. Nil for nothing.
  public var safe: String?
  /// What `--fix-unsafe` does: something that a person may have wanted is removed, or is guessed. Nil for nothing.
  public var unsafe: String?

  /// No repair: a person has to decide.
  public static let none = RuleRepair()
  /// A repair that `--fix` makes.
  public static func safe(_ text: String) -> RuleRepair { RuleRepair(safe: text) }
  /// A repair that only `--fix-unsafe` makes.
  public static func unsafe(_ text: String) -> RuleRepair { RuleRepair(unsafe: text) }

  /// A repair; without arguments, none.
  public init(safe: String? = nil, unsafe: String? = nil) {
    self.safe = safe
    self.unsafe = unsafe
  }
}

/// A rule's page: plain sentences, with backquotes for code as in Markdown.
public struct RuleManual: Sendable, Hashable {
  /// What the rule finds.
  public var finds: String
  /// Why it matters.
  public var matters: String
  /// An excerpt of a manifest, a file or a tree that breaks the rule.
  ///
  /// `A without B` means that A is there and B isn't, `A and B` that both are; a test compares it with a bundle that is broken so.
  public var bad: String
  /// The same excerpt as it should be.
  public var good: String
  /// What a person does about it.
  public var fix: String

  /// A page of all its parts; none may be empty.
  public init(finds: String, matters: String, bad: String, good: String, fix: String) {
    self.finds = finds
    self.matters = matters
    self.bad = bad
    self.good = good
    self.fix = fix
  }
}
