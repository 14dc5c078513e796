internal import SlipFiles
public import SlipBase
internal import SlipBundle

/// What `.slipconv.toml` says about validation.
public struct ValidationConfiguration: Sendable {
  public static let fileName = ".slipconv.toml"
  /// A larger one is no configuration.
  private static let limit = 1 << 20

  /// The least severity that fails; `.some(nil)` is `never`.
  public var failLevel: Diagnostic.Severity??
  public var isQuick: Bool?
  /// Absolute.
  public var baseline: String?
  public var policy = ValidationPolicy()

  /// The nearest file of that name in a directory or above it; nil where there is none.
  public static func find(from directory: String) throws(SlipError) -> String? {
    var current: String? = directory
    while let folder = current {
      let path = folder == "/" ? "/\(fileName)" : "\(folder)/\(fileName)"
      if let status = try FileSystem.status(path), status.kind == .file { return path }
      current = PathText.parent(folder)
    }
    return nil
  }

  /// Reads a file.
  ///
  /// - Throws: `SlipError` of kind `usage`, with line and column, for what isn't known or isn't right.
  public init(file: String, workingDirectory: String?) throws(SlipError) {
    let bytes = try FileSystem.readFile(file, limit: Self.limit)
    try self.init(bytes, file: file, workingDirectory: workingDirectory)
  }

  init(_ bytes: [UInt8], file: String, workingDirectory: String?) throws(SlipError) {
    let root = try TOMLTable(
      TOMLNode.parse(bytes, file: file), name: "the file", file: file, keys: ["validate"])
    policy.root = PathText.parent(PathText.absolute(file, in: workingDirectory))
    policy.workingDirectory = workingDirectory
    guard let node = root.node("validate") else { return }
    let table = try TOMLTable(
      node, name: "[validate]", file: file, keys: ["fail-on", "quick", "baseline", "severity", "ignore"])
    if let word = try table.word("fail-on", of: ["error", "warning", "info", "never"]) {
      failLevel = .some(Self.severity(word))
    }
    isQuick = try table.bool("quick")
    baseline = try table.string("baseline").map { PathText.absolute($0, in: policy.root) }
    if let node = table.node("severity") { try readSeverities(node, file) }
    if let node = table.node("ignore") { try readIgnores(node, file) }
  }

  private mutating func readSeverities(_ node: TOMLNode, _ file: String) throws(SlipError) {
    let table = try TOMLTable(node, name: "[validate.severity]", file: file, keys: nil)
    for (key, _) in table.entries {
      let code = try Self.code(key.name, key.place, table)
      let word = try table.word(key.name, of: ["error", "warning", "info"])
      policy.severities[code] = word.flatMap(Self.severity)
    }
  }

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
          codes: try Self.codes(table), glob: try table.string("path").map(PathGlob.init), reason: reason,
          place: SourceLocation(file: file, row.place)))
    }
  }

  /// `code` is one code or several.
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

  /// The code of a rule that is named by its code or name.
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

  private static func severity(_ word: String) -> Diagnostic.Severity? {
    Diagnostic.Severity.allCases.first { $0.description == word }
  }
}
