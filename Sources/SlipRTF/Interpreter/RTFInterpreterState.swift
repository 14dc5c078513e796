internal import RTFSyntax

/// Where the text of a group goes.
///
/// The order of the cases counts: `isCapturing` compares raw values.
enum RTFDestination: UInt8 {
  /// Into the story that is being read.
  case body
  /// Nowhere, but groups inside may lead back into the body: shapes and drawings, whose
  /// text boxes and pictures count.
  case shell
  /// Into a picture: hexadecimal digits or `\bin`.
  case picture
  /// Nowhere, except for properties that describe the picture, such as `wzDescription`.
  case pictureProperties
  /// Into the entries of a table, which end in semicolons.
  case fontTable, colorTable, styleSheet
  /// Nowhere: control words alone define a list.
  case listTable, listEntry, listLevel, overrideTable, overrideEntry
  /// Nowhere: groups inside hold the texts, control words the dates.
  case info, infoDate, userProperties
  /// Nowhere: `\pn` with its words. Groups inside hold the marker's text.
  case bulletDefinition
  /// The result of a field that something else replaces. Only the size of its picture
  /// counts.
  case replaced
  /// Nowhere. What is skipped is still searched for instructions, where the sink has
  /// `wantsInstructions`.
  case passed
  // MARK: Captured text
  /// Into `RTFInterpreter.capture`: a marker, an author, a bookmark's name. This case and
  /// all below capture text.
  case capture
  /// `\leveltext` and `\levelmarker`.
  case levelText
  /// The file's name of a `\NeXTGraphic`, whose bytes may be UTF-8 whatever the code page
  /// is.
  case attachmentName
  /// `\revtbl`: names that end in semicolons.
  case revisionTable
  /// `\fldinst`, and `\objclass` for a sink that wants it.
  case fieldInstruction

  /// Whether text is captured as a whole.
  var isCapturing: Bool { rawValue >= RTFDestination.capture.rawValue }
  /// Whether text is captured, either as a whole or as the name in a table's entry.
  var takesCharacters: Bool { isCapturing || self == .fontTable || self == .styleSheet }
}

/// What a group has opened, and its closing brace will close.
///
/// A group opens one thing at most. `RTFInterpreter.close(_:at:)` holds what happens at
/// the brace, case by case.
enum RTFOpening: UInt8 {
  case nothing
  /// Tables of the head.
  case fontTable, colorTable, styleSheet
  /// List tables and the tracked changes' authors.
  case listTable, listEntry, listLevel, levelText, levelMarker, listName, overrideTable, overrideEntry
  case revisionTable
  /// The information group and `\userprops`.
  case info, infoText, infoDate, propertyName, propertyValue
  /// The marker of a list item, and old-style lists.
  case listText, bulletDefinition, bulletTextBefore, bulletTextAfter
  /// Fields. A stray instruction belongs to no field of the story, and only a sink with
  /// `wantsInstructions` gets it.
  case field, fieldInstruction, strayInstruction, nestedInstruction, fieldResult
  /// Stories of their own.
  case note, textBox, header
  /// What comes beside an annotation.
  case annotationAuthor, annotationDate
  /// The names of bookmarks.
  case bookmarkStart, bookmarkEnd
  /// Properties of shapes and pictures. `shapePicture` is a `\pict` or `\shppict` whose
  /// data has not begun.
  case shapePropertyName, shapePropertyValue, shapePicture
  /// Objects and shapes.
  case object, objectName, shape
  /// The file's name of a `\NeXTGraphic`.
  case attachmentName
  /// `\nesttableprops`, whose end restores the outer row's definition.
  case nestedRow
  /// A piece of encapsulated HTML.
  case htmlTag
  /// An element of a formula, or an operand in parentheses.
  case math
}

/// What a group inherits from the group around it, and its brace restores.
///
/// A plain value, and a small one: a hundred thousand groups may be open. Formatting that
/// only some sinks want is in `RTFFormatState`.
struct RTFGroupState {
  /// Where text goes. Change it by `setDestination`, which keeps `suppression` in step.
  var destination = RTFDestination.body
  /// What the brace will close.
  var opening = RTFOpening.nothing
  /// A number that belongs to `opening`: which header, which field of the information
  /// group.
  var detail: UInt8 = 0
  /// The interpreter opened the group itself. It closes together with the group around
  /// it.
  var isVirtual = false
  /// A shape in this group has been read, so its fallback `\shprslt` is skipped.
  var hasShape = false

