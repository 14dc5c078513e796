/// Makes sections of OneNote ([MS-ONESTORE]): objects with properties, in spaces with one revision each.
///
/// ```swift
/// var maker = OneNoteMaker()
/// maker.add(space: 1, objects: [OneNoteMaker.Object(1, 0x60007, [.objects(0x24001C20, [2])])], roots: [1: 1])
/// let file = maker.bytes()
/// ```
public struct OneNoteMaker {
  /// A property.
  public enum Property: Sendable {
    case number(UInt32, UInt64, size: Int)
    case flag(UInt32)
    case data(UInt32, [UInt8])
    /// References to objects of the space.
    case objects(UInt32, [UInt8])
    /// References to spaces.
    case spaces(UInt32, [UInt8])
    /// Sets, of which each may refer to objects.
    case sets(UInt32, [[Property]])

    /// Text in UTF-16.
    public static func text(_ id: UInt32, _ text: String) -> Property {
      .data(id, (Array(text.utf16) + [0]).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }
  }

  /// An object: its number, its kind and its properties, or the name of its file.
  public struct Object: Sendable {
    var number: UInt8
    var kind: UInt32
    var properties: [Property]
    var file: String

    /// Creates an object.
    public init(_ number: UInt8, _ kind: UInt32, _ properties: [Property] = [], file: String = "") {
      (self.number, self.kind, self.properties, self.file) = (number, kind, properties, file)
    }
  }

  /// The file so far.
  private var output = [UInt8](repeating: 0, count: 1_024)
  /// How many nodes lists have, by number.
  private var counts: [(list: UInt32, count: Int)] = []
  /// The nodes of the root list.
  private var roots: [[UInt8]] = []

  /// Begins a section.
  public init() {
    output.replaceSubrange(
      0..<16,
      with: [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D, 0xAE, 0xB1, 0x53, 0x78, 0xD0, 0x29, 0x96, 0xD3])
    output.replaceSubrange(
      48..<64,
      with: [0x3F, 0xDD, 0x9A, 0x10, 0x1B, 0x91, 0xF5, 0x49, 0xA5, 0xD0, 0x17, 0x91, 0xED, 0xC8, 0xAE, 0xD8])
  }

  /// The GUID that stands for a number.
  public static func guid(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

  /// A number in little-endian order.
  private static func little(_ value: some FixedWidthInteger, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: UInt64(truncatingIfNeeded: value) >> UInt64(8 * $0)) }
  }

  /// The name of an object.
  private static func name(_ guid: UInt8, _ number: UInt8) -> [UInt8] {
    self.guid(guid) + little(Int(number), 4)
  }

  /// A node of a list, with a reference where it has one.
  private static func node(_ id: UInt32, _ data: [UInt8], at part: Range<Int>? = nil) -> [UInt8] {
    let reference = part.map { little($0.lowerBound, 4) + little($0.count, 4) } ?? []
    let size = UInt32(4 + reference.count + data.count)
    let head: UInt32 = id | size << 10 | (part == nil ? 0 : 1 << 23 | 1 << 27) | 1 << 31
    return little(head, 4) + reference + data
  }

  /// Adds bytes, and returns where they are.
  private mutating func append(_ bytes: [UInt8]) -> Range<Int> {
    let start = output.count
    output += bytes
    return start..<output.count
  }

  /// Adds a list of nodes.
  private mutating func list(_ nodes: [[UInt8]]) -> Range<Int> {
    let number = UInt32(16 + counts.count)
    counts.append((number, nodes.count))
    let head: [UInt8] =
      OneNoteMaker.little(0xA456_7AB1_F5F7_F4C4 as UInt64, 8) + OneNoteMaker.little(number, 4)
    let end =
      [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0]
      + OneNoteMaker.little(0x8BC2_15C3_8233_BA4B as UInt64, 8)
    return append(head + [0, 0, 0, 0] + nodes.flatMap { $0 } + end)
  }

