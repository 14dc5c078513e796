internal import RTFSyntax

/// Where the text of a group goes.
enum RTFDestination: UInt8 {
  /// Into the story that is being read.
  case body
  /// Nowhere, but groups inside may lead back into the body (shapes and drawings).
  case shell
  case picture
  /// Nowhere, but for what describes the picture.
  case pictureProperties
  case fontTable, colorTable, styleSheet
  case listTable, listEntry, listLevel, overrideTable, overrideEntry
  case info, infoDate, userProperties
  case bulletDefinition
  /// The result of a field that something else stands for: only the size of its picture counts.
  case replaced
  /// Nowhere: what is passed over is read for the instructions in it alone, where the sink wants those.
  case passed
  // From here on text is captured.
  case capture
  case levelText
  case attachmentName
  case revisionTable
  case fieldInstruction

  var isCapturing: Bool { rawValue >= RTFDestination.capture.rawValue }
  /// Text is captured, as such or as the name in a table's entry.
  var isNaming: Bool { isCapturing || self == .fontTable || self == .styleSheet }
}

/// What a group opened and its brace will close.
enum RTFOpening: UInt8 {
  case nothing
  case fontTable, colorTable, styleSheet
  case listTable, listEntry, listLevel, levelText, levelMarker, overrideTable, overrideEntry, revisionTable
  case info, infoText, infoDate, propertyName, propertyValue
  case listText, bulletDefinition, bulletTextBefore, bulletTextAfter
  case field, fieldInstruction, strayInstruction, fieldResult
  case note, textBox, header
  case annotationAuthor, annotationDate
  case bookmarkStart, bookmarkEnd
  case shapePropertyName, shapePropertyValue, shapePicture
  case object, objectName, shape
  case attachmentName
  case nestedRow
  case htmlTag
  case math
}

/// What a group hands down and its brace restores. A plain value, and a small one: a hundred thousand may be open.
struct RTFGroupState {
  var destination = RTFDestination.body
  var opening = RTFOpening.nothing
  /// Of an opening: which header, information field and so on.
  var detail: UInt8 = 0
  /// Pushed by the interpreter; closes together with the group around it.
  var isVirtual = false
  /// A shape of this group has been taken: its fallback is not.
  var hasShape = false

  /// What the interpreter passes over, and all within: see `RTFDestination.passed`.
  var isPassed = false
  var isHidden = false
  var isDeleted = false
  /// Text can't pass as it stands, because of the destination, the font or because it is left out.
  var suppression: TextSuppression = []

  /// The code page of the font in force: index into `RTFFontTable.pages`, and its characters.
  var page: UInt8 = 0
  var runType: UInt8 = UInt8(ControlValue.leftToRight)
  /// Indices into the font table; -1 for none. By run type: low and all others, high, double-byte, right-to-left.
  var font: Int16 = -1
  var highFont: Int16 = -1
  var doubleFont: Int16 = -1
  var bidiFont: Int16 = -1

  var isInTable = false
  var listLevel: UInt8 = 0
  /// Index into the old-style bullets, from 1.
  var bullet: Int16 = 0
  private var depthInTables: Int16 = 0
  var list: Int32 = 0
  /// `\ucN`.
  var skipCount: Int32 = 1
  /// Offset of the group's brace.
  var start = 0

  var tableDepth: Int32 {
    get { Int32(depthInTables) }
    set { depthInTables = Int16(clamping: newValue) }
  }

  struct TextSuppression: OptionSet {
    var rawValue: UInt8
    static let destination = TextSuppression(rawValue: 1)
    static let hidden = TextSuppression(rawValue: 2)
    static let deleted = TextSuppression(rawValue: 4)
    /// ASCII doesn't stand for itself.
    static let symbols = TextSuppression(rawValue: 8)
    /// Stands for encapsulated HTML; for sinks that want that.
    static let suppressed = TextSuppression(rawValue: 16)
  }

  mutating func setDestination(_ new: RTFDestination) {
    destination = new
    if new == .body { suppression.remove(.destination) } else { suppression.insert(.destination) }
  }
}

/// What waits for the next text.
struct RTFPendingState: OptionSet {
  var rawValue: UInt8
  /// Characters behind `\u` are passed over.
  static let skip = RTFPendingState(rawValue: 1)
  /// A multi-byte character is unfinished.
  static let lead = RTFPendingState(rawValue: 2)
  /// A high surrogate waits for the low one.
  static let surrogate = RTFPendingState(rawValue: 4)
  /// The paragraph may want a list marker.
  static let marker = RTFPendingState(rawValue: 8)
  /// A note's start hasn't been told, as its kind and mark were not known.
  static let note = RTFPendingState(rawValue: 16)
  /// The character that stands for a `\NeXTGraphic` is yet to come.
  static let placeholder = RTFPendingState(rawValue: 32)
}

/// What the next control word has to be looked at for.
struct RTFInterception: OptionSet {
  var rawValue: UInt8
  static let skip = RTFInterception(rawValue: 1)
  static let star = RTFInterception(rawValue: 2)
}

/// What a header, or a note that is hidden or deleted, must leave as it was: the text goes on without it.
struct RTFSuspendedState {
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

/// A story that is interrupted by a note, text box or header.
struct RTFStory {
  /// Something visible has come since the last end of a paragraph, cell or row, or since the field's or object's result began.
  var hasContent = false
  /// The same, before that result began.
  var hadContent = false
  /// Something hidden or deleted has come since the object's result began. With formatting only.
  var hasLeftOut = false
  var isParagraphStarted = false
  /// Nothing visible has come since the paragraph's last break.
  private(set) var isBehindBreak = false
  /// The depth of the last break behind something visible of the paragraph.
  private(set) var breakDepth = RTFStory.noBreak
  static let noBreak = Int32.max
  /// The paragraph's end is deleted: it goes on in the next one.
  var runsOn = false
  var pendingMarker: [UInt8] = []
  /// The paragraph to come has a `\listtext` without text: a list item that shows no marker.
  var hasEmptyListText = false
  /// A section ended in the paragraph, outside tables.
  var hasSectionEnd = false
  var row = RTFRow()
  var tables = RTFOpenTables()
  /// The one that interrupts.
  var note: RTFNote?

  /// The paragraph has something visible.
  var isOpen: Bool { hasContent || hadContent }

  /// Something visible comes.
  @inline(__always)
  mutating func noteContent() { (hasContent, isBehindBreak, isParagraphStarted) = (true, false, true) }

  /// A text box is seen in the paragraph that anchors it, but begins no list item.
  mutating func noteTextBox() { (hasContent, isBehindBreak) = (true, false) }

  mutating func noteBreak(depth: Int32) { (breakDepth, isBehindBreak) = (depth, true) }

  /// What has come of the paragraph lies in no more tables than these.
  mutating func limitBreak(to depth: Int32) {
    if breakDepth != RTFStory.noBreak { breakDepth = min(breakDepth, depth) }
  }

  /// The paragraph ended at its last break.
  mutating func endAtBreak() { breakDepth = RTFStory.noBreak }

  mutating func endContent() {
    (hasContent, hadContent, isBehindBreak) = (false, false, false)
    breakDepth = RTFStory.noBreak
  }

  /// Begins to look for content of a result's own; gives what `endResult` wants to know.
  mutating func beginResult() -> Bool {
    defer { (hasContent, hadContent) = (false, isOpen) }
    return hadContent
  }

  mutating func endResult(_ outer: Bool) {
    hasContent = isOpen
    hadContent = hadContent && outer
  }
}
