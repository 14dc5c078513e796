internal import SlipBase
internal import SlipFormats
internal import SlipRTF

extension ValidationRule {
  /// RTF refers to something outside of the bundle or file.
  ///
  /// The message names the kind of target; the finding is at the byte where the field begins.
  public static let outsideReference = ValidationRule(
    code: "SBXP008", name: "OutsideReference", family: .pictures, severity: .warning,
    title: "The RTF refers to something outside",
    manual: RuleManual(
      finds: """
        A field of a body, or of a file of RTF, fetches a picture or text from an address or another file (`INCLUDEPICTURE`, `INCLUDETEXT`, `LINK` …), asks another program for data (`DDE`), or links to a file by an absolute path.
        """,
      matters: """
        What it shows isn't in the bundle or file, so it can change or vanish. Others can learn that a word processor opens the note, or make it run something. slipconv never fetches it.
        """,
      bad: """
        {\\field{\\*\\fldinst INCLUDEPICTURE "https://example.org/a.png" \\\\d}{\\fldrslt …}}
        """,
      good: """
        {\\field{\\*\\fldinst INCLUDEPICTURE "../../attachments/9f/9f86….png"}{\\fldrslt}}
        """,
      fix: """
        Embed the picture with a word processor, or remove the field. If it is in a body, run `slipconv refresh` afterwards.
        """))
}

/// Reports what fields and objects lead to.
enum OutsideReference {
  /// Reports each item; programs in the RTF are reported by their own rule.
  ///
  /// - Parameters:
  ///   - items: What `RTFOutsideContent` found, in the order of the file.
  ///   - path: The file.
  ///   - findings: Takes the findings.
  static func check(
    _ items: [RTFOutsideContent.Item], _ path: String, _ findings: inout FindingList
  ) {
    for item in items {
      let place = Finding.Place.file(path, .byte(item.offset))
      switch item.kind {
      case .remote: findings.report(.outsideReference, "an address", at: place)
      case .absolutePath: findings.report(.outsideReference, "an absolute path", at: place)
      case .otherFile: findings.report(.outsideReference, "another file", at: place)
      case .program: findings.report(.outsideReference, "another program", at: place)
      case .executable: findings.report(.embeddedProgram, at: place)
      }
    }
  }
}
