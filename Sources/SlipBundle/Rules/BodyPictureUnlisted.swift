internal import SlipDocument
internal import SlipRTF
public import SlipBase
internal import SlipFormats

/// A body shows a picture that its note doesn't list.
public enum BodyPictureUnlisted: ValidationRule {
  public static let code = "SBXP007"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A body shows a picture that its note doesn't list"
  public static let repair = RuleRepair.safe("the note refers to the picture, where the bundle has it")
  public static let manual = RuleManual(
    finds: """
      An `INCLUDEPICTURE` field of a body names an attachment that the note's element does not refer to.
      """,
    matters: """
      Deleting other notes may delete the picture, because nothing says that this note needs it.
      """,
    bad: """
      {\\field…{\\*\\fldinst INCLUDEPICTURE "../../attachments/9f/9f86….png" …}…} without <attachment ref="9f86…" …/>
      """,
    good: """
      <note …><attachment ref="9f86…" name="a.png"/></note>
      """,
    fix: """
      Run `slipconv validate --fix`, which refers to it where the bundle has the picture. Else put the picture back.
      """)
}

extension BodyPictureUnlisted {
  static func check(
    _ pictures: [RTFPictureReference], _ job: PayloadJob, _ findings: inout FindingList
  ) {
    var reported: Set<Digest> = []
    for reference in pictures {
      guard !job.pictures.contains(reference.digest), reported.insert(reference.digest).inserted else {
        continue
      }
      findings.report(
        BodyPictureUnlisted.self, at: .file(job.file.path, .byte(reference.range.lowerBound)),
        hint: "`slipconv validate --fix` refers to it")
    }
  }
}
