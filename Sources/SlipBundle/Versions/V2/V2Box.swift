internal import SlipBase
internal import SlipNotes

/// A box of schema version 2: rich notes, and a palette of keywords that nothing refers to yet.
struct V2Box: Sendable, Equatable {
  enum Status: String, Sendable { case draft = "Draft", review = "Review", archived = "Archived" }

  struct Keyword: Sendable, Equatable {
    var id: UniqueID
    var name: String
    /// RRGGBB or RRGGBBAA.
    var colorHex: String
  }

  struct Note: Sendable, Equatable {
    var id: UniqueID
    var title: String
    var status = Status.draft
    var isFavorite = false
    var order = 0
    var creationDate: Timestamp?
    /// RTF.
    var formattedBodyText: [UInt8] = []
    /// The plain text of the RTF in lower case.
    var bodyText = ""
    var image: InlineImage?
  }

  var history: [HistoryEvent] = []
  /// By id.
  var keywords: [Keyword] = []
  /// By id.
  var notes: [Note] = []

  mutating func sort() {
    keywords.sort { $0.id < $1.id }
    notes.sort { $0.id < $1.id }
  }
}

/// A colour as version 2 writes it: RRGGBB, or RRGGBBAA where it isn't opaque.
enum ColorHex {
  struct Components: Sendable, Equatable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double
  }

  /// Nil for anything but six or eight hexadecimal digits.
  static func components(_ hex: String) -> Components? {
    let digits = hex.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 6 || digits.count == 8, !digits.contains(nil) else { return nil }
    func part(_ index: Int) -> Double {
      Double((digits[2 * index] ?? 0) * 16 + (digits[2 * index + 1] ?? 0)) / 255
    }
    return Components(red: part(0), green: part(1), blue: part(2), alpha: digits.count == 8 ? part(3) : 1)
  }

  /// The nearest colour that can be written so.
  static func text(_ components: Components) -> String {
    var parts = [components.red, components.green, components.blue].map(byte)
    if byte(components.alpha) != 255 { parts.append(byte(components.alpha)) }
    return parts.map { (String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)).uppercased() }.joined()
  }

  private static func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, (part * 255).rounded()))) }
}

/// The one picture that a note of version 2 or 3 has.
struct InlineImage: Sendable, Equatable {
  var name: String
  var bytes: [UInt8]
}
