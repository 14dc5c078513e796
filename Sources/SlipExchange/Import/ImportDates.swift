internal import SlipBase
internal import SlipDocument

/// A note's dates from those of its document and its file.
struct ImportDates {
  var created: Timestamp?
  var modified: Timestamp?
  var zoneIsUnknown = false
  /// A date of the document that no calendar has.
  var isImpossible = false

  init(created: CalendarDate?, modified: CalendarDate?, context: ImportContext) {
    let fromDocument = context.dates == .document
    self.created = fromDocument ? take(created, context) : nil
    self.modified = fromDocument ? take(modified, context) : nil
    self.created = self.created ?? context.fileModified
    self.modified = self.modified ?? context.fileModified
  }

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
