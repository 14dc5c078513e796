internal import XMLSyntax

/// All rules of validation, and the pages of the manual that are made of them.
///
/// To add a rule, write it as a static member of `ValidationRule` in `Rules/`, in a file with its check or,
/// where another check finds it, in its family's file; then add it to the list of its kind here. Tests want a
/// case that breaks it (`RuleCases`), one that nearly does (`NearMissTests`), and its code in `RuleCodes`.
/// `Docs/Rules.md` is written anew by the tests when it is deleted.
public enum RuleTable {
  /// The rules in the order of reports and of `Docs/Rules.md`: family by family.
  public static let rows: [ValidationRule] =
    container + manifest + references + payload + content

  /// The tree's fixed files, and the layout of packs.
  private static let container: [ValidationRule] = [
    .manifestMissing, .mimetypeMissing, .mimetypeDiffers, .gitAttributesDiffer,
    .packOrder, .packSlack, .packDescriptors,
  ]

  /// The manifest's form and version.
  private static let manifest: [ValidationRule] = [
    .notWellFormed, .doctypePresent, .encodingNotUTF8, .limitExceeded, .schemaViolation, .filesOutOfOrder,
    .versionUndeclared, .versionUnknown, .versionOlder, .versionContradicted,
  ]

  /// Entities, what refers to them, and their dates.
  private static let references: [ValidationRule] = [
    .duplicateID, .danglingFolder, .danglingKeyword, .danglingAttachment, .danglingSource,
    .folderCycle, .folderTooDeep, .savedSearchUnusable, .keywordCycle, .historyDiffers, .unusedAttachment,
    .unusedSource,
    .sourceInSource, .repeatedReference,
    .danglingLink, .linkToItself, .duplicateKeywordName,
    .modifiedBeforeCreated, .dateInFuture, .dateBefore1970,
  ]

  /// Files and what the manifest lists.
  private static let payload: [ValidationRule] = [
    .manifestEdited, .manifestDigestMissing, .missingFile, .unlistedFile, .wrongLength, .wrongDigest,
    .bodyEdited, .payloadNotListed, .fileWithoutOwner, .sourceNotRestorable, .keptMissing, .unreadableFile,
    .fileTooLarge, .fileNameNotDigest, .transactionBroken, .conflictCopy, .fileArriving,
    .partDiffers,
  ]

  /// What is in bodies and pictures, and the names of files.
  private static let content: [ValidationRule] = [
    .bodyNotRTF, .bodyLossy, .embeddedProgram, .mirrorDiffers,
    .pictureBroken, .pictureSizeDiffers, .thumbnailMissing, .thumbnailStale, .thumbnailTooLarge,
    .mediaTypeDiffers, .bodyPictureUnlisted, .outsideReference,
    .unsafePath, .collidingPaths, .symbolicLink, .specialFile, .nameNotUnicode, .unsafeSourceName,
  ]

  /// The rule with this code, such as `SBXF003`; nil for codes of errors and of other reports. Case matters.
  public static func rule(code: String) -> ValidationRule? { rows.first { $0.code == code } }
  /// The rule with this name, such as `MissingFile`; nil where there is none. Case matters.
  public static func rule(named name: String) -> ValidationRule? { rows.first { $0.name == name } }

  /// The rule that a fault of the manifest's form breaks.
  ///
  /// Codes of the XML reader are those of the rules; a fault without a rule of its own counts as
  /// `notWellFormed`.
  static func rule(_ fault: XMLFault) -> ValidationRule { rule(code: fault.code) ?? .notWellFormed }

  /// The rule for an error that `VersionTable.version(of:)` threw; nil for other errors.
  static func versionRule(_ code: String?) -> ValidationRule? {
    let rules: [ValidationRule] = [
      .versionUndeclared, .versionUnknown, .versionOlder, .versionContradicted,
    ]
    return rules.first { $0.code == code }
  }

  /// The text of `Docs/Rules.md`: a table of all rules, then their pages.
  ///
  /// A test compares it with the file, and writes the file when it isn't there.
  public static var markdown: String {
    var text = """
      # Rules of validation

      What `slipconv validate` reports. Generated from `Sources/SlipBundle/Rules`; a test compares.
      Codes are permanent: none is ever given to another fault.

      | code | rule | severity | finds | `--fix` |
      | --- | --- | --- | --- | --- |

      """
    for rule in rows {
      text +=
        "| [\(rule.code)](#\(rule.name.lowercased())) | \(rule.name) | \(rule.severity) | \(rule.title) | \(mark(rule)) |\n"
    }
    for rule in rows { text += page(rule) }
    return text
  }

  /// What the table in `Docs/Rules.md` says of repairs: `safe`, `unsafe` or nothing.
  private static func mark(_ rule: ValidationRule) -> String {
    rule.repair.safe != nil ? "safe" : rule.repair.unsafe != nil ? "unsafe" : ""
  }

  /// One rule's page in Markdown, with a heading of the second level. It begins with an empty line.
  public static func page(_ rule: ValidationRule) -> String {
    let manual = rule.manual
    return """

      ## \(rule.name)

      **\(rule.code)** · \(rule.severity) · \(rule.title).

      \(manual.finds)

      **Why it matters.** \(manual.matters)

      Wrong:

      ```
      \(manual.bad)
      ```

      Right:

      ```
      \(manual.good)
      ```

      **How to put it right.** \(manual.fix)\(repairs(rule))

      """
  }

  /// The paragraphs about `--fix` and `--fix-unsafe`; empty for rules without a repair.
  private static func repairs(_ rule: ValidationRule) -> String {
    [("--fix", rule.repair.safe), ("--fix-unsafe", rule.repair.unsafe)].compactMap { option, text in
      text.map { "\n\n**`\(option)`:** \($0)." }
    }.joined()
  }
}
