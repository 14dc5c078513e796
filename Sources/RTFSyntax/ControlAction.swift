/// What a control word acts upon. The order matters: actions from `bold` on are formatting only, which a reader
/// that wants nothing but the text may pass over.
public enum ControlAction: UInt8, Sendable, CaseIterable {
  /// Not in the table.
  case unknown
  /// Known, and without effect on what Slipbox keeps.
  case ignored

  // MARK: Text
  /// `value` is the code point.
  case character
  case paragraph, lineBreak, tab
  /// `value` is `ControlValue.page`, `column` or `section`.
  case pageBreak
  case unicode, unicodeSkip, binary
  case noteMark, annotationMark
  case cell, nestedCell, row, nestedRow
  /// `\cellx`: a cell's definition ends.
  case cellBoundary
  /// A tracked change of the cell; `value` says which of `ControlValue.insertion` and so on.
  case cellChange
  /// The row to come, or to end, is its table's last.
  case lastRow

  // MARK: What text depends on
  case characterReset, paragraphReset, rowReset, sectionReset
  case font, associatedFont, defaultFont, defaultLanguage
  /// How notes are counted: `value` is one of `ControlValue.footnotes` and `endnotes`, plus a style.
  case noteNumbering
  /// `value` is `ControlValue.footnotes` or `endnotes`.
  case noteStart
  /// `value` is the run type: `ControlValue.low`, `high`, `double`, `rightToLeft`, `leftToRight`.
  case runType
  case hidden, deleted
  /// `value` is the code page that `\ansi`, `\mac`, `\pc` or `\pca` stands for.
  case characterSet
  case codePage
  case inTable, tableDepth
  /// `\ls` and `\ilvl` of a paragraph.
  case list, listLevel
  case endnote
  case documentFromHTML
  /// What follows was made of encapsulated HTML, for readers that don't know it.
  case htmlSuppression

  // MARK: Font table entries
  case fontCharset, fontCodePage
  /// `value` is the family.
  case fontFamily

  // MARK: Colour table entries
  case red, green, blue

  // MARK: List tables
  case listID, listTemplate, listLevelStart, listLevelNumbering, listLevelLegal, listLevelFollow
  case listOverrideStart, listOverrideCount, listLevelRestart
  /// Old numbering: `value` is a `\levelnfc` number.
  case bulletNumbering, bulletLevel, bulletStart, bulletContinue, bulletHang, bulletFont

  // MARK: Pictures
  // From `pictureFormat` to `pictureScaleY`: see `ControlEffect.isOfPicture`.
  /// `value` is a `ControlValue` picture format.
  case pictureFormat
  case pictureWidth, pictureHeight, pictureGoalWidth, pictureGoalHeight, pictureScaleX, pictureScaleY
  case attachmentWidth, attachmentHeight, objectWidth, objectHeight

  // MARK: Destinations
  /// Nothing in it is text, and nothing else is wanted of it. `value` is a `ControlSubject` or 0.
  case skipped
  /// A destination whose text belongs to the text around it. `value` is a `ControlSubject` or 0.
  case transparent
  /// A formula's element or operand; `value` is that of a `MathPart`.
  case math
  /// The properties of such an element, and one of them; `value` is that of a `MathProperty`.
  case mathProperties, mathProperty
  case documentStart
  case fontTable, colorTable, styleSheet, listTable, listOverrideTable, revisionTable, userProperties
  case listEntry, listLevelEntry, listLevelText, listLevelMarker, listLevelNumbers, listOverrideEntry
  case alternativeFontName
  case info
  /// `value` is a `ControlValue` information field.
  case infoText, infoDate
  case year, month, day, hour, minute, second
  case propertyName, propertyValue
  case listText, bulletNumberText, bulletDefinition, bulletTextBefore, bulletTextAfter
  case picture, shapePicture, nonShapePicture, pictureProperties
  case object, objectResult, objectData, objectName, objectClass
  case field, fieldInstruction, fieldResult
  case footnote, annotation, annotationID, annotationAuthor, annotationDate
  /// `value` tells which: a header below `ControlValue.footer`, a footer from there.
  case header
  case bookmarkStart, bookmarkEnd
  case shape, shapeInstructions, shapeText, shapeResult, shapeProperty, shapePropertyName, shapePropertyValue
  case drawing, drawingText
  case unicodeAlternative, unicodeBranch
  case nestedTableProperties, noNestedTables
  case attachment
  case htmlTag

  // MARK: Character formatting
  case bold, italic
  /// `value` is a `ControlValue` underline; 0 for none.
  case underline
  case strike, doubleStrike, allCapitals, smallCapitals
  /// `value` is 1, -1 or 0: above, below, on the line.
  case position
  case raise, lower
  case fontSize, foreground, background, highlight, language
  case characterStyle
  case revised, revisionAuthor, revisionDate, deletionAuthor, deletionDate, moveAuthor, moveDate

  // MARK: Paragraph formatting
  /// `value` is `ControlValue.left` and so on.
  case alignment
  case leftIndent, rightIndent, firstLineIndent, spaceBefore, spaceAfter, lineSpacing, lineSpacingMultiple
  case paragraphStyle, tableStyle, sectionStyle, outlineLevel
  case paragraphDirection
  case keepWithNext, pageBreakBefore, paragraphShading
  case tabStop, barTab
  /// `value` is `ControlValue.center` and so on, for the next `\tx`.
  case tabKind

  // MARK: Table formatting
  case cellShading
  /// `value` is 1 for the first cell of the merge, 2 for the others.
  case horizontalMerge, verticalMerge
  case headerRow, rowLeft
  /// `value` is 1 for a cell's border, 2 for a row's; the kind of line follows.
  case tableBorder, noBorder
  /// `value` is a set of sides, as `ControlValue.top` and so on are.
  case paragraphBorder
  /// `value` is a `ControlValue` line style.
  case borderStyle
  case borderWidth, borderColor, borderSpace
  /// `\clftsWidth`: 1 for automatic.
  case cellWidthUnit

  // MARK: Style sheet entries
  case basedOn, nextStyle

  /// Says something that Slipbox doesn't keep; `value` is for `ControlSubject.init(value:parameter:)`.
  case unheld

  /// True where the action bears on formatting only.
  @inlinable public var isFormatting: Bool { rawValue >= ControlAction.bold.rawValue }
}
