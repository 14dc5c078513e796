internal import SlipBase
internal import XMLSyntax

/// Reads property lists in their XML form, also archives: there a dictionary with the only key
/// `CF$UID` is a reference.
enum XMLPropertyList {
  /// Whether bytes look like XML with a `plist` element near their beginning.
  static func isXML(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    return head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("<") && head.contains("<plist")
  }

  /// Reads a list; nil where nothing in it can be read.
  static func read(_ bytes: UnsafeRawBufferPointer) -> PropertyList? {
    let handler = Handler()
    let body = withoutDoctype(bytes)
    let fault = body.withUnsafeBytes { raw in
      (try? XMLParser.parse(raw, handler: handler)) ?? nil
    }
    guard !handler.objects.isEmpty else { return nil }
    handler.finish()
    return PropertyList(
      objects: handler.objects, top: 0, isDamaged: fault != nil || handler.isDamaged)
  }

  /// The bytes without the document type, which each list declares and the parser refuses.
  private static func withoutDoctype(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let head = Array(bytes.prefix(1024))
    let mark = Array("<!DOCTYPE".utf8)
    guard let start = head.indices.first(where: { head[$0...].starts(with: mark) }),
      let end = head[start...].firstIndex(of: UInt8(ascii: ">")), !head[start..<end].contains(0x5B)
    else { return Array(bytes) }
    return Array(head[..<start]) + Array(bytes[(end + 1)...])
  }

  /// Collects objects.
  private final class Handler: XMLHandler {
    /// The objects so far.
    var objects: [PropertyList.Object] = []
    /// Whether something was no property list.
    var isDamaged = false
    /// The open elements: the number of a container's object, or -1 for a value and for `plist`.
    private var open: [(name: String, object: Int)] = []
    /// Numbers of the objects within each open container, the innermost last.
    private var children: [[Int]] = []
    /// The text of the innermost value.
    private var characters: [UInt8] = []

    /// Begins a container or a value.
    func startElement(_ element: XMLElement) {
      characters = []
      let name = element.localName
      guard objects.count < PropertyList.largestCount, name == "array" || name == "dict" else {
        return open.append((name, -1))
      }
      place(.null)
      children.append([])
      open.append((name, objects.count - 1))
    }

    /// Collects the text of a value.
    func text(_ bytes: UnsafeRawBufferPointer) { characters += bytes }

    /// Ends a container or a value.
    func endElement() {
      guard let (name, object) = open.popLast() else { return }
      if object >= 0, let content = children.popLast() {
        objects[object] = name == "array" ? .array(content) : dictionary(content)
      } else if name != "plist" {
        value(name, String(decoding: characters, as: UTF8.self))
      }
      characters = []
    }

    /// Closes what the text left open.
    func finish() { while !open.isEmpty { endElement() } }

    /// Adds an object, to the innermost container if there is one.
    private func place(_ object: PropertyList.Object) {
      if !children.isEmpty { children[children.count - 1].append(objects.count) }
      objects.append(object)
    }

    /// Adds the value of an element.
    private func value(_ name: String, _ text: String) {
      guard objects.count < PropertyList.largestCount else { return isDamaged = true }
      switch name {
      case "string", "key", "ustring": place(.string(text))
      case "true": place(.boolean(true))
      case "false": place(.boolean(false))
      case "integer": place(Int64(text.trimmed).map { .integer($0) } ?? .null)
      case "real": place(Double(text.trimmed).map { .real($0) } ?? .null)
      case "data": place(.data(Base64.decode(text.utf8)))
      case "date":
        let moment = Timestamp(rfc3339: text.trimmed)
        place(moment.map { .date(Double($0.microseconds) / 1e6 - AppleDate.epoch) } ?? .null)
      default: isDamaged = true
      }
    }

    /// A dictionary of keys and values in turn, or a reference.
    private func dictionary(_ content: [Int]) -> PropertyList.Object {
      let pairs = content.count / 2
      if pairs == 1, objects[content[0]] == .string("CF$UID"), case .integer(let place) = objects[content[1]]
      {
        return .uid(Int(truncatingIfNeeded: place))
      }
      if content.count % 2 != 0 { isDamaged = true }
      return .dictionary(
        keys: (0..<pairs).map { content[2 * $0] }, values: (0..<pairs).map { content[2 * $0 + 1] })
    }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
