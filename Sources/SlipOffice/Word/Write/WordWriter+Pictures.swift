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
