public import SlipBase

/// What `Validator` checks, and how.
public struct ValidationOptions: Sendable {
  /// Whether payload files are only compared by length, not read. Default: false.
  public var isQuick = false
  /// Whether payload files are compared with the manifest at all. Default: true; otherwise only the manifest
  /// is checked.
  public var checksTree = true
  /// Whether every thumbnail is made again and compared. Default: false, as all pictures have to be decoded;
  /// then only their sizes and types are checked.
  public var remakesThumbnails = false
  /// The current time: dates more than a day later are findings. Nil, the default: no date is.
  public var now: Timestamp?
  /// How many files are read at the same time. Default: the number of cores. The report doesn't depend on it.
  public var workers = Parallel.cores
  /// Bounds for the manifest, for files and for what is read of RTF and pictures.
  public var limits = Limits()
  /// A running clock. Where it is given, the report says how long each phase took.
  public var clock: (@Sendable () -> Duration)?
  /// Whether notes have to refer to the pictures that their bodies show. The validator sets it: only since
  /// version 5.
  var listsPictures = true

  /// The defaults.
  public init() {}
}

/// What a validation found, and how much it looked at.
public struct ValidationReport: Sendable {
  /// How long one phase took.
  public struct Timing: Sendable, Hashable {
    /// `manifest`, `references`, `files` or `sources`.
    public var phase: String
    /// By the clock of the options.
    public var duration: Duration
  }

  /// Findings of the manifest in its order, then those of files by path. Each has its place.
  public var diagnostics: [Diagnostic]
  /// The bundle's schema version; nil where it couldn't be found out.
  public var schemaVersion: Int?
  /// How many notes the manifest has.
  public var notes = 0
  /// How many attachments the manifest has.
  public var attachments = 0
  /// How many payload files the manifest lists.
  public var files = 0
  /// How many bytes of payload were read.
  public var bytesRead = 0
  /// The documents of the manifest, which places of findings count through.
  var documents = ManifestDocuments(root: 0)
  /// The phases in the order in which they ran; empty without a clock.
  public var timings: [Timing] = []

  /// Creates a report of these findings.
  package init(diagnostics: [Diagnostic], schemaVersion: Int? = nil) {
    (self.diagnostics, self.schemaVersion) = (diagnostics, schemaVersion)
  }

  /// How many findings have this severity, before the user's configuration is applied.
  public func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.lazy.filter { $0.severity == severity }.count
  }

  /// Whether there are no errors; there may be warnings.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}
