internal import SlipBase
internal import SlipDocument

/// Another OpenDocument text whose styles, page, headers and footers are taken. Its text is not.
struct ODTTemplate {
  /// Files of the package that headers show.
  private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// The width of the text in twips.
  private(set) var textWidth = 9_026
  private let bytes: [UInt8]
  /// Identifiers of common styles by family.
  private var ids: Set<String> = []

  /// Opens a document as a template.
  ///
  /// - Throws: `SlipError`, with `OfficeCode.badPart` for a document without styles and pages.
  init(_ bytes: [UInt8]) throws(SlipError) {
    var findings = OfficeFindings()
    let package = try slipErrors { try bytes.withUnsafeBytes { try OfficePackage($0, limits: Limits()) } }
    guard let part = try package.read("styles.xml"),
      let root = try package.tree("styles.xml", &findings, isMixed: true)?.root,
      let styles = root.child("office:styles"), root.child("office:master-styles") != nil
    else {
      throw SlipError(
        .badInput, code: OfficeCode.badPart,
        "The template has no styles that can be taken; save it once more in LibreOffice.")
    }
    self.bytes = ODTTemplate.withVersion(part)
    for style in styles.children where style.name == "style:style" {
      ids.insert((style["style:family"] ?? "") + "\u{0}" + (style["style:name"] ?? ""))
    }
    for image in root.descendants where image.name == "draw:image" || image.name == "style:background-image" {
      guard let path = image["xlink:href"], path.hasPrefix("Pictures/"),
        !files.contains(where: { $0.path == path }), let bytes = try package.read(path)
      else { continue }
      files.append((path, bytes))
    }
    if let layout = root.descendant("style:page-layout-properties"),
      let width = ODTValue.twips(layout["fo:page-width"])
    {
      let left = ODTValue.twips(layout["fo:margin-left"] ?? layout["fo:margin"]) ?? 1_134
      let right = ODTValue.twips(layout["fo:margin-right"] ?? layout["fo:margin"]) ?? 1_134
      textWidth = max(1_440, width - left - right)
    }
  }

  /// The part with the version of ODF that the other parts have.
  private static func withVersion(_ part: [UInt8]) -> [UInt8] {
    var part = part
    let tag = Array("office:version=\"1.".utf8)
    if let place = part.prefix(16_384).indices.first(where: {
      part[$0] == tag[0] && part[$0...].starts(with: tag)
    }),
      place + tag.count < part.count
    {
      part[place + tag.count] = UInt8(ascii: "3")
    }
    return part
  }

  /// Whether the template has a common style.
  func has(_ id: String, family: String) -> Bool { ids.contains(family + "\u{0}" + id) }

  /// The part of the styles, with further ones.
  func part(adding more: [UInt8]) -> [UInt8] {
    let tag = Array("</office:styles>".utf8)
    guard bytes.count >= tag.count,
      let place = (0...bytes.count - tag.count).first(where: {
        bytes[$0] == tag[0] && bytes[$0...].starts(with: tag)
      })
    else { return bytes }
    return Array(bytes[..<place]) + more + Array(bytes[place...])
  }
}
