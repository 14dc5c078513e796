/// All control words that Slipbox knows, from RTF 1.9.1 and from what programs write beyond it.
///
/// The table is the single place that says what a word is: the interpreter and all scans of structure
/// look words up here. To support a word, add a row to one of the extensions. A token's `word` is an
/// index into `rows`; row 0 stands for all unknown words. Names are case-sensitive and unique, which
/// the tests check.
public enum ControlWordTable {
  /// All rows: first the words with an effect, by subject, then those without. Row 0 has an empty name
  /// and the action `unknown`. Where several words share an effect, the first one is the one to write,
  /// see `name(of:value:)`.
  public static let rows: [ControlWord] = {
    var rows = [ControlWord("", .flag, .unknown)]
    rows.reserveCapacity(2_000)
    rows += textRows
    rows += documentRows
    rows += destinationRows
    rows += mathRows
    rows += characterRows
    rows += paragraphRows
    rows += unsupportedRows
    rows += unsupportedDestinationRows
    rows += ignoredRows
    return rows
  }()

  /// The row of a name without its backslash; nil when the table lacks it.
  public static func row(named name: StaticString) -> ControlWord? {
    let word = index.find(ControlWordKey(name))
    return word == 0 ? nil : rows[Int(word)]
  }

  /// The row number of a word as it stands in a file, without backslash and parameter; 0 when the table
  /// lacks it.
  public static func word(_ letters: UnsafeRawBufferPointer) -> UInt16 {
    index.find(ControlWordKey(letters))
  }

  /// The name to write for an effect: the first row that has it; nil when no word has. The search is
  /// linear. `RTFOutput` writes names literally; the tests use this function to check that the table
  /// reads backwards.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - value: the meaning within the action, such as `ControlValue.center`. It is not compared for
  ///     words of kind `value`, where it is only a default.
  public static func name(of action: ControlAction, value: Int32 = 0) -> StaticString? {
    rows.first { $0.action == action && ($0.kind == .value || $0.value == value) }?.name
  }

  /// A hash table over the rows' keys, with open addressing and linear probing.
  ///
  /// It is built once on first use, never changed and never freed. With 2^13 slots for fewer than 2,000
  /// rows it is filled by a quarter, so a look-up is nearly always one comparison.
  public struct Index: @unchecked Sendable {
    /// A key and its row; row 0 marks an empty slot.
    @frozen @usableFromInline
    struct Slot {
      /// The packed name.
      @usableFromInline var key: ControlWordKey
      /// The number of the row.
      @usableFromInline var word: UInt16
    }

    /// The binary logarithm of the number of slots. `find` has it as literals, which let it be inlined
    /// into other modules.
    @usableFromInline static let bits: UInt64 = 13
    /// The slots, 2^`bits` of them.
    @usableFromInline let slots: UnsafeMutablePointer<Slot>
    /// What each row does, by its number, for hot loops. It is valid as long as the process lives.
    public let effects: UnsafePointer<ControlEffect>
    /// The row of `\bin`, which the tokenizer itself acts upon.
    @usableFromInline let binary: UInt16

    /// Builds the table. Row 0 gets no slot, so an empty name finds it like any unknown word.
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

    /// The row of a key; 0 when the table lacks it.
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

  /// The index over `rows`.
  public static let index = Index(rows)
}
