public import SlipBase

extension SlipBox {
  /// Inserts a keyword.
  ///
  /// - Throws: `NotesCode.keywordNameTaken` or `NotesCode.duplicateID`.
  public mutating func insert(_ keyword: Keyword) throws(SlipError) {
    let name = TextFolding.caseFolded(keyword.name)
    guard keywordSlotByName[name] == nil else { throw .keywordNameTaken(keyword.id) }
    guard let slot = keywordTable.insert(keyword) else { throw .duplicate(.keyword(keyword.id)) }
    keywordSlotByName[name] = slot
  }

  /// Changes a keyword, such as its name or colour.
  ///
  /// - Throws: `NotesCode.unknownEntity`, `NotesCode.identityChanged`, or
  ///   `NotesCode.keywordNameTaken`; in all cases nothing changes.
  public mutating func update(keyword id: Keyword.ID, _ change: (inout Keyword) -> Void) throws(SlipError) {
    guard let slot = keywordTable.slot(of: id), var keyword = keywordTable[slot] else {
      throw .unknown(.keyword(id))
    }
    let oldName = TextFolding.caseFolded(keyword.name)
    change(&keyword)
    guard keyword.id == id else { throw .identityChanged(.keyword(id)) }
    let newName = TextFolding.caseFolded(keyword.name)
    if newName != oldName {
      guard keywordSlotByName[newName] == nil else { throw .keywordNameTaken(id) }
      keywordSlotByName[oldName] = nil
      keywordSlotByName[newName] = slot
    }
    keywordTable.replace(slot, with: keyword)
  }

  /// Deletes a keyword that no note has.
  ///
  /// - Throws: `NotesCode.unknownEntity`, or `NotesCode.keywordInUse` while a note has it.
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
    keywordSlotByName[TextFolding.caseFolded(keyword.name)] = nil
    keywordTable.remove(slot)
  }

  /// The keyword with this name, compared under NFC and case folding; nil when there is none.
  public func keyword(named name: String) -> Keyword? {
    keywordSlotByName[TextFolding.caseFolded(name)].flatMap { keywordTable[$0] }
  }

  /// The keyword with this name; it is created when missing. The id and colour of a new one depend
  /// on its name only.
  public mutating func findOrCreateKeyword(named name: String) -> Keyword.ID {
    let folded = TextFolding.caseFolded(name)
    if let slot = keywordSlotByName[folded], let keyword = keywordTable[slot] { return keyword.id }
    let id = UniqueID.unused(in: IdentityNamespace.keyword, for: folded) { !keywordTable.contains($0) }
    let keyword = Keyword(id: id, name: TextFolding.nfc(name), color: Keyword.Color(forName: name))
    if let slot = keywordTable.insert(keyword) { keywordSlotByName[folded] = slot }
    return id
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
      .badInput, code: NotesCode.keywordNameTaken, "Another keyword has the same name, ignoring case.",
      at: EntityID.keyword(id).location)
  }
}
