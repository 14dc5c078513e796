internal import SlipBase
internal import SlipDocument

/// Chooses a note's title: the document's own, or else the first line of the text, or else the
/// file's name.
enum ImportTitle {
  /// The longest title from a first line, in characters.
  static let longest = 120

  /// The title of a note.
  ///
  /// - Parameters:
  ///   - given: The title in the document's information; nil for none.
  ///   - mirror: The text of the note in UTF-8.
  ///   - fileName: The name of the file without its extension.
  ///
  /// White space in a title is collapsed, and control characters are removed. Titles from first
  /// lines are cut at `longest` characters. When nothing is left, the title is `Untitled`.
  static func choose(given: String?, mirror: UnsafeRawBufferPointer, fileName: String) -> String {
    if let given = given.map(cleaned), !given.isEmpty { return given }
    if let line = firstLine(of: mirror) { return line }
    let name = cleaned(fileName)
    return name.isEmpty ? "Untitled" : name
  }

  /// The first line that contains more than blanks and attachments.
  private static func firstLine(of text: UnsafeRawBufferPointer) -> String? {
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      // These bytes are enough for the longest title: a character may consist of several code points.
      let bytes = text[start..<min(end, start + longest * 64)]
      let line = cleaned(String(decoding: bytes, as: UTF8.self))
      if !line.isEmpty { return String(line.prefix(longest)).trimmingBlanks() }
      start = end + 1
    }
    return nil
  }

  /// The text with blanks collapsed, and without control characters and the places of attachments.
  private static func cleaned(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value < 0x20 {
        if output.last != " " { output.append(" ") }
      } else if !isDropped(scalar) {
        output.append(scalar)
      }
    }
    return String(output).trimmingBlanks()
  }

  /// Whether a code point doesn't belong in a title: controls, byte order marks, U+FFFC and
  /// noncharacters.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0xFEFF, 0xFFFC, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

/// Reads keywords as documents list them.
package enum ImportKeywords {
  /// The keywords in the texts, separated by commas, semicolons or line ends.
  ///
  /// Each is taken once, ignoring case, in the order of the text: `a, B; b` gives `a` and `B`.
  package static func split(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    var keywords: [String] = []
    for text in texts {
      for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }) {
        let name = TextFolding.nfc(String(part.trimmingBlanks()))
        if !name.isEmpty, seen.insert(TextFolding.caseFolded(name)).inserted { keywords.append(name) }
      }
    }
    return keywords
  }
}

/// The dates of a note, from those of its document and its file.
package struct ImportDates {
  /// When the note was created; nil when unknown.
  var created: Timestamp?
  /// When the note was last changed; nil when unknown.
  var modified: Timestamp?
  /// Whether a date came without a time zone and was taken as UTC.
  var zoneIsUnknown = false
  /// Whether the document has a date that doesn't exist, such as February 30.
  var isImpossible = false

  /// Chooses the dates. Those of the file fill in for those that the document lacks.
  ///
  /// A date in the document has no time zone. It is taken to be in the zone of the context or,
  /// without one, as UTC.
  init(created: CalendarDate?, modified: CalendarDate?, context: ImportContext) {
    let fromDocument = context.dates == .document
    self.created = fromDocument ? take(created, context) : nil
    self.modified = fromDocument ? take(modified, context) : nil
    self.created = self.created ?? context.fileModified
    self.modified = self.modified ?? context.fileModified
  }

  /// The moment of a date in the document; nil when it is missing or impossible.
  ///
  /// Impossible are days that no calendar has, years before 1, and moments outside of the years
  /// that RFC 3339 can express. A date of zeros means that the program didn't know it.
  private mutating func take(_ date: CalendarDate?, _ context: ImportContext) -> Timestamp? {
    // LibreOffice writes zeros for a date that it doesn't know.
    guard let date, date.year != 0 || date.month != 0 || date.day != 0 else { return nil }
    let time = Timestamp(
      year: date.year, month: date.month, day: date.day, hour: date.hour, minute: date.minute,
      second: date.second)
    guard let time, date.year > 0 else {
      isImpossible = true
      return nil
    }
    guard let zone = context.zone else {
      zoneIsUnknown = true
      return time
    }
    let moved = zone.moment(ofLocal: time)
    if !moved.isWithinRFC3339 { isImpossible = true }
    return moved.isWithinRFC3339 ? moved : nil
  }
}
