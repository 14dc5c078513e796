#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Encodings that the C library decodes.
enum SystemConverter {
  /// Decodes text to UTF-8. Each byte that means nothing becomes U+FFFD, and an unfinished character at the
  /// end one in all.
  ///
  /// - Returns: Nil where the C library doesn't know the encoding.
  static func decode(_ source: UnsafeRawBufferPointer, from name: String) -> [UInt8]? {
    #if os(Windows)
      // The C library has no converter there.
      return nil
    #else
      let converter = iconv_open("UTF-8", name)
      guard converter != iconv_t(bitPattern: -1), let converter else { return nil }
      defer { iconv_close(converter) }
      var input = Array(source.bindMemory(to: CChar.self))
      var output: [UInt8] = []
      output.reserveCapacity(input.count * 2)
      var chunk = [CChar](repeating: 0, count: 16384)
      input.withUnsafeMutableBufferPointer { buffer in
        var next = buffer.baseAddress
        var left = buffer.count
        while left > 0 {
          var fault: Int32 = 0
          chunk.withUnsafeMutableBufferPointer { room in
            var end = room.baseAddress
            var free = room.count
            if iconv(converter, &next, &left, &end, &free) == -1 { fault = errno }
            output += room.prefix(room.count - free).map { UInt8(bitPattern: $0) }
          }
          if fault == EILSEQ || fault == EINVAL {
            output += [0xEF, 0xBF, 0xBD]
            if fault == EINVAL { break }
            next = next?.advanced(by: 1)
            left -= 1
          }
        }
      }
      // Some encodings hold a character back, which another one may change.
      chunk.withUnsafeMutableBufferPointer { room in
        var end = room.baseAddress
        var free = room.count
        _ = iconv(converter, nil, nil, &end, &free)
        output += room.prefix(room.count - free).map { UInt8(bitPattern: $0) }
      }
      return output
    #endif
  }
}
