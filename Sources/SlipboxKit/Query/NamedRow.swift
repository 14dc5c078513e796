internal import SlipBase
internal import SlipNotes

/// By what folders and keywords are sorted.
public enum NameOrder: String, Sendable, Hashable, CaseIterable {
  /// The path.
  case path
  /// The number of notes.
  case notes
  /// When it was created; keywords have no date.
  case created
}

/// A folder or keyword in a list.
public protocol NamedRow {
  /// The names from the top, with `/` between them.
  var path: String { get }
  /// The number of notes.
  var notes: Int { get }
  /// When it was created (RFC 3339); nil where that is unknown.
  var created: String? { get }
}

extension NamedRow {
  /// Some rows, in another order.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - find: What paths must have in them, whatever the case and accents; nil: all.
  ///   - order: By what they are sorted; nil: they stay in order. What has no date comes last.
  ///   - isDescending: Whether large values come first.
  public static func chosen(
    of rows: [Self], find: String? = nil, by order: NameOrder? = nil, isDescending: Bool = false
  ) -> [Self] {
    let sought = find.map { TextFolding.folded($0, cases: true, marks: true) }
    let found = rows.filter { row in
      sought.map { TextFolding.folded(row.path, cases: true, marks: true).contains($0) } ?? true
    }
    /// Whether a row stands before another.
    func isBefore(_ a: Self, _ b: Self) -> Bool {
      switch order {
      case .notes where a.notes != b.notes: return (a.notes < b.notes) != isDescending
      case .created where a.created != b.created:
        guard let first = a.created, let second = b.created else { return a.created != nil }
        return (first < second) != isDescending
      case .path:
        return isDescending
          ? NaturalKey(b.path) < NaturalKey(a.path) : NaturalKey(a.path) < NaturalKey(b.path)
      default: return NaturalKey(a.path) < NaturalKey(b.path)
      }
    }
    return order == nil ? found : found.sorted(by: isBefore)
  }
}

extension FolderRow: NamedRow {}

extension KeywordRow: NamedRow {
  /// Keywords have no date.
  public var created: String? { nil }
}
