/// Reads JSON (RFC 8259) from a buffer piece by piece, so that a document of a million objects needs the memory
/// of one.
///
/// ```swift
/// var scanner = JSONScanner(bytes)
/// try scanner.forEachMember { scanner, key in
///   if key == "notes" { try scanner.forEachElement { notes.append(try $0.value()) } } else { try scanner.skip() }
/// }
/// try scanner.end()
/// ```
///
/// Reading is strict. Errors have the code `JSONCode.malformed` and the byte offset as their place;
/// `JSONScanner.placed` turns that into line and column. Nested input costs memory and no stack.
package struct JSONScanner {
  /// How deep arrays and objects may be nested.
  package static let deepest = 500

  /// The whole document.
  private let bytes: UnsafeRawBufferPointer
  /// The next byte to read.
  package private(set) var offset: Int
  /// The pages of a file that are in memory; nil where they stay there.
  private var window: PageWindow?

  /// A scanner over a document.
  ///
  /// - Parameters:
  ///   - bytes: The document in UTF-8; it must stay valid while the scanner is used.
  ///   - offset: Where to begin. A byte order mark at the start is skipped.
  ///   - releasesPages: Whether pages of a mapped file that were read leave memory, so that a file of any length needs little.
  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, releasesPages: Bool = false) {
    self.bytes = bytes
    self.offset = offset
    if releasesPages { window = PageWindow(bytes, from: offset) }
    if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { self.offset = 3 }
  }

  /// The error that the text at an offset is no JSON.
  package static func fault(_ message: String, at offset: Int) -> SlipError {
    SlipError(
      .badInput, code: JSONCode.malformed, "This is not JSON: \(message).", at: SourceLocation(.byte(offset)))
  }

  /// The error that the text at the current offset is no JSON.
  private func fault(_ message: String) -> SlipError { JSONScanner.fault(message, at: offset) }

  /// The next byte that is no white space, which stays unread; nil at the end.
  package mutating func peek() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: advance()
      default: return bytes[offset]
      }
    }
    return nil
  }

  /// Goes on by one byte within blanks or a string, which may be as long as the document.
  private mutating func advance() {
    offset += 1
    if offset & 0xF_FFFF == 0 { window?.move(to: offset) }
  }

  /// Reads one byte, which must be as given.
  private mutating func take(_ byte: UInt8) throws(SlipError) {
    guard peek() == byte else { throw fault("`\(Character(UnicodeScalar(byte)))` is missing") }
    offset += 1
  }

  /// Checks that nothing follows.
  ///
  /// - Throws: `SlipError` with code `JSONCode.malformed`.
  package mutating func end() throws(SlipError) {
    if peek() != nil { throw fault("there is more after the end") }
  }

  /// Reads an object, and calls `body` for each member, which must read the value.
  ///
  /// - Throws: `SlipError` with code `JSONCode.malformed`, and what `body` throws.
  package mutating func forEachMember(
    _ body: (inout JSONScanner, String) throws(SlipError) -> Void
  ) throws(SlipError) {
    try take(0x7B)
    if peek() == UInt8(ascii: "}") { return offset += 1 }
    while true {
      let key = try key()
      try body(&self, key)
      guard try continues(until: 0x7D) else { return }
    }
  }

  /// Reads an array, and calls `body` for each element, which it must read.
  ///
  /// - Throws: `SlipError` with code `JSONCode.malformed`, and what `body` throws.
  package mutating func forEachElement(
    _ body: (inout JSONScanner) throws(SlipError) -> Void
  ) throws(SlipError) {
    try take(0x5B)
    if peek() == UInt8(ascii: "]") { return offset += 1 }
    while true {
      try body(&self)
      guard try continues(until: 0x5D) else { return }
    }
  }

  /// Reads a comma, or the end of an array or object.
  private mutating func continues(until end: UInt8) throws(SlipError) -> Bool {
    switch peek() {
    case 0x2C:
      offset += 1
      return true
    case end:
      offset += 1
      return false
    case nil: throw fault("the text ends too early")
    default: throw fault("a comma is missing")
    }
  }

  /// Reads the key of a member with its colon.
  private mutating func key() throws(SlipError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw fault("a key must be a string") }
    let key = try string()
    try take(0x3A)
    return key
  }

  /// Reads a value without making anything of it.
  ///
  /// - Returns: Where it is.
  /// - Throws: `SlipError` with code `JSONCode.malformed`.
  @discardableResult
  package mutating func skip() throws(SlipError) -> Range<Int> {
    _ = peek()
    let start = offset
    /// The brackets that end what is open.
    var open: [UInt8] = []
    repeat {
      switch peek() {
      case 0x7B, 0x5B:
        let end: UInt8 = bytes[offset] == UInt8(ascii: "{") ? 0x7D : 0x5D
        offset += 1
        guard open.count < JSONScanner.deepest else { throw fault("it is nested too deeply") }
        if peek() == end {
          offset += 1
        } else {
          if end == UInt8(ascii: "}") { _ = try key() }
          open.append(end)
          continue
        }
      case 0x22: _ = try stringRange()
      default: _ = try scalar()
      }
      while let end = open.last {
        if try continues(until: end) {
          if end == UInt8(ascii: "}") { _ = try key() }
          break
        }
        open.removeLast()
      }
    } while !open.isEmpty
    return start..<offset
  }

  /// Reads a value.
  ///
  /// - Throws: `SlipError` with code `JSONCode.malformed`.
  package mutating func value() throws(SlipError) -> JSONValue {
    var stack = JSONStack()
    while true {
      var value: JSONValue
      switch peek() {
      case 0x7B, 0x5B:
        let end: UInt8 = bytes[offset] == UInt8(ascii: "{") ? 0x7D : 0x5D
        offset += 1
        guard stack.depth < JSONScanner.deepest else { throw fault("it is nested too deeply") }
        if peek() == end {
          offset += 1
          value = end == UInt8(ascii: "}") ? .object([:]) : .array([])
        } else {
          if end == UInt8(ascii: "}") { stack.openObject(try key()) } else { stack.openArray() }
          continue
        }
      case 0x22: value = .string(try string())
      default: value = try scalar()
      }
      while true {
        guard let end = stack.end else { return value }
        stack.add(value)
        if try continues(until: end) {
          if end == UInt8(ascii: "}") { stack.next(try key()) }
          break
        }
        value = stack.close()
      }
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  private mutating func scalar() throws(SlipError) -> JSONValue {
    guard let first = peek() else { throw fault("the text ends too early") }
    for (word, value) in JSONScanner.words where bytes[offset...].starts(with: word) {
      offset += word.count
      return value
    }
    guard first == UInt8(ascii: "-") || first.isASCIIDigit else { throw fault("a value is missing") }
    return try number()
  }

  /// The values that are words.
  private static let words: [([UInt8], JSONValue)] = [
    (Array("true".utf8), .bool(true)), (Array("false".utf8), .bool(false)), (Array("null".utf8), .null),
  ]

  /// Reads a number: whole numbers of 64 bits exactly, others as the nearest `Double`.
  private mutating func number() throws(SlipError) -> JSONValue {
    let start = offset
    func digits(_ offset: inout Int) -> Int {
      let from = offset
      while offset < bytes.count, bytes[offset].isASCIIDigit { offset += 1 }
      return offset - from
    }
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    var isWhole = true
    var isSound = digits(&offset) > 0 && !(bytes[first] == UInt8(ascii: "0") && offset - first > 1)
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      isWhole = false
      isSound = digits(&offset) > 0 && isSound
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      isWhole = false
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
        offset += 1
      }
      isSound = digits(&offset) > 0 && isSound
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard isSound, let double = Double(text), double.isFinite else {
      throw JSONScanner.fault("a number is malformed", at: start)
    }
    if isWhole, let whole = Int64(text) { return .int(whole) }
    return .double(double)
  }

  /// Reads a string without making anything of it.
  ///
  /// - Returns: Where its text is, and whether it has escapes.
  private mutating func stringRange() throws(SlipError) -> (range: Range<Int>, hasEscapes: Bool) {
    offset += 1
    let start = offset
    var hasEscapes = false
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x22:
        offset += 1
        return (start..<(offset - 1), hasEscapes)
      case 0x5C:
        hasEscapes = true
        offset += 2
      case 0..<0x20: throw fault("a string has a control character")
      default: advance()
      }
    }
    throw JSONScanner.fault("a string doesn't end", at: start - 1)
  }

  /// Reads a string.
  private mutating func string() throws(SlipError) -> String {
    let (range, hasEscapes) = try stringRange()
    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
    if !hasEscapes {
      guard let text = String(validating: text, as: UTF8.self) else {
        throw JSONScanner.fault("a string is not UTF-8", at: range.lowerBound)
      }
      return text
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        try unescape(text, &index, range.lowerBound, into: &plain)
      } else {
        plain.append(text[index])
        index += 1
      }
    }
    guard let text = String(validating: plain, as: UTF8.self) else {
      throw JSONScanner.fault("a string is not UTF-8", at: range.lowerBound)
    }
    return text
  }

  /// Decodes one escape; half a surrogate pair becomes U+FFFD.
  private func unescape(
    _ text: UnsafeRawBufferPointer, _ index: inout Int, _ start: Int, into plain: inout [UInt8]
  ) throws(SlipError) {
    let begin = index
    let letter = text[index + 1]
    index += 2
    if let place = JSONScanner.escapes.firstIndex(of: letter) {
      return plain.append(JSONScanner.escaped[place])
    }
    func unit(_ at: Int) -> UInt32? {
      guard letter == UInt8(ascii: "u"), at + 4 <= text.count else { return nil }
      return UInt32(String(decoding: text[at..<(at + 4)], as: UTF8.self), radix: 16)
    }
    guard let first = unit(index), text[index] != 0x2B, text[index] != 0x2D else {
      throw JSONScanner.fault("a string has an unknown escape", at: start + begin)
    }
    index += 4
    var code = first
    if (0xD800..<0xDC00).contains(first), index + 6 <= text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == 0x75, let second = unit(index + 2), (0xDC00..<0xE000).contains(second)
    {
      code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      index += 6
    }
    plain.append(contentsOf: Array(String(UnicodeScalar(code) ?? "\u{FFFD}").utf8))
  }

  /// The letters of escapes.
  private static let escapes = Array("\"\\/bfnrt".utf8)
  /// What they stand for.
  private static let escaped: [UInt8] = [0x22, 0x5C, 0x2F, 8, 12, 10, 13, 9]
}

