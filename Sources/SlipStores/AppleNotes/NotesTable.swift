/// A table of Apple Notes, which several devices can change at once: a store of objects that refer
/// to each other.
struct NotesTable {
  /// The cells, row by row.
  private(set) var rows: [[NotesText]] = []
  /// Whether the first column is shown at the right.
  private(set) var isRightToLeft = false
  /// The objects.
  private var objects: [ProtocolBuffer] = []
  /// The names of keys and types.
  private var keys: [String] = []
  private var types: [String] = []
  /// The UUIDs that objects refer to.
  private var ids: [[UInt8]] = []

  /// How many cells are read.
  private static let mostCells = 100_000
  /// How many objects a table may have.
  private static let mostObjects = 1_000_000

  /// Reads the unpacked data of a table; nil where it is none.
  init?(_ bytes: [UInt8]) {
    guard let store = ProtocolBuffer(bytes[...]).message(2)?.message(3) else { return nil }
    for (number, value) in store.fields.prefix(NotesTable.mostObjects) {
      guard case .bytes(let bytes) = value else { continue }
      switch number {
      case 3: objects.append(ProtocolBuffer(bytes))
      case 4: keys.append(String(decoding: bytes, as: UTF8.self))
      case 5: types.append(String(decoding: bytes, as: UTF8.self))
      case 6: ids.append(Array(bytes))
      default: break
      }
    }
    guard let table = objects.first(where: { type(of: $0) == "com.apple.notes.ICTable" }) else { return nil }
    read(table)
  }

  /// The identifiers of the pages in the data of a gallery, in their order.
  static func pages(_ bytes: [UInt8]) -> [String] {
    var table = NotesTable()
    guard let store = ProtocolBuffer(bytes[...]).message(2)?.message(3) else { return [] }
    table.objects = store.messages(3).prefix(10_000).map { $0 }
    table.keys = store.fields.compactMap { number, value in
      if number == 4, case .bytes(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    let entries = table.objects.first?.message(5)?.messages(1) ?? []
    return entries.compactMap { entry in
      (entry.message(2) ?? entry.message(4)?.message(2)).flatMap(table.object).flatMap {
        table.value("self", of: $0)
      }?.text(4)
    }
  }

  /// An empty table.
  private init() {}

  // MARK: Objects

  /// The type of an object that is a map; nil for others.
  private func type(of object: ProtocolBuffer) -> String? {
    guard let index = object.message(13)?.number(1), types.indices.contains(Int(clamping: index)) else {
      return nil
    }
    return types[Int(clamping: index)]
  }

  /// The object that an id refers to; nil for other ids.
  private func object(_ id: ProtocolBuffer) -> ProtocolBuffer? {
    guard let index = id.number(6), objects.indices.contains(Int(clamping: index)) else { return nil }
    return objects[Int(clamping: index)]
  }

  /// The value of a map's key: an id.
  private func value(_ key: String, of object: ProtocolBuffer) -> ProtocolBuffer? {
    for entry in object.message(13)?.messages(3) ?? [] {
      let index = Int(clamping: entry.number(1) ?? -1)
      if keys.indices.contains(index), keys[index] == key { return entry.message(2) }
    }
    return nil
  }

  /// The UUID that an id stands for: an object with the place of a UUID.
  private func uuid(_ id: ProtocolBuffer) -> [UInt8]? {
    guard let object = object(id), let place = value("UUIDIndex", of: object)?.number(2),
      ids.indices.contains(Int(clamping: place))
    else { return nil }
    return ids[Int(clamping: place)]
  }

  /// The keys and values of a dictionary: ids.
  private func elements(_ object: ProtocolBuffer?) -> [(key: ProtocolBuffer, value: ProtocolBuffer)] {
    (object?.messages(1) ?? []).compactMap { element in
      guard let key = element.message(1), let value = element.message(2) else { return nil }
      return (key, value)
    }
  }

  // MARK: Cells

  /// Reads rows and columns.
  private mutating func read(_ table: ProtocolBuffer) {
    let rowIDs = value("crRows", of: table).flatMap(object).map(order) ?? []
    let columnIDs = value("crColumns", of: table).flatMap(object).map(order) ?? []
    guard !rowIDs.isEmpty, rowIDs.count <= NotesTable.mostCells / max(1, columnIDs.count) else { return }
    var cells: [[UInt8]: [[UInt8]: NotesText]] = [:]
    let columns = value("cellColumns", of: table).flatMap(object)?.message(6)
    for (key, value) in elements(columns) {
      guard let column = uuid(key) else { continue }
      for (key, value) in elements(object(value)?.message(6)) {
        guard let row = uuid(key), let text = object(value)?.message(10) else { continue }
        cells[column, default: [:]][row] = NotesText(text)
      }
    }
    rows = rowIDs.map { row in columnIDs.map { cells[$0]?[row] ?? NotesText() } }
    let direction = value("crTableColumnDirection", of: table).flatMap(object)?.message(1)?.message(2)
    let name = direction.flatMap(object).flatMap { value("self", of: $0) }?.text(4)
    isRightToLeft = name?.hasSuffix("RightToLeft") == true
  }

  /// The UUIDs of an ordered set in their order. Places that are no elements were deleted; of
  /// doubled contents the first counts.
  private func order(_ object: ProtocolBuffer) -> [[UInt8]] {
    guard let set = object.message(16), let ordering = set.message(1) else { return [] }
    let present = Set(elements(set.message(2)).compactMap { uuid($0.key) })
    var contents: [[UInt8]: [UInt8]] = [:]
    for (key, value) in elements(ordering.message(2)) {
      if let place = uuid(key), let content = uuid(value) { contents[place] = contents[place] ?? content }
    }
    var seen: Set<[UInt8]> = []
    let places = (ordering.message(1)?.messages(2) ?? []).compactMap { $0.bytes(2).map { Array($0) } }
    return places.compactMap { place in
      guard present.contains(place) else { return nil }
      let content = contents[place] ?? place
      return seen.insert(content).inserted ? content : nil
    }
  }
}
