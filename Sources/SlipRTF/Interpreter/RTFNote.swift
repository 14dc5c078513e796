internal import SlipDocument

/// A footnote, endnote or annotation, as the interpreter tells of it.
struct RTFNote {
  var kind: MarginNote.Kind
  /// Counted from 1 for each kind when automatic (`1`, `2`; `[A1]` for annotations), else the file's own.
  var mark: String
  var isAutomatic: Bool
  /// Its reference is hidden: it isn't counted, and has no mark. With formatting only.
  var isLeftOut = false
  /// Its reference is a tracked deletion: it isn't counted, and an automatic one has no mark. With formatting only.
  var isDeleted = false
  /// The formatting at its reference. With formatting only.
  var anchor = RTFCharacterState()
  /// `\atnauthor`; nil for other notes.
  var author: String?
  /// `\atndate` in the packed form of `\revdttm`; 0 for none.
  var date: Int32 = 0
}
