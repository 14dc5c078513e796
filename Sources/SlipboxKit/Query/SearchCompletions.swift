internal import SlipQuery

/// What may follow in a search that somebody types, as `slipconv find --complete` prints it. With `--json` the properties are the keys.
public struct SearchCompletions: Sendable, Encodable {
  /// Where the term begins that is completed, in bytes.
  public var start: Int
  /// What can stand there instead, in order.
  public var terms: [String]

  /// Completes the last term of a search.
  ///
  /// - Parameters:
  ///   - text: The search so far.
  ///   - bundle: The bundle that is searched.
  public init(of text: String, in bundle: OpenBundle) {
    let found = SearchCompletion(of: text, in: bundle.box)
    (start, terms) = (found.start, found.terms)
  }
}
