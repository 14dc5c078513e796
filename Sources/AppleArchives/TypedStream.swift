/// A stream that `NSArchiver` wrote, the archive before keyed ones: objects with the values that
/// each put into it, in order.
///
/// Each value's type is spelt out in the stream, so objects of unknown classes are read as well.
/// Numbers stand with the lowest byte first; streams of the other kind (`typedstream`) are not
/// read.
public struct TypedStream: Sendable {
  /// A value.
  public enum Value: Sendable, Equatable {
    /// No object, no class or no text.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// Bytes with a length: the content of a string, a type, a selector or an array of characters.
    case bytes([UInt8])
    /// An object, a class or a C string: its number.
    case object(Int)
  }

  /// What has a number.
  public enum Entry: Sendable, Equatable {
    /// An object: the number of its class, or -1, and its values.
    case object(type: Int, values: [Value])
    /// A class: its name and the number of its parent, or -1.
    case type(name: String, parent: Int)
    /// A C string.
    case text([UInt8])
  }

  /// All objects, classes and C strings, in the order in which they begin.
  public internal(set) var entries: [Entry] = []
  /// The values outside of objects; the first is the archive's root.
  public internal(set) var roots: [Value] = []
  /// Whether the stream ends too early or contradicts itself.
  public internal(set) var isDamaged = false

  /// What each stream begins with: the version of the format, its name and the version of the
  /// system's libraries.
  private static let mark: [UInt8] = [4, 11] + Array("streamtyped".utf8)

  /// Whether bytes are such a stream.
  public static func isStream(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: mark) }

  /// Reads a stream; nil for other bytes. What follows a fault is left out.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard TypedStream.isStream(bytes) else { return nil }
    var reader = TypedStreamReader(bytes, from: TypedStream.mark.count)
    reader.run()
    (entries, roots, isDamaged) = (reader.entries, reader.roots, reader.isDamaged)
  }

  /// How many ancestors of a class are looked at.
  private static let deepestClass = 32

  /// The names of an object's class and its ancestors; empty for anything else.
  public func classNames(_ index: Int) -> [String] {
    guard entries.indices.contains(index), case .object(var type, _) = entries[index] else { return [] }
    var names: [String] = []
    while entries.indices.contains(type), names.count < TypedStream.deepestClass,
      case .type(let name, let parent) = entries[type]
    {
      names.append(name)
      type = parent
    }
    return names
  }

  /// The values of an object; empty for anything else.
  public func values(_ value: Value) -> [Value] {
    guard case .object(let index) = value, entries.indices.contains(index),
      case .object(_, let values) = entries[index]
    else { return [] }
    return values
  }

  /// Whether a value is an object of one of these classes.
  public func isA(_ value: Value, _ names: String...) -> Bool {
    guard case .object(let index) = value else { return false }
    let own = classNames(index)
    return names.contains { own.contains($0) }
  }

  /// The text of a string object; nil for anything else.
  public func string(_ value: Value) -> String? {
    guard isA(value, "NSString"), case .bytes(let bytes)? = values(value).first else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of a number object or a plain number; nil for anything else.
  public func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    case .object:
      guard isA(value, "NSValue", "NSNumber", "NSDate") else { return nil }
      for part in values(value) {
        if case .integer(let number) = part { return Double(number) }
        if case .real(let number) = part { return number }
      }
      return nil
    default: return nil
    }
  }

  /// The keys and values of a dictionary object; empty for anything else.
  public func pairs(_ value: Value) -> [(key: Value, value: Value)] {
    guard isA(value, "NSDictionary") else { return [] }
    let values = values(value).dropFirst()
    return stride(from: values.startIndex, to: values.endIndex - 1, by: 2).map {
      (values[$0], values[$0 + 1])
    }
  }
}
