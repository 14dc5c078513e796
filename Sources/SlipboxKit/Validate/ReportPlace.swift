internal import SlipBase

/// Where a finding is, as other programs understand it: in a file of the file system.
///
/// Within a packed bundle there are no files, so the place is the pack, and `entry` names the
/// file in it.
package struct ReportPlace {
  /// The path of the file, relative to the working directory where it is below it.
  package var path: String
  /// The line, from 1; nil where it isn't known, and in packs.
  package var line: Int?
  /// The column, from 1, in code points; nil where it isn't known, and in packs.
  package var column: Int?
  /// The byte offset, where the finding has no line.
  package var byteOffset: Int?
  /// The path within a packed bundle; nil for files of the file system.
  package var entry: String?

  /// The place of a finding of a bundle.
  package init(_ finding: ValidationFinding, in outcome: Validation.Outcome, _ workingDirectory: String?) {
    guard !outcome.isPacked else {
      path = ReportPlace.relative(outcome.path, workingDirectory)
      entry = finding.entry
      return
    }
    let full = finding.diagnostic.location.file ?? outcome.path
    path = ReportPlace.relative(full, workingDirectory)
    line = finding.line
    column = finding.column
    if line == nil, case .byte(let offset) = finding.diagnostic.location.place { byteOffset = offset }
  }

  /// The path without `./` at its start and without the working directory, if it is below it.
  package static func relative(_ path: String, _ workingDirectory: String?) -> String {
    var path = path
    if let directory = workingDirectory.map({ $0.hasSuffix("/") ? $0 : $0 + "/" }), path.hasPrefix(directory)
    {
      path.removeFirst(directory.count)
    }
    while path.hasPrefix("./") { path.removeFirst(2) }
    return path
  }

  /// A URI reference (RFC 3986): percent-encoded, with `file://` before absolute paths. `a b` →
  /// `a%20b`.
  package static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return text
  }
}

/// The fingerprint of a finding among those of several bundles, which all formats and the
/// baseline use.
package enum ReportFingerprint {
  /// The digest of the bundle's path and the finding's own fingerprint. The path is relative to
  /// the working directory, so that the fingerprint is the same on every machine that checks
  /// out the same tree.
  package static func text(
    _ finding: ValidationFinding, _ outcome: Validation.Outcome, _ workingDirectory: String?
  ) -> String {
    let bundle = ReportPlace.relative(outcome.path, workingDirectory)
    return Digest(of: Array("\(bundle)\n\(finding.fingerprint)".utf8)).hex
  }
}
