public import SlipBase

/// What a report of a comparison contains and how it is written.
public struct ComparisonOptions: Sendable {
  /// How many lines around a change are shown.
  public var context = 3
  /// Whether words that go and come are marked within one line: `[-old-]{+new+}`.
  public var byWord = false
  /// Whether to use ANSI colors.
  public var usesColor = false

  /// Options for plain text without color.
  public init() {}
}

/// A format of the report of a comparison.
public struct ComparisonFormat: Sendable {
  /// The name for `--to`.
  public var name: String
  /// What the format is, for help and documentation.
  public var title: String
  /// Whether each document that differs becomes a document of its own.
  public var isDocument = false
  /// Whether a folder of such documents gets a page that lists them.
  public var hasIndex = false
  /// Writes a report. Formats that are documents write that of one item.
  public var write: @Sendable (Comparison, ComparisonOptions) throws(SlipError) -> [UInt8]
}

/// All formats of the report of a comparison. A new format is a new row.
public enum ComparisonFormatTable {
  /// The formats, in the order of the documentation.
  public static let rows = [
    ComparisonFormat(
      name: "text", title: "for people, like diff -u",
      write: { Array(ComparisonText(comparison: $0, options: $1).text.utf8) }),
    ComparisonFormat(
      name: "json", title: "Schemas/comparison.schema.json",
      write: { comparison, _ in Array(ComparisonJSON(comparison: comparison).document.utf8) }),
    ComparisonFormat(
      name: "junit", title: "JUnit XML, a test for each document",
      write: { (comparison, options) throws(SlipError) in
        Array(try ComparisonJUnit(comparison: comparison, options: options).document().utf8)
      }),
    ComparisonFormat(
      name: "html", title: "a page with insertions and deletions", isDocument: true, hasIndex: true,
      write: { comparison, _ in RedlineOutput.html(comparison) }),
    ComparisonFormat(
      name: "rtf", title: "a redline: tracked changes that reject to the first and accept to the second",
      isDocument: true, write: { comparison, _ in RedlineOutput.rtf(comparison) }),
    ComparisonFormat(
      name: "docx", title: "the same as a Word document", isDocument: true,
      write: { comparison, _ throws(SlipError) in try RedlineOutput.office(comparison, "docx") }),
    ComparisonFormat(
      name: "odt", title: "the same as an OpenDocument text", isDocument: true,
      write: { comparison, _ throws(SlipError) in try RedlineOutput.office(comparison, "odt") }),
  ]

  /// The format of this name; nil where there is none.
  public static func named(_ name: String) -> ComparisonFormat? { rows.first { $0.name == name } }
}
