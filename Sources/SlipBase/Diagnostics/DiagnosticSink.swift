/// Collects diagnostics and merges those of the same kind, so that a file with a million equal
/// faults gives one line in the report and needs the memory of one.
///
/// Two diagnostics are of the same kind when their code, message and file are equal. The first is
/// retained with its location; further ones only raise its `count`.
public struct DiagnosticSink: Sendable {
  /// What makes two diagnostics count as one.
  private struct Kind: Hashable {
    var code: String
    var message: String
    var file: String?
  }

  /// The diagnostics so far, one for each kind, in the order in which the kinds first occurred.
  public private(set) var diagnostics: [Diagnostic] = []
  /// Where each kind stands in `diagnostics`.
  private var indexByKind: [Kind: Int] = [:]

  /// Creates a sink without diagnostics.
  public init() {}

  /// Adds a diagnostic, or adds its count to that of the same kind. Takes constant time.
  public mutating func report(_ diagnostic: Diagnostic) {
    let kind = Kind(
      code: diagnostic.code, message: diagnostic.message, file: diagnostic.location.file)
    if let index = indexByKind[kind] {
      diagnostics[index].count += diagnostic.count
    } else {
      indexByKind[kind] = diagnostics.count
      diagnostics.append(diagnostic)
    }
  }

  /// Adds several diagnostics in their order.
  public mutating func report(contentsOf others: some Sequence<Diagnostic>) {
    for other in others { report(other) }
  }
}
