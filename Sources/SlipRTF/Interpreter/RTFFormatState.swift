/// The character formatting in force, as RTF states it (RTF 1.9.1, "Font (Character)
/// Formatting Properties").
///
/// Numbers refer to entries of `RTFTables`; `RTFStyleResolver` resolves them. It is a
/// plain value without references, so that opening a group costs one copy.
struct RTFCharacterState: Equatable {
  /// Formatting that is on or off.
  struct Flags: OptionSet {
    var rawValue: UInt16
    /// `\b`.
    static let bold = Flags(rawValue: 1)
    /// `\i`.
    static let italic = Flags(rawValue: 2)
    /// `\strike` and `\striked`.
    static let strike = Flags(rawValue: 4)
    /// `\caps`.
    static let allCapitals = Flags(rawValue: 8)
    /// `\scaps`.
    static let smallCapitals = Flags(rawValue: 16)
    /// `\v`.
    static let hidden = Flags(rawValue: 32)
    /// A tracked insertion (`\revised`).
    static let inserted = Flags(rawValue: 64)
    /// A tracked deletion (`\deleted`).
    static let deleted = Flags(rawValue: 128)
    /// The insertion or deletion is half of a move (`\mvt`, `\mvf`).
    static let moved = Flags(rawValue: 256)
  }

  /// The formatting that is on.
  var flags: Flags = []
  /// The kind of underline, a `ControlValue`; 0 for none.
  var underline: UInt8 = 0
  /// 1 for superscript, -1 for subscript, 0 for the line.
  var position: Int8 = 0
  /// N of `\fN`, or of `\afN` if the run type chooses that; nil before any.
  var font: Int32?
  /// `\fsN` in half-points; 0 for the document's default, which is 24.
  var size: Int32 = 0
  /// `\expndtwN` in twips.
  var letterSpacing: Int16 = 0
  /// `\charscalexN` in per cent.
  var scale: Int16 = 100
  /// The text's colour (`\cfN`): an index into `RTFTables.colors`; 0 for automatic.
  var foreground: Int32 = 0
  /// The colour behind the text (`\highlightN`, `\cbN` and `\chcbpatN`): an index into
  /// `RTFTables.colors`; 0 for none.
  var background: Int32 = 0
  /// N of `\csN`; 0 for none.
  var style: Int32 = 0
  /// `\langN`, a Windows language identifier; 0 when the file doesn't say, 1024 for "no
  /// language".
  var language: Int32 = 0
  /// N of `\revauthN` or `\mvauthN`: an index into `RTFTables.revisionAuthors`. It is the
  /// author of the insertion, or of any change where the file names only one.
  var revisionAuthor: Int32 = 0
  /// The date of that change (`\revdttmN`, `\mvdateN`), packed as `RTFPackedDate`
  /// describes; 0 for none.
  var revisionDate: Int32 = 0
  /// N of `\revauthdelN`; -1 for none.
  var deletionAuthor: Int32 = -1
  /// `\revdttmdelN`, packed; 0 for none.
  var deletionDate: Int32 = 0
}

/// Options as values that can be assigned.
extension OptionSet where Self == Self.Element {
  /// Inserts or removes an element.
  mutating func set(_ element: Self, _ isOn: Bool) {
    if isOn { insert(element) } else { remove(element) }
  }
}

