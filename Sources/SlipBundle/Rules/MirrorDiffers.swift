internal import SlipBase
internal import SlipRTF

extension ValidationRule {
  /// A mirror isn't the plain text of its note's body.
  ///
  /// The finding is at the first line that differs.
  public static let mirrorDiffers = ValidationRule(
    code: "SBXM001", name: "MirrorDiffers", family: .mirrors, severity: .error,
    title: "A mirror is not its body's text",
    repair: .safe("the mirror is made again from the body"),
    manual: RuleManual(
      finds: """
        The text that is extracted from a note's RTF body is not that of its mirror. The message names the first line that differs.
        """,
      matters: "Search, diffs and other programs rely on the mirror.",
      bad: """
        notes/0b/0b2a….rtf: {\\rtf1 One\\par Two\\par Three} and notes/0b/0b2a….txt: One
        Too
        Three
        """,
      good: """
        notes/0b/0b2a….rtf: {\\rtf1 One\\par Two\\par Three} and notes/0b/0b2a….txt: One
        Two
        Three
        """,
      fix: "Run `slipconv validate --fix`, which makes the mirror again."))
}

/// Extracts the text of bodies and compares it with their mirrors.
enum MirrorDiffers {
  /// Checks a body that is as listed, and its mirror; also reports what reading the body loses.
  ///
  /// The text is compared with the mirror's listed digest. Where the mirror was changed after listing, that
  /// is reported by `WrongLength` or `WrongDigest`, not here.
  ///
  /// - Parameters:
  ///   - body: The RTF.
  ///   - job: The body, with its mirror if that is listed.
  ///   - storage: The bundle, for the mirror; it is read only to find the line that differs.
  ///   - limits: Bounds for reading RTF.
  ///   - findings: Takes the findings.
  static func check(
    _ body: UnsafeRawBufferPointer, _ job: PayloadJob, _ storage: some BundleStorage, _ limits: Limits,
    _ findings: inout FindingList
  ) {
    var losses = DiagnosticSink()
    let text = RTFPlainText.extract(body, limits: limits, diagnostics: &losses)
    BodyLossy.report(losses.diagnostics, job.file.path, &findings)
    guard let mirror = job.mirror else { return }
    guard FileFact(of: text) != mirror.fact else { return }
    // A mirror that can't be read is reported by another rule, but it differs, too.
    let line = text.withUnsafeBytes { text in
      (try? storage.withBytes(of: mirror.path) { firstDifference(text, $0) }) ?? 1
    }
    findings.report(
      .mirrorDiffers, "line \(line)",
      at: .file(mirror.path, .position(line: line, column: 1, offset: nil)),
      hint: "`slipconv validate --fix` makes it again")
  }

  /// The number of the first line in which two texts differ, from 1.
  private static func firstDifference(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    var line = 1
    for (x, y) in zip(a, b) {
      if x != y { break }
      if x == 0x0A { line += 1 }
    }
    return line
  }
}
