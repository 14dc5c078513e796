internal import RTFSyntax
internal import SlipDocument

/// Counts list items and writes their markers.
///
/// Overrides of one list (`\listoverride` with the same `\listid`) share their counters:
/// after item 3 of `\ls1`, an item of `\ls2` is 4, unless `\listoverridestartat` restarts
/// the count.
package struct RTFListMarkers {
  /// For each `\listid`, where its levels begin in `reached`.
  private var places: [Int32: Int32] = [:]
  /// The numbers that levels have reached; nil for a level that begins anew.
  private var reached: [Int32?] = []
  /// The lists, by the number of `\lsN`, that have been used.
  private var begun: Set<Int32> = []

  /// Counts an item and gives its marker in UTF-8.
  ///
  /// An item of one level restarts all deeper levels, except those with
  /// `\levelnorestart`. A level that was skipped counts as begun.
  ///
  /// - Parameter level: From 0.
  /// - Returns: The marker; empty if the level has none.
  mutating func next(_ list: RTFList, level: Int) -> [UInt8] {
    guard level < list.levels.count else { return [] }
    let place = place(of: list.identifier)
    if begun.insert(list.number).inserted {
      for (level, definition) in list.levels.enumerated() where definition.restarts {
        reached[place + level] = nil
      }
    }
    reached[place + level] = reached[place + level].map { $0 &+ 1 } ?? list.levels[level].start
    for outer in 0..<level where reached[place + outer] == nil {
      reached[place + outer] = list.levels[outer].start
    }
    for deeper in list.levels.indices where deeper > level && !list.levels[deeper].neverRestarts {
      reached[place + deeper] = nil
    }
    return marker(list, level, reached[place..<place + RTFList.mostLevels])
  }

  /// Where the counters of a list begin. They are made at its first use.
  private mutating func place(of identifier: Int32) -> Int {
    if let known = places[identifier] { return Int(known) }
    let place = reached.count
    places[identifier] = Int32(truncatingIfNeeded: place)
    reached += repeatElement(nil, count: RTFList.mostLevels)
    return place
  }

  /// The marker of a level, from its pattern and the numbers of all levels: `1.2` for the
  /// pattern `\'00.\'01`.
  private func marker(_ list: RTFList, _ level: Int, _ values: ArraySlice<Int32?>) -> [UInt8] {
    let definition = list.levels[level]
    if definition.numbering == 255 { return [] }
    var marker: [UInt8] = []
    for byte in definition.pattern {
      guard byte < 9 else {
        marker.append(byte)
        continue
      }
      guard Int(byte) < list.levels.count else { continue }
      let other = list.levels[Int(byte)]
      let value = values[values.startIndex + Int(byte)] ?? other.start
      let numbering = definition.isLegal && Int(byte) != level ? 0 : other.numbering
      marker += RTFListMarkers.number(value, numbering)
    }
    return RTFListMarkers.cleaned(marker)
  }

  /// Whether a marker is one character of a symbol font (U+F000 to U+F0FF) that no known
  /// font gives a meaning.
  static func isPrivate(_ marker: [UInt8]) -> Bool {
    marker.count == 3 && marker[0] == 0xEF && (0x80...0x83).contains(marker[1])
  }

  /// The character of a bullet. A glyph that no font gives a meaning to is taken from
  /// Symbol, whatever the font: U+F0B7 is •.
  static func bullet(_ scalar: UInt32) -> UInt32 {
    guard (0xF020...0xF0FF).contains(scalar) else { return scalar }
    let character = CodePage.symbol[UInt8(truncatingIfNeeded: scalar)]
    return character >= CodePage.lacking ? scalar : character
  }

  /// A marker as it is shown. TABs and line ends become spaces, spaces at the ends are
  /// removed, and other controls are dropped.
  package static func cleaned(_ marker: [UInt8]) -> [UInt8] {
    var text = marker.compactMap { byte -> UInt8? in
      switch byte {
      case 0x09, 0x0A, 0x0D: 0x20
      case 0x20...: byte
      default: nil
      }
    }
    while text.last == 0x20 { text.removeLast() }
    return Array(text.drop { $0 == 0x20 })
  }

  /// A number in the form of `\levelnfcN`: 0 decimal, 1 and 2 Roman, 3 and 4 letters, 5
  /// ordinal, 22 with a leading zero, 23 and 255 none. Unknown forms are decimal.
  package static func number(_ value: Int32, _ numbering: Int32) -> [UInt8] {
    switch numbering {
    case 1...4:
      return Array(ListDefinition.Level.Numbering(code: Int(numbering)).counted(Int(value)).utf8)
    case 5: return Array(ordinal(value).utf8)
    case 22: return Array((value >= 0 && value < 10 ? "0" : "").utf8) + Array(String(value).utf8)
    case 23, 255: return []
    default: return Array(String(value).utf8)
    }
  }

  /// An English ordinal: `1st`, `2nd`, `11th`.
  private static func ordinal(_ value: Int32) -> String {
    let ending: String
    switch (value % 100, value % 10) {
    case (11...13, _): ending = "th"
    case (_, 1): ending = "st"
    case (_, 2): ending = "nd"
    case (_, 3): ending = "rd"
    default: ending = "th"
    }
    return String(value) + ending
  }
}
