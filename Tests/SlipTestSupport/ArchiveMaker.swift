/// A property list for tests, and its binary form.
public indirect enum ListValue {
  case null, bool(Bool), integer(Int64), real(Double), date(Double), data([UInt8]), string(String), uid(Int)
  case array([ListValue]), set([ListValue]), dictionary([(String, ListValue)])

  /// The binary form, each object by itself.
  public var binary: [UInt8] {
    var objects: [[UInt8]] = []
    _ = add(to: &objects)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += ListValue.big(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2]
    return bytes + ListValue.big(objects.count, 8) + ListValue.big(0, 8) + ListValue.big(table, 8)
  }

  private func add(to objects: inout [[UInt8]]) -> Int {
    let index = objects.count
    objects.append([])
    switch self {
    case .null: objects[index] = [0]
    case .bool(let value): objects[index] = [value ? 9 : 8]
    case .integer(let value): objects[index] = [0x13] + ListValue.big(Int(value), 8)
    case .real(let value): objects[index] = [0x23] + ListValue.big(Int(bitPattern: UInt(value.bitPattern)), 8)
    case .date(let value): objects[index] = [0x33] + ListValue.big(Int(bitPattern: UInt(value.bitPattern)), 8)
    case .data(let bytes): objects[index] = ListValue.head(0x40, bytes.count) + bytes
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        objects[index] = ListValue.head(0x50, text.utf8.count) + Array(text.utf8)
      } else {
        objects[index] =
          ListValue.head(0x60, text.utf16.count) + text.utf16.flatMap { ListValue.big(Int($0), 2) }
      }
    case .uid(let place): objects[index] = [0x81] + ListValue.big(place, 2)
    case .array(let list), .set(let list):
      let references = list.flatMap { ListValue.big($0.add(to: &objects), 2) }
      var mark: UInt8 = 0xA0
      if case .set = self { mark = 0xC0 }
      objects[index] = ListValue.head(mark, list.count) + references
    case .dictionary(let pairs):
      let keys = pairs.flatMap { ListValue.big(ListValue.string($0.0).add(to: &objects), 2) }
      let values = pairs.flatMap { ListValue.big($0.1.add(to: &objects), 2) }
      objects[index] = ListValue.head(0xD0, pairs.count) + keys + values
    }
    return index
  }

  private static func head(_ mark: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [mark | UInt8(count)] : [mark | 0xF, 0x12] + big(count, 4)
  }

  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }
}

/// Makes keyed archives for tests.
public struct ArchiveMaker {
  private var objects: [ListValue] = [.string("$null")]
  private var classes: [String: Int] = [:]

  public init() {}

  /// Adds an object that needs no class, and returns a reference to it.
  public mutating func add(_ value: ListValue) -> ListValue {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  public mutating func string(_ text: String) -> ListValue { add(.string(text)) }

  /// Adds an object of a class.
  public mutating func object(_ types: [String], _ properties: [(String, ListValue)]) -> ListValue {
    let name = types.joined(separator: " ")
    if classes[name] == nil {
      _ = add(
        .dictionary([
          ("$classname", .string(types[0])), ("$classes", .array((types + ["NSObject"]).map { .string($0) })),
        ]))
      classes[name] = objects.count - 1
    }
    return add(.dictionary(properties + [("$class", .uid(classes[name] ?? 0))]))
  }

  public mutating func array(_ elements: [ListValue]) -> ListValue {
    object(["NSArray"], [("NS.objects", .array(elements))])
  }

  public mutating func dictionary(_ pairs: [(String, ListValue)]) -> ListValue {
    let keys = pairs.map { string($0.0) }
    return object(
      ["NSDictionary"], [("NS.keys", .array(keys)), ("NS.objects", .array(pairs.map(\.1)))])
  }

  /// Replaces an object that was added before, so that archives can contain circles.
  public mutating func replace(_ reference: ListValue, with value: ListValue) {
    if case .uid(let place) = reference { objects[place] = value }
  }

  /// The archive with an object as its root.
  public func archive(_ root: ListValue) -> [UInt8] { list(root).binary }

  /// The archive as a property list.
  public func list(_ root: ListValue) -> ListValue {
    .dictionary([
      ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
      ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
    ])
  }
}
