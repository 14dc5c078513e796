/// What a control word acts upon.
///
/// A row of `ControlWordTable` names one action; the interpreter of RTF switches over it. So words that
/// mean the same (`\levelnfc` and `\levelnfcn`) share an action, and words of one family (`\qc`, `\qr`)
/// share an action and differ in `ControlWord.value`.
///
/// The order of the cases matters in two places: actions from `bold` on concern formatting only
/// (`isFormatting`), so a reader that extracts plain text skips them; and the cases from
/// `pictureFormat` to `pictureScaleY` are those that `ControlEffect.isOfPicture` accepts. Raw values
/// live in memory only and may change.
public enum ControlAction: UInt8, Sendable, CaseIterable {
  /// The word is not in the table. Behind `\*` its group is skipped; otherwise the word has no effect.
  case unknown
  /// The word is known, and changes nothing that Slipbox retains (`\widowctrl`, `\kerning`).
  case ignored

  // MARK: Text

  /// A character that has a word of its own (`\emdash`); `value` is its code point.
  case character
  /// `\par`: ends a paragraph.
  case paragraph
  /// `\line` and `\lbr`: breaks the line within a paragraph.
  case lineBreak
  /// `\tab`.
  case tab
  /// Breaks a page, column or section; `value` is `ControlValue.page`, `column` or `section`.
  case pageBreak
  /// `\uN`: a UTF-16 code unit as a signed 16-bit number. Fallback characters follow, as many as `\uc` says.
  case unicode
  /// `\ucN`: how many fallback characters follow each `\u` of this group; 1 by default.
  case unicodeSkip
  /// `\binN`: N raw bytes follow. The tokenizer itself acts upon it.
  case binary
  /// `\chftn`: the automatic number of a footnote or endnote.
  case noteMark
  /// `\chatn`: the reference mark of an annotation.
  case annotationMark
  /// `\cell`: ends a table cell.
  case cell
  /// `\nestcell`: ends a cell of a nested table.
  case nestedCell
  /// `\row`: ends a table row.
  case row
  /// `\nestrow`: ends a row of a nested table.
  case nestedRow
  /// `\cellxN`: ends the definition of a cell, whose right edge lies at N twips.
  case cellBoundary
  /// A tracked change of the cell (`\clins`, `\cldelauth`); `value` says which, from
  /// `ControlValue.insertion` to `ControlValue.deletionDate`.
  case cellChange
  /// `\lastrow`: the row being defined is the last of its table.
  case lastRow

  // MARK: What text depends on

  /// `\plain`: character formatting returns to its defaults.
  case characterReset
  /// `\pard`: paragraph formatting returns to its defaults.
  case paragraphReset
  /// `\trowd`: begins the definition of a row with default properties.
  case rowReset
  /// `\sectd`: section formatting returns to its defaults.
  case sectionReset
  /// `\fN`: the font by its number in the font table; it also selects the code page of the text.
  case font
  /// `\afN`: the font for associated characters, which is that of the run types `\hich`, `\dbch` and so on.
  case associatedFont
  /// `\deffN`: the font that `\plain` returns to.
  case defaultFont
  /// `\deflangN`: the language that `\plain` returns to, as a Windows language identifier.
  case defaultLanguage
  /// How notes are counted: `value` is `ControlValue.footnotes` or `endnotes`, plus a style such as
  /// `lowerRoman`.
  case noteNumbering
  /// The number of the first note; `value` is `ControlValue.footnotes` or `endnotes`.
  case noteStart
  /// Which of the associated fonts applies; `value` is `ControlValue.low`, `high`, `double`, `rightToLeft` or
  /// `leftToRight`.
  case runType
  /// `\v`: hidden text.
  case hidden
  /// `\deleted` and `\mvf`: text that a tracked change deletes, or moves elsewhere.
  case deleted
  /// The character set of the document; `value` is the code page that `\ansi`, `\mac`, `\pc` or `\pca`
  /// stands for.
  case characterSet
  /// `\ansicpgN`: the code page of the document.
  case codePage
  /// `\intbl`: the paragraph stands in a table cell.
  case inTable
  /// `\itapN`: how many tables the paragraph is nested in.
  case tableDepth
  /// `\lsN`: the paragraph belongs to list override N.
  case list
  /// `\ilvlN`: the level of the paragraph in its list, from 0.
  case listLevel
  /// `\ftnalt`: the note is an endnote.
  case endnote
  /// `\fromhtml`: the document encapsulates HTML (MS-OXRTFEX).
  case documentFromHTML
  /// `\htmlrtf`: switches on and off text that exists only for readers that do not extract the
  /// encapsulated HTML (MS-OXRTFEX).
  case htmlSuppression

