internal import SlipBase
extension String {
  /// Its UTF-8, which any string but a bridged one of macOS has in one piece: no copy is made then.
  @inlinable @inline(__always)
  package func withContiguousBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// The text of well-formed UTF-8, which isn't looked through once more where the standard library allows that.
  @inlinable @inline(__always)
  package init(wellFormed utf8: UnsafeBufferPointer<UInt8>) {
    assert(String(validating: utf8, as: UTF8.self) != nil)
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        self.init(copying: UTF8Span(unchecked: utf8.span))
        return
      }
    #endif
    self.init(decoding: utf8, as: UTF8.self)
  }
}
