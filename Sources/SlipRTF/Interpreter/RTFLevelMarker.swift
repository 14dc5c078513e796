internal import RTFSyntax

/// A level's marker as Cocoa names it in `\levelmarker`: `{disc}`, `({decimal})`. It counts where `\leveltext` gives none.
enum RTFLevelMarker {
  /// The names of `NSTextList.MarkerFormat` that are no numbers.
  private static let symbols: [Substring: Unicode.Scalar] = [
    "box": "\u{25A1}", "check": "\u{2713}", "circle": "\u{25E6}", "diamond": "\u{25C6}", "disc": "\u{2022}",
    "hyphen": "\u{2043}", "square": "\u{25AA}",
  ]
  private static let numbers: Set<Substring> = [
    "decimal", "lower-alpha", "lower-latin", "lower-roman", "upper-alpha", "upper-latin", "upper-roman",
  ]

  /// The pattern as `RTFList.Level` has it; empty where the name isn't known.
  ///
  /// - Parameter level: from 0. How it counts is told by `\levelnfc`.
  static func pattern(of marker: String, level: Int) -> [UInt8] {
    guard let open = marker.firstIndex(of: "{"), let close = marker[open...].firstIndex(of: "}") else {
      return []
    }
    let name = marker[marker.index(after: open)..<close]
    let place = Unicode.Scalar(UInt8(clamping: min(level, RTFList.mostLevels - 1)))
    guard let scalar = symbols[name] ?? (numbers.contains(name) ? place : nil) else { return [] }
    return Array(marker[..<open].utf8) + Array(String(scalar).utf8) + Array(marker[close...].dropFirst().utf8)
  }
}
