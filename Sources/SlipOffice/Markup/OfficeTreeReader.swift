internal import RTFSyntax
internal import SlipBase
internal import XMLSyntax

/// Reads a part as an `OfficeTree`.
enum OfficeTreeReader {
  /// Elements that are open at once. Real documents stay below 200.
  private static let deepest = 4_096
  /// The most elements of a part.
  private static let mostElements = 40_000_000

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - bytes: The part, in UTF-8 or any other encoding that XML can declare.
  ///   - isMixed: Whether text between elements counts. It becomes elements named `OfficeNode.textName`.
  /// - Returns: What could be read, and the fault that ended the reading early; nil for none.
  static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, isMixed: Bool = false
  ) throws(SlipError) -> (tree: OfficeTree, fault: XMLFault?) {
    var limits = limits
    limits.xmlDepth = deepest
    limits.xmlValueBytes = max(limits.xmlValueBytes, 64 << 20)
    let builder = OfficeTreeBuilder(mostElements: mostElements, isMixed: isMixed)
    let fault: XMLFault?
    if let text = recoded(bytes) {
      let limits = limits
      fault = try slipErrors {
        try text.withUnsafeBytes { try XMLParser.parse($0, limits: limits, done: { _ in }, handler: builder) }
      }
    } else {
      fault = try XMLParser.parse(bytes, limits: limits, done: { _ in }, handler: builder)
    }
    // Some programs leave bytes of an older, longer part after the root.
    return (
      builder.finish(), fault.flatMap { builder.isComplete && $0.code == XMLCode.notWellFormed ? nil : $0 }
    )
  }

  /// The part in UTF-8 without its declaration; nil where it is in UTF-8 already.
  private static func recoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    let head = String(decoding: bytes.prefix(128).filter { $0 != 0 }, as: UTF8.self)
    let declared = head.range(after: "encoding=").flatMap { TextEncoding.named($0) }
    var encoding = TextEncoding.mark(of: bytes)?.encoding ?? declared ?? .utf8
    if bytes.count > 1, bytes[0] == UInt8(ascii: "<"), bytes[1] == 0 { encoding = .utf16LE }
    if bytes.count > 1, bytes[0] == 0, bytes[1] == UInt8(ascii: "<") { encoding = .utf16BE }
    let isUTF16 = encoding == .utf16LE || encoding == .utf16BE
    let looksWide = bytes.prefix(4).contains(0) || TextEncoding.mark(of: bytes)?.encoding == encoding
    // A part that declares UTF-16 but has single bytes is in UTF-8.
    let isUTF8 = encoding == .utf8 || isUTF16 && !looksWide
    if isUTF8, declared == nil || declared == .utf8 { return nil }
    guard let text = (isUTF8 ? TextEncoding.utf8 : encoding).decode(bytes) else { return nil }
    guard text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
      return text
    }
    return Array(text[(end + 1)...].drop { $0 <= 0x20 })
  }
}

extension String {
  /// What stands in quotes after a word; nil where there is nothing.
  fileprivate func range(after word: String) -> Substring? {
    let bytes = Array(utf8)
    let wanted = Array(word.utf8)
    guard bytes.count > wanted.count,
      let start = (0..<bytes.count - wanted.count).first(where: { bytes[$0...].starts(with: wanted) })
    else { return nil }
    let rest = bytes[(start + wanted.count)...]
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    return Substring(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }
}

/// Builds a tree from the events of the parser.
final class OfficeTreeBuilder: XMLHandler {
  private var names: [String] = []
  private var numbers: [String: Int32] = [:]
  private var rows: [OfficeTree.Row] = []
  private var attributes: [OfficeTree.Attribute] = []
  private var text: [UInt8] = []
  /// The last element within each open one, with the open ones from the root.
  private var open: [(row: Int, last: Int32)] = []
  /// Namespaces by prefix, as they were declared last.
  private var namespaces: [String: String] = [:]
  /// Namespaces whose unknown elements show nothing.
  private var ignorable: Set<String> = []
  /// How many elements are open that show nothing.
  private var skipped = 0
  private let mostElements: Int
  /// Whether the root has ended.
  private(set) var isComplete = false
  /// Pieces of text that come after an element within a text, by row.
  private var pieces: [Int: [Range<Int>]] = [:]
  /// Whether an element shows something, by row.
  private var shows: [Bool] = []

