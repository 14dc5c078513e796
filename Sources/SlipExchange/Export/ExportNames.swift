internal import SlipFiles
internal import SlipBase

/// Gives names that every file system takes, each once in its directory.
struct ExportNames {
  /// Of a name with its extension and number, in UTF-8.
  static let longest = 200
  /// Of a title, in scalars.
  private static let longestLookedAt = 2_000

  private var taken: Set<String> = []
  /// The next number to try, so that many equal titles take no quadratic time.
  private var nextNumber: [String: Int] = [:]

  /// The name for `title` in `directory` (empty, or ending in a slash), with ` (2)` and so on where names collide in NFC
  /// or case.
  mutating func name(for title: String, fileExtension: String, in directory: String) -> String {
    let suffix = fileExtension.isEmpty ? "" : "." + fileExtension
    let base = ExportNames.safe(title)
    let first = OutgoingName.harmless(
      ExportNames.cut(base, to: ExportNames.longest - suffix.utf8.count) + suffix)
    let key = SafePath.collisionKey(directory + first)
    if taken.insert(key).inserted { return first }
    var number = nextNumber[key] ?? 2
    while true {
      let ending = " (\(number))" + suffix
      let name = ExportNames.cut(base, to: ExportNames.longest - ending.utf8.count) + ending
      number += 1
      if taken.insert(SafePath.collisionKey(directory + name)).inserted {
        nextNumber[key] = number
        return name
      }
    }
  }

  /// Keeps a path for what has it.
  mutating func take(_ path: String) { taken.insert(SafePath.collisionKey(path)) }

  /// A component without what some file system forbids; never empty, never hidden, never like an option
  /// or a device's name.
  static func safe(_ text: String) -> String {
    if isPlain(text) { return SafePath.fault(in: text) == nil ? text : "_" + text }
    var output = String.UnicodeScalarView()
    // What is cut off anyway needn't be looked at, but for what is left out in front of it.
    for scalar in TextFolding.nfc(String(text.unicodeScalars.prefix(longestLookedAt))).unicodeScalars {
      if scalar.properties.isWhitespace {
        if output.last != " " { output.append(" ") }
      } else if forbidden.contains(scalar) {
        output.append("-")
      } else if !isInvisible(scalar) {
        output.append(scalar)
      }
    }
    var name = trimmed(cut(trimmed(String(output)), to: longest))
    if name.hasPrefix(".") || name.hasPrefix("-") || name.hasPrefix("~$") { name = "_" + name }
    if name.isEmpty { name = "Untitled" }
    if SafePath.fault(in: name) == .deviceName { name = "_" + name }
    return name
  }

  /// The quick way: ASCII without anything that wants a change, but maybe a device's name.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= longest else {
      return false
    }
    guard isPlain(first), first != 0x2E, first != 0x2D, first != 0x7E, isPlain(last), last != 0x2E else {
      return false
    }
    var previous = first
    for byte in text.utf8 {
      guard isPlain(byte) || (byte == 0x20 && previous != 0x20) else { return false }
      previous = byte
    }
    return true
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x2A, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x5C, 0x7C: false
    default: (0x21...0x7E).contains(byte)
    }
  }

  private static let forbidden = Set("/\\:*?\"<>|".unicodeScalars)

  /// Control characters, directional marks and the like, which make names that look like others.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      // Joiners hold emoji and Indic letters together.
      scalar.value != 0x200C && scalar.value != 0x200D
    default: scalar.value == 0xFFFC
    }
  }

  /// Windows drops dots and blanks at the end.
  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text.trimmingBlanks())
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// At most that many bytes of UTF-8, whole characters.
  private static func cut(_ text: String, to bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var length = 0
    var end = text.startIndex
    for index in text.indices {
      let next = text.index(after: index)
      length += text[index..<next].utf8.count
      if length > bytes { break }
      end = next
    }
    let kept = trimmed(String(text[..<end]))
    return kept.isEmpty ? "_" : kept
  }
}
