internal import SlipBase

/// Relative references between files, as people and programs write them.
enum RelativePath {
  /// The paths below the root that a reference may mean, likeliest first: as it stands, percent-decoded, without a
  /// fragment. Backslashes count as slashes. None of them leads out of the root.
  static func candidates(for reference: String, from path: String) -> [String] {
    let slashed = String(reference.map { $0 == "\\" ? "/" : $0 })
    let bare = String(slashed.prefix { $0 != "#" })
    var found: [String] = []
    for variant in [slashed, decoded(slashed), bare, decoded(bare)] {
      guard let variant, !variant.isEmpty, let joined = join(variant, to: path) else { continue }
      if !found.contains(joined) { found.append(joined) }
    }
    return found
  }

  /// The reference seen from the folder of `path`, `.` and `..` taken away, in NFC; nil when it leads out.
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

  /// From one file to another, both below the same root.
  static func reference(from path: String, to other: String) -> String {
    let start = path.split(separator: "/").dropLast()
    let end = other.split(separator: "/")
    var common = 0
    while common < start.count, common < end.count - 1, start[common] == end[common] { common += 1 }
    let up = Array(repeating: "..", count: start.count - common)
    return (up + end[common...].map(String.init)).joined(separator: "/")
  }

  /// Percent-encoded bytes decoded (RFC 3986); nil where that gives no UTF-8.
  private static func decoded(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.contains(0x25) else { return text }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(validating: output, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
