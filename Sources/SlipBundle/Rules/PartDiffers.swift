extension ValidationRule {
  /// A part of the manifest isn't as the manifest lists it.
  ///
  /// An error, as other commands refuse such a bundle: an index made of the manifest would lie.
  public static let partDiffers = ValidationRule(
    code: "SBXF018", name: "PartDiffers", family: .payload, severity: .error,
    title: "A part of the manifest isn't as listed",
    repair: .safe("the part is accepted as it is, and the manifest lists it anew"),
    manual: RuleManual(
      finds: """
        A file in `manifest/` has another digest than `manifest.xml` lists for it, or other numbers of notes, attachments and sources.
        """,
      matters: """
        Somebody changed the part with another program, or a merge left it so. Nobody can tell whether all parts belong together.
        """,
      bad: #"<part id="03" … notes="1"/> and title="Plane""#,
      good: #"<part id="03" … notes="1"/> with the digest of manifest/03.xml"#,
      fix:
        "If the edit was yours, or Git merged it, run `slipconv refresh`. Otherwise restore the part from a backup."
    ))
}
