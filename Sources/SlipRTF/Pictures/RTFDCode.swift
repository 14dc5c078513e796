package import SlipCore

/// The codes of diagnostics about RTFD, and the diagnostics that several readers report. Codes are
/// permanent.
package enum RTFDCode {
  /// The text names a file that does not exist.
  package static let missing = "SBXP211"
  /// The text names a file by a path that leads out of the package.
  package static let outside = "SBXP212"
  /// A package contains a symbolic link, a device, or a name that isn't UTF-8.
  package static let notKept = "SBXP213"
  /// The text doesn't name a file of the package, and the target format can't contain it.
  package static let unnamed = "SBXP214"
  /// A package has no text.
  package static let noText = "SBXG211"
  /// A package has more files or bytes than the limit.
  package static let tooLarge = "SBXG212"
  /// A flat RTFD is cut off or contradicts itself.
  package static let damaged = "SBXG213"

  /// The warning about missing files. The text retains their names.
  package static func missing(count: Int) -> Diagnostic {
    Diagnostic(
      code: missing, severity: .warning,
      message: "a file that the text shows is not there; its name is kept in its place",
      location: SourceLocation(), count: count)
  }

  /// The warning about files outside the package, which are not looked for.
  package static func outside(count: Int) -> Diagnostic {
    Diagnostic(
      code: outside, severity: .warning,
      message: "the text names a file outside of the package; it was not looked for",
      location: SourceLocation(), count: count)
  }

  /// The warning about files that are left out because the text doesn't name them.
  package static func unnamed(count: Int) -> Diagnostic {
    Diagnostic(
      code: unnamed, severity: .warning,
      message: "a file of the package that its text doesn't name is left out",
      location: SourceLocation(), count: count)
  }

  /// The warning about a flat RTFD that can't be read as a whole.
  package static func damaged(_ message: String) -> Diagnostic {
    Diagnostic(code: damaged, severity: .warning, message: message, location: SourceLocation())
  }
}
