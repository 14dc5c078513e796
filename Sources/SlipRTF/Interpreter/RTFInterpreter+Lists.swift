internal import SlipDocument
internal import RTFSyntax

/// List tables and the markers of list items (RTF 1.9.1, "List Tables").
///
/// Word writes `\listtable` with the definitions, `\listoverridetable` with the numbers
/// that `\lsN` refers to, and before each item a `{\listtext …}` with the marker as it
/// was last shown. Older files have `{\*\pn …}` instead of tables. A marker in the file
/// is taken as it is. Where the file shows none, `RTFListMarkers` counts it from the
/// definitions.
extension RTFInterpreter {
  // MARK: List table

  /// Handles `\list`, a definition of up to nine levels.
  mutating func beginList() {
    open(.listEntry, .listEntry)
    head.list = RTFList(number: 0)
  }

  /// The most lists that a text refers to: Word counts lists, and what overrides them, in
  /// a signed number of 16 bits. A document holds all its lists anyway, so there is no
  /// bound for it.
  static var mostLists: Int { Sink.wantsFormatting ? .max : 32_767 }

  /// Adds the list to those that overrides may refer to by `\listid`, if there is room.
  mutating func endList() {
    let hasRoom = head.lists.count < Self.mostLists || head.lists[head.list.identifier] != nil
    guard hasRoom, let levels = head.levels.shared(head.list.levels) else {
      return head.hasDroppedLists = true
    }
    head.list.levels = levels
    head.list.base = levels
    head.lists[head.list.identifier] = head.list
  }

  /// Whether a `\listlevel` may stand here: in a list, in an override, or in an
  /// override's `\lfolevel`, which then replaces the list's level
  /// (`\listoverrideformat`).
  var holdsLevels: Bool { [.listEntry, .overrideEntry, .listLevel].contains(group.destination) }

  /// Handles `\listlevel` and `\lfolevel`.
  mutating func beginLevel() {
    let restarts = group.destination == .listLevel && head.level.restarts
    open(.listLevel, .listLevel)
    head.level = RTFList.Level()
    head.level.restarts = restarts
    head.levelFont = -1
    head.levelHasText = false
    head.levelMarker = ""
  }

  /// Handles `\fN` in a level: the font of its marker.
  mutating func levelFont(_ number: Int32) { head.levelFont = fontTable.index(of: number) }

  /// Reads the pattern of a marker: `{\leveltext\leveltemplateidN\'02\'00.;}` is a
  /// length, then as many UTF-16 units. Characters below nine stand for the numbers of
  /// levels, so this example gives `1.`, `2.` and so on.
  mutating func endLevelText() {
    var scalars = String(decoding: capture, as: UTF8.self).unicodeScalars[...]
    guard let length = scalars.popFirst() else { return }
    var pattern: [UInt8] = []
    var units = Int(length.value)
    for scalar in scalars {
      units -= scalar.value > 0xFFFF ? 2 : 1
      if units < 0 { break }
      RTFEncoding.append(scalar.value, to: &pattern)
    }
    head.level.pattern = pattern
    head.levelHasText = true
  }

  /// Adds the level to its list or override. Only now is the font known that its marker
  /// is written in.
  mutating func endLevel() {
    if groups.last?.destination == .listLevel { return }
    var level = head.level
    if level.pattern.isEmpty {
      level.pattern = RTFLevelMarker.pattern(of: head.levelMarker, level: head.list.levels.count)
    }
    // The level names its font behind the text that the font is for.
    let page = fontTable.pages[Int(fontTable.page(of: head.levelFont))]
    // A bullet is a glyph of its font, even if the font is not declared as a symbol font.
    let isSymbols = page.number == 42 || level.numbering == 23 && fontTable.hasSymbolName(head.levelFont)
    level.pattern = glyphs(
      of: level.pattern, font: head.levelFont, isSymbols: isSymbols, isBullet: level.numbering == 23)
    let isOverride = groups.last?.destination == .overrideEntry
    // A level doesn't show the numbers of those below it: such a placeholder stands for its own number, as in LibreOffice.
    let own = UInt8(clamping: isOverride ? head.overrideLevels.count : head.list.levels.count)
    level.pattern = level.pattern.map { $0 < RTFList.mostLevels && $0 > own ? own : $0 }
    if isOverride {
      if head.overrideLevels.count < RTFList.mostLevels {
        head.overrideLevels.append((level, head.levelHasText))
      }
    } else if head.list.levels.count < RTFList.mostLevels {
      head.list.levels.append(level)
    }
  }