/// The open arrays and objects of a value that is read.
private struct JSONStack {
  /// The bracket that ends each.
  private var ends: [UInt8] = []
  /// The elements of open arrays.
  private var arrays: [[JSONValue]] = []
  /// The members of open objects.
  private var objects: [[String: JSONValue]] = []
  /// The key of the member that is read, of each open object.
  private var keys: [String] = []

  /// How many are open.
  var depth: Int { ends.count }
  /// The bracket that ends the innermost; nil where nothing is open.
  var end: UInt8? { ends.last }

  /// Opens an array.
  mutating func openArray() {
    ends.append(UInt8(ascii: "]"))
    arrays.append([])
  }

  /// Opens an object with its first key.
  mutating func openObject(_ key: String) {
    ends.append(UInt8(ascii: "}"))
    objects.append([:])
    keys.append(key)
  }

  /// Goes on with another member.
  mutating func next(_ key: String) { keys[keys.count - 1] = key }

  /// Adds a value to the innermost. Of several members with one key the last counts.
  mutating func add(_ value: JSONValue) {
    if ends.last == UInt8(ascii: "]") {
      arrays[arrays.count - 1].append(value)
    } else {
      objects[objects.count - 1][keys[keys.count - 1]] = value
    }
  }

  /// Ends the innermost.
  mutating func close() -> JSONValue {
    if ends.removeLast() == UInt8(ascii: "]") { return .array(arrays.removeLast()) }
    keys.removeLast()
    return .object(objects.removeLast())
  }
}
