public import RTFSyntax
public import SlipBase
internal import SlipFiles
public import SlipNotes

extension NoteDraft.Body {
  /// The text of a file of any format that `convert` reads; `-` is standard input.
  ///
  /// RTF stays as it is. Pictures in the folder of a page or Markdown file become part of the text.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - from: The name of the format; nil: by content, then by suffix.
  ///   - encoding: The encoding of a page, Markdown or text; nil: what it says itself.
  /// - Returns: The text, and a warning for each picture that could not be read.
  /// - Throws: `SlipError` where it can't be read or its format is unknown.
  public static func file(
    at path: String, from: String? = nil, encoding: TextEncoding? = nil
  ) throws(SlipError) -> (body: NoteDraft.Body, diagnostics: [Diagnostic]) {
    try DocumentInput(path: path, from: from, encoding: encoding).body()
  }
}

extension EditSession {
  /// Attaches a file by its path; its name in the note is the last part of it.
  ///
  /// - Parameters:
  ///   - path: The file, of at most `limits.fileBytes` bytes.
  ///   - description: What it is; nil for none.
  ///   - id: The note that gets it.
  ///   - replaces: Whether it takes the place of the note's file of this name.
  /// - Returns: The name that the file has in the note; nil where the note had it already.
  /// - Throws: As `attach(_:named:description:to:replaces:)`, and where the file can't be read.
  @discardableResult
  public mutating func attach(
    fileAt path: String, description: String? = nil, to id: Note.ID, replaces: Bool = false
  ) throws(SlipError) -> String? {
    let bytes = try FileSystem.readFile(path, limit: limits.fileBytes)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try attach(bytes, named: name, description: description, to: id, replaces: replaces)
  }
}

extension Keyword.Color {
  /// A colour as people write it: `#rgb`, `#rrggbb`, `#rrggbbaa` (the `#` may be missing), three or four
  /// numbers from 0 to 1 with commas between them, or one of the basic names of CSS such as `orange`.
  ///
  /// Upper and lower case are the same. Nil for any other text, and for numbers outside of 0 to 1.
  public init?(_ text: String) {
    let text = text.trimmed.lowercased()
    let hex = Keyword.Color.names[text] ?? (text.hasPrefix("#") ? String(text.dropFirst()) : text)
    let parts = text.split(separator: ",").map { Double($0.trimmingSpaces) }
    if text.contains(",") {
      let numbers = parts.compactMap { $0 }.filter { (0...1).contains($0) }
      guard (3...4).contains(numbers.count), numbers.count == parts.count else { return nil }
      self.init(
        red: numbers[0], green: numbers[1], blue: numbers[2], opacity: numbers.count == 4 ? numbers[3] : 1)
      return
    }
    let digits = hex.count == 3 ? hex.map { "\($0)\($0)" }.joined() : hex
    guard [6, 8].contains(digits.utf8.count), let value = UInt32(digits, radix: 16),
      digits.allSatisfy(\.isHexDigit)
    else { return nil }
    /// One component, from 0 to 1, rounded to a millionth.
    ///
    /// - Parameter shift: How many bits of `value` lie below the component.
    func component(_ shift: UInt32) -> Double {
      (Double((value >> shift) & 0xFF) / 255 * 1_000_000).rounded() / 1_000_000
    }
    let rest: UInt32 = digits.utf8.count == 8 ? 8 : 0
    self.init(
      red: component(16 + rest), green: component(8 + rest), blue: component(rest),
      opacity: rest == 8 ? component(0) : 1)
  }

  /// The colour as `#rrggbb`, or `#rrggbbaa` where it isn't opaque; each component is rounded.
  public var hex: String {
    let components = [red, green, blue] + (opacity == 1 ? [] : [opacity])
    return "#"
      + components.map { component in
        let byte = Int((component * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }

  /// The basic names of CSS (CSS Color Module 4, section 6.1), and orange, pink and brown.
  private static let names = [
    "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff",
    "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "magenta": "ff00ff",
    "green": "008000", "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "navy": "000080",
    "blue": "0000ff", "teal": "008080", "aqua": "00ffff", "cyan": "00ffff", "orange": "ffa500",
    "pink": "ffc0cb", "brown": "a52a2a",
  ]
}

extension Substring {
  /// The text without spaces at both ends.
  fileprivate var trimmingSpaces: String { String(self).trimmed }
}