  /// The characters that a font shows for text that was decoded before the font was
  /// known.
  ///
  /// - Parameters:
  ///   - isSymbols: Whether each byte is a glyph of the font, as in Symbol.
  ///   - isBullet: Whether a glyph without a meaning becomes the bullet of Symbol.
  private func glyphs(of text: [UInt8], font: Int16, isSymbols: Bool, isBullet: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let value = isSymbols && (0x20...0xFF).contains(scalar.value) ? 0xF000 | scalar.value : scalar.value
      let symbol = fontTable.symbol(value, font: font)
      RTFEncoding.append(isBullet ? RTFListMarkers.bullet(symbol) : symbol, to: &result)
    }
    return result
  }

  /// Handles `\listoverride`.
  mutating func beginOverride() {
    open(.overrideEntry, .overrideEntry)
    head.override = RTFList(number: 0)
    head.overrideLevels = []
    head.overrideStarts = false
  }

  /// Adds a list under the number that paragraphs refer to: the list of its `\listid`,
  /// with the levels that the override changes. Of two overrides with one number the
  /// first counts.
  mutating func endOverride() {
    guard head.override.number > 0, tables.list(head.override.number) == nil else { return }
    var list = head.lists[head.override.identifier] ?? RTFList(number: 0)
    list.number = head.override.number
    list.identifier = head.override.identifier
    for (index, (level, hasText)) in head.overrideLevels.enumerated() where index < list.levels.count {
      if hasText {
        list.levels[index] = level
      } else if level.restarts {
        list.levels[index].start = level.start
        list.levels[index].restarts = true
      }
    }
    guard let levels = head.levels.shared(list.levels) else { return head.hasDroppedLists = true }
    list.levels = levels
    if !tables.add(list, most: Self.mostLists) { head.hasDroppedLists = true }
  }

  /// Handles the words of the list tables.
  mutating func listWord(_ effect: ControlEffect, _ parameter: Int32) {
    switch (effect.action, group.destination) {
    case (.listID, .listEntry): head.list.identifier = parameter
    case (.listID, .overrideEntry): head.override.identifier = parameter
    case (.listLevelStart, .listLevel): head.level.start = parameter
    case (.listLevelNumbering, .listLevel): head.level.numbering = parameter
    case (.listLevelLegal, .listLevel): head.level.isLegal = parameter != 0
    case (.listLevelRestart, .listLevel): head.level.neverRestarts = parameter != 0
    case (.listOverrideStart, .listLevel): head.level.restarts = true
    default: break
    }
  }

  // MARK: Old-style bullets

  /// Handles `\pn`, an old-style list.
  mutating func beginBullet() {
    open(.bulletDefinition, .bulletDefinition)
    head.bullet = RTFBullet()
  }

  /// Handles the words of an old-style list.
  mutating func bullet(_ effect: ControlEffect, _ parameter: Int32) {
    guard group.destination == .bulletDefinition else { return }
    switch effect.action {
    case .bulletNumbering: head.bullet.numbering = effect.value
    case .bulletStart: head.bullet.start = parameter
    case .bulletContinue: head.bullet.isSilent = true
    case .bulletFont:
      group.font = fontTable.index(of: parameter)
      selectPage()
    default: break
    }
  }

  /// The captured text before or behind an old-style number, as the font shows it that
  /// the definition names.
  func bulletText() -> [UInt8] {
    guard head.bullet.numbering == 23, fontTable.hasSymbolName(group.font),
      fontTable.pages[Int(group.page)].number != 42
    else { return Array(capture[...]) }
    return glyphs(of: capture, font: group.font, isSymbols: true, isBullet: true)
  }

  /// Ends `\pn` and gives it to the paragraph around it. Equal definitions in a row are
  /// one list, whose items are counted.
  mutating func endBullet() {
    guard !groups.isEmpty else { return }
    if head.bullets.last != head.bullet {
      let bytes = head.bullet.before.count + head.bullet.after.count
      guard head.bullets.count < Int(Int16.max) - 1, head.bulletBytes + bytes <= RTFBullet.mostBytes else {
        // If the file shows its markers itself, nothing is lost.
        if !head.hasListText { faults.note(.listLimit, at: group.start) }
        return
      }
      head.bulletBytes += bytes
      head.bullets.append(head.bullet)
    }
    groups[groups.count - 1].bullet = Int16(head.bullets.count)
    if !story.isParagraphStarted { attention.insert(.marker) }
  }

  // MARK: Markers

  /// Ends `\listtext` or `\pntext`: the marker of the paragraph that follows.
  mutating func endListText() {
    head.hasListText = true
    let marker = RTFListMarkers.cleaned(capture)
    guard !story.isParagraphStarted, story.pendingMarker.isEmpty, !marker.isEmpty else {
      // AbiWord writes a space for a marker that it has not counted yet.
      story.hasEmptyListText = marker.isEmpty && !capture.contains(0x20)
      return
    }
    if group.isDeleted { return }
    story.pendingMarker = marker
    attention.insert(.marker)
  }

  /// The bullet for a marker that is a glyph of an unnamed font.
  ///
  /// A marker such as U+F0B7 shows something in a symbol font only, and the file does not
  /// name the font beside it. If the list's definition names one, its bullet counts;
  /// otherwise the glyph is taken from Symbol.
  private func bullet(for marker: [UInt8], _ computed: [UInt8]) -> [UInt8] {
    let levels = tables.list(group.list)?.levels ?? []
    let level = Int(group.listLevel)
    let isNumber = level < levels.count && levels[level].numbering != 23
    if isNumber { return marker.elementsEqual([0xEF, 0x82, 0xB7]) ? [0xE2, 0x80, 0xA2] : marker }
    if level < levels.count && !computed.isEmpty && !RTFListMarkers.isPrivate(computed) { return computed }
    var symbol: [UInt8] = []
    for scalar in String(decoding: marker, as: UTF8.self).unicodeScalars {
      RTFEncoding.append(RTFListMarkers.bullet(scalar.value), to: &symbol)
    }
    return symbol
  }

  /// Notes that the list which would give the item's marker was dropped at the limit.
  private mutating func noteDroppedList() {
    let isLacking = tables.list(group.list)?.levels.isEmpty ?? true
    if group.list != 0 && !story.hasEmptyListText && isLacking {
      faults.note(.listLimit, at: tokenizer.position)
    }
  }

  /// Sends the marker of a list item, before the item's first content.
  ///
  /// The file's own marker wins over the counted one. The item is counted either way, so
  /// that the next one has the right number.
  mutating func startListItem() {
    attention.remove(.marker)
    guard !story.isParagraphStarted else { return }
    story.isParagraphStarted = true
    var marker = story.pendingMarker
    story.pendingMarker = []
    var computed: [UInt8] = []
    if group.list != 0, let list = tables.list(group.list) {
      computed = markers.next(list, level: Int(group.listLevel))
    } else if group.bullet > 0, !head.hasListText {
      computed = head.nextBullet(group.bullet)
    }
    // OpenOffice writes its bullets in the wrong code page, so they are decoded as U+FFFD.
    let isBroken = marker.elementsEqual([0xEF, 0xBF, 0xBD])
    if head.hasDroppedLists && (marker.isEmpty || isBroken || RTFListMarkers.isPrivate(marker)) {
      noteDroppedList()
    }
    if marker.isEmpty && !story.hasEmptyListText || isBroken { marker = computed }
    if isBroken && computed.isEmpty { marker = Array(ListDefinition.bullet.utf8) }
    if RTFListMarkers.isPrivate(marker) { marker = bullet(for: marker, computed) }
    story.hasEmptyListText = false
    guard !marker.isEmpty else { return }
    marker.withUnsafeBytes { sink.listMarker($0, list: group.list, level: Int32(group.listLevel)) }
  }
}
