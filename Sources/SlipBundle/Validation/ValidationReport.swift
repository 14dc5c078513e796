public import SlipBase

/// What `Validator` looks at.
public struct ValidationOptions: Sendable {
  /// Payload is listed and measured but not read.
  public var isQuick = false
  /// Makes every thumbnail anew and compares; else only their sizes are looked at.
  public var remakesThumbnails = false
  /// Files read at once.
  public var workers = Parallel.cores
  public var limits = Limits()
  /// A running clock; where it is given, the report tells how long each phase took.
  public var clock: (@Sendable () -> Duration)?
  /// Whether bodies may show only pictures that their notes list; not so before version 5.
  var listsPictures = true

  public init() {}
}

/// What a validation found.
public struct ValidationReport: Sendable {
  public struct Timing: Sendable, Hashable {
    /// `manifest`, `references`, `files` or `sources`.
    public var phase: String
    public var duration: Duration
  }

  /// Those of the manifest in its order, then those of files by path. Every place is told.
  public var diagnostics: [Diagnostic]
  /// Nil where it couldn't be told.
  public var schemaVersion: Int?
  public var notes = 0
  public var attachments = 0
  /// Payload files that the manifest lists.
  public var files = 0
  /// Bytes of payload that were read.
  public var bytesRead = 0
  /// Empty without a clock.
  public var timings: [Timing] = []

  public func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.lazy.filter { $0.severity == severity }.count
  }

  /// No errors; there may be warnings.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}
