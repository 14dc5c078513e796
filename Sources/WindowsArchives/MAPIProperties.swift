public import SlipBase

/// The value of a property of a message (MS-OXCDATA, 2.11).
public enum MAPIValue: Sendable, Hashable {
  /// A whole number of any size.
  case number(Int64)
  /// A floating-point number.
  case real(Double)
  /// Yes or no.
  case flag(Bool)
  /// A moment in UTC.
  case time(Timestamp)
  /// A text.
  case text(String)
  /// Several texts.
  case texts([String])
  /// Bytes.
  case bytes([UInt8])
  /// Bytes, several times.
  case pieces([[UInt8]])
}

/// The name of a property whose id differs from file to file.
public enum MAPIName: Sendable, Hashable {
  /// A number in a set.
  case number(set: UInt32, UInt32)
  /// A text in a set, in small letters.
  case text(set: UInt32, String)

  /// The sets of properties: the first four bytes of those identifiers that end in
  /// `-0000-0000-C000-000000000046`. The others have nothing that is read.
  public enum PropertySet {
    /// Properties without a set of their own, such as categories.
    public static let strings: UInt32 = 0x0002_0329
    /// Properties with ids below 8000h.
    public static let mapi: UInt32 = 0x0002_0328
    /// Appointments.
    public static let appointment: UInt32 = 0x0006_2002
    /// Tasks.
    public static let task: UInt32 = 0x0006_2003
    /// Contacts.
    public static let address: UInt32 = 0x0006_2004
    /// All items.
    public static let common: UInt32 = 0x0006_2008
    /// The journal.
    public static let log: UInt32 = 0x0006_200A
    /// Notes.
    public static let note: UInt32 = 0x0006_200E
  }
}

/// The properties of a message, an attachment or a recipient.
public struct MAPIProperties: Sendable {
  /// The values by id. Of a property that is there twice, the first counts.
  var values: [UInt16: MAPIValue] = [:]
  /// The ids of named properties. A message and its attachments and recipients have the same.
  var names: [MAPIName: UInt16] = [:]

  /// Ids that this module needs itself (MS-OXPROPS).
  enum ID {
    /// The code page of text that isn't Unicode.
    static let codePage: UInt16 = 0x3FFD
    /// The code page of the HTML.
    static let webCodePage: UInt16 = 0x3FDE
    /// The language of the system.
    static let language: UInt16 = 0x3FF1
    /// The HTML of a message.
    static let html: UInt16 = 0x1013
    /// An attachment's content.
    static let attachData: UInt16 = 0x3701
  }

  /// Creates an empty set.
  init() {}

  /// The value of an id; nil where there is none.
  public subscript(id: UInt16) -> MAPIValue? { values[id] }

  /// The value of a named property; nil where there is none.
  public subscript(name: MAPIName) -> MAPIValue? { names[name].flatMap { values[$0] } }

  /// The text of an id; nil where there is none.
  public func text(_ id: UInt16) -> String? { values[id]?.text }

  /// The number of an id; nil where there is none.
  public func number(_ id: UInt16) -> Int64? { values[id]?.number }

  /// The moment of an id; nil where there is none.
  public func time(_ id: UInt16) -> Timestamp? { values[id]?.time }

  /// The bytes of an id; nil where there are none.
  public func bytes(_ id: UInt16) -> [UInt8]? {
    if case .bytes(let bytes)? = values[id] { bytes } else { nil }
  }

  /// Sets a value, unless there is one.
  mutating func add(_ id: UInt16, _ value: MAPIValue) {
    if values[id] == nil { values[id] = value }
  }

  /// How text in bytes is decoded.
  ///
  /// - Parameter outer: Properties of a message that this one is in, which count where these say nothing.
  func text(within outer: MAPIProperties?) -> AnsiText {
    /// A number of these properties, or else of the outer ones.
    func find(_ id: UInt16) -> Int64? { number(id) ?? outer?.number(id) }
    return AnsiText(message: find(ID.codePage), web: find(ID.webCodePage), language: find(ID.language))
  }
}

extension MAPIValue {
  /// The text; nil for anything else.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number; nil for anything else.
  public var number: Int64? { if case .number(let number) = self { number } else { nil } }
  /// The moment; nil for anything else.
  public var time: Timestamp? { if case .time(let time) = self { time } else { nil } }
  /// Bytes that are there several times; empty for anything else.
  public var pieces: [[UInt8]] { if case .pieces(let pieces) = self { pieces } else { [] } }
  /// The texts, also a single one; empty for anything else.
  public var texts: [String] {
    switch self {
    case .texts(let texts): texts
    case .text(let text): [text]
    default: []
    }
  }
}

/// Types of properties (MS-OXCDATA, 2.11.1).
enum MAPIType {
  /// A whole number of two bytes.
  static let short: UInt16 = 0x0002
  /// A whole number of four bytes.
  static let long: UInt16 = 0x0003
  /// A floating-point number of four bytes.
  static let float: UInt16 = 0x0004
  /// A floating-point number of eight bytes.
  static let double: UInt16 = 0x0005
  /// An amount of money, as ten thousandths.
  static let currency: UInt16 = 0x0006
  /// A date as a count of days.
  static let date: UInt16 = 0x0007
  /// The number of an error.
  static let error: UInt16 = 0x000A
  /// Yes or no.
  static let boolean: UInt16 = 0x000B
  /// An item or an object of another program.
  static let object: UInt16 = 0x000D
  /// A whole number of eight bytes.
  static let longlong: UInt16 = 0x0014
  /// Text in a code page.
  static let ansi: UInt16 = 0x001E
  /// Text in UTF-16.
  static let unicode: UInt16 = 0x001F
  /// A moment: 100 nanoseconds since 1601.
  static let time: UInt16 = 0x0040
  /// An identifier of sixteen bytes.
  static let guid: UInt16 = 0x0048
  /// Bytes.
  static let binary: UInt16 = 0x0102
  /// This bit stands for several values.
  static let several: UInt16 = 0x1000

  /// Moments that stand for none: the zero of the clock, and the first day of 4501, which Outlook writes.
  private static let noTimes: Set<UInt64> = [0, 0x0CB3_4557_A3DD_4000]

  /// A value of a fixed length at the beginning of bytes; nil for other types.
  static func fixed(_ type: UInt16, _ bytes: UnsafeRawBufferPointer) -> MAPIValue? {
    switch type {
    case short: .number(Int64(Int16(bitPattern: bytes.short(0))))
    case long, error: .number(Int64(Int32(bitPattern: bytes.word(0))))
    case float: .real(Double(Float(bitPattern: bytes.word(0))))
    case double, date: .real(Double(bitPattern: bytes.long(0)))
    case currency, longlong: .number(Int64(bitPattern: bytes.long(0)))
    case boolean: .flag(bytes.short(0) != 0)
    case time where noTimes.contains(bytes.long(0)): nil
    case time: Timestamp(fileTime: bytes.long(0)).map { .time($0) }
    default: nil
    }
  }

  /// How many bytes a value of a fixed length has; nil for other types.
  static func size(_ type: UInt16) -> Int? {
    switch type {
    case short: 2
    case long, float, error, boolean: 4
    case double, currency, date, longlong, time: 8
    case guid: 16
    default: nil
    }
  }
}
