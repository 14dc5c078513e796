internal import SlipBase

/// Where a finding stands, as other programs' reports want it: in a file of the file system.
struct ReportPlace {
  /// Relative to the working directory where the file lies below it.
  var path: String
  var line: Int?
  var column: Int?
  var byteOffset: Int?
  /// In a packed bundle the path within it.
  var entry: String?

  init(_ finding: ValidationFinding, in outcome: Validation.Outcome, _ options: ReportOptions) {
    guard !outcome.isPacked else {
      path = ReportPlace.relative(outcome.path, options.workingDirectory)
      entry = finding.entry
      return
    }
    let full = finding.diagnostic.location.file ?? outcome.path
    path = ReportPlace.relative(full, options.workingDirectory)
    line = finding.line
    column = finding.column
    if line == nil, case .byte(let offset) = finding.diagnostic.location.place { byteOffset = offset }
  }

  /// Without `./` and the working directory before it.
  static func relative(_ path: String, _ workingDirectory: String?) -> String {
    var path = path
    if let directory = workingDirectory.map({ $0.hasSuffix("/") ? $0 : $0 + "/" }), path.hasPrefix(directory)
    {
      path.removeFirst(directory.count)
    }
    while path.hasPrefix("./") { path.removeFirst(2) }
    return path
  }

  /// A URI reference (RFC 3986): percent-encoded, `file:` for absolute paths.
  static func uri(_ path: String) -> String {
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

/// A finding's fingerprint among those of several bundles: the one that all formats and the baseline have.
enum ReportFingerprint {
  static func text(
    _ finding: ValidationFinding, _ outcome: Validation.Outcome, _ options: ReportOptions
  ) -> String {
    let bundle = ReportPlace.relative(outcome.path, options.workingDirectory)
    return Digest(of: Array("\(bundle)\n\(finding.fingerprint)".utf8)).hex
  }
}