/// The paragraph formatting in force, as RTF states it (RTF 1.9.1, "Paragraph Formatting
/// Properties"); lengths are in twips. A plain value without references.
struct RTFParagraphState: Equatable {
  /// N of `\sN`; 0 for the default style.
  var style: Int32 = 0
  /// `\liN`, `\riN`, `\linN` and `\rinN`.
  var indents = RTFIndents()
  /// `\fiN`, relative to the left indent; negative for a hanging indent.
  var firstLineIndent: Int32 = 0
  /// `\sbN`.
  var spaceBefore: Int32 = 0
  /// `\saN`.
  var spaceAfter: Int32 = 0
  /// `\slN`: 0 for automatic, positive for at least so much, negative for exactly so
  /// much. With `isMultiple`, in 240ths of a line.
  var lineSpacing: Int32 = 0
  /// `\slmult1`.
  var isMultiple = false
  /// A `ControlValue` alignment: left, center, right or justified.
  var alignment: UInt8 = 0
  /// `\outlinelevelN`, from 0 for heading 1; -1 when the file doesn't say, 9 for body
  /// text.
  var outlineLevel: Int8 = -1
  /// `\rtlpar`.
  var isRightToLeft = false
  /// `\keepn`.
  var keepsWithNext = false
  /// `\pagebb`.
  var startsPage = false
  /// The colour behind the paragraph (`\cbpatN`): an index into `RTFTables.colors`; 0 for
  /// none.
  var shading: Int32 = 0
  /// An index into `RTFTables.tabSets`; 0 for no tab stops.
  var tabSet: Int32 = 0
  /// An index into `RTFTables.borderSets`; 0 for no borders.
  var borders: Int32 = 0
  /// N of `\lsN`; 0 when the paragraph is in no list.
  var list: Int32 = 0
  /// `\ilvlN`, from 0 to 8.
  var listLevel: Int32 = 0
  /// How many tables the paragraph lies in: 0 for none, 1 for `\intbl`, N for `\itapN`.
  var tableDepth: Int32 = 0
}

/// The indents of a paragraph in twips, in both of RTF's forms.
///
/// `\li` and `\ri` are those on the left and right. `\lin` and `\rin` are where lines begin and end, so which is
/// on the left depends on the paragraph's direction, which may come later. Word writes both forms with one meaning, other
/// programs only one of them. The form that came last counts.
struct RTFIndents: Equatable {
  /// `\liN`.
  private var left: Int32 = 0
  /// `\riN`.
  private var right: Int32 = 0
  /// `\linN`; nil if `\li` or `\ri` of the same side came later, or neither.
  var leading: Int32?
  /// `\rinN`; nil likewise.
  var trailing: Int32?

  /// Sets the indent on the left.
  mutating func setLeft(_ indent: Int32, _ isRightToLeft: Bool) {
    left = indent
    if isRightToLeft { trailing = nil } else { leading = nil }
  }

  /// Sets the indent on the right.
  mutating func setRight(_ indent: Int32, _ isRightToLeft: Bool) {
    right = indent
    if isRightToLeft { leading = nil } else { trailing = nil }
  }

  /// The indents on the left and on the right of a paragraph.
  func sides(_ isRightToLeft: Bool) -> (left: Int32, right: Int32) {
    isRightToLeft ? (trailing ?? left, leading ?? right) : (leading ?? left, trailing ?? right)
  }
}

/// The formatting that a group inherits and its brace restores, for sinks that want it.
struct RTFFormatState {
  /// The character formatting, which `\plain` resets.
  var character = RTFCharacterState()
  /// The paragraph formatting, which `\pard` resets.
  var paragraph = RTFParagraphState()
}

/// A hash for the cache of `RTFStyleResolver`.
extension RTFCharacterState: Hashable {
  /// Feeds two numbers at a time to the hasher, because each call of it takes time.
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
    hasher.combine(pair(deletionDate, Int32(letterSpacing) << 16 | Int32(scale)))
  }
}

/// Bounds of numbers.
extension RTFCharacterState {
  /// The farthest that characters are moved apart or together, in twips.
  static let farthestSpacing = 31_680
  /// The widest that characters are made, in per cent.
  static let widestScale = 600

  /// A distance between characters that Word takes.
  static func held(spacing: Int32) -> Int16 {
    Int16(min(max(Int(spacing), -farthestSpacing), farthestSpacing))
  }

  /// A width of characters that Word takes: 100 instead of nothing.
  static func held(scale: Int32) -> Int16 {
    scale <= 0 ? 100 : Int16(min(Int(scale), widestScale))
  }
}