  // MARK: Font table entries

  /// `\fcharsetN`: the character set of a font, see `CodePage.number(charset:)`.
  case fontCharset
  /// `\cpgN`: the code page of a font, which takes precedence over its character set.
  case fontCodePage
  /// The family of a font; `value` is 0 for `\fnil`, then in the order of the specification up to 7 for
  /// `\fbidi`.
  case fontFamily

  // MARK: Colour table entries

  /// `\redN`, 0 to 255.
  case red
  /// `\greenN`, 0 to 255.
  case green
  /// `\blueN`, 0 to 255.
  case blue

  // MARK: List tables

  /// `\listidN`: the identifier by which list overrides refer to a list.
  case listID
  /// `\listtemplateidN`: the identifier of the template that a list was made from.
  case listTemplate
  /// `\levelstartatN`: the first number of a list level.
  case listLevelStart
  /// `\levelnfcN` and `\levelnfcnN`: the number format of a list level, such as 0 for decimal and 23
  /// for a bullet.
  case listLevelNumbering
  /// `\levellegalN`: whether the numbers of outer levels are shown as decimals.
  case listLevelLegal
  /// `\levelfollowN`: what follows the number: 0 a tab, 1 a space, 2 nothing.
  case listLevelFollow
  /// `\listoverridestartat`: the override changes where a level starts.
  case listOverrideStart
  /// `\listoverridecountN`: how many levels the override changes: 0, 1 or 9.
  case listOverrideCount
  /// `\levelnorestartN`: whether the level continues its count behind an outer level.
  case listLevelRestart
  /// The number format of a paragraph that is numbered in the way of Word 6 and 95; `value` is a
  /// `\levelnfc` number.
  case bulletNumbering
  /// `\pnlvlN` and `\pnlvlbody`: the level of such a paragraph.
  case bulletLevel
  /// `\pnstartN`: its first number.
  case bulletStart
  /// `\pnlvlcont`: the paragraph continues an item and has no number of its own.
  case bulletContinue
  /// `\pnhang`: the number hangs to the left of the text.
  case bulletHang
  /// `\pnfN`: the font of the number or bullet.
  case bulletFont

  // MARK: Pictures
  // `ControlEffect.isOfPicture` depends on these standing together, from `pictureFormat` to `pictureScaleY`.

  /// The format of a picture's data; `value` is one of `ControlValue.png` to `ControlValue.os2Metafile`.
  case pictureFormat
  /// `\picwN`: the width, in pixels for bitmaps and in the metafile's own units for metafiles.
  case pictureWidth
  /// `\pichN`: the height, in the units of `pictureWidth`.
  case pictureHeight
  /// `\picwgoalN`: the desired width in twips, before scaling.
  case pictureGoalWidth
  /// `\pichgoalN`: the desired height in twips, before scaling.
  case pictureGoalHeight
  /// `\picscalexN`: the horizontal scale in per cent.
  case pictureScaleX
  /// `\picscaleyN`: the vertical scale in per cent.
  case pictureScaleY
  /// `\widthN` of an attachment: its width in twips.
  case attachmentWidth
  /// `\heightN` of an attachment: its height in twips.
  case attachmentHeight
  /// `\objwN`: the width of an object in twips.
  case objectWidth
  /// `\objhN`: the height of an object in twips.
  case objectHeight

  // MARK: Destinations

