internal import SlipboxKit
internal import SlipBase
internal import SlipFiles

/// The objects of a JSON document or of NDJSON, one after the other: only their places are in memory.
struct BoxJSONReader {
  /// An object of a section.
  struct Element: Sendable {
    /// Where it is in the document.
    var range: Range<Int>
    /// What messages call it, such as `notes[3]`.
    var path: String
  }

  /// The document.
  let bytes: UnsafeRawBufferPointer
  /// Its name for messages.
  let file: String

  /// The most elements of a batch.
  static let batch = 256
  /// A batch ends when its elements have at least this many bytes.
  private static let bytesInBatch = 32 << 20
  /// The longest member that is no section, in bytes: what a program keeps of another one's facts (`Limits.foreignBytes`), and
  /// something more.
  private static let mostHeaderBytes = 80 << 20

  /// Reads the document.
  ///
  /// - Parameters:
  ///   - header: Called with each member that is no section.
  ///   - body: Called with batches of elements of one section, in the order of the document; of a section
  ///     without elements with one empty batch.
  /// - Throws: `SlipError` with line and column for text that is no JSON, and what the closures throw.
  func read(
    header: (String, JSONValue) throws(SlipError) -> Void,
    _ body: (String, [Element]) throws(SlipError) -> Void
  ) throws(SlipError) {
    do throws(SlipError) {
      if try isLines() { try readLines(header, body) } else { try readDocument(header, body) }
    } catch {
      throw JSONScanner.placed(error, in: bytes, file: file)
    }
  }

  /// Whether something follows the first value, or it is the first line of NDJSON.
  private func isLines() throws(SlipError) -> Bool {
    var scanner = JSONScanner(bytes)
    var isBox = false
    var isFirst = true
    try? scanner.forEachMember { (scanner, key) throws(SlipError) in
      if isFirst, key == "box" { isBox = true }
      isFirst = false
      // One look is enough; the rest is read later.
      throw JSONScanner.fault("", at: 0)
    }
    return isBox
  }

  /// Reads an object of arrays.
  private func readDocument(
    _ header: (String, JSONValue) throws(SlipError) -> Void,
    _ body: (String, [Element]) throws(SlipError) -> Void
  ) throws(SlipError) {
    var scanner = JSONScanner(bytes, releasesPages: true)
    try scanner.forEachMember { (scanner, key) throws(SlipError) in
      guard scanner.peek() == UInt8(ascii: "["), key != "foreign", key != "deleted" else {
        let range = try scanner.skip()
        guard range.count <= BoxJSONReader.mostHeaderBytes else {
          throw SlipError(
            .badInput, code: KitCode.textTooLong,
            "A member of the document has more than \(BoxJSONReader.mostHeaderBytes) bytes.",
            at: SourceLocation(.byte(range.lowerBound)))
        }
        var value = JSONScanner(bytes, at: range.lowerBound)
        return try header(key, try value.value())
      }
      var batch: [Element] = []
      var (count, length) = (0, 0)
      try scanner.forEachElement { (scanner) throws(SlipError) in
        let range = try scanner.skip()
        batch.append(Element(range: range, path: "\(key)[\(count)]"))
        count += 1
        length += range.count
        guard batch.count == BoxJSONReader.batch || length >= BoxJSONReader.bytesInBatch else { return }
        try body(key, batch)
        (batch, length) = ([], 0)
      }
      if !batch.isEmpty || count == 0 { try body(key, batch) }
    }
    try scanner.end()
  }

  /// Reads an object a line, each with one member.
  ///
  /// - Throws: `SlipError` where there are fewer objects than the first line counts: a text that was cut off between
  ///   two lines is well-formed otherwise.
  private func readLines(
    _ header: (String, JSONValue) throws(SlipError) -> Void,
    _ body: (String, [Element]) throws(SlipError) -> Void
  ) throws(SlipError) {
    var scanner = JSONScanner(bytes, releasesPages: true)
    var batch: (key: String, elements: [Element], length: Int) = ("", [], 0)
    var expected: Int?
    var found = 0
    while scanner.peek() != nil {
      try scanner.forEachMember { (scanner, key) throws(SlipError) in
        if key == "box" {
          let fields = try JSONFields(try scanner.value())
          expected = try fields.int(BoxJSONReader.objects)
          for (key, value) in fields.members.sorted(by: { $0.key < $1.key }) { try header(key, value) }
          return
        }
        found += 1
        let isFull = batch.elements.count == BoxJSONReader.batch || batch.length >= BoxJSONReader.bytesInBatch
        if batch.key != key || isFull {
          if !batch.elements.isEmpty { try body(batch.key + "s", batch.elements) }
          batch = (key, [], 0)
        }
        let range = try scanner.skip()
        batch.elements.append(Element(range: range, path: ""))
        batch.length += range.count
      }
    }
    if !batch.elements.isEmpty { try body(batch.key + "s", batch.elements) }
    if let expected, found < expected {
      throw JSONScanner.fault(
        "the text is cut off, as it has \(found) of \(expected) objects; where lines were left out on purpose, remove `\(BoxJSONReader.objects)` from the first line",
        at: bytes.count)
    }
  }

  /// The member of NDJSON's first line that says how many objects follow.
  static let objects = "object_count"

  /// The value of an element.
  ///
  /// - Throws: `SlipError` with line and column.
  func value(_ element: Element) throws(SlipError) -> BoxJSON.Value {
    var scanner = JSONScanner(bytes, at: element.range.lowerBound)
    do throws(SlipError) {
      return BoxJSON.Value(try scanner.value(), path: element.path)
    } catch {
      throw JSONScanner.placed(error, in: bytes, file: file)
    }
  }

  /// What `make` makes of an element.
  ///
  /// - Throws: `SlipError` with line and column of the value that is wrong.
  func object<Made>(
    _ element: Element, _ make: (BoxJSON.Value) throws(SlipError) -> Made
  ) throws(SlipError) -> Made {
    let value = try value(element)
    return try placing(element) { () throws(SlipError) in try make(value) }
  }

  /// What `body` returns; its errors get line and column of the value in an element that they are about.
  func placing<Made>(_ element: Element, _ body: () throws(SlipError) -> Made) throws(SlipError) -> Made {
    do throws(SlipError) {
      return try body()
    } catch {
      throw JSONScanner.placed(
        error, in: bytes, file: file, start: element.path.isEmpty ? element.range.lowerBound : 0)
    }
  }
}
