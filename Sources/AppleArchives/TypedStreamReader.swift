/// Reads the bytes of a typed stream.
///
/// A stream is a sequence of types, as text, each followed by the values of these types. What is
/// new begins with `84`; what was there before is a number from `92` on, which counts either texts
/// or, in one common order, objects, classes and C strings.
///
/// | bytes | meaning |
/// | --- | --- |
/// | `84` | something new: an object, a class or a text, as the place demands |
/// | `85` | nothing: no object, or no further class above |
/// | `86` | the object ends |
/// | `81`, `82` | a whole number of 2 or 4 bytes follows, the lowest first |
/// | `83` | a floating-point number follows |
/// | others | a whole number of one byte, or a reference |
///
/// | type | value |
/// | --- | --- |
/// | `@`, `#` | an object, a class |
/// | `+` | bytes with their length before them |
/// | `*`, `%`, `:` | a C string, an atom, a selector |
/// | `c`, `C`, `B` | one byte |
/// | `s`, `i`, `l`, `q` and their capitals | a whole number |
/// | `f`, `d` | a floating-point number |
/// | `[36c]` | 36 bytes; of other types, so many values |
/// | `{name=if}` | the parts of a structure, one after the other |
///
/// Objects that are open wait on a stack, so nesting costs memory and not recursion.
struct TypedStreamReader {
  /// Bytes with a meaning of their own where a number or a reference may stand.
  private enum Mark {
    /// A whole number of two bytes follows.
    static let short: UInt8 = 0x81
    /// A whole number of four bytes follows.
    static let long: UInt8 = 0x82
    /// A floating-point number follows.
    static let real: UInt8 = 0x83
    /// Something new follows: an object, a class or a text.
    static let new: UInt8 = 0x84
    /// There is nothing.
    static let null: UInt8 = 0x85
    /// The object ends.
    static let end: UInt8 = 0x86
    /// The first number of references: -110 stands for 0.
    static let firstReference: Int64 = -110
  }

  /// An object that is open, or the stream itself.
  private struct Frame {
    /// The object's number; -1 for the stream.
    var object: Int
    /// Types whose values are still to be read.
    var types: ArraySlice<UInt8> = []
    /// The values so far.
    var values: [TypedStream.Value] = []
  }

  /// The objects, classes and C strings so far.
  private(set) var entries: [TypedStream.Entry] = []
  /// The values outside of objects.
  private(set) var roots: [TypedStream.Value] = []
  /// Whether reading ended at a fault.
  private(set) var isDamaged = false
  /// The stream.
  private let bytes: UnsafeRawBufferPointer
  /// Where the next byte is.
  private var position: Int
  /// The texts that later ones refer to.
  private var strings: [[UInt8]] = []
  /// The open objects, the innermost last.
  private var frames: [Frame] = [Frame(object: -1)]

  /// How many things a stream may have.
  private static let largestCount = 1_000_000
  /// How many characters spell the types of values that belong together.
  private static let longestTypes = 1_024
  /// How many values an array has that contains no characters.
  private static let longestArray = 65_536

  /// Creates a reader that begins behind the stream's name.
  ///
  /// - Parameters:
  ///   - bytes: The whole stream. It must outlive the reader.
  ///   - position: The place of the first byte behind the name, where the version of the system stands.
  init(_ bytes: UnsafeRawBufferPointer, from position: Int) {
    (self.bytes, self.position) = (bytes, position)
  }

  /// Reads up to the end or the first fault.
  ///
  /// Objects that are still open at a fault are closed with the values that they have so far.
  mutating func run() {
    guard integer() != nil else { return isDamaged = true }
    while position < bytes.count || frames.count > 1 {
      guard step() else {
        isDamaged = true
        break
      }
    }
    while frames.count > 1 { close() }
    roots = frames[0].values
  }