  /// A destination without text, of which nothing else is used. `value` is a `ControlSubject`, or 0
  /// when nothing is lost.
  case skipped
  /// A destination whose text belongs to the text around it. `value` is a `ControlSubject`, or 0 when
  /// nothing is lost.
  case transparent
  /// An element or operand of a formula; `value` is the raw value of a `MathPart`.
  case math
  /// The properties of a formula's element (`\mfPr`).
  case mathProperties
  /// One of these properties; `value` is the raw value of a `MathProperty`.
  case mathProperty
  /// `\rtf`: the document.
  case documentStart
  /// `\fonttbl`: the font table.
  case fontTable
  /// `\colortbl`: the colour table.
  case colorTable
  /// `\stylesheet`: the style sheet.
  case styleSheet
  /// `\listtable`: the list table.
  case listTable
  /// `\listoverridetable`: the list override table.
  case listOverrideTable
  /// `\revtbl`: the authors of tracked changes.
  case revisionTable
  /// `\userprops`: properties that the user has defined.
  case userProperties
  /// `\list`: an entry of the list table.
  case listEntry
  /// `\listlevel` and `\lfolevel`: a level of a list, or of a list override, for which `value` is 1.
  case listLevelEntry
  /// `\leveltext`: the text of a level's number, with placeholders for the levels.
  case listLevelText
  /// `\levelmarker`: the marker of a level as Apple's programs write it.
  case listLevelMarker
  /// `\formfield`: what a form field shows, and its limits; `value` is a subject that is lost.
  case formField
  /// `\listname`: the name of a list.
  case listName
  /// `\levelnumbers`: where the placeholders stand in `\leveltext`.
  case listLevelNumbers
  /// `\listoverride`: an entry of the list override table.
  case listOverrideEntry
  /// `\falt`: the name of a font to use when the first is missing.
  case alternativeFontName
  /// `\info`: the information about the document.
  case info
  /// A text in `\info`; `value` is one of `ControlValue.title` to `ControlValue.operatorName`, or 0
  /// when it is not used.
  case infoText
  /// A date in `\info`; `value` is one of `ControlValue.created` to `ControlValue.backedUp`.
  case infoDate
  /// `\yrN` of a date.
  case year
  /// `\moN` of a date, from 1.
  case month
  /// `\dyN` of a date, from 1.
  case day
  /// `\hrN` of a date.
  case hour
  /// `\minN` of a date.
  case minute
  /// `\secN` of a date.
  case second
  /// `\propname`: the name of a user-defined property.
  case propertyName
  /// `\staticval`: its value.
  case propertyValue
  /// `\listtext`: the number or bullet as plain text, for readers without lists.
  case listText
  /// `\pntext`: the same for paragraphs numbered in the way of Word 6 and 95.
  case bulletNumberText
  /// `\pn`: such a numbering.
  case bulletDefinition
  /// `\pntxtb`: the text before its number.
  case bulletTextBefore
  /// `\pntxta`: the text after its number.
  case bulletTextAfter
  /// `\pict`: a picture.
  case picture
  /// `\shppict`: the picture of Word 97 and later, which `\nonshppict` repeats for older readers.
  case shapePicture
  /// `\nonshppict`: the picture for older readers.
  case nonShapePicture
  /// `\picprop`: properties of a picture, such as its description.
  case pictureProperties
  /// `\object`: an OLE object.
  case object
  /// `\result`: what an object looks like.
  case objectResult
  /// `\objdata`: the data of an object.
  case objectData
  /// `\objname`: the name of an object.
  case objectName
  /// `\objclass`: the class of an object, such as `Package`.
  case objectClass
  /// `\field`: a field.
  case field
  /// `\fldinst`: the instruction of a field, such as `HYPERLINK "…"`.
  case fieldInstruction
  /// `\fldrslt`: the text that a field shows.
  case fieldResult
  /// `\footnote`: a footnote, or an endnote where `\ftnalt` says so.
  case footnote
  /// `\annotation`: an annotation (comment).
  case annotation
  /// `\atnid`: the initials of its author.
  case annotationID
  /// `\atnauthor`: the name of its author.
  case annotationAuthor
  /// `\atndate`: its date.
  case annotationDate
  /// A header or footer; `value` is one of `ControlValue.header` to `headerRight`, and from
  /// `ControlValue.footer` on it is a footer.
  case header
  /// `\bkmkstart`: where a bookmark starts, and its name.
  case bookmarkStart
  /// `\bkmkend`: where a bookmark ends, and its name.
  case bookmarkEnd
  /// `\shp` and `\shpgrp`: a shape, or a group of shapes.
  case shape
  /// `\shpinst`: the instructions of a shape.
  case shapeInstructions
  /// `\shptxt`: the text of a shape.
  case shapeText
  /// `\shprslt`: a shape as Word 6 and 95 show it.
  case shapeResult
  /// `\sp`: a property of a shape or picture.
  case shapeProperty
  /// `\sn`: its name.
  case shapePropertyName
  /// `\sv`: its value.
  case shapePropertyValue
  /// `\do`: a drawing object of Word 6 and 95.
  case drawing
  /// `\dptxbxtext`: the text of a drawing's text box.
  case drawingText
  /// `\upr`: a destination twice, first in a code page and then in Unicode.
  case unicodeAlternative
  /// `\ud`: the Unicode one of the two.
  case unicodeBranch
  /// `\nesttableprops`: the properties of a nested row.
  case nestedTableProperties
  /// `\nonesttables`: text for readers without nested tables.
  case noNestedTables
  /// `\NeXTGraphic`: the file name of an attachment in an RTFD package.
  case attachment
  /// `\NeXTHelpMarker` and `\NeXTHelpLink`: a mark of NeXT's help, with a placeholder behind it.
  case helpMark
  /// `\htmltag`: a fragment of encapsulated HTML (MS-OXRTFEX).
  case htmlTag

