internal import SlipBase
internal import SlipNotes

/// The arrays by slot: what ranking needs of each note.
struct RankColumns {
  /// Bits 0 and 1 the status, 2 favorite, 3 conflict, 7 dead.
  private var flags: RankArray<UInt8>
  /// Numbers of words.
  ///
  /// Title, keywords, names of attachments and text count together.
  private var lengths: RankArray<Int32>
  /// Numbers of words in titles; the greatest number for this many or more.
  private var titles: RankArray<UInt8>
  /// Microseconds since 1970; the least number where the date is unknown.
  private var modified: RankArray<Int64>
  /// UUIDs.
  ///
  /// A dead slot keeps that of the note it stood for.
  private var ids: RankArray<UniqueID>
  /// The number of notes: of slots that aren't dead.
  private(set) var notes: Int
  /// The number of words of all notes.
  private(set) var words: Int

  /// The flag of a note whose body has open tracked changes of a merge.
  static let conflict: UInt8 = 8

  /// The flag of a slot that stands for no note.
  static let dead: UInt8 = 0x80

  /// The arrays of a new index.
  init(new database: Database) { self.init(database, slots: 0, notes: 0, words: 0) }

  /// The arrays of an index.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`, also where a fact is missing.
  init(_ database: Database) throws(SlipError) {
    let facts = try IndexForm.facts(database)
    /// A whole number among the facts.
    func number(_ name: String) throws(SlipError) -> Int {
      try IndexForm.number(name, in: facts, of: database)
    }
    self.init(
      database, slots: try number("slots"), notes: try number("notes"), words: try number("words"))
  }

  /// Arrays of which nothing is read yet.
  private init(_ database: Database, slots: Int, notes: Int, words: Int) {
    flags = RankArray("flags", slots, database)
    lengths = RankArray("lengths", slots, database)
    titles = RankArray("titles", slots, database)
    modified = RankArray("modified", slots, database)
    ids = RankArray("ids", slots, database)
    (self.notes, self.words) = (notes, words)
  }

  /// The number of slots, dead ones included.
  var slots: Int { flags.count }

  /// The number of slots that stand for no note.
  var dead: Int { slots - notes }

  /// The number of words of the note of a slot.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func length(_ slot: Int) throws(SlipError) -> Int { Int(try lengths.value(slot)) }

  /// Adds a slot.
  ///
  /// - Parameters:
  ///   - note: The note that gets the slot.
  ///   - words: The numbers of its words.
  ///   - hasConflict: Whether its body has open tracked changes of a merge.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func append(_ note: Note, _ words: NoteRows.Words, hasConflict: Bool) throws(SlipError) {
    try flags.append(RankColumns.flags(note, hasConflict: hasConflict))
    try lengths.append(Int32(clamping: words.all))
    try titles.append(UInt8(clamping: words.title))
    try modified.append(RankColumns.time(note))
    try ids.append(note.id)
    notes += 1
    self.words += Int(Int32(clamping: words.all))
  }

  /// Sets what is known of a note whose words are as they were.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func set(_ slot: Int, _ note: Note, hasConflict: Bool) throws(SlipError) {
    try flags.set(slot, RankColumns.flags(note, hasConflict: hasConflict))
    try modified.set(slot, RankColumns.time(note))
  }

  /// Takes a slot from its note.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func end(_ slot: Int) throws(SlipError) {
    try flags.set(slot, RankColumns.dead)
    notes -= 1
    words -= try length(slot)
  }

  /// Writes what changed.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func write() throws(SlipError) {
    try flags.write()
    try lengths.write()
    try titles.write()
    try modified.write()
    try ids.write()
  }

  /// The flags of a note.
  private static func flags(_ note: Note, hasConflict: Bool) -> UInt8 {
    UInt8(NoteRows.rank(note.status)) | (note.isFavorite ? 4 : 0) | (hasConflict ? conflict : 0)
  }

  /// When a note was changed. Without a date it gets the least number, so that it counts as the oldest.
  private static func time(_ note: Note) -> Int64 { note.modified?.microseconds ?? .min }
}

