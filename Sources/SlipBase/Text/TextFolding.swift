internal import CUTF8Proc

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Unicode normalisation and folding; no locale is consulted.
public enum TextFolding {
  /// Unicode Normalization Form C (UAX #15).
  public static func nfc(_ text: String) -> String {
    map(text, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
  }

  /// NFC with full case folding: equal for names that differ in case only.
  public static func caseFolded(_ text: String) -> String {
    map(text, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
  }

  /// Case folding without combining marks: the form titles are searched and sorted by.
  public static func caseAndMarkFolded(_ text: String) -> String {
    map(
      text,
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
        | UTF8PROC_STRIPMARK.rawValue)
  }

  private static func map(_ text: String, _ options: UInt32) -> String {
    var text = text
    // Nothing but case folding changes ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return options & UTF8PROC_CASEFOLD.rawValue != 0 ? text.lowercased() : text
    }
    let mapped: String? = text.withUTF8 { source in
      let ends = ends(of: source)
      if ends.count == 1 { return map(source, options) }
      var (mapped, start) = ("", 0)
      for end in ends {
        guard let part = map(UnsafeBufferPointer(rebasing: source[start..<end]), options) else { return nil }
        mapped.unicodeScalars.append(contentsOf: part.unicodeScalars)
        start = end
      }
      return mapped
    }
    return mapped ?? text
  }

  private static func map(_ source: UnsafeBufferPointer<UInt8>, _ options: UInt32) -> String? {
    var result: UnsafeMutablePointer<UInt8>?
    let length = utf8proc_map(
      source.baseAddress, source.count, &result, utf8proc_option_t(rawValue: options))
    defer { free(result) }
    guard length >= 0, let result else { return nil }
    return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
  }

  /// utf8proc puts marks in order in quadratic time. No language has more than 30 in a row (UAX #15, "Stream-Safe Text
  /// Format"); of more than these, each part is in order for itself.
  private static let longestRun = 1_024

  /// Where the parts end that are mapped one by one.
  private static func ends(of source: UnsafeBufferPointer<UInt8>) -> [Int] {
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
