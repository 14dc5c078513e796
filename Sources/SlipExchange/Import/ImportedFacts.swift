internal import SlipBase
internal import SlipDocument

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