/// An array in an index, of which blocks are read when they are asked for, and written when they changed.
///
/// Numbers are written in the byte order of the machine.
struct RankArray<Element> {
  /// Its name, such as `flags`.
  private let name: String
  /// The index.
  private let database: Database
  /// The number of elements.
  private(set) var count: Int
  /// The blocks that were read or made.
  private var blocks: [[Element]?]
  /// The blocks that the index has differently.
  private var changed: Set<Int> = []

  /// How many elements a block has.
  private static var blockLength: Int { 1024 }

  /// An array of which nothing is read yet.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - count: The number of its elements.
  ///   - database: An index of this form.
  init(_ name: String, _ count: Int, _ database: Database) {
    (self.name, self.count, self.database) = (name, max(0, count), database)
    blocks = Array(repeating: nil, count: (self.count + Self.blockLength - 1) / Self.blockLength)
  }

  /// An element.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`, also for one that isn't there.
  mutating func value(_ index: Int) throws(SlipError) -> Element {
    let (block, place) = try loaded(index)
    guard let value = blocks[block]?[place] else { throw database.damage }
    return value
  }

  /// Sets an element.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`, also for one that isn't there.
  mutating func set(_ index: Int, _ value: Element) throws(SlipError) {
    let (block, place) = try loaded(index)
    blocks[block]?[place] = value
    changed.insert(block)
  }

  /// Adds an element.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func append(_ value: Element) throws(SlipError) {
    let block = count / Self.blockLength
    if block == blocks.count { blocks.append([]) } else { try load(block) }
    blocks[block]?.append(value)
    changed.insert(block)
    count += 1
  }

  /// Writes the blocks that changed.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  mutating func write() throws(SlipError) {
    for block in changed.sorted() {
      if let values = blocks[block] { try RankArray.put(values, name, block: block, database) }
    }
    changed = []
  }

  /// Reads the block with an element, and says where it is.
  private mutating func loaded(_ index: Int) throws(SlipError) -> (block: Int, place: Int) {
    guard (0..<count).contains(index) else { throw database.damage }
    let block = index / Self.blockLength
    try load(block)
    return (block, index % Self.blockLength)
  }

  /// Reads a block.
  private mutating func load(_ block: Int) throws(SlipError) {
    guard blocks[block] == nil else { return }
    let select = try database.prepare("SELECT data FROM rank WHERE name = ?1 AND block = ?2")
    select.bind(1, name)
    select.bind(2, block)
    var values: [Element] = []
    if try select.step() { RankArray.take(select, &values) }
    guard values.count == min(Self.blockLength, count - block * Self.blockLength) else {
      throw database.damage
    }
    blocks[block] = values
  }

  /// Writes a short array, which is one block.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  static func put(_ values: [Element], _ name: String, block: Int = 0, _ database: Database) throws(SlipError)
  {
    let insert = try database.prepare("INSERT OR REPLACE INTO rank VALUES(?1, ?2, ?3)")
    insert.bind(1, name)
    insert.bind(2, block)
    insert.bind(3, values.withUnsafeBytes { Array($0) })
    try insert.run()
  }

  /// Reads a whole array.
  ///
  /// - Parameters:
  ///   - name: The name of the array, such as `flags`.
  ///   - database: An index of this form.
  ///   - count: How many elements are expected, for which room is made at once.
  /// - Returns: The elements; none where the array is missing.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  static func all(_ name: String, _ database: Database, expecting count: Int = 0) throws(SlipError)
    -> [Element]
  {
    let select = try database.prepare("SELECT data FROM rank WHERE name = ?1 ORDER BY block")
    select.bind(1, name)
    var values: [Element] = []
    values.reserveCapacity(count)
    while try select.step() { take(select, &values) }
    return values
  }

  /// Adds the elements of a row's first column, which must be plain numbers or made of them.
  private static func take(_ row: Statement, _ values: inout [Element]) {
    row.withBlob(0) { bytes in
      let count = bytes.count / MemoryLayout<Element>.stride
      guard count > 0 else { return }
      values += [Element](unsafeUninitializedCapacity: count) { buffer, filled in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * MemoryLayout<Element>.stride)]))
        filled = count
      }
    }
  }
}
