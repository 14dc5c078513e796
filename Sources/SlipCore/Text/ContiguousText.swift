extension StringProtocol {
  /// Calls `body` with the text's UTF-8, which is copied only where it isn't in one piece. The buffer is valid only
  /// during the call.
  ///
  /// Whoever reads any kind of text byte by byte begins with this: such a loop isn't specialized in other modules.
  @inlinable @inline(__always)
  package func withContiguousBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}

extension String {
  /// Calls `body` with the string's UTF-8.
  ///
  /// Native strings hold their UTF-8 in one piece, so nothing is copied. Only strings bridged from
  /// Objective-C are copied. The buffer is valid only during the call.
  @inlinable @inline(__always)
  package func withContiguousBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// Creates a string from UTF-8 that is known to be well-formed.
  ///
  /// Where the standard library offers it, the bytes are not validated a second time; elsewhere
  /// they are.
  ///
  /// - Parameter utf8: Must be well-formed. Debug builds assert it; in release builds malformed
  ///   bytes would make an invalid string.
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
