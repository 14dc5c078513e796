internal import SlipRTF
public import SlipBase
internal import SlipFormats

/// RTF leads to something outside the bundle or file.
public enum OutsideReference: ValidationRule {
  public static let code = "SBXP008"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "The RTF leads to something outside"
  public static let manual = RuleManual(
    finds: """
      A field of a body, or of a file of RTF, fetches a picture or text from an address or another file (`INCLUDEPICTURE`, `INCLUDETEXT`, `LINK` …), asks another program for data (`DDE`), or links to a file by an absolute path.
      """,
    matters: """
      What it shows isn't in the bundle or file and can change or vanish; a word processor that opens the note may tell others so, or run something. slipconv never fetches it.
      """,
    bad: """
      {\\field{\\*\\fldinst INCLUDEPICTURE "https://example.org/a.png" \\\\d}{\\fldrslt …}}
      """,
    good: """
      {\\field{\\*\\fldinst INCLUDEPICTURE "../../attachments/9f/9f86….png"}{\\fldrslt}}
      """,
    fix: """
      Embed the picture with a word processor, or take the field out; of a body, run `slipconv refresh` then.
      """)
}

extension OutsideReference {
  /// Also tells of programs in the body.
  static func check(
    _ items: [RTFOutsideContent.Item], _ path: String, _ findings: inout FindingList
  ) {
    for item in items {
      let place = Finding.Place.file(path, .byte(item.offset))
      switch item.kind {
      case .remote: findings.report(OutsideReference.self, "an address", at: place)
      case .absolutePath: findings.report(OutsideReference.self, "an absolute path", at: place)
      case .otherFile: findings.report(OutsideReference.self, "another file", at: place)
      case .program: findings.report(OutsideReference.self, "another program", at: place)
      case .executable: findings.report(EmbeddedProgram.self, at: place)
      }
    }
  }
}
