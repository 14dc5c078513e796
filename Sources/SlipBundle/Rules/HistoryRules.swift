internal import SlipBase

extension ValidationRule {
  /// The manifest declares another history than it lists.
  public static let historyDiffers = ValidationRule(
    code: "SBXI013", name: "HistoryDiffers", family: .references, severity: .error,
    title: "The history is not the one that the manifest declares",
    manual: RuleManual(
      finds: """
        The numbers of the transactions that are listed under `files` have a gap, or how many there are or the
        digest of the last one isn't what `history` declares.
        """,
      matters:
        "Something is missing from the history, or was put into it. `log` and `undo` can't rely on it.",
      bad: #"<history count="2" sha256="77c1…"> and <transaction number="1" … sha256="77c1…"/>"#,
      good:
        #"<history count="1" sha256="77c1…"> and <transaction number="1" … sha256="77c1…"/>"#,
      fix: "Restore the missing transactions from a backup."))

  /// A transaction's file isn't one.
  public static let transactionBroken = ValidationRule(
    code: "SBXF015", name: "TransactionBroken", family: .payload, severity: .error,
    title: "A transaction can't be read or is out of order",
    manual: RuleManual(
      finds: """
        A file in `history/` isn't a transaction of the bundle's schema version, has another number than its
        name, or names none as the one before it that has the number before.
        """,
      matters: "`log` and `undo` can't use it, and nobody can tell what was done.",
      bad: #"<transaction … number="3" …/>"#,
      good: #"<transaction … number="1" …/> in `history/00000001-5d0e3f41.xml`"#,
      fix: "Restore the file from a backup."))

  /// A keyword lies below itself, or too deep.
  public static let keywordCycle = ValidationRule(
    code: "SBXI012", name: "KeywordCycle", family: .references, severity: .error,
    title: "A keyword is below itself, or nested too deeply",
    repair: .unsafe("one of the keywords is moved to the top"),
    manual: RuleManual(
      finds:
        "Following `parent` leads from a keyword back to it, or over more keywords than programs accept.",
      matters: "Such keywords can't be reached from the top, and have no path such as `bees/queens`.",
      bad: #"<keyword id="0b2a…" … parent="77c1…"/> and <keyword id="77c1…" … parent="0b2a…"/>"#,
      good: #"<keyword id="0b2a…" …/> and <keyword id="77c1…" … parent="0b2a…"/>"#,
      fix: "Remove `parent` from one of them."))
}

/// Compares the declared history with the listed one.
enum HistoryDiffers {
  /// Reports the first difference.
  ///
  /// A gap in the numbers comes before a wrong count, and that before a wrong digest.
  ///
  /// - Parameters:
  ///   - index: The manifest's history, as declared and as listed.
  ///   - findings: Takes one finding at most, at the `history` element.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    let history = index.history
    let listed = history.transactions
    let (count, last) = (listed.values.reduce(0) { $0 + $1.count }, listed.keys.max() ?? 0)
    let detail: String? =
      if let gap = (1...max(1, last)).first(where: { listed[$0] == nil }), !listed.isEmpty {
        "transaction \(gap) is not listed"
      } else if count != history.count {
        "\(history.count) declared, \(count) listed"
      } else if listed[last]?.max() != history.last {
        "the digest of the last transaction differs"
      } else {
        nil
      }
    if let detail { findings.report(.historyDiffers, detail, at: .tag(history.tagEnd)) }
  }
}

/// Checks the file of a transaction.
enum TransactionBroken {
  /// Reads the file, and compares its number and the digest of the transaction before it.
  static func check(
    _ bytes: UnsafeRawBufferPointer, _ number: Int, _ job: PayloadJob, _ limits: Limits,
    _ findings: inout FindingList
  ) {
    let detail: String?
    do throws(SlipError) {
      let file = try TransactionFile.checked(bytes, file: job.file.path, limits: limits)
      if file.number != number {
        detail = "its number is \(file.number)"
      } else if file.previous.map({ !job.previous.contains($0) }) ?? !job.previous.isEmpty {
        detail = "the transaction before it is another one"
      } else {
        detail = nil
      }
    } catch {
      detail = error.message
    }
    if let detail { findings.report(.transactionBroken, detail, file: job.file.path) }
  }
}

/// Checks the parents of keywords.
enum KeywordCycle {
  /// Reports parents that are missing, and each keyword that can't be reached from the top within the limit.
  ///
  /// Each keyword is walked over once.
  static func check(_ index: ManifestIndex, _ limits: Limits, _ findings: inout FindingList) {
    let sorted = index.keywordParents.sorted { $0.value.tagEnd < $1.value.tagEnd }
    var depths: [UniqueID: Int] = [:]
    for (id, facts) in sorted {
      if !index.keywords.contains(facts.parent) {
        findings.report(.danglingKeyword, "a keyword's parent", at: .tag(facts.tagEnd))
      }
      var way: [UniqueID] = []
      var seen: Set<UniqueID> = []
      var next: UniqueID? = id
      while let id = next, depths[id] == nil, seen.insert(id).inserted {
        way.append(id)
        next = index.keywordParents[id]?.parent
      }
      let isCycle = next.map { depths[$0] == nil } ?? false
      if isCycle, let tagEnd = next.flatMap({ index.keywordParents[$0]?.tagEnd }) {
        findings.report(.keywordCycle, at: .tag(tagEnd))
      }
      var depth = isCycle ? 0 : next.flatMap { depths[$0] } ?? 0
      for id in way.reversed() {
        depth += 1
        depths[id] = depth
        if depth == limits.folderDepth + 1, let tagEnd = index.keywordParents[id]?.tagEnd {
          findings.report(.keywordCycle, "more than \(limits.folderDepth) deep", at: .tag(tagEnd))
        }
      }
    }
  }
}
