internal import SlipBase
internal import SlipDocument

/// Relative references between files, as people and programs write them.
package enum RelativePath {
  /// The paths below the root that a reference may stand for, the likeliest first.
  ///
  /// These are the reference as it is, percent-decoded, and both without a fragment. Backslashes
  /// count as slashes. None of the paths leads out of the root.
  ///
  /// - Parameters:
  ///   - reference: The reference, such as `../a%20b.rtf#top`.
  ///   - path: The path of the file that contains it, below the root.
  ///
  /// Programs disagree on whether a path in a link is percent-encoded, so both spellings are tried.
  /// From `Work/x.rtf`, the reference `..\a%20b.rtf#top` gives, among others, `a b.rtf`.
  package static func candidates(for reference: String, from path: String) -> [String] {
    let slashed = String(reference.map { $0 == "\\" ? "/" : $0 })
    let bare = String(slashed.prefix { $0 != "#" })
    var found: [String] = []
    for variant in [slashed, decoded(slashed), bare, decoded(bare)] {
      guard let variant, !variant.isEmpty, let joined = join(variant, to: path) else { continue }
      if !found.contains(joined) { found.append(joined) }
    }
    return found
  }

  /// The path of a reference seen from the folder of `path`, with `.` and `..` resolved, in NFC.
  /// Nil when it leads out of the root.
  private static func join(_ reference: String, to path: String) -> String? {
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in reference.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if parts.popLast() == nil { return nil }
      default: parts.append(String(part))
      }
    }
    return parts.isEmpty ? nil : TextFolding.nfc(parts.joined(separator: "/"))
  }

  /// The reference from one file to another, both below the same root: from `a/b.rtf` to `c.rtf` it
  /// is `../c.rtf`.
  package static func reference(from path: String, to other: String) -> String {
    let start = path.split(separator: "/").dropLast()
    let end = other.split(separator: "/")
    var common = 0
    while common < start.count, common < end.count - 1, start[common] == end[common] { common += 1 }
    let up = Array(repeating: "..", count: start.count - common)
    return (up + end[common...].map(String.init)).joined(separator: "/")
  }

  /// The text with percent-encoded bytes decoded (RFC 3986); nil when that isn't UTF-8.
  private static func decoded(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.contains(0x25) else { return text }
    return String(validating: RelativeURL.decodedBytes(bytes), as: UTF8.self)
  }

  /// A target without percent-encoding, or as it is where that isn't UTF-8.
  package static func withoutEncoding(_ target: String) -> String {
    guard target.utf8.contains(UInt8(ascii: "%")) else { return target }
    return decoded(target) ?? target
  }
}
