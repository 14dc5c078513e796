internal import SlipBase
internal import SlipNotes
internal import SlipIndex

/// Finds notes by parts of what a user calls them: a box, or its index.
protocol NoteNames {
  /// Whether there is a note with this UUID.
  func has(_ id: Note.ID) throws(SlipError) -> Bool
  /// The notes of a title, as `TitleIndex.notes(titled:)` finds them.
  func notes(titled title: String) throws(SlipError) -> [Note.ID]
  /// The names of the folder that a note is in, and of all above it.
  func folderPath(of id: Note.ID) throws(SlipError) -> [String]
  /// The notes whose UUIDs lie between two, these included, ascending.
  func notes(from first: Note.ID, through last: Note.ID) throws(SlipError) -> [Note.ID]
}

extension NoteNames {
  /// The notes that a name may mean: see `NoteLookup`.
  func notes(named name: String) throws(SlipError) -> [Note.ID] {
    if let id = UniqueID(NoteLookup.withoutScheme(name)), try has(id) { return [id] }
    let titled = try notes(titled: name)
    if !titled.isEmpty { return titled }
    let placed = try notes(atPath: name)
    return placed.isEmpty ? try notes(beginning: name) : placed
  }

  /// The notes that `folder/title` means. A title may itself contain slashes, so every split is
  /// tried, and the longest folder path that has such a note wins.
  private func notes(atPath name: String) throws(SlipError) -> [Note.ID] {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for count in (0..<parts.count).dropFirst().reversed() {
      // A slash behind a backslash belongs to the name of a folder.
      if parts[count - 1].hasSuffix("\\"), !parts[count - 1].hasSuffix("\\\\") { continue }
      let folder = FolderPath.names(parts[..<count].joined(separator: "/"))
      var found: [Note.ID] = []
      for id in try notes(titled: parts[count...].joined(separator: "/"))
      where try folderPath(of: id) == folder { found.append(id) }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The notes whose UUID begins with `start`: at least four hexadecimal digits in any case,
  /// with hyphens where a UUID has them. Nothing for any other text.
  func notes(beginning start: String) throws(SlipError) -> [Note.ID] {
    let start = start.lowercased()
    let digits = start.utf8.filter { $0 != 0x2D }
    guard digits.count >= NoteLookup.shortestBeginning, digits.count <= 32,
      digits.allSatisfy({ $0.isLowercaseHexDigit }),
      let first = NoteLookup.bound(digits, filledWith: "0"),
      let last = NoteLookup.bound(digits, filledWith: "f")
    else { return [] }
    return try notes(from: first, through: last).filter { $0.description.hasPrefix(start) }
  }
}

extension NoteLookup {
  /// A name without what its URL begins with: `slipbox:note/` or `slipbox://note/`.
  static func withoutScheme(_ name: String) -> String {
    let start = ["slipbox://note/", "slipbox:note/"].first { name.hasPrefix($0) } ?? ""
    return String(name.dropFirst(start.count))
  }

  /// The UUID with these digits and others up to its end.
  fileprivate static func bound(_ digits: [UInt8], filledWith digit: Character) -> UniqueID? {
    let text = String(decoding: digits, as: UTF8.self) + String(repeating: digit, count: 32 - digits.count)
    guard let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16) else {
      return nil
    }
    return UniqueID(high: high, low: low)
  }
}

/// The names of an index.
struct IndexNames: NoteNames {
  /// The index.
  let index: NoteIndex

  func has(_ id: Note.ID) throws(SlipError) -> Bool { try index.slot(of: id) != nil }
  func notes(titled title: String) throws(SlipError) -> [Note.ID] { try index.notes(titled: title) }
  func folderPath(of id: Note.ID) throws(SlipError) -> [String] { try index.folderPath(of: id) }
  func notes(from first: Note.ID, through last: Note.ID) throws(SlipError) -> [Note.ID] {
    try index.notes(from: first, through: last)
  }
}
