public import SlipBase

/// The key under which keywords are found by name: the parent, and the name without case.
struct KeywordName: Hashable, Sendable {
  /// The keyword that this one lies below; nil at the top.
  var parent: Keyword.ID?
  /// The name in NFC, case-folded.
  var folded: String

  /// Creates the key of a name as the user writes it.
  init(_ name: String, in parent: Keyword.ID?) {
    self.parent = parent
    folded = TextFolding.caseFolded(name)
  }
}

extension Keyword {
  /// The key under which the keyword is found.
  var key: KeywordName { KeywordName(name, in: parent) }
}

extension SlipBox {
  /// Inserts a keyword. Its parent must be there already.
  ///
  /// - Throws: `NotesCode.keywordNameTaken`, `NotesCode.duplicateID`, or `NotesCode.unknownEntity`
  ///   for a missing parent.
  public mutating func insert(_ keyword: Keyword) throws(SlipError) {
    try check(parent: keyword.parent, ofKeyword: keyword.id)
    guard keywordSlotByName[keyword.key] == nil else { throw .keywordNameTaken(keyword.id) }
    guard let slot = keywordTable.insert(keyword) else { throw .duplicate(.keyword(keyword.id)) }
    keywordSlotByName[keyword.key] = slot
  }

  /// Changes a keyword, such as its name, colour or parent.
  ///
  /// - Throws: `NotesCode.unknownEntity`, `NotesCode.identityChanged`, `NotesCode.keywordCycle`, or
  ///   `NotesCode.keywordNameTaken`; in all cases nothing changes.
  public mutating func update(keyword id: Keyword.ID, _ change: (inout Keyword) -> Void) throws(SlipError) {
    guard let slot = keywordTable.slot(of: id), let old = keywordTable[slot] else {
      throw .unknown(.keyword(id))
    }
    var new = old
    change(&new)
    guard new.id == id else { throw .identityChanged(.keyword(id)) }
    if new.key != old.key {
      try check(parent: new.parent, ofKeyword: id)
      guard keywordSlotByName[new.key] == nil else { throw .keywordNameTaken(id) }
      keywordSlotByName[old.key] = nil
      keywordSlotByName[new.key] = slot
    }
    keywordTable.replace(slot, with: new)
  }

  /// Deletes a keyword that no note has. The keywords below it move up to its parent.
  ///
  /// - Throws: `NotesCode.unknownEntity`; `NotesCode.keywordInUse` while a note has it;
  ///   `NotesCode.keywordNameTaken` where a keyword that moves up would meet one of its name. In all
  ///   cases nothing changes.
  public mutating func remove(keyword id: Keyword.ID) throws(SlipError) {
    guard let slot = keywordTable.slot(of: id), let keyword = keywordTable[slot] else {
      throw .unknown(.keyword(id))
    }
    let uses = notesByKeyword[slot].count
    guard uses == 0 else {
      throw SlipError(
        .usage, code: NotesCode.keywordInUse,
        "The keyword is in use by \(uses) \(uses == 1 ? "note" : "notes").",
        at: EntityID.keyword(id).location)
    }
    let below = children(ofKeyword: id)
    for child in below {
      let taken = keywordSlotByName[KeywordName(child.name, in: keyword.parent)]
      guard taken == nil || taken == slot else { throw .keywordNameTaken(child.id) }
    }
    keywordSlotByName[keyword.key] = nil
    keywordTable.remove(slot)
    for child in below { try update(keyword: child.id) { $0.parent = keyword.parent } }
  }

  /// The keywords directly below one, or at the top, by UUID.
  ///
  /// Takes time that grows with the number of all keywords.
  public func children(ofKeyword id: Keyword.ID?) -> [Keyword] { keywords.filter { $0.parent == id } }

  /// The keyword with this name below another one or at the top, compared under NFC and case
  /// folding; nil when there is none.
  public func keyword(named name: String, in parent: Keyword.ID? = nil) -> Keyword? {
    keywordSlotByName[KeywordName(name, in: parent)].flatMap { keywordTable[$0] }
  }

  /// The keyword at this path, such as `bees/queens`; nil when there is none.
  ///
  /// A keyword whose name has a slash, as older imports made them, is found where no nested one has the path.
  public func keyword(atPath path: String) -> Keyword? {
    var found: Keyword?
    for name in path.split(separator: "/") {
      guard let next = keyword(named: String(name), in: found?.id) else {
        found = nil
        break
      }
      found = next
    }
    return found ?? keyword(named: path)
  }

