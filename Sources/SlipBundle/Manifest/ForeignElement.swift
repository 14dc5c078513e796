internal import SlipBase
internal import XMLSyntax

/// An element of another namespace, carried through as text that stands alone.
enum ForeignElement {
  /// The one form of `text` that is written.
  /// - Throws: When `text` isn't exactly one well-formed element of another namespace.
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

  private final class Collector: XMLHandler {
    var found: [String] = []
    var hasText = false
    private var depth = 0
    private var fragment: XMLFragment?

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

    func endElement() throws(SlipError) {
      depth -= 1
      if fragment?.end() == true {
        found.append(fragment?.text ?? "")
        fragment = nil
      }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
      if fragment != nil {
        fragment?.characters(bytes)
      } else if bytes.contains(where: { $0 > 0x20 }) {
        hasText = true
      }
    }
  }
}
