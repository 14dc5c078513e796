internal import SlipDocument
public import SlipBase

extension SlipBox {
  public mutating func insert(_ keyword: Keyword) throws(SlipError) {
    let name = TextFolding.caseFolded(keyword.name)
    guard keywordSlotByName[name] == nil else { throw .keywordNameTaken(keyword.id) }
    guard let slot = keywordTable.insert(keyword) else { throw .duplicate(.keyword(keyword.id)) }
    keywordSlotByName[name] = slot
  }

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

  /// Deletes a keyword that no note has; refused while one does.
  public mutating func remove(keyword id: Keyword.ID) throws(SlipError) {
    guard let slot = keywordTable.slot(of: id), let keyword = keywordTable[slot] else {
      throw .unknown(.keyword(id))
    }
    let uses = notesByKeyword[slot].count
    guard uses == 0 else {
      throw SlipError(
        .usage, code: NotesCode.keywordInUse,
        "the keyword is in use by \(uses) \(uses == 1 ? "note" : "notes")",
        at: EntityID.keyword(id).location)
    }
    keywordSlotByName[TextFolding.caseFolded(keyword.name)] = nil
    keywordTable.remove(slot)
  }

  /// The keyword of that name under NFC and case folding.
  public func keyword(named name: String) -> Keyword? {
    keywordSlotByName[TextFolding.caseFolded(name)].flatMap { keywordTable[$0] }
  }

  /// The keyword of that name, made when there is none: its id and colour come from its name.
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
  /// A colour of medium strength whose hue depends on the folded name only.
  public init(forName name: String) {
    let id = UniqueID(namespace: IdentityNamespace.keyword, name: TextFolding.caseFolded(name))
    let hue = Int(id.high >> 32 % 360)
    self.init(
      red: Self.channel(hue: hue, offset: 0), green: Self.channel(hue: hue, offset: 240),
      blue: Self.channel(hue: hue, offset: 120))
  }

  /// In thousandths, so that it is written with three decimals: 0.25 at the least, 0.75 at the most.
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
  static func keywordNameTaken(_ id: Keyword.ID) -> SlipError {
    SlipError(
      .badInput, code: NotesCode.keywordNameTaken, "another keyword has this name, but for case",
      at: EntityID.keyword(id).location)
  }
}
