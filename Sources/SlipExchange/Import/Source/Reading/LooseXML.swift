internal import SlipBase

/// Splits XML into tags and text, whatever the bytes are.
///
/// Containers of other programs hold XML that a strict parser refuses: unescaped `&`, a `]]>` in the text, an end tag that
/// is missing, a document that is cut off. This scanner gives what is there, so that damage costs its place only. It
/// knows the five entities of XML and numbers; a document type is skipped, so nothing is ever fetched or expanded.
package struct LooseXML {
  /// A piece of XML. Ranges are of the bytes that are scanned.
  package enum Token {
    /// A start tag; an empty element has no end tag.
    case start(Tag, isEmpty: Bool)
    /// An end tag.
    case end(String)
    /// Text with references, still escaped.
    case text(Range<Int>)
    /// The inside of a CDATA section.
    case cdata(Range<Int>)
  }

  /// A start tag.
  package struct Tag {
    /// The name, with its prefix.
    package var name: String
    /// The attributes in order, unescaped.
    package var attributes: [(name: String, value: String)] = []
    /// Where the tag begins.
    package var position: Int

    /// The name without its prefix.
    package var local: Substring {
      name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// The value of an attribute, regardless of its prefix; nil when there is none.
    package subscript(_ wanted: String) -> String? {
      attributes.first { $0.name == wanted || $0.name.hasSuffix(":" + wanted) }?.value
    }
  }

  /// The most attributes of a tag; further ones are left out.
  private static let mostAttributes = 256

  /// Where the next token begins.
  package var position: Int
  /// Whether a tag, a comment or a section had no end so far.
  package private(set) var isBroken = false

  /// Begins at an offset.
  package init(at position: Int = 0) { self.position = position }

  /// The next token; nil at the end.
  ///
  /// Comments, processing instructions and declarations are passed over.
  ///
  /// - Parameter bytes: The same bytes at each call.
  package mutating func next(in bytes: UnsafeRawBufferPointer) -> Token? {
    while position < bytes.count {
      let start = position
      guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else { return text(in: bytes) }
      switch bytes[start + 1] {
      case 0x21 where LooseXML.has("<![CDATA[", bytes, at: start):
        let end = LooseXML.find("]]>", in: bytes, from: start + 9)
        if end == nil { isBroken = true }
        position = min(bytes.count, (end ?? bytes.count) + 3)
        return .cdata(start + 9..<max(start + 9, end ?? bytes.count))
      case 0x21 where LooseXML.has("<!--", bytes, at: start):
        position = (end("-->", in: bytes, from: start + 4) ?? bytes.count - 3) + 3
      case 0x21: skipDeclaration(in: bytes)
      case 0x3F: position = (end("?>", in: bytes, from: start + 2) ?? bytes.count - 2) + 2
      case 0x2F where start + 2 < bytes.count && LooseXML.isNameStart(bytes[start + 2]):
        let name = LooseXML.name(in: bytes, from: start + 2)
        position = (end(">", in: bytes, from: name.upperBound) ?? bytes.count - 1) + 1
        return .end(String(decoding: bytes[name], as: UTF8.self))
      case let byte where LooseXML.isNameStart(byte): return tag(in: bytes)
      default: return text(in: bytes)
      }
    }
    return nil
  }

  /// Where something ends; nil where it doesn't, which is noted.
  private mutating func end(
    _ mark: StaticString, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    let found = LooseXML.find(mark, in: bytes, from: start)
    if found == nil { isBroken = true }
    return found
  }

  /// Text up to the next tag; a `<` that begins none is text, as in `1 < 2`.
  private mutating func text(in bytes: UnsafeRawBufferPointer) -> Token {
    let start = position
    position += 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count {
        let next = bytes[position + 1]
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next == UInt8(ascii: "/")
          || LooseXML.isNameStart(next)
        {
          break
        }
      }
      position += 1
    }
    return .text(start..<position)
  }

  /// Skips `<!…>` with its internal subset: entities that it declares are unknown afterwards, so none of them can grow.
  ///
  /// A declaration without an end reaches to the end of the bytes.
  private mutating func skipDeclaration(in bytes: UnsafeRawBufferPointer) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case 0x5B: depth += 1
      case 0x5D: depth = max(0, depth - 1)
      case 0x3E where depth == 0:
        position += 1
        return
      default: break
      }
      position += 1
    }
    isBroken = true
  }

  /// A start tag.
  ///
  /// - Returns: A start token in every case, also for a tag that the end of the bytes cuts off.
  private mutating func tag(in bytes: UnsafeRawBufferPointer) -> Token {
    let name = LooseXML.name(in: bytes, from: position + 1)
    var tag = Tag(name: String(decoding: bytes[name], as: UTF8.self), position: position)
    position = name.upperBound
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        return .start(tag, isEmpty: false)
      }
      if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: ">") {
        position += 2
        return .start(tag, isEmpty: true)
      }
      // A tag that isn't closed ends where the next one begins.
      if byte == UInt8(ascii: "<") {
        isBroken = true
        return .start(tag, isEmpty: false)
      }
      guard LooseXML.isNameStart(byte) else {
        position += 1
        continue
      }
      attribute(of: &tag, in: bytes)
    }
    isBroken = true
    return .start(tag, isEmpty: false)
  }

  /// An attribute, with or without quotes.
  ///
  /// An attribute without a value gets an empty one. Attributes beyond the bound are read and dropped.
  private mutating func attribute(of tag: inout Tag, in bytes: UnsafeRawBufferPointer) {
    let name = LooseXML.name(in: bytes, from: position)
    position = name.upperBound
    while position < bytes.count, LooseXML.isSpace(bytes[position]) { position += 1 }
    var value: Range<Int> = position..<position
    if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
      position += 1
      while position < bytes.count, LooseXML.isSpace(bytes[position]) { position += 1 }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
      {
        let end = bytes[(position + 1)...].firstIndex(of: bytes[position]) ?? bytes.count
        value = position + 1..<end
        position = min(bytes.count, end + 1)
      } else {
        let end =
          bytes[position...].firstIndex { LooseXML.isSpace($0) || $0 == UInt8(ascii: ">") } ?? bytes.count
        value = position..<end
        position = end
      }
    }
    guard tag.attributes.count < LooseXML.mostAttributes else { return }
    tag.attributes.append(
      (String(decoding: bytes[name], as: UTF8.self), LooseXML.unescaped(bytes, value)))
  }

  // MARK: Bytes

  /// Text with its references resolved. An unknown reference stays as it is.
  ///
  /// `&amp;lt;` gives `&lt;`: what a reference stands for isn't looked at again.
  ///
  /// - Parameters:
  ///   - bytes: All bytes.
  ///   - range: Where the text is.
  package static func unescaped(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    guard bytes[range].contains(0x26) else { return String(decoding: bytes[range], as: UTF8.self) }
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == 0x26, let (scalar, end) = reference(bytes, index, range.upperBound) {
        output.append(contentsOf: String(scalar).utf8)
        index = end
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The character of a reference at `&`, and where the reference ends.
  ///
  /// - Parameters:
  ///   - bytes: All bytes.
  ///   - start: The place of `&`.
  ///   - end: The end of the text. A reference has at most 12 bytes.
  /// - Returns: Nil for an unknown name and for a number that is no character.
  private static func reference(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) -> (Character, Int)? {
    guard let semicolon = bytes[start..<min(end, start + 12)].firstIndex(of: 0x3B) else { return nil }
    let name = String(decoding: bytes[start + 1..<semicolon], as: UTF8.self)
    if let known = entities[name] { return (known, semicolon + 1) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, let scalar = Unicode.Scalar(value) else { return nil }
    return (Character(scalar), semicolon + 1)
  }

  /// The entities of XML, and the space that is in every export.
  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// Whether a name may begin with a byte.
  ///
  /// Every byte of a character beyond ASCII counts as a letter.
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// The name that begins at an offset.
  ///
  /// - Returns: A range that is empty where no name is. Colons, digits, hyphens and dots are parts of names.
  private static func name(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count,
      isNameStart(bytes[end]) || (0x30...0x3A).contains(bytes[end]) || bytes[end] == UInt8(ascii: "-")
        || bytes[end] == UInt8(ascii: ".")
    {
      end += 1
    }
    return start..<end
  }

  /// White space of XML.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// Whether an ASCII text stands at an offset.
  ///
  /// - Returns: False also where the bytes end too early.
  package static func has(_ text: StaticString, _ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard start + length <= bytes.count else { return false }
    for index in 0..<length where bytes[start + index] != text.utf8Start[index] { return false }
    return true
  }

  /// Where an ASCII text stands next; nil where it doesn't.
  package static func find(_ text: StaticString, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    ByteSearch.first(text, in: bytes, from: start)
  }
}

/// XML as a tree, for documents that are small or needed as a whole.
///
/// All elements lie in one list, and an element has the places of those within it. So a document of any depth needs no stack,
/// neither to build nor to free.
package struct LooseTree {
  /// An element.
  package struct Node {
    /// The name without prefix.
    package var name: String
    /// The attributes.
    package var tag: LooseXML.Tag
    /// What is in it, in order.
    package var content: [Content] = []
    /// Whether it has its end tag, and nothing in it closed it before.
    package var isWhole = true

    /// Creates a value from its parts.
    package init(name: String, tag: LooseXML.Tag, content: [Content] = []) {
      self.name = name
      self.tag = tag
      self.content = content
    }
  }
  /// Something in an element.
  package enum Content {
    /// An element, by its place in `nodes`.
    case element(Int)
    /// Text.
    case text(String)
  }

  /// How many elements may be open; deeper ones become siblings.
  private static let deepest = 100_000

  /// All elements; the first one holds the roots.
  package private(set) var nodes: [Node] = [Node(name: "", tag: LooseXML.Tag(name: "", position: 0))]
  /// Whether every element has its end tag, in the right order, and nothing was cut off.
  package private(set) var isWhole = true
  /// Whether a tag, a comment or a section has no end.
  package private(set) var isBroken = false

  /// Reads a document.
  ///
  /// Any bytes make a tree. Text is unescaped, and texts next to each other are joined.
  package init(_ bytes: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    var open = [0]
    // How many elements of a name are open, so that an end tag without a start costs nothing.
    var counts: [String: Int] = [:]
    while let token = scanner.next(in: bytes) {
      switch token {
      case .start(let tag, let isEmpty):
        let index = nodes.count
        nodes.append(Node(name: String(tag.local), tag: tag))
        nodes[open[open.count - 1]].content.append(.element(index))
        if !isEmpty, open.count < LooseTree.deepest {
          open.append(index)
          counts[tag.name, default: 0] += 1
        }
      case .end(let name):
        // An end tag without a start is left out; one that comes too early closes what is in it.
        guard let count = counts[name], count > 0 else {
          isWhole = false
          nodes[open[open.count - 1]].isWhole = false
          continue
        }
        while open.count > 1, let last = open.popLast() {
          counts[nodes[last].tag.name, default: 1] -= 1
          if nodes[last].tag.name == name { break }
          (isWhole, nodes[last].isWhole) = (false, false)
        }
      case .text(let range):
        let text = LooseTree.withLineFeeds(bytes, range) { LooseXML.unescaped($0, $1) }
        add(text, to: open[open.count - 1])
      case .cdata(let range):
        let text = LooseTree.withLineFeeds(bytes, range) { String(decoding: $0[$1], as: UTF8.self) }
        add(text, to: open[open.count - 1])
      }
      if scanner.isBroken, isWhole {
        isWhole = false
        nodes[open[open.count - 1]].isWhole = false
      }
    }
    for element in open.dropFirst() { (isWhole, nodes[element].isWhole) = (false, false) }
    isBroken = scanner.isBroken
    if root == nil || isBroken { isWhole = false }
  }

  /// Whether an element and what is in it are whole.
  ///
  /// - Parameter name: The name of elements that don't count, with what is in them; nil: all do.
  package func isWhole(_ node: Int?, except name: String? = nil) -> Bool {
    guard let node else { return false }
    var open = [node]
    while let next = open.popLast() {
      if !nodes[next].isWhole { return false }
      open += children(of: next).filter { nodes[$0].name != name }
    }
    return true
  }

  /// Reads a document.
  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { LooseTree($0) } }

  /// Calls `read` with text whose line ends are line feeds (XML 1.0, 2.11).
  private static func withLineFeeds(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>,
    _ read: (UnsafeRawBufferPointer, Range<Int>) -> String
  ) -> String {
    guard bytes[range].contains(0x0D) else { return read(bytes, range) }
    let text = Array(UnsafeRawBufferPointer(rebasing: bytes[range])).withLineFeeds()
    return text.withUnsafeBytes { read($0, 0..<text.count) }
  }

  /// Adds text to an element.
  ///
  /// Text behind a text is joined with it.
  private mutating func add(_ text: String, to node: Int) {
    if case .text(let before)? = nodes[node].content.last {
      nodes[node].content[nodes[node].content.count - 1] = .text(before + text)
    } else {
      nodes[node].content.append(.text(text))
    }
  }

  /// The root element; nil for a document without any.
  package var root: Int? { children(of: 0).first }

  /// The elements in one, in order.
  package func children(of node: Int) -> [Int] {
    nodes[node].content.compactMap { if case .element(let index) = $0 { index } else { nil } }
  }

  /// The elements of a name in one.
  package func children(of node: Int, _ name: String) -> [Int] {
    children(of: node).filter { nodes[$0].name == name }
  }

  /// The first element of a name in one.
  package func child(of node: Int, _ name: String) -> Int? {
    children(of: node).first { nodes[$0].name == name }
  }

  /// The element at a path of names.
  ///
  /// - Parameters:
  ///   - node: Where the path begins; nil leads to nil.
  ///   - path: The names from the outermost to the innermost, without prefixes.
  package func find(_ node: Int?, _ path: String...) -> Int? {
    var node = node
    for name in path { node = node.flatMap { child(of: $0, name) } }
    return node
  }

  /// The text directly in an element; empty for none.
  package func text(_ node: Int?) -> String {
    guard let node else { return "" }
    return nodes[node].content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The text of the child of a name, without blanks at its ends; nil where it is missing or blank.
  package func value(_ node: Int?, _ name: String) -> String? {
    guard let node, let child = child(of: node, name) else { return nil }
    let text = text(child).trimmingBlanks()
    return text.isEmpty ? nil : text
  }

  /// The value of an attribute.
  ///
  /// Nil also for no element. The prefix of the attribute doesn't matter.
  package func attribute(_ node: Int?, _ name: String) -> String? { node.flatMap { nodes[$0].tag[name] } }
}