  /// The interpreter skips the group and all groups within: see `RTFDestination.passed`.
  var isPassed = false
  /// `\v`: hidden text.
  var isHidden = false
  /// `\deleted` or a moved-away text (`\mvf`).
  var isDeleted = false
  /// Why text cannot go to the sink as it stands; empty for plain visible text in the
  /// body. One test of it admits text to the short cut of `RTFInterpreter.run`.
  var suppression: TextSuppression = []

  /// The code page of the font in force: an index into `RTFFontTable.pages`.
  var page: UInt8 = 0
  /// Which of the four fonts below is in force: a `ControlValue` such as `.high`
  /// (`\hich`).
  var runType: UInt8 = UInt8(ControlValue.leftToRight)
  /// The font of low and all other characters (`\f`); like the three below an index into
  /// the font table, -1 for none.
  var font: Int16 = -1
  /// The font of high ANSI characters (`\hich\af`).
  var highFont: Int16 = -1
  /// The font of double-byte characters (`\dbch\af`).
  var doubleFont: Int16 = -1
  /// The font of right-to-left runs (`\rtlch\af`).
  var bidiFont: Int16 = -1

  /// `\intbl`: the paragraph lies in a table.
  var isInTable = false
  /// `\ilvlN`, from 0 to 8.
  var listLevel: UInt8 = 0
  /// The old-style bullet of the paragraph (`\pn`): an index into `RTFHead.bullets`,
  /// counted from 1; 0 for none.
  var bullet: Int16 = 0
  /// `tableDepth` in two bytes, which keep the state small.
  private var depthInTables: Int16 = 0
  /// N of `\lsN`; 0 when the paragraph is in no list.
  var list: Int32 = 0
  /// `\ucN`: how many characters stand behind each `\u` for readers without Unicode.
  var skipCount: Int32 = 1
  /// The offset of the group's brace.
  var start = 0

  /// How many tables the paragraph lies in: 1 for `\intbl`, N for `\itapN`.
  var tableDepth: Int32 {
    get { Int32(depthInTables) }
    set { depthInTables = Int16(clamping: newValue) }
  }

  /// Reasons why text cannot go to the sink as it stands.
  struct TextSuppression: OptionSet {
    var rawValue: UInt8
    /// The destination is not the body.
    static let destination = TextSuppression(rawValue: 1)
    /// The text is hidden (`\v`).
    static let hidden = TextSuppression(rawValue: 2)
    /// The text is a tracked deletion.
    static let deleted = TextSuppression(rawValue: 4)
    /// The code page gives other characters than ASCII to bytes below 0x80, as that of
    /// Symbol does.
    static let symbols = TextSuppression(rawValue: 8)
    /// The text stands for encapsulated HTML (`\htmlrtf`). Only for sinks with
    /// `wantsHTML`.
    static let suppressed = TextSuppression(rawValue: 16)
  }

  /// Changes the destination, and whether it suppresses text.
  mutating func setDestination(_ new: RTFDestination) {
    destination = new
    if new == .body { suppression.remove(.destination) } else { suppression.insert(.destination) }
  }
}

/// What waits for the next text. While any of these is set, text takes the slow path.
struct RTFPendingState: OptionSet {
  var rawValue: UInt8
  /// Characters behind a `\u` are to be skipped.
  static let skip = RTFPendingState(rawValue: 1)
  /// A character of several bytes is unfinished.
  static let lead = RTFPendingState(rawValue: 2)
  /// A high surrogate waits for the low one.
  static let surrogate = RTFPendingState(rawValue: 4)
  /// The paragraph may need a list marker before its first content.
  static let marker = RTFPendingState(rawValue: 8)
  /// A note has begun and the sink does not know yet: its kind (`\ftnalt`) and mark may
  /// still change.
  static let note = RTFPendingState(rawValue: 16)
  /// The character that holds the place of a `\NeXTGraphic` is expected next. It is not
  /// text.
  static let placeholder = RTFPendingState(rawValue: 32)
}

/// What the next control word must be checked for.
struct RTFInterception: OptionSet {
  var rawValue: UInt8
  /// It may be one of the characters to skip behind a `\u`.
  static let skip = RTFInterception(rawValue: 1)
  /// A `\*` stands before it: if it is unknown, its group is skipped.
  static let star = RTFInterception(rawValue: 2)
}

