public import SlipBase
public import SlipDocument

/// What writing a document in a format loses of it.
public enum ExportLosses {
  public struct Loss: Sendable, Hashable {
    public var feature: ExportFeature
    public var title: String
    /// What stands for it; nil when nothing does.
    public var becomes: String?
    /// Places that have it.
    public var count: Int
    public var first: Place
  }

  /// Where in a document something is.
  public enum Place: Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1 in reading order, those of cells and text boxes included.
    case paragraph(Int)
    /// A paragraph of the note with this number, counted from 1.
    case note(Int)
    case headerOrFooter
    /// A fact about the document.
    case document

    public var description: String {
      switch self {
      case .paragraph(let number): "paragraph \(number)"
      case .note(let number): "note \(number)"
      case .headerOrFooter: "header or footer"
      case .document: "document"
      }
    }
  }

  /// How the document is written, as far as it makes a difference.
  public struct Options: Sendable, Hashable {
    /// Files lie beside and are linked to.
    public var hasFilesBeside = false
    /// A front matter tells title, dates and keywords.
    public var hasFrontMatter = false
    /// Pictures that are files beside are made visible, too, by whoever has them.
    public var rendersFiles = false
    /// Bounds on pictures that are decoded to see whether that can be.
    public var limits = Limits()
    public init() {}
  }

  /// The losses, in the order of `ExportFeatureTable`.
  ///
  /// - Parameter format: as `FormatTable` calls it.
  public static func of(
    _ document: Document, as format: String, options: Options = Options()
  ) -> [Loss] {
    guard ExportFeatureTable.rows.contains(where: { $0.fate(in: format) != .kept }) else { return [] }
    let found = ExportFeatureFinder.find(in: document, options: options)
    return ExportFeatureTable.rows.compactMap { row in
      guard let tally = found[row.feature], !isStoredElsewhere(row.feature, format, options) else {
        return nil
      }
      switch row.fate(in: format) {
      case .kept: return nil
      case .lost: return loss(row, tally, becomes: nil)
      case .simplified(let becomes): return loss(row, tally, becomes: becomes)
      }
    }
  }

  private static func loss(
    _ row: ExportFeatureTable.Row, _ tally: ExportFeatureFinder.Tally, becomes: String?
  ) -> Loss {
    Loss(feature: row.feature, title: row.title, becomes: becomes, count: tally.count, first: tally.first)
  }

  /// What the options keep beside the file or in front of its text.
  private static func isStoredElsewhere(
    _ feature: ExportFeature, _ format: String, _ options: Options
  ) -> Bool {
    switch feature {
    case .attachment: options.hasFilesBeside && format != "txt"
    case .title, .dates: options.hasFrontMatter && format == "markdown"
    default: false
    }
  }
}
