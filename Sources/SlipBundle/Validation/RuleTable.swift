internal import SlipBase
internal import XMLSyntax

/// All rules of validation, by family.
public enum RuleTable {
  public static let rows: [any ValidationRule.Type] = [
    ManifestMissing.self,
    MimetypeMissing.self,
    MimetypeDiffers.self,
    GitAttributesDiffer.self,
    PackOrder.self,
    PackSlack.self,
    PackDescriptors.self,
    NotWellFormed.self,
    DoctypePresent.self,
    EncodingNotUTF8.self,
    LimitExceeded.self,
    SchemaViolation.self,
    FilesOutOfOrder.self,
    VersionUndeclared.self,
    VersionUnknown.self,
    VersionOlder.self, VersionContradicted.self,
    DuplicateID.self,
    DanglingFolder.self,
    DanglingKeyword.self,
    DanglingAttachment.self,
    DanglingSource.self,
    FolderCycle.self,
    FolderTooDeep.self,
    UnusedAttachment.self,
    UnusedSource.self,
    SourceInSource.self,
    RepeatedReference.self,
    DanglingLink.self,
    LinkToItself.self,
    DuplicateKeywordName.self,
    ModifiedBeforeCreated.self,
    DateInFuture.self,
    DateBefore1970.self,
    ManifestEdited.self,
    ManifestDigestMissing.self,
    MissingFile.self,
    UnlistedFile.self,
    WrongLength.self,
    WrongDigest.self,
    BodyEdited.self,
    PayloadNotListed.self,
    FileWithoutOwner.self,
    SourceNotRestorable.self,
    KeptMissing.self,
    UnreadableFile.self,
    FileTooLarge.self,
    FileNameNotDigest.self,
    BodyNotRTF.self,
    BodyLossy.self,
    EmbeddedProgram.self,
    MirrorDiffers.self,
    PictureBroken.self,
    PictureSizeDiffers.self,
    ThumbnailMissing.self,
    ThumbnailStale.self,
    ThumbnailTooLarge.self,
    MediaTypeDiffers.self,
    BodyPictureUnlisted.self,
    OutsideReference.self,
    UnsafePath.self,
    CollidingPaths.self,
    SymbolicLink.self,
    SpecialFile.self,
    NameNotUnicode.self,
    UnsafeSourceName.self,
  ]

  public static func rule(code: String) -> (any ValidationRule.Type)? { rows.first { $0.code == code } }
  public static func rule(named name: String) -> (any ValidationRule.Type)? { rows.first { $0.name == name } }

  /// The rule that a fault of form breaks.
  static func rule(_ fault: XMLFault) -> any ValidationRule.Type {
    rule(code: fault.code) ?? NotWellFormed.self
  }

  /// A fault's message without the path, which line and column make needless.
  static func detail(_ fault: XMLFault) -> String { fault.message }

  static func versionRule(_ code: String?) -> (any ValidationRule.Type)? {
    [VersionUndeclared.self, VersionUnknown.self, VersionOlder.self, VersionContradicted.self].first {
      $0.code == code
    }
  }

  /// All pages in Markdown: `Docs/Rules.md`.
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

  private static func mark(_ rule: any ValidationRule.Type) -> String {
    rule.repair.safe != nil ? "safe" : rule.repair.unsafe != nil ? "unsafe" : ""
  }

  /// One rule's page in Markdown.
  public static func page(_ rule: any ValidationRule.Type) -> String {
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

  private static func repairs(_ rule: any ValidationRule.Type) -> String {
    [("--fix", rule.repair.safe), ("--fix-unsafe", rule.repair.unsafe)].compactMap { option, text in
      text.map { "\n\n**`\(option)`:** \($0)." }
    }.joined()
  }
}
