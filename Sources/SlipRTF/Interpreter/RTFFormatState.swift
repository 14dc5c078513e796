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

/// Paragraph formatting in force, as RTF states it; lengths in twips. A plain value without references.
struct RTFParagraphState: Equatable {
  /// `\sN`; 0 for the default style.
  var style: Int32 = 0
  var leftIndent: Int32 = 0
  var rightIndent: Int32 = 0
  var firstLineIndent: Int32 = 0
  var spaceBefore: Int32 = 0
  var spaceAfter: Int32 = 0
  /// `\slN`: 0 automatic, positive at least, negative exactly; with `isMultiple` in 240ths of a line.
  var lineSpacing: Int32 = 0
  var isMultiple = false
  /// A `ControlValue` alignment: left, center, right or justified.
  var alignment: UInt8 = 0
  /// `\outlinelevelN`; -1 when the file doesn't say, 9 for body text.
  var outlineLevel: Int8 = -1
  var isRightToLeft = false
  var keepsWithNext = false
  var startsPage = false
  /// Index into `RTFTables.colors`; 0 for none.
  var shading: Int32 = 0
  /// Index into `RTFTables.tabSets`; 0 for none.
  var tabSet: Int32 = 0
  /// Index into `RTFTables.borderSets`; 0 for none.
  var borders: Int32 = 0
  /// `\lsN`; 0 when the paragraph is in no list.
  var list: Int32 = 0
  /// `\ilvlN`, from 0 to 8.
  var listLevel: Int32 = 0
  /// How many tables the paragraph lies in: 0 in none (`\intbl` is 1, `\itapN` is N).
  var tableDepth: Int32 = 0
}

/// The formatting that a group hands down, where the sink wants it.
struct RTFFormatState {
  var character = RTFCharacterState()
  var paragraph = RTFParagraphState()
}

extension RTFCharacterState: Hashable {
  /// Two numbers at a time: each call has its price.
  func hash(into hasher: inout Hasher) {
    func pair(_ a: Int32, _ b: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
    }
    let small = Int32(flags.rawValue) << 16 | Int32(underline) << 8 | Int32(UInt8(bitPattern: position))
    hasher.combine(pair(small, font ?? -1))
    hasher.combine(pair(size, language))
    hasher.combine(pair(foreground, background))
    hasher.combine(pair(style, revisionAuthor))
    hasher.combine(pair(revisionDate, deletionAuthor))
    hasher.combine(deletionDate)
  }
}
