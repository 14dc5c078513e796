public import SlipBase

/// A property list as Apple's programs store it: a table of objects that refer to each other by
/// number.
///
/// The table stays flat, as the binary form has it. So an archive whose objects contain themselves
/// costs no more than any other, and nothing is read recursively.
public struct PropertyList: Sendable, Equatable {
  /// One object of the table.
  public enum Object: Sendable, Equatable {
    /// No value, and whatever could not be read.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number. Of numbers with 16 bytes the lowest 8 count.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A date: seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// A reference of a keyed archive: a place in its `$objects`.
    case uid(Int)
    /// A list: numbers of objects.
    case array([Int])
    /// A set, in the order of the file: numbers of objects.
    case set([Int])
    /// A dictionary: the numbers of its keys, and those of its values in step.
    case dictionary(keys: [Int], values: [Int])
  }

  /// All objects.
  public internal(set) var objects: [Object]
  /// The number of the outermost object.
  public internal(set) var top: Int
  /// Whether some objects could not be read; they are null.
  public internal(set) var isDamaged: Bool

  /// Creates a list of these objects.
  init(objects: [Object], top: Int, isDamaged: Bool = false) {
    (self.objects, self.top, self.isDamaged) = (objects, top, isDamaged)
  }

  /// The object with a number; null for a number that is out of range.
  public subscript(index: Int) -> Object { objects.indices.contains(index) ? objects[index] : .null }

  /// How many objects a list may have. The model of a large application has some ten thousand.
  static let largestCount = 1_000_000
  /// How many keys of one dictionary are looked at when a key is searched for. Objects in archives
  /// have fewer than 60.
  static let searchedKeys = 512

  /// Reads the binary form or the XML form, whichever the bytes are.
  ///
  /// - Returns: The list, damaged objects as null; nil for bytes that are neither form.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> PropertyList? {
    if BinaryPropertyList.isBinary(bytes) { return BinaryPropertyList.read(bytes) }
    return XMLPropertyList.isXML(bytes) ? XMLPropertyList.read(bytes) : nil
  }

  /// The value of a key of a dictionary; nil where the object has no such key or is no dictionary.
  ///
  /// - Parameter index: The number of the dictionary.
  public func value(_ key: String, of index: Int) -> Int? {
    guard case .dictionary(let keys, let values) = self[index] else { return nil }
    for (place, candidate) in keys.prefix(PropertyList.searchedKeys).enumerated() {
      if case .string(let name) = self[candidate], name == key { return values[place] }
    }
    return nil
  }

  /// The text of an object; nil for anything else.
  public func string(_ index: Int) -> String? {
    if case .string(let text) = self[index] { text } else { nil }
  }

  /// The whole number of an object, also of a Boolean or of a number without fraction; nil for
  /// anything else.
  public func integer(_ index: Int) -> Int64? {
    switch self[index] {
    case .integer(let value): value
    case .boolean(let value): value ? 1 : 0
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The number of an object; nil for anything else.
  public func real(_ index: Int) -> Double? {
    switch self[index] {
    case .integer(let value): Double(value)
    case .real(let value), .date(let value): value
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The elements of an array or set; empty for anything else.
  public func elements(_ index: Int) -> [Int] {
    switch self[index] {
    case .array(let elements), .set(let elements): elements
    default: []
    }
  }
}

/// Dates as Apple's programs count them.
public enum AppleDate {
  /// Seconds from 1970 to 2001.
  public static let epoch = 978_307_200.0

  /// The moment so many seconds after 2001-01-01T00:00:00Z, rounded to microseconds; nil outside
  /// the years 1 to 9999, and for what is no number.
  public static func timestamp(_ seconds: Double) -> Timestamp? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let moment = Timestamp(microseconds: Int64(((seconds + epoch) * 1e6).rounded()))
    return moment.isWithinRFC3339 ? moment : nil
  }

  /// "Distant past", which programs store for a date that was never set.
  public static let distantPast = -63_114_076_800.0
}
