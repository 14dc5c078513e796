/// Entries of the head's tables while they are read, and what else is half-way.
struct RTFHead {
  var font: RTFFont?
  var color: (red: Int32, green: Int32, blue: Int32)?
  var style: RTFStyle?
  var date = RTFDate()
  var propertyName = ""
  var picture = RTFPicture()
  var outerRows: [RTFRow] = []

  var list = RTFList(number: 0)
  /// By `\listid`.
  var lists: [Int32: RTFList] = [:]
  var levels: RTFLevelPool
  /// There are lists that are not held.
  var lacksLists = false
  var level = RTFList.Level()
  var levelFont: Int16 = -1
  var levelHasText = false
  /// What Cocoa calls the level's marker.
  var levelMarker = ""
  var override = RTFList(number: 0)
  var overrideLevels: [(RTFList.Level, Bool)] = []
  var overrideStarts = false

  /// The file shows the markers of old-style lists itself.
  var hasListText = false
  var bullet = RTFBullet()
  var bullets: [RTFBullet] = []
  /// Bytes of the bullets' texts.
  var bulletBytes = 0

  var hasNewSets = false
  var tabKind: RTFTabStop.Kind = .left
  /// Merges and shading of the cell whose `\cellx` is yet to come.
  var cell = RTFRow.Cell(right: 0)
  /// Its tracked change, as characters have it.
  var cellChange = RTFCharacterState()
  var hasCellChange = false

  /// Whether a border stood there before the last border word, and whether that was a cell's.
  var wasBordered: (Bool, isCell: Bool)?
  /// The sides of the paragraph that the last border word named; 0 where it named a cell's or a row's.
  var borderSides: Int32 = 0
  /// Objects that are open.
  var objects: [RTFObjectFrame] = []

  init(mostLevelBytes: Int) { levels = RTFLevelPool(mostBytes: mostLevelBytes) }

  /// The marker of an old-style list item that the file doesn't show.
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
  var object = RTFObject()
  /// Content of the paragraph before the object's result.
  var hadContent = false
  /// What was left out before it.
  var hadLeftOut = false
  /// How many stories were interrupted where it began.
  var depth = 0
  /// The result has begun.
  var hasResult = false
}

/// A `\pn` definition.
struct RTFBullet: Equatable {
  var numbering: Int32 = 23
  var start: Int32 = 1
  var before: [UInt8] = []
  var after: [UInt8] = []
  /// `\pnlvlcont`: in the list, without a marker.
  var isSilent = false
  /// Items so far.
  var count: Int32 = 0

  /// Bytes of the texts of all bullets. Word 6 took 32 for each.
  static let mostBytes = 1 << 20

  static func == (a: RTFBullet, b: RTFBullet) -> Bool {
    a.numbering == b.numbering && a.start == b.start && a.before == b.before && a.after == b.after
      && a.isSilent == b.isSilent
  }
}
