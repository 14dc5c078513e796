/// Paragraph formatting in force, as RTF states it; lengths in twips. A plain value without references.
struct RTFParagraphState: Equatable {
  /// `\sN`; 0 for the default style.
  var style: Int32 = 0
  var leftIndent: Int32 = 0
  var rightIndent: Int32 = 0
  var firstLineIndent: Int32 = 0
  var spaceBefore: Int32 = 0
  var spaceAfter: Int32 = 0
  /// `\slN`: 0 automatic, positive at least, negative exactly; with `isMultiple` in 240ths of a line.
  var lineSpacing: Int32 = 0
  var isMultiple = false
  /// A `ControlValue` alignment: left, center, right or justified.
  var alignment: UInt8 = 0
  /// `\outlinelevelN`; -1 when the file doesn't say, 9 for body text.
  var outlineLevel: Int8 = -1
  var isRightToLeft = false
  var keepsWithNext = false
  var startsPage = false
  /// Index into `RTFTables.colors`; 0 for none.
  var shading: Int32 = 0
  /// Index into `RTFTables.tabSets`; 0 for none.
  var tabSet: Int32 = 0
  /// Index into `RTFTables.borderSets`; 0 for none.
  var borders: Int32 = 0
  /// `\lsN`; 0 when the paragraph is in no list.
  var list: Int32 = 0
  /// `\ilvlN`, from 0 to 8.
  var listLevel: Int32 = 0
  /// How many tables the paragraph lies in: 0 in none (`\intbl` is 1, `\itapN` is N).
  var tableDepth: Int32 = 0
}
