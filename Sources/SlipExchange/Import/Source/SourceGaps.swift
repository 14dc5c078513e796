internal import SlipBase

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

  /// The gaps of a note as it was read.
  init(_ note: ImportedNote) {
    for diagnostic in note.diagnostics where diagnostic.severity == .error {
      if diagnostic.code == ExchangeCode.pieceDamaged {
        isCut = true
      } else {
        missingFiles += diagnostic.count
      }
    }
    lacksText = note.lacksText
  }

  /// Whether something is damaged. A text that isn't there is none: most notes without one never had any.
  var isDamage: Bool { isCut || missingFiles > 0 }
}
