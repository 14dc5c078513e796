/// Character formatting in force, as RTF states it: numbers point into `RTFTables`. A plain value without
/// references, so that a group costs a copy.
struct RTFCharacterState: Equatable {
  struct Flags: OptionSet {
    var rawValue: UInt16
    static let bold = Flags(rawValue: 1)
    static let italic = Flags(rawValue: 2)
    static let strike = Flags(rawValue: 4)
    static let allCapitals = Flags(rawValue: 8)
    static let smallCapitals = Flags(rawValue: 16)
    static let hidden = Flags(rawValue: 32)
    /// A tracked insertion (`\revised`).
    static let inserted = Flags(rawValue: 64)
    /// A tracked deletion (`\deleted`).
    static let deleted = Flags(rawValue: 128)
    /// The deletion or insertion is half of a move (`\mvf`, `\mvt`).
    static let moved = Flags(rawValue: 256)
  }

  var flags: Flags = []
  /// A `ControlValue` underline; 0 for none.
  var underline: UInt8 = 0
  /// 1 above the line, -1 below it.
  var position: Int8 = 0
  /// The font's number in the file (`\fN`, also by `\af` where the run type says so); nil before any.
  var font: Int32?
  /// In half-points; 0 for the document's default (24).
  var size: Int32 = 0
  /// Index into `RTFTables.colors`; 0 for automatic.
  var foreground: Int32 = 0
  /// Index into `RTFTables.colors`; 0 for none. `\highlight`, `\cb` and `\chcbpat` alike.
  var background: Int32 = 0
  /// `\csN`; 0 for none.
  var style: Int32 = 0
  /// A Windows language identifier; 0 when the file doesn't say, 1024 for "no language".
  var language: Int32 = 0
  /// `\revauth`, `\mvauth`: index into `RTFTables.revisionAuthors`; of the insertion, or of any change.
  var revisionAuthor: Int32 = 0
  /// `\revdttm`, `\mvdate`, packed as RTF 1.9.1 says under "Track Changes"; 0 for none.
  var revisionDate: Int32 = 0
  /// `\revauthdel`; -1 for none.
  var deletionAuthor: Int32 = -1
  /// `\revdttmdel`; 0 for none.
  var deletionDate: Int32 = 0
}

extension OptionSet where Self == Self.Element {
  /// Inserts or removes an element.
  mutating func set(_ element: Self, _ isOn: Bool) {
    if isOn { insert(element) } else { remove(element) }
  }
}
