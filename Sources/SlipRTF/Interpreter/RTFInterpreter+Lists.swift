internal import SlipDocument
internal import RTFSyntax

/// List tables and the markers of list items.
extension RTFInterpreter {
  // MARK: List table

  mutating func beginList() {
    open(.listEntry, .listEntry)
    head.list = RTFList(number: 0)
  }

  /// A text refers to no more lists: Word counts its lists, and what overrides them, in 16 bits with sign. A document
  /// holds them all anyway.
  static var mostLists: Int { Sink.wantsFormatting ? .max : 32_767 }

  mutating func endList() {
    let hasRoom = head.lists.count < Self.mostLists || head.lists[head.list.identifier] != nil
    guard hasRoom, let levels = head.levels.shared(head.list.levels) else { return head.lacksLists = true }
    head.list.levels = levels
    head.lists[head.list.identifier] = head.list
  }

  /// In a list, in an override, and in an override's level, which it then is (`\listoverrideformat`).
  var holdsLevels: Bool { [.listEntry, .overrideEntry, .listLevel].contains(group.destination) }

  mutating func beginLevel() {
    let restarts = group.destination == .listLevel && head.level.restarts
    open(.listLevel, .listLevel)
    head.level = RTFList.Level()
    head.level.restarts = restarts
    head.levelFont = -1
    head.levelHasText = false
    head.levelMarker = ""
  }

  mutating func levelFont(_ number: Int32) { head.levelFont = fontTable.index(of: number) }

  /// `{\leveltext\leveltemplateidN\'02\'00.;}`: the length, then as many characters; those below nine are places
  /// for numbers.
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

  mutating func endLevel() {
    if groups.last?.destination == .listLevel { return }
    var level = head.level
    if level.pattern.isEmpty {
      level.pattern = RTFLevelMarker.pattern(of: head.levelMarker, level: head.list.levels.count)
    }
    // The font comes behind the text that it is for.
    let page = fontTable.pages[Int(fontTable.page(of: head.levelFont))]
    // A bullet is the font's glyph, whatever else the font says of itself.
    let isSymbols = page.number == 42 || level.numbering == 23 && fontTable.hasSymbolName(head.levelFont)
    level.pattern = glyphs(
      of: level.pattern, font: head.levelFont, isSymbols: isSymbols, isBullet: level.numbering == 23)
    if groups.last?.destination == .overrideEntry {
      if head.overrideLevels.count < RTFList.mostLevels {
        head.overrideLevels.append((level, head.levelHasText))
      }
    } else if head.list.levels.count < RTFList.mostLevels {
      head.list.levels.append(level)
    }
  }

  /// What a font shows for text that was decoded without it.
  private func glyphs(of text: [UInt8], font: Int16, isSymbols: Bool, isBullet: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let value = isSymbols && (0x20...0xFF).contains(scalar.value) ? 0xF000 | scalar.value : scalar.value
      let symbol = fontTable.symbol(value, font: font)
      RTFEncoding.append(isBullet ? RTFListMarkers.bullet(symbol) : symbol, to: &result)
    }
    return result
  }

  mutating func beginOverride() {
    open(.overrideEntry, .overrideEntry)
    head.override = RTFList(number: 0)
    head.overrideLevels = []
    head.overrideStarts = false
  }

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
    guard let levels = head.levels.shared(list.levels) else { return head.lacksLists = true }
    list.levels = levels
    if !tables.add(list, most: Self.mostLists) { head.lacksLists = true }
  }

  /// Words of the list tables.
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

  mutating func beginBullet() {
    open(.bulletDefinition, .bulletDefinition)
    head.bullet = RTFBullet()
  }

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

  /// A bullet's text, as the font shows it that the definition names.
  func bulletText() -> [UInt8] {
    guard head.bullet.numbering == 23, fontTable.hasSymbolName(group.font),
      fontTable.pages[Int(group.page)].number != 42
    else { return Array(capture[...]) }
    return glyphs(of: capture, font: group.font, isSymbols: true, isBullet: true)
  }

  /// The definition is a property of the paragraph around it.
  mutating func endBullet() {
    guard !groups.isEmpty else { return }
    if head.bullets.last != head.bullet {
      let bytes = head.bullet.before.count + head.bullet.after.count
      guard head.bullets.count < Int(Int16.max) - 1, head.bulletBytes + bytes <= RTFBullet.mostBytes else {
        // The markers that the file shows are enough.
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

  mutating func endListText() {
    head.hasListText = true
    let marker = RTFListMarkers.cleaned(capture)
    guard !story.isParagraphStarted, story.pendingMarker.isEmpty, !marker.isEmpty else {
      // A space is what AbiWord writes for a marker that it has not counted yet.
      story.hasEmptyListText = marker.isEmpty && !capture.contains(0x20)
      return
    }
    if group.isDeleted { return }
    story.pendingMarker = marker
    attention.insert(.marker)
  }

  /// What a marker shows whose font, which would tell, the file doesn't name beside it.
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

  /// Tells that the list which would give the item's marker isn't held.
  private mutating func noteLackingList() {
    let isLacking = tables.list(group.list)?.levels.isEmpty ?? true
    if group.list != 0 && !story.hasEmptyListText && isLacking {
      faults.note(.listLimit, at: tokenizer.position)
    }
  }

  /// Writes the marker of a list item before its first content.
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
    // OpenOffice writes its bullets in the wrong code page.
    let isBroken = marker.elementsEqual([0xEF, 0xBF, 0xBD])
    if head.lacksLists && (marker.isEmpty || isBroken || RTFListMarkers.isPrivate(marker)) {
      noteLackingList()
    }
    if marker.isEmpty && !story.hasEmptyListText || isBroken { marker = computed }
    if isBroken && computed.isEmpty { marker = Array(ListDefinition.bullet.utf8) }
    if RTFListMarkers.isPrivate(marker) { marker = bullet(for: marker, computed) }
    story.hasEmptyListText = false
    guard !marker.isEmpty else { return }
    marker.withUnsafeBytes { sink.listMarker($0, list: group.list, level: Int32(group.listLevel)) }
  }
}
