internal import SlipBatch
internal import SlipFiles
public import SlipBase
internal import SlipBundle

/// The settings of validation in `.slipconv.toml`.
///
/// ```toml
/// [validate]
/// fail-on = "warning"
/// baseline = "known.baseline"
///
/// [validate.severity]
/// ThumbnailMissing = "info"
///
/// [[validate.ignore]]
/// code = "SBXF004"
/// path = "archive/**"
/// reason = "Finder leaves files there"
/// ```
///
/// Rules are named by code or name, in any case. `Docs/Validation.md` describes all settings.
public struct ValidationConfiguration: Sendable {
  /// The name under which the configuration is looked for.
  public static let fileName = ".slipconv.toml"
  /// The largest configuration that is read, in bytes.
  private static let limit = 1 << 20

  /// What makes a validation fail.
  public enum FailLevel: Sendable, Hashable {
    /// Findings of at least this severity.
    case at(Diagnostic.Severity)
    /// Nothing.
    case never
  }

  /// What makes a validation fail; nil: the file doesn't say.
  public var failLevel: FailLevel?
  /// Whether payload is left unread; nil: the file doesn't say.
  public var isQuick: Bool?
  /// The absolute path of the baseline; nil where there is none.
  public var baseline: String?
  /// The severities and ignored findings.
  public var policy = ValidationPolicy()

  /// The path of the nearest configuration in a directory or above it; nil where there is none.
  /// Only one file is used: configurations further up aren't merged into it.
  ///
  /// - Parameter directory: An absolute path.
  /// - Throws: `SlipError` where a folder can't be examined.
  public static func find(from directory: String) throws(SlipError) -> String? {
    var current: String? = directory
    while let folder = current {
      let path = folder == "/" ? "/\(fileName)" : "\(folder)/\(fileName)"
      if let status = try FileSystem.status(path), status.kind == .file { return path }
      current = PathText.parent(folder)
    }
    return nil
  }

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - file: The path of the configuration.
  ///   - workingDirectory: An absolute path, to which relative paths of bundles refer.
  /// - Throws: `SlipError` of kind `usage`, with line and column, for unknown keys, wrong
  ///   values and text that is not TOML.
  public init(file: String, workingDirectory: String?) throws(SlipError) {
    let bytes = try FileSystem.readFile(file, limit: Self.limit)
    try self.init(bytes, file: file, workingDirectory: workingDirectory)
  }

  /// Parses the bytes of a configuration. Paths in it are relative to the folder of `file`.
  init(_ bytes: [UInt8], file: String, workingDirectory: String?) throws(SlipError) {
    let root = try TOMLTable(
      TOMLNode.parse(bytes, file: file), name: "the file", file: file, keys: ["validate"])
    policy.root = PathText.parent(PathText.absolute(file, in: workingDirectory))
    policy.workingDirectory = workingDirectory
    guard let node = root.node("validate") else { return }
    let table = try TOMLTable(
      node, name: "[validate]", file: file, keys: ["fail-on", "quick", "baseline", "severity", "ignore"])
    if let word = try table.word("fail-on", of: ["error", "warning", "info", "never"]) {
      failLevel = Self.severity(word).map { .at($0) } ?? .never
    }
    isQuick = try table.bool("quick")
    baseline = try table.string("baseline").map { PathText.absolute($0, in: policy.root) }
    if let node = table.node("severity") { try readSeverities(node, file) }
    if let node = table.node("ignore") { try readIgnores(node, file) }
  }

  /// Reads `[validate.severity]`, in which each key is a rule and each value its severity.
  private mutating func readSeverities(_ node: TOMLNode, _ file: String) throws(SlipError) {
    let table = try TOMLTable(node, name: "[validate.severity]", file: file, keys: nil)
    for (key, _) in table.entries {
      let code = try Self.code(key.name, key.place, table)
      let word = try table.word(key.name, of: ["error", "warning", "info"])
      policy.severities[code] = word.flatMap(Self.severity)
    }
  }

  /// Reads `[[validate.ignore]]`. Each entry needs a reason, because nobody will know it a year
  /// later.
  private mutating func readIgnores(_ node: TOMLNode, _ file: String) throws(SlipError) {
    guard case .array(let rows) = node.value else {
      throw TOMLTable.fault("`ignore` must be written as [[validate.ignore]]", node.place, file)
    }
    for row in rows {
      let table = try TOMLTable(
        row, name: "[[validate.ignore]]", file: file, keys: ["code", "path", "reason"])
      guard let reason = try table.string("reason"), reason.contains(where: { !$0.isWhitespace }) else {
        throw table.fault("[[validate.ignore]] needs a `reason` that says why the finding is acceptable")
      }
      policy.ignores.append(
        ValidationPolicy.Ignore(
          codes: try Self.codes(table), glob: try Self.glob(table), reason: reason,
          place: SourceLocation(file: file, row.place)))
    }
  }

  /// The pattern of an entry's `path`; nil where it has none.
  private static func glob(_ table: TOMLTable) throws(SlipError) -> Glob? {
    guard let pattern = try table.string("path") else { return nil }
    do throws(SlipError) {
      return try Glob(pattern)
    } catch {
      throw table.fault("`path` is no pattern: \(error.message)")
    }
  }

  /// The codes that an entry ignores: `code` is a string or an array of strings.
  private static func codes(_ table: TOMLTable) throws(SlipError) -> [String] {
    guard let node = table.node("code") else { throw table.fault("[[validate.ignore]] needs a `code`") }
    var codes: [String] = []
    let nodes = if case .array(let nodes) = node.value { nodes } else { [node] }
    for node in nodes {
      guard case .string(let text) = node.value else {
        throw table.fault("`code` must be a string or an array of strings", node.place)
      }
      codes.append(try code(text, node.place, table))
    }
    guard !codes.isEmpty else { throw table.fault("`code` must name at least one rule", node.place) }
    return codes
  }

  /// The code of a rule that is given by its code or name, in any case. The error for an
  /// unknown one proposes the nearest.
  private static func code(
    _ word: String, _ place: SourceLocation.Place, _ table: TOMLTable
  ) throws(SlipError) -> String {
    let wanted = word.lowercased()
    let rule = RuleTable.rows.first { $0.code.lowercased() == wanted || $0.name.lowercased() == wanted }
    if let rule { return rule.code }
    let near = ExplanationTable.near(word, limit: 1).first.map { " Did you mean `\($0)`?" } ?? ""
    throw SlipError(
      .usage, code: KitCode.configurationWrong,
      "`\(PrintableText.of(word))` is not a validation rule.\(near)",
      at: SourceLocation(file: table.file, place))
  }

  /// The severity of this name; nil for `never`.
  private static func severity(_ word: String) -> Diagnostic.Severity? {
    Diagnostic.Severity.allCases.first { $0.description == word }
  }
}