  /// Adds a space with its objects and root objects. The first one is that of the section.
  ///
  /// - Parameter space: The number that its GUID consists of.
  public mutating func add(space: UInt8, objects: [Object], roots: [UInt32: UInt8]) {
    var group = [
      OneNoteMaker.node(0xB4, OneNoteMaker.name(space, 0)), OneNoteMaker.node(0x22, [0]),
      OneNoteMaker.node(0x24, [0, 0, 0, 0] + OneNoteMaker.guid(space)),
    ]
    // Spaces are named by their own GUIDs, at the places that their numbers give.
    for other in 1...9 as ClosedRange<UInt8> {
      group.append(OneNoteMaker.node(0x24, [other, 0, 0, 0] + OneNoteMaker.guid(other)))
    }
    group.append(OneNoteMaker.node(0x28, []))
    for object in objects {
      let id: [UInt8] = [object.number, 0, 0, 0]
      let kind = OneNoteMaker.little(object.kind, 4)
      if object.file.isEmpty {
        let part = append(OneNoteMaker.properties(object.properties))
        group.append(OneNoteMaker.node(0xA4, id + kind + [0, 1], at: part))
      } else {
        let text = Array(object.file.utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        group.append(
          OneNoteMaker.node(
            0x72, id + kind + [1] + OneNoteMaker.little(text.count / 2, 4) + text + [0, 0, 0, 0]))
      }
    }
    let groups = list(group)
    var manifest = [
      OneNoteMaker.node(0x14, OneNoteMaker.name(space, 0) + [0, 0, 0, 0]),
      OneNoteMaker.node(0x1E, OneNoteMaker.name(space, 9) + OneNoteMaker.name(0, 0) + [1, 0, 0, 0, 0, 0]),
      OneNoteMaker.node(0xB0, OneNoteMaker.name(space, 0), at: groups),
    ]
    for (role, object) in roots.sorted(by: { $0.key < $1.key }) {
      manifest.append(
        OneNoteMaker.node(0x5A, OneNoteMaker.name(space, object) + OneNoteMaker.little(role, 4)))
    }
    manifest.append(OneNoteMaker.node(0x1C, []))
    let revisions = list(manifest)
    let spaces = list([
      OneNoteMaker.node(0x0C, OneNoteMaker.name(space, 0)), OneNoteMaker.node(0x10, [], at: revisions),
    ])
    if self.roots.isEmpty { self.roots.append(OneNoteMaker.node(0x04, OneNoteMaker.name(space, 0))) }
    self.roots.append(OneNoteMaker.node(0x08, OneNoteMaker.name(space, 0), at: spaces))
  }

  /// Adds a file, and returns the name by which objects refer to it.
  public mutating func add(file: [UInt8], _ number: UInt8) -> String {
    let part = append(
      OneNoteMaker.guid(0) + OneNoteMaker.little(file.count, 8) + [UInt8](repeating: 0, count: 12) + file)
    let files = list([OneNoteMaker.node(0x94, OneNoteMaker.guid(number), at: part)])
    roots.append(OneNoteMaker.node(0x90, [], at: files))
    let digits = number < 16 ? "0" + String(number, radix: 16) : String(number, radix: 16)
    let pairs = [4, 2, 2, 2, 6].map { String(repeating: digits, count: $0) }
    return "<ifndf>{\(pairs.joined(separator: "-"))}</ifndf>"
  }

  /// The file.
  public mutating func bytes() -> [UInt8] {
    let root = list(roots)
    let entries = counts.flatMap { OneNoteMaker.little($0.list, 4) + OneNoteMaker.little($0.count, 4) }
    let log = append(
      entries + [1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0])
    output.replaceSubrange(96..<100, with: [1, 0, 0, 0])
    for (place, part) in [(160, log), (172, root)] {
      output.replaceSubrange(
        place..<place + 12, with: OneNoteMaker.little(part.lowerBound, 8) + OneNoteMaker.little(part.count, 4)
      )
    }
    // The length that the file says it has.
    output.replaceSubrange(196..<204, with: OneNoteMaker.little(output.count, 8))
    return output
  }

  /// The properties of an object with the lists of what they refer to.
  private static func properties(_ properties: [Property]) -> [UInt8] {
    var (objects, spaces): ([[UInt8]], [[UInt8]]) = ([], [])
    let set = set(properties, &objects, &spaces)
    // There is a list of spaces only where it isn't empty.
    let mark: UInt32 = spaces.isEmpty ? 1 << 31 : 0
    var output = little(UInt32(objects.count) | mark, 4) + objects.flatMap { $0 }
    if !spaces.isEmpty { output += little(spaces.count, 4) + spaces.flatMap { $0 } }
    return output + set
  }

  /// A set of properties.
  private static func set(_ properties: [Property], _ objects: inout [[UInt8]], _ spaces: inout [[UInt8]])
    -> [UInt8]
  {
    var (ids, data): ([UInt8], [UInt8]) = ([], [])
    for property in properties {
      switch property {
      case .number(let id, let value, let size):
        ids += little(id, 4)
        data += little(value, size)
      case .flag(let id): ids += little(id | 1 << 31, 4)
      case .data(let id, let bytes):
        ids += little(id, 4)
        data += little(bytes.count, 4) + bytes
      case .objects(let id, let numbers):
        ids += little(id, 4)
        if id >> 26 & 31 == 9 { data += little(numbers.count, 4) }
        objects += numbers.map { [$0, 0, 0, 0] }
      case .spaces(let id, let numbers):
        ids += little(id, 4)
        data += little(numbers.count, 4)
        spaces += numbers.map { [0, $0, 0, 0] }
      case .sets(let id, let sets):
        ids += little(id, 4)
        data += little(sets.count, 4) + [0, 0, 0, 0]
        for inner in sets { data += set(inner, &objects, &spaces) }
      }
    }
    return little(properties.count, 2) + ids + data
  }
}