  /// Reads one value, or the types of the next ones, or an end; false at a fault.
  ///
  /// The innermost open object decides what is next: where types wait, one of their values, otherwise the end
  /// of the object or a text with further types.
  private mutating func step() -> Bool {
    let top = frames.count - 1
    guard frames[top].types.isEmpty else { return value() }
    guard let head = byte() else { return false }
    if head == Mark.end {
      if top > 0 { close() } else { return false }
      return true
    }
    position -= 1
    guard case .some(.some(let types)) = sharedString(), types.count <= TypedStreamReader.longestTypes else {
      return false
    }
    frames[top].types = types[...]
    return true
  }

  /// Ends the innermost object.
  private mutating func close() {
    let frame = frames.removeLast()
    if case .object(let type, _) = entries[frame.object] {
      entries[frame.object] = .object(type: type, values: frame.values)
    }
  }

  /// Adds a value to the innermost object.
  private mutating func add(_ value: TypedStream.Value) { frames[frames.count - 1].values.append(value) }

  /// Reads the value of the next type; false at a fault.
  ///
  /// A structure pushes nothing: its name is skipped, and the types of its parts are read as if they stood
  /// alone.
  private mutating func value() -> Bool {
    let top = frames.count - 1
    guard let type = frames[top].types.popFirst() else { return false }
    switch type {
    case UInt8(ascii: "{"):
      // The parts of a structure stand behind its name.
      let equals = frames[top].types.firstIndex(of: UInt8(ascii: "="))
      frames[top].types = frames[top].types[(equals.map { $0 + 1 } ?? frames[top].types.endIndex)...]
      return true
    case UInt8(ascii: "}"): return true
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "@"): return object()
    case UInt8(ascii: "#"): return self.type().map { add($0 < 0 ? .null : .object($0)) } != nil
    case UInt8(ascii: "*"): return text()
    case UInt8(ascii: "%"), UInt8(ascii: ":"):
      guard let text = sharedString() else { return false }
      add(text.map { .bytes($0) } ?? .null)
    case UInt8(ascii: "+"):
      guard let content = content() else { return false }
      add(.bytes(content))
    case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "B"):
      guard let byte = byte() else { return false }
      add(.integer(type == UInt8(ascii: "c") ? Int64(Int8(bitPattern: byte)) : Int64(byte)))
    case UInt8(ascii: "f"), UInt8(ascii: "d"): return real(type == UInt8(ascii: "f") ? 4 : 8)
    case UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"),
      UInt8(ascii: "L"), UInt8(ascii: "q"), UInt8(ascii: "Q"):
      guard let number = integer() else { return false }
      add(.integer(number))
    case UInt8(ascii: "!"): break
    default: return false
    }
    return true
  }

  /// Reads an array: so many bytes, or so many values of one simple type.
  ///
  /// Arrays of characters become one value of bytes. Arrays of other simple types are replaced with so many
  /// single types; arrays of arrays or structures are a fault.
  private mutating func array() -> Bool {
    let top = frames.count - 1
    let digits = frames[top].types.prefix { $0.isASCIIDigit }
    frames[top].types = frames[top].types.dropFirst(digits.count)
    guard let count = Int(String(decoding: digits, as: UTF8.self)), let type = frames[top].types.popFirst(),
      frames[top].types.popFirst() == UInt8(ascii: "]"), count <= bytes.count - position
    else { return false }
    if type == UInt8(ascii: "c") || type == UInt8(ascii: "C") {
      add(.bytes(Array(bytes[position..<(position + count)])))
      position += count
      return true
    }
    guard "@fdsSiIlLqQ".utf8.contains(type), count <= TypedStreamReader.longestArray else { return false }
    frames[top].types = [UInt8](repeating: type, count: count) + frames[top].types
    return true
  }

  /// Reads an object: none, one that is known, or the beginning of a new one.
  ///
  /// A new object gets its number before its class is read, so that numbers follow the order of beginnings.
  private mutating func object() -> Bool {
    switch byte() {
    case Mark.null: add(.null)
    case Mark.new:
      guard entries.count < TypedStreamReader.largestCount else { return false }
      let number = entries.count
      entries.append(.object(type: -1, values: []))
      guard let type = self.type() else { return false }
      entries[number] = .object(type: type, values: [])
      add(.object(number))
      frames.append(Frame(object: number))
    case nil: return false
    default:
      position -= 1
      guard let number = reference(below: entries.count) else { return false }
      add(.object(number))
    }
    return true
  }

  /// Reads a class with its ancestors: its number, or -1 for none; nil at a fault.
  ///
  /// A new class is its name, its version and its parent, which may be a new class again.
  private mutating func type() -> Int? {
    var first: Int?
    /// Makes the class the parent of the one before.
    func link(_ number: Int, _ entries: inout [TypedStream.Entry], _ last: Int?) {
      if let last, case .type(let name, _) = entries[last] {
        entries[last] = .type(name: name, parent: number)
      }
    }
    var last: Int?
    while entries.count < TypedStreamReader.largestCount {
      switch byte() {
      case Mark.null: return first ?? -1
      case Mark.new:
        guard case .some(.some(let name)) = sharedString(), integer() != nil else { return nil }
        link(entries.count, &entries, last)
        last = entries.count
        first = first ?? last
        entries.append(.type(name: String(decoding: name, as: UTF8.self), parent: -1))
      case nil: return nil
      default:
        position -= 1
        guard let number = reference(below: entries.count), number != last else { return nil }
        link(number, &entries, last)
        return first ?? number
      }
    }
    return nil
  }

  /// Reads a C string: none, one that is known, or a new one.
  private mutating func text() -> Bool {
    switch byte() {
    case Mark.null: add(.null)
    case Mark.new:
      guard entries.count < TypedStreamReader.largestCount, case .some(.some(let text)) = sharedString()
      else {
        return false
      }
      add(.object(entries.count))
      entries.append(.text(text))
    case nil: return false
    default:
      position -= 1
      guard let number = reference(below: entries.count) else { return false }
      add(.object(number))
    }
    return true
  }

  /// Reads a text that later ones refer to. Nil at a fault, and a nil inside where there is none.
  ///
  /// Types, names of classes and selectors are shared in this way. They have numbers of their own, apart from
  /// those of objects.
  private mutating func sharedString() -> [UInt8]?? {
    switch byte() {
    case Mark.null: return .some(nil)
    case Mark.new:
      guard strings.count < TypedStreamReader.largestCount, let text = content() else { return nil }
      strings.append(text)
      return .some(text)
    case nil: return nil
    default:
      position -= 1
      return reference(below: strings.count).map { strings[$0] }
    }
  }

  /// Reads bytes with their length before them.
  ///
  /// Nil where the length is negative or reaches beyond the end of the stream.
  private mutating func content() -> [UInt8]? {
    guard let length = integer(), length >= 0, length <= bytes.count - position else { return nil }
    defer { position += Int(length) }
    return Array(bytes[position..<(position + Int(length))])
  }

  /// Reads the number of something known; nil where it isn't known.
  private mutating func reference(below count: Int) -> Int? {
    guard let number = integer() else { return nil }
    let index = number - Mark.firstReference
    return index >= 0 && index < count ? Int(index) : nil
  }

  /// Reads a byte.
  private mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a whole number: one byte, or a mark and two or four.
  private mutating func integer() -> Int64? {
    guard let head = byte() else { return nil }
    switch head {
    case Mark.short: return fixed(2).map { Int64(Int16(truncatingIfNeeded: $0)) }
    case Mark.long: return fixed(4).map { Int64(Int32(truncatingIfNeeded: $0)) }
    case Mark.real..<0x92: return nil
    default: return Int64(Int8(bitPattern: head))
    }
  }

  /// Reads a floating-point number of so many bytes; whole ones may be shorter.
  private mutating func real(_ size: Int) -> Bool {
    guard position < bytes.count, bytes[position] == Mark.real else {
      guard let number = integer() else { return false }
      add(.real(Double(number)))
      return true
    }
    position += 1
    guard let bits = fixed(size) else { return false }
    add(
      .real(
        size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)))
    return true
  }

  /// Reads so many bytes as a number, the lowest first.
  private mutating func fixed(_ size: Int) -> UInt64? {
    guard size <= bytes.count - position else { return nil }
    defer { position += size }
    return bytes[position..<(position + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
