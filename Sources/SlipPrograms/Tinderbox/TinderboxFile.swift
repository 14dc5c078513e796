internal import SlipBase
internal import SlipExchange

/// The structure of a file of Tinderbox: its items, their attributes, and the links between them.
///
/// ```xml
/// <tinderbox version="2" revision="12" …>
/// <attrib Name="Pages" parent="User" type="number" default="" ></attrib>
/// <item ID="1514929939" Creator="…" proto="pBook" >
///   <attribute name="Name" >Bees</attribute>
///   <text >plain text</text>
///   <rtfd >cnRmZAAAAAADAAAA…</rtfd>
///   <item ID="1514929940" …>…</item>
/// </item>
/// <links><link name="*untitled" sourceid="1514929939" destid="1514929940" sstart="-1" slen="0" /></links>
/// ```
///
/// Values are ranges of the file, so that a large file costs little memory. The file is scanned once, and
/// any bytes give a structure.
struct TinderboxFile: Sendable {
  /// A note, an agent or an adornment.
  struct Item: Sendable {
    /// The element's name.
    var kind: String
    /// The number; empty for none.
    var id: String
    /// The name of its prototype; nil for none.
    var prototype: String?
    /// The item that it lies in; -1 for none.
    var parent: Int
    /// How many items it lies in.
    var depth: Int
    /// Whether other items lie in it.
    var isContainer = false
    /// The attributes in order: names, and where the values are.
    var attributes: [(name: String, value: Range<Int>)] = []
    /// Where the plain text is; nil for none.
    var text: Range<Int>?
    /// Where the rich text is, in base64; nil for none.
    var richText: Range<Int>?
  }

  /// A link between two items, or from one to the web.
  struct Link: Sendable {
    /// The number of the item that it leads to.
    var target: String
    /// The address on the web; empty for a link between items.
    var address: String
    /// The UTF-16 units of the plain text that it stands on; nil for a link of the whole item.
    var range: Range<Int>?
  }

  /// The items in the order of the file.
  private(set) var items: [Item] = []
  /// The links by the number of the item that they begin at.
  private(set) var links: [String: [Link]] = [:]
  /// The types of attributes that the file defines, by name.
  private(set) var types: [String: String] = [:]
  /// Whether the file ends before its root element does.
  private(set) var isCut = true
  /// Whether an element has no end tag, or an end tag no element.
  private(set) var isDamaged = false

  /// Elements that nest.
  private static let kinds: Set<String> = ["item", "agent", "adornment"]
  /// Elements within them that have a value.
  private static let values: Set<String> = ["attribute", "text", "rtfd"]

  /// How many folders may lie within each other; what lies deeper is put beside.
  private static let deepest = SourcePath.deepest

  /// Whether a file is one of Tinderbox, by its root element, which the first 4 KiB have.
  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool {
    LooseXML.find("<tinderbox", in: UnsafeRawBufferPointer(rebasing: bytes.prefix(4_096)), from: 0) != nil
  }

  /// Scans a file.
  init(_ bytes: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    var open: [Int] = []
    // How many elements of a name are open, so that an end tag without a start costs nothing.
    var counts: [String: Int] = [:]
    /// The value that is open: its element, the name of the attribute, and where it begins.
    var value: (element: String, name: String, start: Int)?
    while true {
      let start = scanner.position
      guard let token = scanner.next(in: bytes) else { break }
      switch token {
      case .text, .cdata: continue
      case .start(let tag, let isEmpty):
        // A value without an end ends where the next element begins.
        if value != nil { isDamaged = true }
        take(&value, start, open.last)
        if TinderboxFile.kinds.contains(tag.name) {
          begin(tag, in: open.last ?? -1)
          if !isEmpty {
            open.append(items.count - 1)
            counts[tag.name, default: 0] += 1
          }
        } else if !isEmpty, TinderboxFile.values.contains(tag.name), !open.isEmpty {
          value = (tag.name, tag["name"] ?? "", scanner.position)
        } else if tag.name == "link" {
          add(tag)
        } else if tag.name == "attrib", let name = tag["Name"] {
          types[name] = tag["type"] ?? ""
        }
      case .end(let name):
        take(&value, start, open.last)
        if name == "tinderbox" { isCut = false }
        guard let count = counts[name], count > 0 else {
          if TinderboxFile.kinds.contains(name) { isDamaged = true }
          continue
        }
        while let last = open.popLast() {
          counts[items[last].kind, default: 1] -= 1
          if items[last].kind == name { break }
          isDamaged = true
        }
      }
    }
    if scanner.isBroken || !open.isEmpty || value != nil { isDamaged = true }
    take(&value, bytes.count, open.last)
  }

  /// Begins an item in another one, or at the top.
  private mutating func begin(_ tag: LooseXML.Tag, in parent: Int) {
    var item = Item(
      kind: tag.name, id: tag["ID"] ?? "", prototype: tag["proto"].flatMap { $0.isEmpty ? nil : $0 },
      parent: parent, depth: parent < 0 ? 0 : items[parent].depth + 1)
    if item.depth > TinderboxFile.deepest {
      (item.parent, item.depth) = (items[parent].parent, items[parent].depth)
    }
    if item.parent >= 0 { items[item.parent].isContainer = true }
    items.append(item)
  }

  /// Ends the value that is open, and gives it to an item.
  ///
  /// - Parameters:
  ///   - value: The value; nil afterwards.
  ///   - end: Where it ends.
  ///   - item: The innermost item.
  private mutating func take(
    _ value: inout (element: String, name: String, start: Int)?, _ end: Int, _ item: Int?
  ) {
    guard let (element, name, start) = value else { return }
    value = nil
    guard let item, start <= end else { return }
    switch element {
    case "attribute": items[item].attributes.append((name, start..<end))
    case "text": items[item].text = items[item].text ?? start..<end
    default: items[item].richText = items[item].richText ?? start..<end
    }
  }

  /// Adds a link. Those by which items inherit from prototypes are none.
  private mutating func add(_ tag: LooseXML.Tag) {
    guard let source = tag["sourceid"], tag["name"] != "prototype" else { return }
    let start = tag["sstart"].flatMap { Int($0) } ?? -1
    let length = tag["slen"].flatMap { Int($0) } ?? 0
    let isRange = start >= 0 && length > 0 && length <= Int.max - start
    links[source, default: []].append(
      Link(
        target: tag["destid"] ?? "", address: tag["URL"] ?? "",
        range: isRange ? start..<start + length : nil))
  }

  // MARK: Values

  /// The text of a value, with its references resolved.
  static func string(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> String {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    var scanner = LooseXML()
    var text = ""
    while let token = scanner.next(in: part) {
      switch token {
      case .text(let range): text += LooseXML.unescaped(part, range)
      case .cdata(let range): text += String(decoding: part[range], as: UTF8.self)
      case .start, .end: break
      }
    }
    return text
  }

  /// The value of an item's attribute, without blanks at its ends; nil where it is missing or blank.
  func value(_ name: String, of item: Int, in bytes: UnsafeRawBufferPointer) -> String? {
    guard let attribute = items[item].attributes.first(where: { $0.name == name }) else { return nil }
    let text = TinderboxFile.string(attribute.value, in: bytes).trimmingBlanks()
    return text.isEmpty ? nil : text
  }
}
