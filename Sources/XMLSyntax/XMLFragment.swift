internal import SlipBase

/// Serialises a subtree from a parser's events, so that it stands alone: every prefix that it uses is declared in it.
///
/// The form is fixed: declarations, then attributes in document order, double quotes, empty elements as `<a/>`,
/// CDATA as text, no comments. Serialising the result again gives the same.
public struct XMLFragment {
  private typealias Binding = (prefix: String?, namespace: String)

  public private(set) var text = ""
  private var names: [String] = []
  private var bindings: [Binding] = []
  private var bindingCounts: [Int] = []
  private var tagIsOpen = false

  public init() {}

  public mutating func start(_ element: XMLElement) {
    closeTag()
    bindingCounts.append(bindings.count)
    let name = qualified(element.localName, element.prefix)
    text += "<" + name
    names.append(name)
    for index in 0..<element.declarationCount {
      let declaration = element.declaration(at: index)
      declare(declaration.prefix, declaration.namespace)
    }
    declare(element.prefix, element.namespace ?? "")
    let attributes = (0..<element.attributeCount).map { element.attribute(at: $0) }
    for attribute in attributes {
      if let prefix = attribute.prefix { declare(prefix, attribute.namespace ?? "") }
    }
    for attribute in attributes {
      write(qualified(attribute.localName, attribute.prefix), attribute.value)
    }
    tagIsOpen = true
  }

  /// Ends the element that was started last; true when it was the outermost.
  public mutating func end() -> Bool {
    guard let name = names.popLast(), let count = bindingCounts.popLast() else { return true }
    if tagIsOpen { text += "/>" } else { text += "</\(name)>" }
    tagIsOpen = false
    bindings.removeLast(bindings.count - count)
    return names.isEmpty
  }

  public mutating func characters(_ bytes: UnsafeRawBufferPointer) {
    closeTag()
    append(bytes.assumingMemoryBound(to: UInt8.self), .text)
  }

  /// Drops the text so far; what is still to come is followed all the same.
  public mutating func forget() {
    text = ""
    tagIsOpen = false
  }

  private mutating func closeTag() {
    if tagIsOpen { text += ">" }
    tagIsOpen = false
  }

  private mutating func declare(_ prefix: String?, _ namespace: String) {
    // `xml` is bound by definition.
    if prefix == "xml" { return }
    if let known = bindings.last(where: { $0.prefix == prefix }) {
      if known.namespace == namespace { return }
      // A second binding on the same tag can only repeat the first.
    }
    bindings.append((prefix, namespace))
    write(prefix.map { "xmlns:" + $0 } ?? "xmlns", namespace)
  }

  private func qualified(_ name: String, _ prefix: String?) -> String {
    prefix.map { "\($0):\(name)" } ?? name
  }

  private mutating func write(_ name: String, _ value: String) {
    text += " \(name)=\""
    var value = value
    value.withUTF8 { append($0, .attribute) }
    text += "\""
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ place: XMLEscape.Place) {
    var escaped: [UInt8] = []
    XMLEscape.append(bytes, in: place, to: &escaped)
    text += String(decoding: escaped, as: UTF8.self)
  }
}
