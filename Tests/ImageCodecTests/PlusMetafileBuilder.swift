/// Makes enhanced metafiles with records of EMF+ ([MS-EMF], [MS-EMFPLUS]).
struct PlusMetafileBuilder {
  /// The EMF+ records so far.
  private(set) var records: [UInt8] = []
  /// The plain records and comments so far.
  private var body: [UInt8] = []

  /// Begins with an EMF+ header.
  init(isDual: Bool = false) {
    record(0x4001, flags: isDual ? 1 : 0, Self.int(0xDBC0_1002) + Self.int(0) + Self.int(96) + Self.int(96))
  }

  // MARK: Numbers

  static func int(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  static func short(_ value: Int) -> [UInt8] { (0..<2).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  static func real(_ value: Float) -> [UInt8] { int(Int(value.bitPattern)) }
  static func reals(_ values: Float...) -> [UInt8] { values.flatMap(real) }
  static func shorts(_ values: Int...) -> [UInt8] { values.flatMap(short) }
  static func text(_ value: String) -> [UInt8] { value.utf16.flatMap { short(Int($0)) } }
  /// The version that begins each object.
  static let version = int(0xDBC0_1002)

  // MARK: Records

  /// Adds an EMF+ record.
  mutating func record(_ type: Int, flags: Int = 0, _ data: [UInt8] = []) {
    let padding = [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    records += Self.short(type) + Self.short(flags) + Self.int(12 + data.count + padding.count)
    records += Self.int(data.count) + data + padding
  }

  /// Adds an object: 1 is a brush, 2 a pen, 3 a path, 4 a region, 5 a picture, 6 a font, 7 a layout.
  mutating func object(_ kind: Int, _ number: Int, _ data: [UInt8]) {
    record(0x4008, flags: kind << 8 | number, Self.version + data)
  }

  /// Adds an object in parts of so many bytes.
  mutating func object(
    _ kind: Int, _ number: Int, _ data: [UInt8], inPartsOf size: Int, lastIsPlain: Bool = false
  ) {
    let all = Self.version + data
    for start in stride(from: 0, to: all.count, by: size) {
      let part = Array(all[start..<min(all.count, start + size)])
      if lastIsPlain, start + size >= all.count {
        record(0x4008, flags: kind << 8 | number, part)
      } else {
        record(0x4008, flags: 0x8000 | kind << 8 | number, Self.int(all.count) + part)
      }
    }
  }

  /// Fills a rectangle with a colour.
  mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, argb: Int) {
    record(0x400A, flags: 0xC000, Self.int(argb) + Self.int(1) + Self.shorts(x, y, width, height))
  }

  /// Puts the EMF+ records so far into a comment, and begins another one.
  mutating func endComment() {
    if records.isEmpty { return }
    let padding = [UInt8](repeating: 0, count: (4 - records.count % 4) % 4)
    plain(70, Self.int(4 + records.count) + Array("EMF+".utf8) + records + padding)
    records = []
  }

  /// Adds a plain record.
  mutating func plain(_ type: Int, _ data: [UInt8]) {
    if type != 70 { endComment() }
    body += Self.int(type) + Self.int(8 + data.count) + data
  }

  /// The file: 200 by 100 pixels at 96 pixels an inch.
  mutating func file() -> [UInt8] {
    endComment()
    var header = Self.int(1) + Self.int(100)
    header += [0, 0, 200, 100].flatMap(Self.int) + [0, 0, 5291, 2646].flatMap(Self.int)
    header += Array(" EMF".utf8) + [0x1_0000, 0, 3, 1, 0, 0, 0].flatMap(Self.int)
    header += [1920, 1080, 508, 286].flatMap(Self.int)
    header += [UInt8](repeating: 0, count: max(0, 100 - header.count))
    return header.prefix(100) + body + [14, 20, 0, 16, 20].flatMap(Self.int)
  }
}