  /// Whether text becomes elements.
  private let isMixed: Bool

  /// Creates a builder.
  init(mostElements: Int, isMixed: Bool) { (self.mostElements, self.isMixed) = (mostElements, isMixed) }

  /// Elements that show something by themselves.
  private static let shown: Set<String> = [
    "t", "delText", "sym", "m:t", "a:blip", "v:imagedata", "v:textpath", "numFmt", "noBreakHyphen", "tab",
    "br",
    "footnoteReference", "endnoteReference", "commentReference", "fldChar", "txbxContent",
  ]
  /// Elements whose text counts even if elements stand in it.
  private static let texts: Set<String> = ["t", "delText", "instrText", "delInstrText", "m:t"]
  /// The name of an element that is in no known namespace.
  private static let foreign = "?"

  func startElement(_ element: XMLElement) throws(SlipError) {
    for index in 0..<element.declarationCount {
      let (prefix, namespace) = element.declaration(at: index)
      namespaces[prefix ?? ""] = namespace
    }
    if skipped > 0 {
      skipped += 1
      return
    }
    let prefix = OfficeNamespaces.prefix(of: element)
    if prefix == nil, let namespace = element.namespace, ignorable.contains(namespace) {
      skipped = 1
      return
    }
    guard rows.count < mostElements else {
      throw SlipError(.badInput, code: OfficeCode.tooLarge, "A part of the document has too many elements.")
    }
    let name = prefix.map { $0 + element.localName } ?? OfficeTreeBuilder.foreign
    let row = rows.count
    rows.append(
      OfficeTree.Row(
        name: number(name), parent: open.last.map { Int32($0.row) } ?? -1,
        attributes: Int32(attributes.count),
        attributeCount: 0, textStart: text.count, textEnd: text.count))
    shows.append(OfficeTreeBuilder.shown.contains(name))
    appendAttributes(of: element, name)
    rows[row].attributeCount = Int32(attributes.count) - rows[row].attributes
    if let parent = open.indices.last {
      if open[parent].last < 0 {
        rows[open[parent].row].first = Int32(row)
      } else {
        rows[Int(open[parent].last)].next = Int32(row)
      }
      open[parent].last = Int32(row)
    }
    open.append((row, -1))
  }

  /// Adds the attributes of an element.
  private func appendAttributes(of element: XMLElement, _ name: String) {
    for index in 0..<element.attributeCount {
      let attribute = element.attribute(at: index)
      guard let prefix = OfficeNamespaces.prefix(attribute.namespace) else { continue }
      if prefix == "mc:", attribute.localName == "Ignorable" {
        for word in attribute.value.split(separator: " ") {
          if let namespace = namespaces[String(word)] { ignorable.insert(namespace) }
        }
      } else if name == "mc:Choice", attribute.localName == "Requires" {
        let isUnderstood = attribute.value.split(separator: " ").allSatisfy {
          OfficeNamespaces.isUnderstood(namespaces[String($0)] ?? "")
        }
        attributes.append(
          OfficeTree.Attribute(name: number("understood"), value: isUnderstood ? "1" : "0"))
      } else {
        attributes.append(
          OfficeTree.Attribute(name: number(prefix + attribute.localName), value: attribute.value))
      }
    }
  }

