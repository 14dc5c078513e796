/// All control words that Slipbox knows, from RTF 1.9.1 and from what programs write beyond it.
///
/// A token's `word` is an index into `rows`; row 0 stands for all unknown words.
public enum ControlWordTable {
  /// The words with an effect, by subject, and then those without.
  public static let rows: [ControlWord] = {
    var rows = [ControlWord("", .flag, .unknown)]
    rows.reserveCapacity(2_000)
    rows += textRows
    rows += documentRows
    rows += destinationRows
    rows += mathRows
    rows += characterRows
    rows += paragraphRows
    rows += unheldRows
    rows += unheldDestinationRows
    rows += ignoredRows
    return rows
  }()

  /// The row of a name; nil when the table lacks it.
  public static func row(named name: StaticString) -> ControlWord? {
    let word = index.find(ControlWordKey(name))
    return word == 0 ? nil : rows[Int(word)]
  }

  /// The row of a word as it stands in a file; 0 when the table lacks it.
  public static func word(_ letters: UnsafeRawBufferPointer) -> UInt16 {
    index.find(ControlWordKey(letters))
  }

  /// The name to write for an effect: the first row that has it. Nil when no word has. A quantity's default counts
  /// for nothing.
  public static func name(of action: ControlAction, value: Int32 = 0) -> StaticString? {
    rows.first { $0.action == action && ($0.kind == .value || $0.value == value) }?.name
  }

  /// Open addressing over the rows' keys, built once and never changed.
  public struct Index: @unchecked Sendable {
    @frozen @usableFromInline
    struct Slot {
      @usableFromInline var key: ControlWordKey
      @usableFromInline var word: UInt16
    }

    @usableFromInline static let bits: UInt64 = 13
    @usableFromInline let slots: UnsafeMutablePointer<Slot>
    /// What each row does, by its number, for hot loops. Valid as long as the process lives.
    public let effects: UnsafePointer<ControlEffect>
    /// The row of `\bin`, which the tokenizer itself acts upon.
    @usableFromInline let binary: UInt16

    init(_ rows: [ControlWord]) {
      let count = 1 << Int(Index.bits)
      slots = .allocate(capacity: count)
      slots.initialize(repeating: Slot(key: ControlWordKey(low: 0, high: 0), word: 0), count: count)
      var binary: UInt16 = 0
      let effects = UnsafeMutablePointer<ControlEffect>.allocate(capacity: rows.count)
      for (word, row) in rows.enumerated() { (effects + word).initialize(to: ControlEffect(row)) }
      self.effects = UnsafePointer(effects)
      for (word, row) in rows.enumerated().dropFirst() {
        let key = ControlWordKey(row.name)
        var slot = key.slot(bits: Index.bits)
        while slots[slot].word != 0 { slot = (slot + 1) & (count - 1) }
        slots[slot] = Slot(key: key, word: UInt16(clamping: word))
        if row.action == .binary { binary = UInt16(clamping: word) }
      }
      self.binary = binary
    }

    @inlinable @inline(__always)
    func find(_ key: ControlWordKey) -> UInt16 {
      var slot = key.slot(bits: 13)
      while true {
        let entry = slots[slot]
        if entry.key == key || entry.word == 0 { return entry.word }
        slot = (slot &+ 1) & 0x1FFF
      }
    }
  }

  public static let index = Index(rows)
}
