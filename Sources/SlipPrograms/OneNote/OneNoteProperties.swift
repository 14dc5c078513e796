internal import SlipExchange

/// The properties of an object of OneNote ([MS-ONESTORE] 2.6 "ObjectSpaceObjectPropSet").
struct OneNoteProperties {
  /// A value.
  enum Value {
    case none
    case flag(Bool)
    case number(UInt64)
    case data([UInt8])
    case objects([OneNoteID])
    case sets([OneNoteProperties])
  }

  /// The values by the number of the property with its type.
  private var values: [UInt32: Value] = [:]

  /// The most properties of a set, and the most values of one.
  private static let most = 65_536
  /// How deep sets are read.
  private static let deepest = 8

  /// Has no properties.
  init() {}

  /// Reads the properties of an object.
  init(_ object: OneNoteStore.Object, _ bytes: UnsafeRawBufferPointer) {
    guard object.range.upperBound <= bytes.count, !object.range.isEmpty else { return }
    var reader = Reader(
      bytes: OneNoteBytes(bytes: UnsafeRawBufferPointer(rebasing: bytes[object.range])), guids: object.guids)
    reader.readStreams()
    self = reader.set(0)
  }

  /// A number; nil where the property is missing.
  func number(_ id: UInt32) -> UInt64? { if case .number(let value)? = values[id] { value } else { nil } }
  /// Whether a flag is set.
  func flag(_ id: UInt32) -> Bool { if case .flag(let value)? = values[id] { value } else { false } }
  /// Bytes; empty where the property is missing.
  func data(_ id: UInt32) -> [UInt8] { if case .data(let value)? = values[id] { value } else { [] } }
  /// Text; empty where the property is missing.
  func text(_ id: UInt32) -> String { OneNoteBytes.text(data(id)) }
  /// References; empty where the property is missing.
  func objects(_ id: UInt32) -> [OneNoteID] {
    if case .objects(let value)? = values[id] { value } else { [] }
  }
  /// Sets in a property.
  func sets(_ id: UInt32) -> [OneNoteProperties] {
    if case .sets(let value)? = values[id] { value } else { [] }
  }

  /// Walks over the bytes of an object.
  private struct Reader {
    let bytes: OneNoteBytes
    let guids: [UInt32: [UInt8]]
    /// The references that the properties use, one after the other: to objects, spaces and contexts.
    private var streams: [ArraySlice<OneNoteID>] = [[], [], []]
    private var place = 0

    init(bytes: OneNoteBytes, guids: [UInt32: [UInt8]]) { (self.bytes, self.guids) = (bytes, guids) }

    /// Reads the lists of references, of which the later ones may be missing.
    mutating func readStreams() {
      let first = stream(0)
      if first >> 31 & 1 == 0 {
        let second = stream(1)
        if second >> 30 & 1 == 1 { _ = stream(2) }
      } else if first >> 30 & 1 == 1 {
        _ = stream(2)
      }
    }

    /// Reads a list of references, and returns its head.
    private mutating func stream(_ index: Int) -> UInt32 {
      let head = bytes.word(place)
      place += 4
      let count = min(Int(head & 0xFF_FFFF), max(0, (bytes.bytes.count - place) / 4))
      streams[index] =
        (0..<count).map { number in
          let id = bytes.word(place + 4 * number)
          return OneNoteID(guid: guids[id >> 8] ?? [], number: id & 0xFF)
        }[...]
      place += 4 * count
      return head
    }

    /// Takes references from a list.
    private mutating func take(_ index: Int, _ count: Int) -> [OneNoteID] {
      let taken = streams[index].prefix(count)
      streams[index] = streams[index].dropFirst(taken.count)
      return Array(taken)
    }

    /// Reads a set.
    mutating func set(_ depth: Int) -> OneNoteProperties {
      var properties = OneNoteProperties()
      let count = min(bytes.short(place), max(0, (bytes.bytes.count - place - 2) / 4))
      let ids = (0..<count).map { bytes.word(place + 2 + 4 * $0) }
      place += 2 + 4 * count
      for id in ids {
        guard place <= bytes.bytes.count, let value = value(id, depth) else { break }
        properties.values[id & 0x7FFF_FFFF] = value
      }
      return properties
    }

    /// The number of values that follows.
    private mutating func count() -> Int {
      defer { place += 4 }
      return min(Int(bytes.word(place)), OneNoteProperties.most)
    }

    /// Reads the value of a property; nil where it can't be.
    private mutating func value(_ id: UInt32, _ depth: Int) -> Value? {
      switch id >> 26 & 31 {
      case 1: return Value.none
      case 2: return .flag(id >> 31 == 1)
      case let type where (3...6).contains(type):
        let size = 1 << Int(type - 3)
        defer { place += size }
        return .number(bytes.number(place, size))
      case 7:
        let length = Int(bytes.word(place))
        place += 4
        guard length <= bytes.bytes.count - place else { return nil }
        defer { place += length }
        return .data(bytes.part(place, length))
      case 8: return .objects(take(0, 1))
      case 9: return .objects(take(0, count()))
      case 10: return .objects(take(1, 1))
      case 11: return .objects(take(1, count()))
      case 12: return .objects(take(2, 1))
      case 13: return .objects(take(2, count()))
      case 16:
        let count = count()
        guard count > 0 else { return .sets([]) }
        guard depth < OneNoteProperties.deepest else { return nil }
        place += 4
        var sets: [OneNoteProperties] = []
        for _ in 0..<count {
          if place >= bytes.bytes.count { break }
          sets.append(set(depth + 1))
        }
        return .sets(sets)
      case 17: return depth < OneNoteProperties.deepest ? .sets([set(depth + 1)]) : nil
      default: return nil
      }
    }
  }
}
