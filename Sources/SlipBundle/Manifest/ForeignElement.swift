internal import SlipBase
internal import XMLSyntax

/// An element of another namespace, carried through as text that can stand by itself.
///
/// Programs may put elements of their own into a manifest. They are read, held as text and written again, so
/// that saving loses nothing: order, names, prefixes, attributes and text stay. Comments, processing
/// instructions and the kind of quotes don't.
enum ForeignElement {
  /// The form in which `text` is written: the parser's own serialisation, with all namespaces declared.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unwritable` where `text` isn't exactly one well-formed
  ///   element of another namespace.
  static func canonical(_ text: String) throws(SlipError) -> String {
    let document = "<slipbox xmlns=\"urn:slipbox:manifest\">\(text)</slipbox>"
    let collector = Collector()
    let fault = try slipErrors {
      try Array(document.utf8).withUnsafeBytes { try XMLParser.parse($0, handler: collector) }
    }
    guard fault == nil, collector.found.count == 1, let found = collector.found.first, !collector.hasText
    else {
      throw SlipError(
        .badInput, code: ManifestCode.unwritable,
        "a foreign element isn't one well-formed element of another namespace"
      )
    }
    return found
  }

  /// Collects the elements below the root, and notices text or elements of the manifest's own namespace.
  private final class Collector: XMLHandler {
    /// The foreign elements so far, serialised.
    var found: [String] = []
    /// Whether there is anything but foreign elements.
    var hasText = false
    private var depth = 0
    /// The element that is being serialised; nil between elements.
    private var fragment: XMLFragment?

    /// Takes an element: the outermost foreign one begins a text.
    func startElement(_ element: XMLElement) throws(SlipError) {
      depth += 1
      if fragment != nil {
        fragment?.start(element)
      } else if depth == 2, element.namespace != nil, !element.isIn(namespace: ManifestElement.namespace) {
        fragment = XMLFragment()
        fragment?.start(element)
      } else if depth > 1 {
        hasText = true
      }
    }

    /// Takes an element that is complete.
    func endElement() throws(SlipError) {
      depth -= 1
      if fragment?.end() == true {
        found.append(fragment?.text ?? "")
        fragment = nil
      }
    }

    /// Text within a foreign element is its content; elsewhere only white space is allowed.
    func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
      if fragment != nil {
        fragment?.characters(bytes)
      } else if bytes.contains(where: { $0 > 0x20 }) {
        hasText = true
      }
    }
  }
}