  /// The keywords that a person may mean: those of this name, at any depth, and the one at this path, by UUID.
  ///
  /// Names and paths are compared under NFC and case folding. Takes time that grows with the number of all keywords.
  public func keywords(called text: String) -> [Keyword] {
    let wanted = TextFolding.caseFolded(text)
    return keywords.filter { keyword in
      TextFolding.caseFolded(keyword.name) == wanted
        || keyword.parent != nil && TextFolding.caseFolded(path(ofKeyword: keyword.id)) == wanted
    }
  }

  /// The names of a keyword and those above it, from the top, with `/` between them.
  public func path(ofKeyword id: Keyword.ID) -> String { names(ofKeyword: id).joined(separator: "/") }

  /// The names of a keyword and those above it, from the top; none for a keyword that the box doesn't have.
  public func names(ofKeyword id: Keyword.ID) -> [String] {
    var names: [String] = []
    var next: Keyword.ID? = id
    while let id = next, let keyword = keywordTable[id] {
      names.append(keyword.name)
      next = keyword.parent
    }
    return names.reversed()
  }

  /// The keyword with this name below another one or at the top; it is created when missing.
  ///
  /// The id and colour of a new one depend on its name and those above it only.
  ///
  /// - Parameters:
  ///   - name: The name, without the names of those above it.
  ///   - parent: A keyword of the box.
  public mutating func findOrCreateKeyword(named name: String, in parent: Keyword.ID? = nil) -> Keyword.ID {
    let key = KeywordName(name, in: parent)
    if let slot = keywordSlotByName[key], let keyword = keywordTable[slot] { return keyword.id }
    let path = parent.map { TextFolding.caseFolded(self.path(ofKeyword: $0)) + "/" } ?? ""
    let id = UniqueID.unused(in: IdentityNamespace.keyword, for: path + key.folded) {
      !keywordTable.contains($0)
    }
    var keyword = Keyword(id: id, name: TextFolding.nfc(name), color: Keyword.Color(forName: name))
    keyword.parent = parent
    if let slot = keywordTable.insert(keyword) { keywordSlotByName[key] = slot }
    return id
  }

  /// Throws unless `parent` exists and is neither the keyword itself nor below it.
  func check(parent: Keyword.ID?, ofKeyword id: Keyword.ID) throws(SlipError) {
    var ancestor = parent
    // Where several keywords change at once, those above may lie in a circle of their own.
    var steps = 0
    while let current = ancestor {
      steps += 1
      if current == id || steps > keywordTable.count {
        throw SlipError(
          .badInput, code: NotesCode.keywordCycle, "A keyword can't lie below itself.",
          at: EntityID.keyword(id).location)
      }
      guard let keyword = keywordTable[current] else { throw .unknown(.keyword(current)) }
      ancestor = keyword.parent
    }
  }
}

extension Keyword.Color {
  /// A colour of medium strength whose hue depends only on the case-folded name.
  public init(forName name: String) {
    let id = UniqueID(namespace: IdentityNamespace.keyword, name: TextFolding.caseFolded(name))
    let hue = Int(id.high >> 32 % 360)
    self.init(
      red: Self.channel(hue: hue, offset: 0), green: Self.channel(hue: hue, offset: 240),
      blue: Self.channel(hue: hue, offset: 120))
  }

  /// One channel of the hue, from 0.25 to 0.75. It is a whole number of thousandths, so that it is
  /// written with at most three decimals.
  private static func channel(hue: Int, offset: Int) -> Double {
    let angle = (hue + offset) % 360
    let thousandths =
      switch angle {
      case 0..<60, 300..<360: 750
      case 60..<120: 750 - (angle - 60) * 500 / 60
      case 120..<240: 250
      default: 250 + (angle - 240) * 500 / 60
      }
    return Double(thousandths) / 1000
  }
}

extension SlipError {
  /// Another keyword has the same name under NFC and case folding.
  static func keywordNameTaken(_ id: Keyword.ID) -> SlipError {
    SlipError(
      .badInput, code: NotesCode.keywordNameTaken,
      "Another keyword beside it has the same name, ignoring case.",
      at: EntityID.keyword(id).location)
  }
}