  // MARK: Character formatting
  // `isFormatting` depends on everything from here on being formatting.

  /// `\b`.
  case bold
  /// `\i`.
  case italic
  /// A kind of underline; `value` is one of `ControlValue.single` to `ControlValue.words`, or 0 for none.
  case underline
  /// `\strike`.
  case strike
  /// `\striked`.
  case doubleStrike
  /// `\caps`.
  case allCapitals
  /// `\scaps`.
  case smallCapitals
  /// Superscript and subscript; `value` is 1 for above, -1 for below and 0 for on the line.
  case position
  /// `\upN`: raised by N half-points.
  case raise
  /// `\dnN`: lowered by N half-points.
  case lower
  /// `\fsN`: the font size in half-points.
  case fontSize
  /// `\expndtwN`: the distance between characters, in twips.
  case letterSpacing
  /// `\expndN`: the same in quarter-points.
  case quarterPointSpacing
  /// `\charscalexN`: the width of characters in per cent.
  case characterScale
  /// `\cfN`: the colour of the text, by its number in the colour table.
  case foreground
  /// `\cbN` and `\chcbpatN`: the colour behind the text.
  case background
  /// `\highlightN`: the colour of the highlighter.
  case highlight
  /// `\langN`: the language of the text, as a Windows language identifier.
  case language
  /// `\csN`: the character style.
  case characterStyle
  /// `\revised` and `\mvt`: text that a tracked change inserts, or has moved here.
  case revised
  /// `\revauthN`: the author of the insertion, by number in `\revtbl`.
  case revisionAuthor
  /// `\revdttmN`: its date, packed as in Word's DTTM structure.
  case revisionDate
  /// `\revauthdelN`: the author of the deletion.
  case deletionAuthor
  /// `\revdttmdelN`: its date.
  case deletionDate
  /// `\mvauthN`: the author of the move.
  case moveAuthor
  /// `\mvdateN`: its date.
  case moveDate

  // MARK: Paragraph formatting

