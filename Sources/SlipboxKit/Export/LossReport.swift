internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// What documents lose when they are written in a format.
///
/// Losses come from two stages. What a Slipbox document can't represent is lost when the source
/// is read, whatever the format; what the format can't represent is lost when it is written.
public struct LossReport: Sendable {
  /// One kind of loss in one document.
  public struct Loss: Sendable, Hashable {
    /// Where something is lost.
    public enum Stage: String, Sendable, Hashable {
      /// A document can't represent it; `name` is the code of a diagnostic.
      case reading
      /// The format can't represent it; `name` is that of an `ExportFeature`.
      case writing
    }
    /// Where it is lost.
    public var stage: Stage
    /// The permanent name of the kind of loss.
    public var name: String
    /// What is lost, for people.
    public var title: String
    /// What replaces it; nil where nothing does.
    public var becomes: String?
    /// How often it occurs in the document.
    public var count: Int
    /// Where it occurs first, as text for people; `-` where that is unknown.
    public var place: String
  }

  /// The losses of one document.
  public struct Entry: Sendable {
    /// The file that is read, or the one that an export would write.
    public var path: String
    /// The losses; empty where there are none.
    public var losses: [Loss]
    /// Whether it is a folder, and not a document.
    public var isFolder = false
  }

  /// One kind of loss in all documents.
  public struct Total: Sendable {
    /// The loss with its count in all documents.
    public var loss: Loss
    /// How many documents have it; 0 where folders do.
    public var documents: Int
    /// The first document that has it; `loss.place` is in that document.
    public var path: String
  }

  /// The name of the format, such as `markdown`.
  public var format: String
  /// The name of the format for people.
  public var title: String
  /// The documents in the order in which they are written.
  public var entries: [Entry] = []

  /// A report about this format without any documents.
  init(_ format: Format) {
    self.format = format.name
    title = format.title
  }

  /// A report about this container without any documents.
  init(_ target: ContainerTarget) { (format, title) = (target.name, target.title) }

  /// The losses by kind, in the order of the table of features; what can't be read comes last,
  /// by code.
  ///
  /// Counts are summed over all documents. Place and path are those of the first document that
  /// has the loss, so that a reader can look at one example.
  public var totals: [Total] {
    var totals: [Total] = []
    var indexes: [String: Int] = [:]
    for entry in entries {
      for loss in entry.losses {
        if let index = indexes[loss.name] {
          totals[index].loss.count += loss.count
          totals[index].documents += entry.isFolder ? 0 : 1
        } else {
          indexes[loss.name] = totals.count
          totals.append(Total(loss: loss, documents: entry.isFolder ? 0 : 1, path: entry.path))
        }
      }
    }
    /// The place of each feature in the table.
    let order = LossReport.order
    return totals.enumerated().sorted {
      let (a, b) = ($0.element.loss.name, $1.element.loss.name)
      return (order[a] ?? .max, a, $0.offset) < (order[b] ?? .max, b, $1.offset)
    }.map(\.element)
  }

  private static let order = Dictionary(
    ExportFeatureTable.rows.enumerated().map { ($0.element.feature.rawValue, $0.offset) },
    uniquingKeysWith: { first, _ in first })

  /// Adds a document.
  ///
  /// - Parameters:
  ///   - losses: What the format can't represent.
  ///   - reading: What a document can't represent.
  ///   - facts: Facts about a note that aren't kept as they are.
  ///   - isBody: Whether places of `reading` are in a body of a bundle, and not in the file at
  ///     `path`.
  mutating func add(
    _ path: String, _ losses: [ExportLosses.Loss], reading: [Diagnostic], facts: [BoxFeature.Loss] = [],
    isBody: Bool = false
  ) {
    let read = reading.map { LossReport.loss($0, isBody) }
    entries.append(
      Entry(path: path, losses: losses.map { LossReport.loss($0) } + read + facts.map { LossReport.loss($0) })
    )
  }

  /// Adds a folder of a box with a fact that isn't kept as it is.
  ///
  /// - Parameter path: The names of the folders from the top.
  mutating func add(folder path: String, _ loss: BoxFeature.Loss) {
    entries.append(Entry(path: path, losses: [LossReport.loss(loss)], isFolder: true))
  }

  /// A loss of a fact.
  private static func loss(_ loss: BoxFeature.Loss) -> Loss {
    Loss(
      stage: .writing, name: loss.feature.rawValue, title: loss.feature.title, becomes: loss.becomes,
      count: loss.count, place: "-")
  }

  /// A loss of writing.
  private static func loss(_ loss: ExportLosses.Loss) -> Loss {
    Loss(
      stage: .writing, name: loss.feature.rawValue, title: loss.title, becomes: loss.becomes,
      count: loss.count,
      place: loss.first.description)
  }

  /// A loss of reading.
  private static func loss(_ diagnostic: Diagnostic, _ isBody: Bool) -> Loss {
    let place =
      switch diagnostic.location.place {
      case .position(let line, let column, _): (isBody ? "body line " : "line ") + "\(line), column \(column)"
      default: "-"
      }
    return Loss(
      stage: .reading, name: diagnostic.code, title: diagnostic.message, count: diagnostic.count, place: place
    )
  }
}
