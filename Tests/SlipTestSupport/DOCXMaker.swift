/// Makes small Word documents for tests.
///
/// ```swift
/// let bytes = DOCXMaker(body: "<w:p><w:r><w:t>Hello</w:t></w:r></w:p>").bytes()
/// ```
public struct DOCXMaker {
  /// What stands in `w:body`.
  public var body: String
  /// Further parts by name, such as `word/styles.xml`. What is in `word` and has a type below is referred to.
  public var parts: [(name: String, content: [UInt8])] = []
  /// Further relationships of the main part: id, the last step of the type, target, and whether it lies outside.
  public var relationships: [(id: String, type: String, target: String, isExternal: Bool)] = []

  /// The main part, where it isn't made of `body`.
  var main: String?

  /// Namespaces that documents declare.
  public static let namespaces = """
    xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
    xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
    xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
    xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" \
    xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
    xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" \
    xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" \
    xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" \
    xmlns:x="urn:example:foreign"
    """

  /// Creates a document.
  public init(body: String) { self.body = body }

  /// A document of one paragraph.
  public init(text: String) { self.init(body: "<w:p><w:r><w:t>\(text)</w:t></w:r></w:p>") }

  /// Adds a part below `word` that the main part refers to: `styles`, `numbering`, `footnotes` and so on.
  public mutating func add(_ type: String, _ content: String) {
    parts.append(
      ("word/\(type).xml", Array("<w:\(type) \(DOCXMaker.namespaces)>\(content)</w:\(type)>".utf8)))
    relationships.append(("rId\(type)", type, "\(type).xml", false))
  }

  /// Adds a picture that the main part refers to.
  public mutating func add(picture bytes: [UInt8], id: String, name: String = "image1.png") {
    parts.append(("word/media/\(name)", bytes))
    relationships.append((id, "image", "media/\(name)", false))
  }

  /// Adds a link to an address.
  public mutating func add(link: String, id: String) { relationships.append((id, "hyperlink", link, true)) }

  /// A document whose main part is this text.
  public static func with(main: String) -> [UInt8] {
    var maker = DOCXMaker(body: "")
    maker.main = main
    return maker.bytes()
  }

  /// The file.
  public func bytes() -> [UInt8] {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    let links = relationships.map {
      """
      <Relationship Id="\($0.id)" Type="\(office)\($0.type)" Target="\($0.target)"\
      \($0.isExternal ? " TargetMode=\"External\"" : "")/>
      """
    }
    let open = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    var maker = ZipMaker([
      ZipMaker.Entry(
        "[Content_Types].xml",
        """
        <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" \
        ContentType="application/xml"/><Default Extension="html" ContentType="text/html"/></Types>
        """),
      ZipMaker.Entry(
        "_rels/.rels",
        open + "<Relationship Id=\"rId1\" Type=\"\(office)officeDocument\" Target=\"word/document.xml\"/>"
          + "<Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/"
          + "metadata/core-properties\" Target=\"docProps/core.xml\"/></Relationships>"),
      ZipMaker.Entry(
        "word/document.xml",
        main ?? "<w:document \(DOCXMaker.namespaces)><w:body>\(body)</w:body></w:document>"),
      ZipMaker.Entry("word/_rels/document.xml.rels", open + links.joined() + "</Relationships>"),
    ])
    for (name, content) in parts {
      var entry = ZipMaker.Entry(name)
      entry.bytes = content
      maker.entries.append(entry)
    }
    return maker.bytes()
  }
}
