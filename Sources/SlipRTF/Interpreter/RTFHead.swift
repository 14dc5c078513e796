internal import RTFSyntax

/// The entries of the head's tables while they are read, and other state that is half-way
/// between two control words.
///
/// Complete entries are in `RTFTables`. The state here is not restored by braces.
struct RTFHead {
  /// The font that is being read, up to its semicolon.
  var font: RTFFont?
  /// The colour that is being read; nil before its first word, as an empty entry is the
  /// automatic colour.
  var color: (red: Int32, green: Int32, blue: Int32)?
  /// The style that is being read, up to its semicolon.
  var style: RTFStyle?
  /// The date of the information group that is being read.
  var date = RTFDate()
  /// The name of the user property whose value comes next (`\propname`).
  var propertyName = ""
  /// The picture that is being read.
  var picture = RTFPicture()
  /// The definitions of the rows around the nested row that is being defined
  /// (`\nesttableprops`).
  var outerRows: [RTFRow] = []

  /// The list that is being read.
  var list = RTFList(number: 0)
  /// The lists of `\listtable` by `\listid`.
  var lists: [Int32: RTFList] = [:]
  /// The levels of those lists, stored once each.
  var levels: RTFLevelPool
  /// There are lists that were dropped at the limit.
  var hasDroppedLists = false
  /// The level that is being read.
  var level = RTFList.Level()
  /// The font of that level, as an index into the font table.
  var levelFont: Int16 = -1
  /// The level has a `\leveltext`.
  var levelHasText = false
  /// The marker of the level as Cocoa names it: see `RTFLevelMarker`.
  var levelMarker = ""
  /// The override that is being read.
  var override = RTFList(number: 0)
  /// The levels that the override changes, and whether each has a pattern of its own.
  var overrideLevels: [(RTFList.Level, Bool)] = []
  var overrideStarts = false

  /// The file shows the markers of old-style lists itself.
  var hasListText = false
  /// The old-style list that is being read.
  var bullet = RTFBullet()
  /// The old-style lists so far. `RTFGroupState.bullet` refers to them, counted from 1.
  var bullets: [RTFBullet] = []
  /// How many bytes the texts of the bullets take together.
  var bulletBytes = 0

  /// There are sets of tab stops or borders that the sink does not know yet.
  var hasNewSets = false
  /// A section has ended: what comes says nothing of the first one's pages.
  var hasEndedSection = false
  /// The kind of the next tab stop: `\tqc\tx2000` names the kind first.
  var tabKind: RTFTabStop.Kind = .left
  /// Merges and shading of the cell whose `\cellx` is still to come.
  var cell = RTFRow.Cell(right: 0)
  /// The lines of that cell.
  var cellBorders = RTFBorders()
  /// Whether that cell has words about lines.
  var hasCellBorders = false
  /// The tracked change of that cell, stored as characters have it.
  var cellChange = RTFCharacterState()
  /// Whether that cell has words about a tracked change.
  var hasCellChange = false

  /// The border that the last border word named.
  var border = Border.none
  /// The objects that are open, the outermost first.
  var objects: [RTFObjectFrame] = []

  /// A border that words about lines follow: `\brdrt\brdrs\brdrw10`.
  enum Border {
    /// None so far.
    case none
    /// Sides of a paragraph, a cell or a row: a sum of `ControlValue.top` and so on.
    case paragraph(Int32)
    case cell(Int32)
    case row(Int32)
    /// One that documents don't have, and the loss that it is where it is drawn; nil where the loss is noted already.
    case other(ControlSubject?)
  }

  /// Creates an empty head.
  ///
  /// - Parameter mostLevelBytes: How many bytes the levels of all lists may take.
  init(mostLevelBytes: Int) { levels = RTFLevelPool(mostBytes: mostLevelBytes) }

  /// Counts an item of an old-style list, and gives its marker.
  ///
  /// - Parameter number: The list, counted from 1.
  /// - Returns: The marker in UTF-8; empty if the list shows none.
  mutating func nextBullet(_ number: Int16) -> [UInt8] {
    let index = Int(number) - 1
    guard index >= 0, index < bullets.count, !bullets[index].isSilent else { return [] }
    let value = bullets[index].start.addingReportingOverflow(bullets[index].count).partialValue
    bullets[index].count &+= 1
    let bullet = bullets[index]
    return RTFListMarkers.cleaned(
      bullet.before + RTFListMarkers.number(value, bullet.numbering) + bullet.after)
  }
}

/// An object that is open.
struct RTFObjectFrame {
  /// What the object's words have said so far.
  var object = RTFObject()
  /// What `RTFStory.beginResult` returned.
  var hadContent = false
  /// Whether something hidden or deleted had come before the result.
  var hadLeftOut = false
  /// How many stories were interrupted where the object began.
  var depth = 0
  /// The result has begun.
  var hasResult = false
}

/// An old-style list (`\pn`; RTF 1.9.1, "Bullets and Numbering"): how Word 6 and 95
/// marked list items.
struct RTFBullet: Equatable {
  /// The kind of number, by the values of `\levelnfcN`; 23 is a bullet.
  var numbering: Int32 = 23
  /// The number of the first item (`\pnstartN`).
  var start: Int32 = 1
  /// The text before the number (`\pntxtb`), in UTF-8.
  var before: [UInt8] = []
  /// The text behind the number (`\pntxta`), in UTF-8.
  var after: [UInt8] = []
  /// `\pnlvlcont`: the paragraph is in the list, but has no marker.
  var isSilent = false
  /// How many items have come so far. Two bullets that differ only in this are equal.
  var count: Int32 = 0

  /// The most bytes of the texts of all bullets together. Word 6 allowed 32 for each.
  static let mostBytes = 1 << 20

  static func == (a: RTFBullet, b: RTFBullet) -> Bool {
    a.numbering == b.numbering && a.start == b.start && a.before == b.before && a.after == b.after
      && a.isSilent == b.isSilent
  }
}
