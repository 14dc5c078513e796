extension RandomAccessCollection {
  /// The index of the first element for which a condition doesn't hold; the end where it holds for all. Found by halving.
  ///
  /// - Parameter isBefore: Whether an element is before the place. It must hold for the elements up to some place, and for none after
  ///   it.
  @inlinable
  package func partitionPoint(where isBefore: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isBefore(self[middle]) {
        (low, count) = (index(after: middle), count - half - 1)
      } else {
        count = half
      }
    }
    return low
  }
}