  /// The alignment of a paragraph; `value` is `ControlValue.left`, `center`, `right` or `justified`.
  case alignment
  /// `\liN`: in twips.
  case leftIndent
  /// `\riN`: in twips.
  case rightIndent
  /// `\linN`: in twips, where lines begin: on the left, or on the right of text from right to left.
  case leadingIndent
  /// `\rinN`: in twips, where lines end.
  case trailingIndent
  /// `\fiN`: in twips, relative to the left indent.
  case firstLineIndent
  /// `\sbN`: in twips.
  case spaceBefore
  /// `\saN`: in twips.
  case spaceAfter
  /// `\slN`: in twips; negative for exactly so much, 0 for automatic.
  case lineSpacing
  /// `\slmultN`: 1 when `\sl` means a multiple of single spacing, whose unit is 240.
  case lineSpacingMultiple
  /// `\sN`: the paragraph style.
  case paragraphStyle
  /// `\tsN`: the table style.
  case tableStyle
  /// `\dsN`: the section style.
  case sectionStyle
  /// `\outlinelevelN`: the outline level, from 0.
  case outlineLevel
  /// The direction of a paragraph; `value` is 1 for right to left.
  case paragraphDirection
  /// `\keepn`: the paragraph stays on the page of the next one.
  case keepWithNext
  /// `\pagebb`: the paragraph begins a page.
  case pageBreakBefore
  /// `\cbpatN`: the colour behind a paragraph.
  case paragraphShading
  /// `\txN`: a tab stop at N twips.
  case tabStop
  /// `\tbN`: a vertical bar at N twips.
  case barTab
  /// The kind of the next tab stop; `value` is `ControlValue.center`, `right` or `decimal`.
  case tabKind

  // MARK: Table formatting

  /// `\clcbpatN`: the colour behind a cell.
  case cellShading
  /// Cells merged in a row; `value` is 1 for the first cell and 2 for those merged into it.
  case horizontalMerge
  /// Cells merged in a column; `value` is 1 for the first cell and 2 for those merged into it.
  case verticalMerge
  /// Where the content of a cell stands; `value` is `ControlValue.topOfCell`, `middleOfCell` or `bottomOfCell`.
  case cellAlignment
  /// `\trhdr`: the row is repeated at the top of each page.
  case headerRow
  /// `\tbllkhdrcols`: the first cell of the row is its header.
  case headerColumn
  /// `\rtlrow`: the cells of the row stand from right to left.
  case rightToLeftRow
  /// `\trleftN`: the left edge of a row in twips.
  case rowLeft
  /// A length of the document's pages; `value` is one of `ControlValue.paperWidth` to `rightMargin`.
  case pageLength
  /// The same for a section.
  case sectionPageLength
  /// `\landscape` and `\lndscpsxn`: pages are wider than high; `value` is 1 for a section.
  case landscape
  /// A border of a cell; `value` is a side such as `ControlValue.top`, or 0 for a diagonal.
  case cellBorder
  /// A border that cells of a row have where they state none; `value` is a side such as `ControlValue.top` or `betweenCells`.
  case rowBorder
  /// A border of a paragraph; `value` is a sum of sides such as `ControlValue.top`, or 0 for a line beside or between paragraphs.
  case paragraphBorder
  /// The line of the border just named; `value` is one of `ControlValue.single`, `doubleLine`,
  /// `dotted`, `dashed`, `thick`, `otherLine` or `noLine`, or 0 where the file says that it states none.
  case borderStyle
  /// `\brdrwN`: its width in twips.
  case borderWidth
  /// `\brdrcfN`: its colour.
  case borderColor
  /// `\brspN`: its distance from the text in twips.
  case borderSpace
  /// `\clftsWidthN`: the unit of a cell's preferred width; 1 is automatic.
  case cellWidthUnit

  // MARK: Style sheet entries

  /// `\sbasedonN`: the style that a style inherits from.
  case basedOn
  /// `\snextN`: the style of the paragraph that follows one with this style.
  case nextStyle

  /// The word says something that Slipbox does not retain, so a reader reports it; `value` is for
  /// `ControlSubject.init(value:parameter:)`.
  case unsupported

  /// Whether the action concerns formatting only, and so can't change what the text is.
  @inlinable public var isFormatting: Bool { rawValue >= ControlAction.bold.rawValue }
}
