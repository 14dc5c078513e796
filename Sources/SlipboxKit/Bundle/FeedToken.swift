internal import SlipBase
package import SlipNotes

/// Version tokens of feeds that Slipbox writes.
package enum FeedToken {
  /// The token of a box: the number of its last transaction and the first digits of its digest, such as
  /// `12-0f3a99c1`; `0` for a box without a history. It can be a file name.
  package static func of(_ box: SlipBox) -> String {
    guard let last = box.history.transactions.last else { return "0" }
    return of(last)
  }

  /// The token of a box whose last transaction this is.
  package static func of(_ entry: BoxHistory.Entry) -> String {
    "\(entry.number)-\(entry.fact.digest.hex.prefix(16))"
  }
}
