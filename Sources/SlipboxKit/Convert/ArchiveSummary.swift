internal import SlipFiles
internal import SlipQuery
internal import SlipBase

/// What a survey of many files found, as `slipconv identify --summary` prints it (`Schemas/archive-summary.schema.json`). The
/// properties are the keys of the JSON form.
///
/// ```swift
/// var summary = ArchiveSummary()
/// for item in items { summary.add(Identification(of: item)) }
/// ```
public struct ArchiveSummary: Sendable, Encodable {
  /// Files that have something in common.
  public struct Row: Sendable, Encodable {
    /// What they have in common, such as `rtf` or `2004`.
    public var name: String
    /// How many there are.
    public var files: Int
    /// Their length together.
    public var bytes: Int
  }

  /// A reason for which files could not be identified.
  public struct Cause: Sendable, Encodable {
    /// The code of the error, where it has one.
    public var code: String?
    /// What went wrong, as a sentence.
    public var message: String
    /// How many files it concerns.
    public var files: Int
    /// The first of them.
    public var examples: [String]
  }

  /// What validation found, by the state of files and by rule: `slipconv validate --summary`.
  public struct Checked: Sendable, Encodable {
    /// What a rule found in files.
    public struct Rule: Sendable, Encodable {
      /// The code, such as `SBXR003`.
      public var code: String
      /// `error`, `warning` or `info`.
      public var severity: String
      /// What is wrong, as a sentence.
      public var title: String
      /// How many files it concerns.
      public var files: Int
      /// How many findings there are.
      public var findings: Int
      /// The first of the files.
      public var examples: [String]
    }

    /// How many files have neither errors nor warnings.
    public var sound = 0
    /// How many have warnings, and no errors.
    public var warnings = 0
    /// How many have errors.
    public var errors = 0
    /// How many could not be checked.
    public var unreadable = 0
    /// What was found, errors first, and what concerns most files first.
    public var rules: [Rule] = []
  }

  /// What validation found; nil where nothing was validated.
  public internal(set) var checked: Checked?
  /// The number of files; an RTFD package or bundle is one.
  public private(set) var files = 0
  /// Their length together.
  public private(set) var bytes = 0
  /// By format, or else by media type.
  public private(set) var kinds: [Row] = []
  /// By RTF version: that of the newest control words.
  public private(set) var versions: [Row] = []
  /// By the program that wrote the RTF.
  public private(set) var programs: [Row] = []
  /// By the year in which the file was last changed.
  public private(set) var years: [Row] = []
  /// By the code page that the RTF declares.
  public private(set) var codePages: [Row] = []
  /// By length.
  public private(set) var sizes: [Row] = []
  /// Why files could not be identified, the most frequent reason first.
  public private(set) var causes: [Cause] = []

  /// The most paths of a cause.
  static let mostExamples = 5
  /// The longest lengths of each size, in bytes.
  private static let bounds: [(name: String, most: Int)] = [
    ("empty", 0), ("up to 10 kB", 10_000), ("up to 100 kB", 100_000), ("up to 1 MB", 1_000_000),
    ("up to 10 MB", 10_000_000), ("up to 100 MB", 100_000_000), ("more", .max),
  ]

  /// A summary of nothing.
  public init() {}

  /// The tables with their headings, in the order of reports; those without rows are left out.
  public var tables: [(name: String, title: String, rows: [Row])] {
    [
      ("kinds", "Kinds", kinds), ("versions", "RTF versions", versions), ("programs", "Programs", programs),
      ("years", "Years of the last change", years), ("codePages", "Code pages", codePages),
      ("sizes", "Sizes", sizes),
    ].filter { !$0.2.isEmpty }
  }

  /// Adds a file.
  public mutating func add(_ file: Identification) {
    let length = file.bytes ?? 0
    files += 1
    if let error = file.error { return add(error, file.path) }
    bytes += length
    ArchiveSummary.add(file.format ?? file.mediaType ?? "unknown", length, to: &kinds)
    if let year = ArchiveSummary.year(of: file.path) { ArchiveSummary.add(year, length, to: &years) }
    if file.bytes != nil, let size = ArchiveSummary.bounds.first(where: { length <= $0.most }) {
      ArchiveSummary.add(size.name, length, to: &sizes)
      let order = ArchiveSummary.bounds.map(\.name)
      sizes.sort { order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0 }
    }
    guard let rtf = file.rtf else { return }
    ArchiveSummary.add(rtf.version.evidence, length, to: &versions)
    ArchiveSummary.add(rtf.producer?.name ?? "unknown", length, to: &programs)
    ArchiveSummary.add(rtf.codePages.document.map { String($0) } ?? "none declared", length, to: &codePages)
  }

  /// Adds a file to its row; rows stay in natural order.
  private static func add(_ name: String, _ length: Int, to rows: inout [Row]) {
    if let index = rows.firstIndex(where: { $0.name == name }) {
      rows[index].files += 1
      rows[index].bytes += length
      return
    }
    let index = rows.firstIndex { NaturalOrder.isBefore(name, $0.name) } ?? rows.count
    rows.insert(Row(name: name, files: 1, bytes: length), at: index)
  }

  /// Adds a file that could not be identified.
  private mutating func add(_ error: Identification.Failure, _ path: String) {
    if let index = causes.firstIndex(where: { $0.code == error.code && $0.message == error.message }) {
      causes[index].files += 1
      if causes[index].examples.count < ArchiveSummary.mostExamples { causes[index].examples.append(path) }
    } else {
      causes.append(Cause(code: error.code, message: error.message, files: 1, examples: [path]))
    }
    causes.sort { ($1.files, $0.message) < ($0.files, $1.message) }
  }

  /// The year in UTC in which a file was last changed; nil where that isn't known.
  private static func year(of path: String) -> String? {
    guard let status = try? FileSystem.status(path) else { return nil }
    return String(status.modified.rfc3339.prefix(4))
  }
}
