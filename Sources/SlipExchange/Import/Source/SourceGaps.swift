internal import SlipBase
internal import SlipOffice

/// What can't be known of a note, because its source is damaged, incomplete or not downloaded.
///
/// What a source says is one of three: read, absent, or not to be known. Only the first two change anything. What can't be known
/// leaves a note that is there as it is, and is named each time.
public struct SourceGaps: Sendable, Hashable {
  /// Whether words may be missing: see `SourceFault.cut`. Then nothing of the note counts.
  var isCut = false
  /// How many files that it shows or names can't be had: see `SourceFault.missingFile` and `SourceFault.unreadable`.
  var missingFiles = 0
  /// Whether what holds the text isn't there, which may be on purpose: see `SourceNote.lacksText`.
  var lacksText = false
  /// Whether the text has no end, which may be so on purpose: see `SourceNote.lacksEnd`.
  var lacksEnd = false
  /// Whether its properties can't be read: see `SourceNote.lacksFacts`.
  var lacksFacts = false

  /// Whether a part of the document that it refers to isn't there.
  var lacksParts = false

  /// The gaps of a note as it was read.
  init(_ note: ImportedNote) {
    for diagnostic in note.diagnostics where diagnostic.severity == .error {
      if [ExchangeCode.pieceDamaged, OfficeCode.cutPart, OfficeCode.partNotRead].contains(diagnostic.code) {
        isCut = true
      } else {
        missingFiles += diagnostic.count
      }
    }
    lacksParts = note.diagnostics.contains { $0.code == OfficeCode.missingTarget }
    (lacksText, lacksEnd, lacksFacts) = (note.lacksText, note.lacksEnd, note.lacksFacts)
  }

  /// Whether something is damaged. A text that isn't there is none: most notes without one never had any.
  var isDamage: Bool { isCut || missingFiles > 0 }
}
