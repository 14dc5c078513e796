extension String {
  /// Its UTF-8, which any string but a bridged one of macOS has in one piece: no copy is made then.
  @inline(__always)
  func withContiguousBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}
