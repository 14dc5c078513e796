internal import SlipBase
internal import SlipDocument

/// Pictures and text boxes (ECMA-376-1, 20.4; part 4, 19).
extension WordWriter {
  /// Writes a picture; its description where it isn't there.
  func picture(_ picture: Picture) {
    guard let file = media.number(of: picture.resource) else {
      if let description = picture.description, !description.isEmpty {
        part.xml.raw("<w:r>")
        part.xml.element("w:t", ["xml:space": "preserve"], description)
        part.xml.raw("</w:r>")
      }
      return
    }
    let size = media.size(of: picture, file: file, textWidth: room)
    let (width, height) = ("\(size.width * 635)", "\(size.height * 635)")
    let isVector = media.files[file].mediaType == .svg
    let id = isVector ? fallback(of: file) : relationship("image", "media/" + media.files[file].name)
    let number = newID()
    part.xml.raw("<w:r>")
    if picture.style.isHidden { part.xml.raw("<w:rPr><w:vanish/></w:rPr>") }
    part.xml.raw("<w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">")
    part.xml.empty("wp:extent", ["cx": width, "cy": height])
    part.xml.raw("<wp:docPr")
    attribute(" id", "\(number)")
    attribute(" name", "Picture \(number)")
    if let description = picture.description { attribute(" descr", description) }
    if let title = picture.title { attribute(" title", title) }
    part.xml.raw("/>")
    part.xml.raw(
      "<a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic>")
    part.xml.raw("<pic:nvPicPr>")
    part.xml.empty("pic:cNvPr", ["id": "\(number)", "name": media.files[file].name])
    part.xml.raw("<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>")
    if isVector {
      part.xml.open("a:blip", ["r:embed": id])
      part.xml.raw("<a:extLst><a:ext uri=\"{96DAC541-7B7A-43D3-8B79-37D633B846F1}\">")
      part.xml.empty(
        "asvg:svgBlip",
        [
          "xmlns:asvg": "http://schemas.microsoft.com/office/drawing/2016/SVG/main",
          "r:embed": relationship("image", "media/" + media.files[file].name),
        ])
      part.xml.raw("</a:ext></a:extLst></a:blip>")
    } else {
      part.xml.empty("a:blip", ["r:embed": id])
    }
    part.xml.raw(
      "<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/>")
    part.xml.empty("a:ext", ["cx": width, "cy": height])
    part.xml.raw(
      "</a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData>")
    part.xml.raw("</a:graphic></wp:inline></w:drawing></w:r>")
  }

  private func attribute(_ name: StaticString, _ value: String) {
    part.xml.raw(name)
    part.xml.raw("=\"")
    part.xml.value(value)
    part.xml.raw("\"")
  }

  /// The relationship of what programs show that don't know a drawing's type: a picture without any colour.
  private func fallback(of file: Int) -> String {
    let name = "blank.png"
    if !media.hasBlank { media.addBlank(name) }
    return relationship("image", "media/" + name)
  }

  // MARK: Objects

  /// Writes an object of another program with the picture that shows it (part 1, 17.3.3.19).
  ///
  /// - Returns: Whether it was written. Word can't embed all files, and shows no drawing as an object.
  func object(_ inline: Inline, _ file: AttachedFile) -> Bool {
    guard case .picture(let picture) = inline, document.resources.indices.contains(file.resource),
      let object = OutgoingObject(document.resources[file.resource]),
      let number = media.number(of: picture.resource), media.files[number].mediaType != .svg
    else { return false }
    let name = embeddings.name(of: object, resource: file.resource)
    let size = media.size(of: picture, file: number, textWidth: room)
    let id = newID()
    let shape = "_x0000_i\(1_024 + id)"
    part.xml.open("w:r")
    part.xml.open("w:object", ["w:dxaOrig": "\(size.width)", "w:dyaOrig": "\(size.height)"])
    part.xml.raw(WordWriter.pictureShape)
    part.xml.raw("<v:shape")
    attribute(" id", shape)
    attribute(" type", "#_x0000_t75")
    if let description = picture.description { attribute(" alt", description) }
    attribute(" style", "width:\(ODTFormat.points(size.width));height:\(ODTFormat.points(size.height))")
    part.xml.raw(" o:ole=\"\">")
    part.xml.empty("v:imagedata", ["r:id": relationship("image", "media/" + media.files[number].name)])
    part.xml.raw("</v:shape><o:OLEObject Type=\"Embed\"")
    if let program = object.program { attribute(" ProgID", program) }
    attribute(" ShapeID", shape)
    attribute(" DrawAspect", "Content")
    attribute(" ObjectID", "_\(1_000_000_000 + id)")
    let type = object.kind == .storage ? "oleObject" : "package"
    attribute(" r:id", relationship(type, "embeddings/" + name))
    part.xml.raw("/></w:object>")
    part.xml.close("w:r")
    return true
  }

  /// The kind of shape that frames pictures. Each object repeats it, as Word does in parts of their own.
  private static let pictureShape: StaticString = """
    <v:shapetype id="_x0000_t75" coordsize="21600,21600" o:spt="75" o:preferrelative="t" path="m0,0l0,21600,21600,21600,21600,0xe" \
    filled="f" stroked="f"><v:path o:extrusionok="f" gradientshapeok="t" o:connecttype="rect"/></v:shapetype>
    """

  // MARK: Text boxes

  /// Writes a text box, 3 inches wide, which grows with its text.
  func textBox(_ box: TextBox) {
    let outer = (paragraphStyle, bareHeading, isRightToLeft, room)
    boxDepth += 1
    part.xml.raw("<w:r><w:pict>")
    part.xml.open(
      "v:rect",
      [
        "id": "box\(newID())", "style": "width:216pt;height:72pt;mso-wrap-style:square",
        "strokeweight": ".5pt",
      ])
    part.xml.raw("<v:textbox style=\"mso-fit-shape-to-text:t\"><w:txbxContent>")
    room = 4_000
    blocks(box.blocks)
    part.xml.raw("</w:txbxContent></v:textbox></v:rect></w:pict></w:r>")
    boxDepth -= 1
    (paragraphStyle, bareHeading, isRightToLeft, room) = outer
  }
}
