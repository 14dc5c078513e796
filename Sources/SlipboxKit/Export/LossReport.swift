internal import SlipBase
internal import SlipFormats

/// What writing documents in a format would lose of each.
public struct LossReport: Sendable {
  /// One kind of loss in one document.
  public struct Loss: Sendable, Hashable {
    public enum Stage: String, Sendable, Hashable {
      /// A document can't hold it, whatever the format: `name` is a diagnostic's code.
      case reading
      /// The format can't hold it: `name` is a feature's.
      case writing
    }
    public var stage: Stage
    public var name: String
    public var title: String
    /// What stands for it; nil when nothing does.
    public var becomes: String?
    public var count: Int
    /// Where it is first.
    public var place: String
  }

  public struct Entry: Sendable {
    /// The file that is read, or the one that an export would write.
    public var path: String
    public var losses: [Loss]
  }

  /// A kind of loss in all documents.
  public struct Total: Sendable {
    public var loss: Loss
    public var documents: Int
    /// The first document that has it; its place is the loss's.
    public var path: String
  }

  /// The format's name and what it's called.
  public var format: String
  public var title: String
  public var entries: [Entry] = []

  init(_ format: Format) {
    self.format = format.name
    title = format.title
  }

  /// By kind, in the order of the table of features; what can't be read comes last, by code.
  public var totals: [Total] {
    var totals: [Total] = []
    var indexes: [String: Int] = [:]
    for entry in entries {
      for loss in entry.losses {
        if let index = indexes[loss.name] {
          totals[index].loss.count += loss.count
          totals[index].documents += 1
        } else {
          indexes[loss.name] = totals.count
          totals.append(Total(loss: loss, documents: 1, path: entry.path))
        }
      }
    }
    let order = LossReport.order
    return totals.enumerated().sorted {
      let (a, b) = ($0.element.loss.name, $1.element.loss.name)
      return (order[a] ?? .max, a, $0.offset) < (order[b] ?? .max, b, $1.offset)
    }.map(\.element)
  }

  private static let order = Dictionary(
    ExportFeatureTable.rows.enumerated().map { ($0.element.feature.rawValue, $0.offset) },
    uniquingKeysWith: { first, _ in first })

  /// - Parameter isBody: places of what isn't read are those of a bundle's body, not of the file at `path`.
  mutating func add(
    _ path: String, _ losses: [ExportLosses.Loss], reading: [Diagnostic], isBody: Bool = false
  ) {
    let read = reading.map { LossReport.loss($0, isBody) }
    entries.append(Entry(path: path, losses: losses.map { LossReport.loss($0) } + read))
  }

  private static func loss(_ loss: ExportLosses.Loss) -> Loss {
    Loss(
      stage: .writing, name: loss.feature.rawValue, title: loss.title, becomes: loss.becomes,
      count: loss.count,
      place: loss.first.description)
  }

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
