internal import SlipBase
internal import SlipFiles

/// Chooses file names that every file system accepts, each only once in its directory.
///
/// Names that differ only in case or in Unicode normalization count as the same, because macOS and
/// Windows can't store both.
///
/// ```
/// Plan            ->   Plan.html
/// plan            ->   plan (2).html
/// Costs 1/2: why? ->   Costs 1-2- why-.html
/// ..              ->   Untitled.html
/// ```
package struct ExportNames {
  /// The longest name in UTF-8 bytes, with extension and number.
  package static let longest = 200
  /// How many code points of a title are examined.
  private static let examinedLength = 2_000

  /// The collision keys of the paths that are taken.
  private var taken: Set<String> = []
  /// The next number to try for a name, so that many equal titles don't take quadratic time.
  private var nextNumber: [String: Int] = [:]

  /// Creates an empty value.
  package init() {}

  /// The name for a title in a directory. Names that collide get ` (2)`, ` (3)` and so on.
  ///
  /// - Parameters:
  ///   - title: The title, which may contain any characters.
  ///   - fileExtension: The extension without the dot; may be empty.
  ///   - directory: The directory's path; empty or ending with a slash.
  ///
  /// The whole name has at most `longest` bytes: the title is cut between characters, so that the
  /// extension and the number still fit.
  package mutating func name(for title: String, fileExtension: String, in directory: String) -> String {
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

  /// Reserves a path, so that no name collides with it.
  package mutating func take(_ path: String) { taken.insert(SafePath.collisionKey(path)) }

  /// A title as a name without anything that some file system forbids.
  ///
  /// The name is never empty, never hidden, and never looks like a command-line option or a device:
  /// `a/b` becomes `a-b`, `.x` becomes `_.x`, `CON` becomes `_CON`.
  package static func safe(_ text: String) -> String {
    if isPlain(text) { return SafePath.fault(in: text) == nil ? text : "_" + text }
    var output = String.UnicodeScalarView()
    // The end of a long title is cut off anyway. The limit leaves room for characters that are dropped.
    for scalar in TextFolding.nfc(String(text.unicodeScalars.prefix(examinedLength))).unicodeScalars {
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

  /// A title without the signs that mean something in `[[…]]`: each becomes `-`.
  static func linkable(_ text: String) -> String {
    guard text.utf8.contains(where: { wikiSigns.contains($0) || $0 == UInt8(ascii: "%") }) else {
      return text
    }
    let plain = String(decoding: text.utf8.map { wikiSigns.contains($0) ? 0x2D : $0 }, as: UTF8.self)
    return plain.replacing("%%", with: "--")
  }

  /// Signs that mean something in `[[…]]`.
  private static let wikiSigns = Set("#^[]|".utf8)

  /// Whether a title can stay as it is: ASCII without special characters. It may still be the name
  /// of a device.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= longest else {
      return false
    }
    guard isPlain(first), first != UInt8(ascii: "."), first != UInt8(ascii: "-"), first != UInt8(ascii: "~"),
      isPlain(last), last != UInt8(ascii: ".")
    else {
      return false
    }
    var previous = first
    for byte in text.utf8 {
      guard isPlain(byte) || (byte == UInt8(ascii: " ") && previous != UInt8(ascii: " ")) else {
        return false
      }
      previous = byte
    }
    return true
  }

  /// Whether a byte is visible ASCII that all file systems accept.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x2A, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x5C, 0x7C: false
    default: (0x21...0x7E).contains(byte)
    }
  }

  /// Characters that Windows or Unix doesn't accept in names.
  private static let forbidden = Set("/\\:*?\"<>|".unicodeScalars)

  /// Whether a code point is invisible, such as control characters and directional marks. With them
  /// two names may look alike.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      // Joiners connect emoji and Indic letters, so they stay.
      scalar.value != 0x200C && scalar.value != 0x200D
    default: scalar.value == 0xFFFC
    }
  }

  /// The text without dots and blanks at its end, which Windows would drop.
  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text.trimmingBlanks())
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// At most so many bytes of the text in UTF-8, cut between characters.
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
