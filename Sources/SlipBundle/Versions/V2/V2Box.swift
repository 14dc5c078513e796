internal import SlipBase
internal import SlipNotes

/// A box of schema version 2: notes in RTF, and keywords that nothing refers to yet.
struct V2Box: Sendable, Equatable {
  /// How far a note is. Values are capitalised before version 5.
  enum Status: String, Sendable { case draft = "Draft", review = "Review", archived = "Archived" }

  /// A keyword.
  struct Keyword: Sendable, Equatable {
    var id: UniqueID
    var name: String
    /// RRGGBB or RRGGBBAA.
    var colorHex: String
  }

  /// A note.
  struct Note: Sendable, Equatable {
    var id: UniqueID
    var title: String
    /// How far it is.
    var status = Status.draft
    /// Whether the user marked it.
    var isFavorite = false
    /// Where the user put it among the others.
    var order = 0
    /// When it was created, if that is known.
    var creationDate: Timestamp?
    /// The RTF.
    var formattedBodyText: [UInt8] = []
    /// The plain text of the RTF, in lower case, for searching.
    var bodyText = ""
    /// Its picture, if it has one.
    var image: InlineImage?
  }

  /// What was done to the bundle.
  var history: [HistoryEvent] = []
  /// By id.
  var keywords: [Keyword] = []
  /// By id.
  var notes: [Note] = []

  /// Sorts by id, as documents list entities.
  mutating func sort() {
    keywords.sort { $0.id < $1.id }
    notes.sort { $0.id < $1.id }
  }
}

/// Colours as version 2 writes them: `FFCC00`, or `FFCC0080` where they aren't opaque.
enum ColorHex {
  /// A colour, by components from 0 to 1, as later versions have it.
  struct Components: Sendable, Equatable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double
  }

  /// The components of a colour; nil for anything but six or eight hexadecimal digits.
  static func components(_ hex: String) -> Components? {
    let digits = hex.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 6 || digits.count == 8, !digits.contains(nil) else { return nil }
    func part(_ index: Int) -> Double {
      Double((digits[2 * index] ?? 0) * 16 + (digits[2 * index + 1] ?? 0)) / 255
    }
    return Components(red: part(0), green: part(1), blue: part(2), alpha: digits.count == 8 ? part(3) : 1)
  }

  /// The nearest colour that can be written so: each component is rounded to one of 256 values.
  static func text(_ components: Components) -> String {
    var parts = [components.red, components.green, components.blue].map(byte)
    if byte(components.alpha) != 255 { parts.append(byte(components.alpha)) }
    return parts.map { (String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)).uppercased() }.joined()
  }

  /// A component as a byte.
  private static func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, (part * 255).rounded()))) }
}

/// The one picture that a note of version 2 or 3 can have.
struct InlineImage: Sendable, Equatable {
  /// The name of the file that it came from.
  var name: String
  /// The file's content.
  var bytes: [UInt8]
}
