/// Collects diagnostics: the first of each kind is kept, further ones are counted.
///
/// A kind is a code, a message and a file.
public struct DiagnosticSink: Sendable {
  private struct Kind: Hashable {
    var code: String
    var message: String
    var file: String?
  }

  public private(set) var diagnostics: [Diagnostic] = []
  private var indexByKind: [Kind: Int] = [:]

  public init() {}

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

  public mutating func report(contentsOf others: some Sequence<Diagnostic>) {
    for other in others { report(other) }
  }

  public var highestSeverity: Diagnostic.Severity? {
    diagnostics.lazy.map(\.severity).max()
  }
}
