public import SlipBase
public import SlipDocument

/// Reports what a document loses when it is written in a format.
///
/// This doesn't write anything. It walks the document once, counts its features, and
/// looks them up in `ExportFeatureTable`. For a document with hidden text and small
/// capitals, the losses in Markdown are `hidden text` and `small capitals and all capitals`, each
/// with the number of places and the first of them.
public enum ExportLosses {
  /// One feature that the written file doesn't have, or has in a simpler form.
  public struct Loss: Sendable, Hashable {
    /// The feature that is lost.
    public var feature: ExportFeature
    /// The feature in a few words, such as `hidden text`.
    public var title: String
    /// What replaces the feature, in a few words; nil if nothing does.
    public var becomes: String?
    /// How many paragraphs, runs or other places of the document have the feature.
    public var count: Int
    /// The first of those places.
    public var first: Place
  }

  /// Where something is in a document.
  public enum Place: Sendable, Hashable, CustomStringConvertible {
    /// The paragraph with this number, counted from 1 in reading order. Paragraphs in
    /// cells and text boxes are counted too.
    case paragraph(Int)
    /// A paragraph of the note with this number, counted from 1.
    case note(Int)
    /// A header or footer of the page.
    case headerOrFooter
    /// The document as a whole, for facts such as its title.
    case document

    /// The place in words, such as `paragraph 12`.
    public var description: String {
      switch self {
      case .paragraph(let number): "paragraph \(number)"
      case .note(let number): "note \(number)"
      case .headerOrFooter: "header or footer"
      case .document: "document"
      }
    }
  }

  /// How the document is written, as far as this affects what is lost.
  public struct Options: Sendable, Hashable {
    /// Whether attachments are written as files beside the document and linked to.
    /// Default: no.
    public var hasFilesBeside = false
    /// Whether a Markdown file gets a front matter with title, dates and keywords.
    /// Default: no.
    public var hasFrontMatter = false
    /// Whether the caller also converts pictures that are files beside the document.
    /// Default: no.
    public var rendersFiles = false
    /// What is written besides GFM in Markdown. Default: nothing.
    public var dialect = MarkdownDialect()
    /// What becomes of features where a program's files differ from the format in general. Default: none differ.
    public var fates: [ExportFeature: ExportFeatureTable.Fate] = [:]
    /// Bounds on the pictures that are decoded to find out whether they can be shown.
    public var limits = Limits()
    /// Creates options with their defaults.
    public init() {}
  }

  /// What writing the document in a format loses, in the order of `ExportFeatureTable`.
  ///
  /// Takes time in proportion to the document, and decodes pictures that browsers don't
  /// show. A format that keeps everything is answered without looking at the document.
  ///
  /// - Parameters:
  ///   - document: the document as it would be given to the writer.
  ///   - kind: the kind of the format.
  ///   - options: how the file is written.
  /// - Returns: one entry for each feature that the document has and the format doesn't
  ///   keep. Empty if nothing is lost.
  public static func of(
    _ document: Document, as kind: Format.Kind, options: Options = Options()
  ) -> [Loss] {
    guard !options.fates.isEmpty || ExportFeatureTable.rows.contains(where: { $0.fate(in: kind) != .kept })
    else {
      return []
    }
    let found = ExportFeatureFinder.find(in: document, options: options)
    return ExportFeatureTable.rows.compactMap { row in
      guard let tally = found[row.feature], !isStoredElsewhere(row.feature, kind, options) else {
        return nil
      }
      switch options.fates[row.feature] ?? fate(row, kind, options) {
      case .kept: return nil
      case .lost: return loss(row, tally, becomes: nil)
      case .simplified(let becomes): return loss(row, tally, becomes: becomes)
      }
    }
  }

  /// What becomes of a feature. A file within the document that is written beside it is one beside it from then on.
  private static func fate(
    _ row: ExportFeatureTable.Row, _ kind: Format.Kind, _ options: Options
  ) -> ExportFeatureTable.Fate {
    guard row.feature == .attachment, options.hasFilesBeside, kind != .plainText else {
      return row.fate(in: kind)
    }
    return ExportFeatureTable.rows.first { $0.feature == .attachedFile }?.fate(in: kind) ?? row.fate(in: kind)
  }

  /// The report for a feature that was found.
  private static func loss(
    _ row: ExportFeatureTable.Row, _ tally: ExportFeatureFinder.Tally, becomes: String?
  ) -> Loss {
    Loss(feature: row.feature, title: row.title, becomes: becomes, count: tally.count, first: tally.first)
  }

  /// Whether the options put the feature into the front matter.
  private static func isStoredElsewhere(
    _ feature: ExportFeature, _ kind: Format.Kind, _ options: Options
  ) -> Bool {
    switch feature {
    case .title, .dates: options.hasFrontMatter && kind == .markdown
    default: false
    }
  }
}