/// What a header, or a hidden or deleted note, must leave as it found it.
///
/// Without formatting these stories are skipped. So that the visible text is the same
/// either way, reading one must not change the counters and positions that the text
/// around it depends on. `suspendOutside` saves them here and `resumeOutside` puts them
/// back.
struct RTFSuspendedState {
  /// Whether a header or footer is open; otherwise a note.
  let isHeader: Bool
  var markers: RTFListMarkers
  var hasListText: Bool
  var bullets: [RTFBullet]
  var bulletBytes: Int
  var lastText: Range<Int>
  var lastMark: Int
  var objects: [RTFObjectFrame]
  var shapes: RTFOpenShapes
  var endOfPicture: Int
}

/// What the interpreter knows about a story: the body, a note, a text box or a header.
///
/// A story that a note, text box or header interrupts waits in `RTFInterpreter.stories`.
struct RTFStory {
  /// Something visible has come since the last end of a paragraph, cell or row, or since
  /// the result of a field or object began.
  var hasContent = false
  /// `hasContent` as it was before that result began.
  var hadContent = false
  /// Something hidden or deleted has come since the object's result began. Only with
  /// formatting.
  var hasLeftOut = false
  /// The paragraph has begun for its list marker: a marker that comes later is ignored.
  var isParagraphStarted = false
  /// Nothing visible has come since the paragraph's last break.
  private(set) var isBehindBreak = false
  /// The table depth of the paragraph's last break that has something visible before it;
  /// `noBreak` without one.
  private(set) var breakDepth = RTFStory.noBreak
  /// Larger than any table depth, so that a comparison with it finds no break.
  static let noBreak = Int32.max
  /// The paragraph's end is a tracked deletion: it goes on in the next paragraph.
  var runsOn = false
  /// The marker that the file itself shows (`\listtext`), until the paragraph's first
  /// content.
  var pendingMarker: [UInt8] = []
  /// The paragraph to come has a `\listtext` without text: it is a list item that shows
  /// no marker.
  var hasEmptyListText = false
  /// A section or page ended in the paragraph, outside tables.
  var hasSectionEnd = false
  /// The formatting of the paragraph that a page has ended; nil for a section, of which the sink knows it.
  var paragraphAtBreak: RTFParagraphState?
  /// The definition of the row that is being read (`\trowd` …).
  var row = RTFRow()
  /// The tables that are open.
  var tables = RTFOpenTables()
  /// The note that this story is; nil for the body, text boxes and headers.
  var note: RTFNote?

  /// Whether the paragraph has something visible.
  var isOpen: Bool { hasContent || hadContent }

  /// Records that something visible comes.
  @inline(__always)
  mutating func noteContent() { (hasContent, isBehindBreak, isParagraphStarted) = (true, false, true) }

  /// Records a text box. It is visible in the paragraph that anchors it, but does not
  /// begin a list item.
  mutating func noteTextBox() { (hasContent, isBehindBreak) = (true, false) }

  /// Records a page, column or section break in a paragraph that has something visible.
  mutating func noteBreak(depth: Int32) { (breakDepth, isBehindBreak) = (depth, true) }

  /// Lowers the depth of the last break: what has come of the paragraph lies in no more
  /// tables than these.
  mutating func limitBreak(to depth: Int32) {
    if breakDepth != RTFStory.noBreak { breakDepth = min(breakDepth, depth) }
  }

  /// Records that the paragraph ended at its last break.
  mutating func endAtBreak() { breakDepth = RTFStory.noBreak }

  /// Records the end of a paragraph, cell or row.
  mutating func endContent() {
    (hasContent, hadContent, isBehindBreak) = (false, false, false)
    breakDepth = RTFStory.noBreak
  }

  /// Begins to watch the content of a field's or object's result on its own.
  ///
  /// - Returns: A value to pass to `endResult`.
  mutating func beginResult() -> Bool {
    defer { (hasContent, hadContent) = (false, isOpen) }
    return hadContent
  }

  /// Ends the result, and counts its content as the paragraph's.
  ///
  /// - Parameter outer: What `beginResult` returned.
  mutating func endResult(_ outer: Bool) {
    hasContent = isOpen
    hadContent = hadContent && outer
  }
}
