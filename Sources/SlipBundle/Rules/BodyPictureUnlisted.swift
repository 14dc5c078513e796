internal import SlipBase
internal import SlipRTF

extension ValidationRule {
  /// A body shows a picture of the bundle that its note doesn't refer to.
  ///
  /// Only from version 5 on: earlier versions don't require it.
  public static let bodyPictureUnlisted = ValidationRule(
    code: "SBXP007", name: "BodyPictureUnlisted", family: .pictures, severity: .error,
    title: "A body shows a picture that its note doesn't refer to",
    repair: .safe("a reference to the picture is added, if the bundle or its history has it"),
    manual: RuleManual(
      finds: """
        An `INCLUDEPICTURE` field of a body names an attachment that the note does not refer to.
        """,
      matters: "Deleting other notes may delete the picture, because nothing says that this note needs it.",
      bad: """
        {\\field…{\\*\\fldinst INCLUDEPICTURE "../../attachments/9f/9f86….png" …}…} without <attachment ref="9f86…" …/>
        """,
      good: #"<note …><attachment ref="9f86…" name="a.png"/></note>"#,
      fix: """
        Run `slipconv validate --fix`, which adds the reference if the bundle or its history has the picture. Otherwise restore the picture.
        """))
}

/// Compares the pictures that a body shows with those that its note refers to.
enum BodyPictureUnlisted {
  /// Reports each picture that the note doesn't refer to, at the first field that shows it.
  ///
  /// - Parameters:
  ///   - pictures: The `INCLUDEPICTURE` fields that name a file of the bundle, in the order of the body.
  ///   - job: The body, with the attachments of its note.
  ///   - findings: Takes the findings.
  static func check(
    _ pictures: [RTFPictureReference], _ job: PayloadJob, _ findings: inout FindingList
  ) {
    var reported: Set<Digest> = []
    for reference in pictures {
      guard !job.pictures.contains(reference.digest), reported.insert(reference.digest).inserted else {
        continue
      }
      findings.report(
        .bodyPictureUnlisted, at: .file(job.file.path, .byte(reference.range.lowerBound)),
        hint: "`slipconv validate --fix` refers to it")
    }
  }
}
