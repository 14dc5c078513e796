public import SlipBase

/// An archive that `NSKeyedArchiver` wrote: objects by number, whose properties refer to each
/// other.
///
/// An archive is a property list. Its `$objects` are an array, whose first element stands for nil;
/// an object with a class is a dictionary whose `$class` refers to one with the names of the class
/// and its ancestors. Values are references (`PropertyList.Object.uid`), or plain values in place.
///
/// Classes that are read:
///
/// | class | properties |
/// | --- | --- |
/// | `NSString`, `NSMutableString` | plain, `NS.string` or `NS.bytes` |
/// | `NSData`, `NSMutableData` | plain, or `NS.data` |
/// | `NSArray`, `NSSet`, `NSOrderedSet` | `NS.objects`; in old archives `NS.object.0` and so on |
/// | `NSDictionary` | `NS.keys` and `NS.objects` in step |
/// | `NSKnownKeysDictionary1` | `values`, and the keys in `searchMapping` |
/// | `NSDate` | `NS.time`, seconds since 2001 |
/// | `NSUUID` | `NS.uuidbytes`, 16 bytes |
/// | `NSURL` | `NS.base` and `NS.relative` |
/// | `NSDecimalNumber` | `NS.mantissa`, `NS.exponent`, `NS.negative` |
///
/// Nothing is instantiated and no code of an archive runs: an object is a dictionary with a class
/// name. Objects may contain themselves, so whoever follows references bounds its own way.
public final class KeyedArchive: Sendable {
  /// The property list.
  let list: PropertyList
  /// The objects' numbers in the property list; the first is nil.
  let objects: [Int]
  /// The number in the property list of the outermost object.
  private let top: Int

  /// Opens an archive.
  ///
  /// - Returns: nil for bytes that are no property list with the parts of an archive.
  public convenience init?(_ bytes: UnsafeRawBufferPointer) {
    guard let list = PropertyList.read(bytes) else { return nil }
    self.init(list)
  }

  /// Opens the archive that a property list is; nil where it is none.
  public init?(_ list: PropertyList) {
    guard let objects = list.value("$objects", of: list.top), let entry = list.value("$top", of: list.top),
      case .dictionary(_, let roots) = list[entry], let first = roots.first
    else { return nil }
    self.list = list
    self.objects = list.elements(objects)
    top = list.value("root", of: entry) ?? first
  }

  /// Whether a property list has the parts of an archive.
  public static func isArchive(_ list: PropertyList) -> Bool { list.value("$objects", of: list.top) != nil }

  /// Whether some of the archive could not be read.
  public var isDamaged: Bool { list.isDamaged }

  /// The outermost object; nil where the archive has none.
  public var root: ArchivedObject? { object(top) }

  /// The object that an object of the property list is or refers to; nil for nil.
  func object(_ index: Int) -> ArchivedObject? {
    guard case .uid(let place) = list[index] else {
      return list[index] == .null ? nil : ArchivedObject(archive: self, index: index)
    }
    guard place > 0, objects.indices.contains(place), list[objects[place]] != .null else { return nil }
    return ArchivedObject(archive: self, index: objects[place])
  }
}

/// An object of a keyed archive: a view, which costs nothing to make.
public struct ArchivedObject: Sendable {
  /// The archive.
  let archive: KeyedArchive
  /// The object's number in the property list, by which two views of one object are the same.
  public let index: Int

  /// The property list's object.
  var value: PropertyList.Object { archive.list[index] }

  /// The object of a property; nil where it is nil or missing.
  public subscript(key: String) -> ArchivedObject? {
    archive.list.value(key, of: index).flatMap(archive.object)
  }

  /// The names of the object's class and its ancestors, its own first; empty for plain values.
  public var classNames: [String] {
    guard let type = self["$class"] else { return [] }
    let names = type["$classes"]?.listed ?? []
    let own = type["$classname"]?.plainString
    return names.isEmpty ? [own].compactMap { $0 } : names
  }

  /// Whether the object is of a class or inherits from it.
  public func isA(_ names: String...) -> Bool {
    let own = classNames
    return names.contains { own.contains($0) }
  }

  /// The strings of a plain array of class names.
  private var listed: [String] {
    archive.list.elements(index).prefix(64).compactMap { archive.object($0)?.plainString }
  }

  /// The text of a plain string.
  private var plainString: String? { archive.list.string(index) }