  func endElement() throws(SlipError) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    open.removeLast()
    if open.isEmpty { isComplete = true }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    guard skipped == 0, let (row, last) = open.last else { return }
    if isMixed { return appendMixed(bytes, in: row, after: last) }
    if last >= 0 {
      // What stands between elements is white space, except within a text.
      guard OfficeTreeBuilder.texts.contains(names[Int(rows[row].name)]) else { return }
      pieces[row, default: []].append(text.count..<text.count + bytes.count)
    }
    text.append(contentsOf: bytes)
    if last < 0 { rows[row].textEnd = text.count }
  }

  /// Adds text as an element, or to the one that the text before it became.
  private func appendMixed(_ bytes: UnsafeRawBufferPointer, in parent: Int, after last: Int32) {
    if last >= 0, Int(last) == rows.count - 1, rows[Int(last)].name == number(OfficeNode.textName) {
      text.append(contentsOf: bytes)
      rows[Int(last)].textEnd = text.count
      return
    }
    let row = Int32(rows.count)
    rows.append(
      OfficeTree.Row(
        name: number(OfficeNode.textName), parent: Int32(parent), attributes: Int32(attributes.count),
        attributeCount: 0, textStart: text.count, textEnd: text.count + bytes.count))
    text.append(contentsOf: bytes)
    shows.append(true)
    if last < 0 { rows[parent].first = row } else { rows[Int(last)].next = row }
    open[open.count - 1].last = row
  }

  /// The number of a name.
  private func number(_ name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  /// The tree, with one branch of each `AlternateContent` in its place.
  func finish() -> OfficeTree {
    if numbers["mc:AlternateContent"] != nil { resolveAlternatives() }
    return OfficeTree(names: names, rows: rows, attributes: attributes, text: text, pieces: pieces)
  }
}

/// Markup compatibility (ECMA-376 part 3).
extension OfficeTreeBuilder {
  /// Replaces each `AlternateContent` by what stands in one of its branches.
  ///
  /// Elements come after those around them, so that going backwards meets the inner ones first.
  private func resolveAlternatives() {
    for row in rows.indices.reversed() where shows[row] {
      if rows[row].parent >= 0 { shows[Int(rows[row].parent)] = true }
    }
    let alternate = numbers["mc:AlternateContent"] ?? -1
    for row in rows.indices.reversed() {
      guard children(of: row).contains(where: { rows[$0].name == alternate }) else { continue }
      var chain: [Int] = []
      for child in children(of: row) {
        if rows[child].name == alternate {
          if let branch = branch(of: child) { chain += children(of: branch) }
        } else {
          chain.append(child)
        }
      }
      rows[row].first = chain.first.map { Int32($0) } ?? -1
      for (index, child) in chain.enumerated() {
        rows[child].parent = Int32(row)
        rows[child].next = index + 1 < chain.count ? Int32(chain[index + 1]) : -1
      }
    }
  }

  /// The elements directly within one.
  private func children(of row: Int) -> [Int] {
    var found: [Int] = []
    var child = rows[row].first
    while child >= 0 {
      found.append(Int(child))
      child = rows[Int(child)].next
    }
    return found
  }

  /// The branch that counts: the first `Choice` that is understood, else `Fallback`. A choice in which nothing is known to
  /// show something gives way to a fallback that does, so that an emoji or the picture of a chart isn't lost.
  private func branch(of alternate: Int) -> Int? {
    var (choice, fallback): (Int?, Int?)
    for child in children(of: alternate) {
      switch names[Int(rows[child].name)] {
      case "mc:Choice":
        if choice == nil, isUnderstood(child) { choice = child }
      case "mc:Fallback": fallback = fallback ?? child
      default: break
      }
    }
    guard let choice else { return fallback }
    if let fallback, !shows[choice], shows[fallback] { return fallback }
    return choice
  }

  /// Whether all that a choice requires is understood.
  private func isUnderstood(_ choice: Int) -> Bool {
    let start = Int(rows[choice].attributes)
    return attributes[start..<start + Int(rows[choice].attributeCount)].contains {
      names[Int($0.name)] == "understood" && $0.value == "1"
    }
  }
}
