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
      var result: UnsafeMutablePointer<UInt8>?
      let length = utf8proc_map(
        source.baseAddress, source.count, &result, utf8proc_option_t(rawValue: options))
      defer { free(result) }
      guard length >= 0, let result else { return nil }
      return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
    }
    return mapped ?? text
  }
}