  /// The text of a string, also of one that is an object; nil for anything else.
  public var string: String? {
    plainString ?? self["NS.string"]?.plainString
      ?? self["NS.bytes"]?.plainData.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of plain data.
  private var plainData: [UInt8]? { if case .data(let bytes) = value { bytes } else { nil } }

  /// The bytes of a data object; nil for anything else.
  public var data: [UInt8]? { plainData ?? self["NS.data"]?.plainData }

  /// The value of a whole number or Boolean; nil for anything else.
  public var integer: Int64? { archive.list.integer(index) }

  /// The value of a number, also of a decimal one; nil for anything else.
  public var number: Double? { archive.list.real(index) ?? decimal }

  /// The value of a Boolean or of a whole number; nil for anything else.
  public var boolean: Bool? { integer.map { $0 != 0 } }

  /// The moment of a date; nil for anything else and outside the years 1 to 9999.
  public var date: Timestamp? {
    if case .date(let seconds) = value { return AppleDate.timestamp(seconds) }
    return self["NS.time"].flatMap { archive.list.real($0.index) }.flatMap(AppleDate.timestamp)
  }

  /// The value of a UUID; nil for anything else.
  public var uuid: UniqueID? { self["NS.uuidbytes"]?.plainData.flatMap(UniqueID.init(sixteen:)) }

  /// How many bases of a relative URL are followed.
  private static let deepestURL = 8

  /// The address of a URL; a relative one is put behind its base. Nil for anything else.
  public var url: String? {
    guard var text = self["NS.relative"]?.string else { return nil }
    var base = self["NS.base"]
    for _ in 0..<ArchivedObject.deepestURL where !text.contains(":") {
      guard let next = base, let above = next["NS.relative"]?.string else { break }
      text = above + text
      base = next["NS.base"]
    }
    return text
  }

  /// The objects of an array or a set; nil for anything else. A nil among them is left out.
  public var elements: [ArchivedObject]? {
    switch value {
    case .array(let list), .set(let list): return list.compactMap(archive.object)
    case .dictionary: break
    default: return nil
    }
    if let list = self["NS.objects"] { return archive.list.elements(list.index).compactMap(archive.object) }
    guard isA("NSArray", "NSSet", "NSOrderedSet") else { return nil }
    return numbered("NS.object.").compactMap(archive.object)
  }

  /// The keys and values of a dictionary; nil for anything else.
  ///
  /// It may be an ordinary dictionary, one with a fixed set of keys, or a plain one.
  public var pairs: [(key: ArchivedObject, value: ArchivedObject)]? {
    guard case .dictionary(let keys, let values) = value else { return nil }
    if let mapping = self["searchMapping"] {
      return zipped(mapping["keys"]?.elementNumbers ?? [], self["values"]?.elementNumbers ?? [])
    }
    if let keys = self["NS.keys"], let values = self["NS.objects"] {
      return zipped(archive.list.elements(keys.index), archive.list.elements(values.index))
    }
    if self["$class"] == nil { return zipped(keys, values) }
    guard isA("NSDictionary") else { return nil }
    return zipped(numbered("NS.key."), numbered("NS.object."))
  }

  /// The value of a dictionary's key, which is a string.
  public func entry(_ key: String) -> ArchivedObject? { pairs?.first { $0.key.string == key }?.value }

  /// The elements of an array as numbers in the property list, with those that are nil.
  private var elementNumbers: [Int] {
    self["NS.objects"].map { archive.list.elements($0.index) } ?? numbered("NS.object.")
  }

  /// Keys and values in step, without those that are nil.
  private func zipped(_ keys: [Int], _ values: [Int]) -> [(key: ArchivedObject, value: ArchivedObject)] {
    zip(keys, values).compactMap { key, value in
      guard let key = archive.object(key), let value = archive.object(value) else { return nil }
      return (key, value)
    }
  }

  /// The values of the properties that are called by a prefix and a number, in the order of the
  /// numbers, as old archives have lists.
  private func numbered(_ prefix: String) -> [Int] {
    guard case .dictionary(let keys, let values) = value else { return [] }
    var found: [(Int, Int)] = []
    for (key, value) in zip(keys, values) {
      guard let name = archive.list.string(key), name.hasPrefix(prefix),
        let number = Int(name.dropFirst(prefix.count))
      else { continue }
      found.append((number, value))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The value of a decimal number: up to eight words of 16 bits times a power of ten.
  private var decimal: Double? {
    guard let words = self["NS.mantissa"]?.plainData, words.count >= 16 else { return nil }
    let isLittle = (self["NS.mantissa.bo"]?.integer ?? 1) == 1
    let used = min(8, max(0, Int(self["NS.length"]?.integer ?? 8)))
    var mantissa = 0.0
    for word in (0..<used).reversed() {
      let (low, high) =
        isLittle ? (words[2 * word], words[2 * word + 1]) : (words[2 * word + 1], words[2 * word])
      mantissa = mantissa * 65_536 + Double(UInt16(high) << 8 | UInt16(low))
    }
    let exponent = min(300, max(-300, Int(self["NS.exponent"]?.integer ?? 0)))
    // Dividing by a power of ten is exact where multiplying by its inverse is not.
    let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
    let value = exponent < 0 ? mantissa / power : mantissa * power
    return self["NS.negative"]?.boolean == true ? -value : value
  }
}

extension UniqueID {
  /// The UUID of 16 bytes, in the order in which they are printed; nil for another number of bytes.
  package init?(sixteen bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    /// Eight bytes as a number.
    func half(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: half(0..<8), low: half(8..<16))
  }
}
