/// Makes typed streams for tests: archives of the time before keyed ones.
public struct TypedStreamMaker {
  private var strings: [String] = []
  private var classes: [String: Int] = [:]
  private var count = 0
  /// The stream so far.
  public private(set) var bytes: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3]

  public init() {}

  /// Begins values of these types.
  public mutating func types(_ types: String) { string(types) }

  /// Begins an object of a class with these ancestors; its values follow, and then `end`.
  public mutating func begin(_ names: (name: String, version: UInt8)...) {
    bytes.append(0x84)
    count += 1
    for (name, version) in names {
      if let known = classes[name] {
        bytes.append(UInt8(0x92 + known))
        return
      }
      bytes.append(0x84)
      string(name)
      bytes.append(version)
      classes[name] = count
      count += 1
    }
    bytes.append(0x85)
  }

  /// Ends an object.
  public mutating func end() { bytes.append(0x86) }

  /// A whole number of type `i`, below 2 to the 31st.
  public mutating func integer(_ value: Int) {
    types("i")
    number(value)
  }

  /// An `NSMutableData`.
  public mutating func data(_ data: [UInt8]) {
    types("@")
    begin(("NSMutableData", 0), ("NSData", 0), ("NSObject", 0))
    integer(data.count)
    types("[\(data.count)c]")
    bytes += data
    end()
  }

  /// An `NSString`, as the value of type `@`.
  public mutating func text(_ text: String) {
    begin(("NSString", 1), ("NSObject", 0))
    types("+")
    number(text.utf8.count)
    bytes += Array(text.utf8)
    end()
  }

  /// An `NSDate`: seconds since 2001.
  public mutating func date(_ seconds: Double) {
    types("@")
    begin(("NSDate", 0), ("NSObject", 0))
    types("d")
    bytes.append(0x83)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: seconds.bitPattern >> (8 * $0)) }
    end()
  }

  /// A file of Stickies with these notes.
  public static func stickies(
    _ notes: [(text: [UInt8], flags: Int, color: Int, created: Double, modified: Double)]
  ) -> [UInt8] {
    var maker = TypedStreamMaker()
    maker.types("@")
    maker.begin(("NSMutableArray", 0), ("NSArray", 0), ("NSObject", 0))
    maker.integer(notes.count)
    for note in notes {
      maker.types("@")
      maker.begin(("Document", 1), ("NSObject", 0))
      maker.data(note.text)
      maker.integer(note.flags)
      maker.types("{_NSRect={_NSPoint=ff}{_NSSize=ff}}")
      maker.bytes += [8, 100, 120, 90]
      maker.integer(note.color)
      maker.date(note.created)
      maker.date(note.modified)
      maker.end()
    }
    maker.end()
    return maker.bytes
  }

  /// A text that later ones refer to.
  private mutating func string(_ text: String) {
    if let known = strings.firstIndex(of: text) { return bytes.append(UInt8(0x92 + known)) }
    strings.append(text)
    bytes.append(0x84)
    number(text.utf8.count)
    bytes += Array(text.utf8)
  }

  private mutating func number(_ value: Int) {
    if value < 0x80 { return bytes.append(UInt8(value)) }
    bytes.append(0x82)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
