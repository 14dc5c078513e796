internal import SlipCore

/// Writes a subtree of a document as self-contained text, from the parser's events: every prefix
/// that the subtree uses is declared in it.
///
///     <box xmlns:x="urn:x"><x:tag n="1"/></box>     the document
///     <x:tag xmlns:x="urn:x" n="1"/>                the subtree that begins with `x:tag`
///
/// Foreign elements of a manifest are retained in this way. The form is fixed: declarations, then
/// attributes in document order, double quotes, empty elements as `<a/>`, CDATA as plain text, no
/// comments. So writing the result once more gives the same text.
public struct XMLFragment {
  /// A prefix, nil for the default namespace, and the namespace that it stands for.
  private typealias Binding = (prefix: String?, namespace: String)

  /// The text written so far.
  public private(set) var text = ""
  /// The qualified names of the open elements.
  private var names: [String] = []
  /// The declarations that were written and are in scope, the innermost last.
  private var bindings: [Binding] = []
  /// For each open element, the number of bindings outside of it.
  private var bindingCounts: [Int] = []
  /// Whether the last start tag still lacks its `>`.
  private var tagIsOpen = false

  /// Creates a writer that has written nothing.
  public init() {}

  /// Starts an element, with its attributes and the declarations that it needs.
  public mutating func start(_ element: XMLElement) { start(element) { _ in true } }

  /// Starts an element, with some of its attributes and the declarations that it needs.
  ///
  /// - Parameter isWanted: Whether an attribute is written.
  package mutating func start(_ element: XMLElement, _ isWanted: (XMLElement.Attribute) -> Bool) {
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
    let attributes = (0..<element.attributeCount).map { element.attribute(at: $0) }.filter(isWanted)
    for attribute in attributes {
      if let prefix = attribute.prefix { declare(prefix, attribute.namespace ?? "") }
    }
    for attribute in attributes {
      write(qualified(attribute.localName, attribute.prefix), attribute.value)
    }
    tagIsOpen = true
  }

  /// Ends the innermost open element.
  ///
  /// - Returns: True where it was the outermost one, so that the fragment is complete.
  public mutating func end() -> Bool {
    guard let name = names.popLast(), let count = bindingCounts.popLast() else { return true }
    if tagIsOpen { text += "/>" } else { text += "</\(name)>" }
    tagIsOpen = false
    bindings.removeLast(bindings.count - count)
    return names.isEmpty
  }

  /// Writes character data in the innermost open element.
  public mutating func characters(_ bytes: UnsafeRawBufferPointer) {
    closeTag()
    append(bytes.assumingMemoryBound(to: UInt8.self), .text)
  }

  /// Drops the text so far, to save memory. Events that follow still have to be passed on, until
  /// `end` returns true.
  public mutating func forget() {
    text = ""
    tagIsOpen = false
  }

  /// Writes the `>` of a start tag that has contents.
  private mutating func closeTag() {
    if tagIsOpen { text += ">" }
    tagIsOpen = false
  }

  /// Declares a prefix, unless it stands for the same namespace already.
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

  /// The name with its prefix.
  private func qualified(_ name: String, _ prefix: String?) -> String {
    prefix.map { "\($0):\(name)" } ?? name
  }

  /// Writes an attribute.
  private mutating func write(_ name: String, _ value: String) {
    text += " \(name)=\""
    var value = value
    value.withUTF8 { append($0, .attribute) }
    text += "\""
  }

  /// Writes escaped text.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ place: XMLEscape.Place) {
    var escaped: [UInt8] = []
    XMLEscape.append(bytes, in: place, to: &escaped)
    text += String(decoding: escaped, as: UTF8.self)
  }
}
