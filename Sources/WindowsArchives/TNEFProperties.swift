internal import SlipBase

/// A list of properties in a stream (MS-OXTNEF, 2.1.3.4).
///
/// ```
/// 4 bytes: how many properties follow; of each
///   2 bytes type, 2 bytes id
///   for ids from 8000 on: 16 bytes set, 4 bytes kind;
///     kind 0: 4 bytes number, kind 1: 4 bytes length, UTF-16 padded to 4
///   types of any length, and several values: 4 bytes count; of each value
///     4 bytes length, the value padded to 4
/// ```
struct TNEFProperties {
  /// The properties.
  private(set) var properties = MAPIProperties()
  /// Where the content of an attachment is that is no file, with its identifier; nil where there is none.
  private(set) var object: Range<Int>?
  /// Whether the list ends early.
  private(set) var isDamaged = false
  /// The list.
  private let bytes: UnsafeRawBufferPointer
  /// How text in bytes is decoded.
  private let text: AnsiText
  /// Where the next property is.
  private var position = 0

  /// The most values of a property that are read.
  /// Further ones are passed over.
  private static let mostValues = 4_096
  /// The most values of a property that may be there. With more of them the list ends.
  private static let mostSkipped = 1 << 16
  /// The longest name of a property in bytes.
  private static let longestName = 1_024

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: The list, from its count on. Damage ends it early: what came before counts.
  ///   - text: Decodes text that isn't UTF-16.
  init(_ bytes: UnsafeRawBufferPointer, _ text: AnsiText) {
    self.init(bytes, text, at: 0)
  }

  /// Reads a list at a position.
  ///
  /// A table of several lists goes on where `position` stands then.
  private init(_ bytes: UnsafeRawBufferPointer, _ text: AnsiText, at start: Int) {
    (self.bytes, self.text) = (bytes, text)
    var left = bytes.word(start)
    position = start + 4
    while left > 0 {
      guard readProperty() else {
        isDamaged = true
        return
      }
      left -= 1
    }
  }

  /// Reads a table: a count, and so many lists, as of recipients.
  ///
  /// - Parameter body: Gets each list.
  /// At most 65,536 lists are read, and none behind a damaged one.
  static func rows(
    _ bytes: UnsafeRawBufferPointer, _ text: AnsiText, _ body: (MAPIProperties) -> Void
  ) {
    var left = min(bytes.word(0), 1 << 16)
    var position = 4
    while left > 0, position < bytes.count {
      let list = TNEFProperties(bytes, text, at: position)
      body(list.properties)
      guard !list.isDamaged else { return }
      position = list.position
      left -= 1
    }
  }

  /// Reads a property; false where the bytes end or the type is unknown.
  ///
  /// Values that have a length (texts, bytes, objects) are read by `readValues`, all others here. Of
  /// several numbers none is kept, as no note has a use for them.
  private mutating func readProperty() -> Bool {
    guard position + 4 <= bytes.count else { return false }
    let (type, id) = (bytes.short(position), bytes.short(position + 2))
    position += 4
    if id >= MAPINames.first, !readName(of: id) { return false }
    let single = type & ~MAPIType.several
    let isSeveral = type != single
    guard let size = MAPIType.size(single) else { return readValues(id, single, isSeveral) }
    var count = 1
    if isSeveral {
      count = Int(bytes.word(position))
      position += 4
    }
    guard count <= (bytes.count - position) / size else { return false }
    if !isSeveral, let value = MAPIType.fixed(single, bytes.part(position, 8)) { properties.add(id, value) }
    position += count * size
    // Two bytes take four.
    if size == 2 { position += count * 2 }
    return true
  }

  /// Reads the name of a property.
  ///
  /// Sets that this module doesn't know are passed over, and so are names in them.
  ///
  /// - Parameter id: The number that the stream gives the property. It differs from stream to stream.
  /// - Returns: False where the bytes end within the name.
  private mutating func readName(of id: UInt16) -> Bool {
    guard position + 24 <= bytes.count else { return false }
    let set = MAPINames.propertySet(bytes.part(position, 16))
    let (kind, value) = (bytes.word(position + 16), bytes.word(position + 20))
    position += 24
    let name: MAPIName?
    if kind == 0 {
      name = set.map { .number(set: $0, value) }
    } else {
      let text = bytes.part(position, min(Int(value), TNEFProperties.longestName)).utf16Text
      guard skip(Int(value)) else { return false }
      name = set.map { .text(set: $0, text.lowercased()) }
    }
    if let name, properties.names[name] == nil { properties.names[name] = id }
    return true
  }

  /// Reads values that have their length before them.
  ///
  /// - Parameters:
  ///   - id: The id of the property.
  ///   - type: The type of one value.
  ///   - isSeveral: Whether the property holds a list; otherwise only the first value counts.
  /// - Returns: False for an unknown type, too many values, and where the bytes end.
  private mutating func readValues(_ id: UInt16, _ type: UInt16, _ isSeveral: Bool) -> Bool {
    guard [MAPIType.ansi, MAPIType.unicode, MAPIType.binary, MAPIType.object].contains(type),
      position + 4 <= bytes.count
    else { return false }
    let count = Int(bytes.word(position))
    position += 4
    guard count <= TNEFProperties.mostSkipped else { return false }
    for index in 0..<count {
      guard position + 4 <= bytes.count else { return false }
      let length = Int(bytes.word(position))
      let start = position + 4
      position = start
      guard length <= bytes.count - start else { return false }
      let value = bytes.part(start, length)
      _ = skip(length)
      guard isSeveral ? index < TNEFProperties.mostValues : index == 0 else { continue }
      switch type {
      case MAPIType.unicode: properties.add(id, value.utf16Text, isSeveral)
      case MAPIType.ansi where id == MAPIProperties.ID.html: properties.add(id, .bytes(Array(value)))
      case MAPIType.ansi: properties.add(id, text.decode(Array(value)), isSeveral)
      case MAPIType.binary where !isSeveral: properties.add(id, .bytes(Array(value)))
      case MAPIType.binary: properties.add(piece: Array(value), to: id)
      case MAPIType.object where id == MAPIProperties.ID.attachData:
        object = object ?? start..<start + length
      default: break
      }
    }
    return true
  }

  /// Goes behind a value, which is padded to four bytes; false where the bytes end within it.
  private mutating func skip(_ length: Int) -> Bool {
    guard length <= bytes.count - position else { return false }
    position += min((length + 3) / 4 * 4, bytes.count - position)
    return true
  }
}
