internal import XMLSyntax

/// The namespaces of office documents that readers know, by the prefixes that everyone uses for them.
///
/// Transitional and strict documents have other addresses for the same vocabulary (ECMA-376 parts 1 and 4), so both have
/// one prefix here. What belongs to WordprocessingML has none.
enum OfficeNamespaces {
  /// Addresses of the namespaces whose elements are read, the most common first.
  private static let known: [(address: StaticString, prefix: String)] = [
    ("http://schemas.openxmlformats.org/wordprocessingml/2006/main", ""),
    ("http://purl.oclc.org/ooxml/wordprocessingml/main", ""),
    ("http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r:"),
    ("http://purl.oclc.org/ooxml/officeDocument/relationships", "r:"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/math", "m:"),
    ("http://purl.oclc.org/ooxml/officeDocument/math", "m:"),
    ("http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "wp:"),
    ("http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", "wp:"),
    ("http://schemas.openxmlformats.org/drawingml/2006/main", "a:"),
    ("http://purl.oclc.org/ooxml/drawingml/main", "a:"),
    ("http://schemas.openxmlformats.org/drawingml/2006/picture", "pic:"),
    ("http://purl.oclc.org/ooxml/drawingml/picture", "pic:"),
    ("http://schemas.openxmlformats.org/drawingml/2006/chart", "c:"),
    ("http://purl.oclc.org/ooxml/drawingml/chart", "c:"),
    ("http://schemas.openxmlformats.org/drawingml/2006/diagram", "dgm:"),
    ("http://purl.oclc.org/ooxml/drawingml/diagram", "dgm:"),
    ("urn:schemas-microsoft-com:vml", "v:"),
    ("urn:schemas-microsoft-com:office:office", "o:"),
    ("urn:schemas-microsoft-com:office:word", "w10:"),
    ("http://schemas.openxmlformats.org/markup-compatibility/2006", "mc:"),
    ("http://schemas.microsoft.com/office/word/2010/wordml", "w14:"),
    ("http://schemas.microsoft.com/office/word/2012/wordml", "w15:"),
    ("http://schemas.microsoft.com/office/word/2023/wordml/word16du", "w16du:"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps:"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingGroup", "wpg:"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas", "wpc:"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing", "wp14:"),
    ("http://schemas.microsoft.com/office/drawing/2010/main", "a14:"),
    ("http://schemas.microsoft.com/office/drawing/2016/SVG/main", "asvg:"),
    ("http://schemas.microsoft.com/office/drawing/2017/decorative", "adec:"),
    ("http://www.w3.org/XML/1998/namespace", "xml:"),
    ("http://purl.org/dc/elements/1.1/", "dc:"),
    ("http://purl.org/dc/terms/", "dcterms:"),
    ("http://schemas.openxmlformats.org/package/2006/metadata/core-properties", "cp:"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/extended-properties", "ap:"),
    ("http://purl.oclc.org/ooxml/officeDocument/extendedProperties", "ap:"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/custom-properties", "op:"),
    ("http://purl.oclc.org/ooxml/officeDocument/customProperties", "op:"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes", "vt:"),
    ("http://purl.oclc.org/ooxml/officeDocument/docPropsVTypes", "vt:"),
    ("http://schemas.openxmlformats.org/package/2006/relationships", "rel:"),
    ("http://schemas.openxmlformats.org/package/2006/content-types", "ct:"),
    ("urn:oasis:names:tc:opendocument:xmlns:office:1.0", "office:"),
    ("urn:oasis:names:tc:opendocument:xmlns:text:1.0", "text:"),
    ("urn:oasis:names:tc:opendocument:xmlns:table:1.0", "table:"),
    ("urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw:"),
    ("urn:oasis:names:tc:opendocument:xmlns:style:1.0", "style:"),
    ("urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo:"),
    ("urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", "svg:"),
    ("urn:oasis:names:tc:opendocument:xmlns:meta:1.0", "meta:"),
    ("urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", "manifest:"),
    ("urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0", "number:"),
    ("urn:oasis:names:tc:opendocument:xmlns:form:1.0", "form:"),
    ("urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0", "loext:"),
    ("http://www.w3.org/1999/xlink", "xlink:"),
    ("http://www.w3.org/1998/Math/MathML", "math:"),
  ]

  /// The prefixes by address.
  private static let prefixes = Dictionary(
    known.map { ($0.address.description, $0.prefix) }, uniquingKeysWith: { first, _ in first })

  /// The prefix of a namespace; nil for one that isn't read.
  static func prefix(_ address: String?) -> String? {
    guard let address else { return "" }
    return prefixes[address]
  }

  /// The prefix of an element's namespace; nil for one that isn't read. An element without a namespace counts as one of
  /// WordprocessingML.
  static func prefix(of element: XMLElement) -> String? {
    for row in known.prefix(1) where element.isIn(namespace: row.address) { return row.prefix }
    return prefix(element.namespace)
  }

  /// Whether a reader may take a `Choice` that requires the namespace: what it holds is read, or its parts that aren't
  /// read show nothing.
  static func isUnderstood(_ address: String) -> Bool {
    prefixes[address] != nil || address.hasPrefix("http://schemas.microsoft.com/office/word/")
      || address.hasPrefix("http://schemas.microsoft.com/office/drawing/2010/")
  }
}
