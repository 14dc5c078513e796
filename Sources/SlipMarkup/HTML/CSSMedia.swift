/// What style sheets are for (Media Queries 4).
package enum CSSMedia {
  /// Whether a list of queries holds for screens of any size; an empty one does.
  package static func isForScreens(_ queries: some StringProtocol) -> Bool {
    let queries = queries.lowercased().split(separator: ",").map { String($0).trimmingSpaces() }
    return queries.allSatisfy(\.isEmpty)
      || queries.contains { ["all", "screen", "only all", "only screen"].contains($0) }
  }
}
