/// Makes message files of Outlook and streams of TNEF.
public enum OutlookMaker {
  /// A property.
  public enum Value: Sendable {
    case text(String)
    case ansi([UInt8])
    case bytes([UInt8])
    case number(Int32)
    case flag(Bool)
    case time(UInt64)
    case texts([String])
    case pieces([[UInt8]])
  }

  /// An item, an attachment or a recipient.
  public struct Item: Sendable {
    public var properties: [(id: UInt16, value: Value)]
    public var attachments: [Item] = []
    public var recipients: [Item] = []
    /// The item that an attachment consists of.
    public var inner: [Item] = []

    public init(_ properties: [(UInt16, Value)]) { self.properties = properties.map { ($0.0, $0.1) } }
  }

  /// A message file. Names are sets, numbers and texts of ids from 8000h on.
  public static func message(
    _ item: Item, names: [(set: UInt32, number: UInt32, text: String?)] = []
  ) -> CompoundFileMaker {
    var file = CompoundFileMaker()
    add(item, "", 32, to: &file)
    var (sets, entries, strings): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for (index, name) in names.enumerated() {
      sets += word(name.set) + [0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
      let flags = UInt32(2 * (index + 3) + (name.text == nil ? 0 : 1)) | UInt32(index) << 16
      entries += word(name.text == nil ? name.number : UInt32(strings.count)) + word(flags)
      if let text = name.text {
        let units = utf16(text)
        strings += word(UInt32(units.count)) + units + Array(repeating: 0, count: -units.count & 3)
      }
    }
    file.add("__nameid_version1.0/__substg1.0_00020102", sets)
    file.add("__nameid_version1.0/__substg1.0_00030102", entries)
    file.add("__nameid_version1.0/__substg1.0_00040102", strings)
    return file
  }

  /// Adds an item to a storage.
  private static func add(_ item: Item, _ folder: String, _ head: Int, to file: inout CompoundFileMaker) {
    var fixed: [UInt8] = Array(repeating: 0, count: head)
    for (id, value) in item.properties {
      let (type, data, parts) = stored(value)
      fixed += word(UInt32(id) << 16 | UInt32(type)) + word(6)
      if data.count == 8 && parts == nil && ![0x1E, 0x1F, 0x102].contains(type) {
        fixed += data
      } else {
        fixed += word(UInt32(data.count)) + word(0)
        let name = folder + "__substg1.0_" + hex(UInt32(id) << 16 | UInt32(type))
        file.add(name, data)
        for (index, part) in (parts ?? []).enumerated() { file.add(name + "-" + hex(UInt32(index)), part) }
      }
    }
    file.add(folder + "__properties_version1.0", fixed)
    for (index, attachment) in item.attachments.enumerated() {
      let place = folder + "__attach_version1.0_#" + hex(UInt32(index)) + "/"
      add(attachment, place, 8, to: &file)
      for inner in attachment.inner { add(inner, place + "__substg1.0_3701000D/", 24, to: &file) }
    }
    for (index, recipient) in item.recipients.enumerated() {
      add(recipient, folder + "__recip_version1.0_#" + hex(UInt32(index)) + "/", 8, to: &file)
    }
  }

  /// The type and bytes of a value, and of its parts.
  private static func stored(_ value: Value) -> (type: UInt16, data: [UInt8], parts: [[UInt8]]?) {
    switch value {
    case .text(let text): (0x1F, utf16(text), nil)
    case .ansi(let bytes): (0x1E, bytes, nil)
    case .bytes(let bytes): (0x102, bytes, nil)
    case .number(let number): (3, word(UInt32(bitPattern: number)) + word(0), nil)
    case .flag(let flag): (0xB, [flag ? 1 : 0, 0, 0, 0, 0, 0, 0, 0], nil)
    case .time(let time): (0x40, word(UInt32(truncatingIfNeeded: time)) + word(UInt32(time >> 32)), nil)
    case .pieces(let pieces):
      (0x1102, pieces.flatMap { word(UInt32($0.count)) + word(0) }, pieces)
    case .texts(let texts):
      (
        0x101F, texts.flatMap { word(UInt32(2 * $0.utf16.count + 2)) }, texts.map { utf16($0) + [0, 0] }
      )
    }
  }

  /// A stream of TNEF. Names are those of `message`.
  public static func stream(
    _ item: Item, names: [(set: UInt32, number: UInt32, text: String?)] = [],
    attributes: [(UInt16, [UInt8])] = []
  ) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x9F, 0x3E, 0x22, 1, 0]
    out += attribute(1, 0x9006, word(0x10000)) + attribute(1, 0x9007, word(1252) + word(0))
    for (name, data) in attributes { out += attribute(1, name, data) }
    out += attribute(1, 0x9003, list(item, names))
    for attachment in item.attachments {
      out += attribute(2, 0x9002, Array(repeating: 0, count: 14))
      var attachment = attachment
      if let inner = attachment.inner.first {
        let content = word(0x20307) + [0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46] + stream(inner)
        attachment.properties.append((0x3701, .bytes(content)))
        out += attribute(2, 0x9005, list(attachment, [], object: 0x3701))
        continue
      }
      if let data = attachment.properties.first(where: { $0.id == 0x3701 }),
        case .bytes(let bytes) = data.value
      {
        out += attribute(2, 0x800F, bytes)
        attachment.properties.removeAll { $0.id == 0x3701 }
      }
      out += attribute(2, 0x9005, list(attachment, []))
    }
    return out
  }

  /// An attribute with its check sum.
  public static func attribute(_ level: UInt8, _ name: UInt16, _ data: [UInt8]) -> [UInt8] {
    let sum = data.reduce(UInt16(0)) { $0 &+ UInt16($1) }
    return [level] + word(UInt32(name)) + word(UInt32(data.count)) + data
      + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }

  /// A list of properties.
  private static func list(
    _ item: Item, _ names: [(set: UInt32, number: UInt32, text: String?)], object: UInt16? = nil
  ) -> [UInt8] {
    var out = word(UInt32(item.properties.count))
    for (id, value) in item.properties {
      let (stored, data, parts) = stored(value)
      let type = id == object ? 0x000D : stored
      out += word(UInt32(id) << 16 | UInt32(type))
      if id >= 0x8000 {
        let name = names[Int(id - 0x8000)]
        out += word(name.set) + [0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
        if let text = name.text {
          out += word(1) + padded(utf16(text) + [0, 0])
        } else {
          out += word(0) + word(name.number)
        }
      }
      switch value {
      case .number, .flag: out += data.prefix(4)
      case .time: out += data
      case .texts, .pieces: out += word(UInt32(parts?.count ?? 0)) + (parts ?? []).flatMap(padded)
      case .text, .ansi, .bytes: out += word(1) + padded(data)
      }
    }
    return out
  }

  /// Bytes with their length before them, filled up to four.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    word(UInt32(bytes.count)) + bytes + Array(repeating: 0, count: -bytes.count & 3)
  }

  /// RTF as a message stores it without compression.
  public static func storedRTF(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return word(UInt32(bytes.count + 12)) + word(UInt32(bytes.count)) + Array("MELA".utf8) + word(0) + bytes
  }

  /// The bytes of a number, the lowest first.
  public static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Text in UTF-16.
  public static func utf16(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  /// Eight hexadecimal digits.
  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
