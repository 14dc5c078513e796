#if SLIP_FOLDING
  internal import CUTF8Proc

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #else
    internal import Darwin
  #endif

  /// Mapping by utf8proc.
  extension TextMapping {
    /// The options of utf8proc.
    private var options: UInt32 {
      var options = UTF8PROC_STABLE.rawValue
      options |= contains(.decomposed) ? UTF8PROC_DECOMPOSE.rawValue : UTF8PROC_COMPOSE.rawValue
      if contains(.cases) { options |= UTF8PROC_CASEFOLD.rawValue }
      if contains(.marks) { options |= UTF8PROC_STRIPMARK.rawValue }
      return options
    }

    /// Maps a text; one that utf8proc refuses is returned unchanged.
    func map(_ text: String) -> String {
      var text = text
      let options = options
      let mapped: String? = text.withUTF8 { source in
        let ends = TextMapping.partEnds(of: source)
        if ends.count == 1 { return TextMapping.map(source, options) }
        var (mapped, start) = ("", 0)
        for end in ends {
          guard let part = TextMapping.map(UnsafeBufferPointer(rebasing: source[start..<end]), options) else {
            return nil
          }
          mapped.unicodeScalars.append(contentsOf: part.unicodeScalars)
          start = end
        }
        return mapped
      }
      return mapped ?? text
    }

    /// One call of utf8proc; nil where it fails, for example because memory is short.
    private static func map(_ source: UnsafeBufferPointer<UInt8>, _ options: UInt32) -> String? {
      var result: UnsafeMutablePointer<UInt8>?
      let length = utf8proc_map(
        source.baseAddress, source.count, &result, utf8proc_option_t(rawValue: options))
      defer { free(result) }
      guard length >= 0, let result else { return nil }
      return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
    }

    /// The number of combining marks in a row from which on the text is cut into parts.
    ///
    /// utf8proc sorts such marks in quadratic time. No language has more than 30 in a row (UAX #15,
    /// "Stream-Safe Text Format"). In longer runs, each part is sorted by itself.
    private static let longestRun = 1_024

    /// The offsets at which the parts end that are mapped one by one: only the text's end, unless it
    /// has an overlong run of combining marks.
    private static func partEnds(of source: UnsafeBufferPointer<UInt8>) -> [Int] {
      guard source.count > longestRun else { return [source.count] }
      var ends: [Int] = []
      var (position, run) = (0, 0)
      while position < source.count, let base = source.baseAddress {
        var scalar: Int32 = 0
        let length = utf8proc_iterate(base + position, source.count - position, &scalar)
        guard length > 0 else { break }
        run = scalar >= 0x300 && utf8proc_get_property(scalar).pointee.combining_class != 0 ? run + 1 : 0
        if run == longestRun {
          ends.append(position)
          run = 1
        }
        position += length
      }
      return ends + [source.count]
    }
  }
#endif
