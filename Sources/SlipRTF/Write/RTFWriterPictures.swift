internal import SlipBase
internal import SlipDocument

/// Pictures and other files (RTF 1.9.1, "Pictures" and "Objects").
extension RTFBuilder {
  mutating func picture(_ picture: Picture) {
    guard document.resources.indices.contains(picture.resource) else { return }
    let resource = document.resources[picture.resource]
    let isMarked = openMarks(picture.style)
    switch resource.content {
    case .file(let path): included(picture, path: path, mediaType: resource.mediaType)
    case .bytes(let bytes):
      if let name = fileNames[picture.resource] {
        out.group(RTFDGraphic.group(name, width: picture.width, height: picture.height))
      } else if let format = RTFPictureFormat(mediaType: resource.mediaType),
        RTFPictureFormat.holds(resource)
      {
        embedded(picture, format: format, data: format.data(of: bytes))
      } else {
        object(resource, bytes: bytes, picture)
      }
    }
    if isMarked { out.close() }
  }

  /// Opens a group that says what becomes of a picture or file, if there is something to say.
  private mutating func openMarks(_ style: CharacterStyle) -> Bool {
    guard style.isHidden || style.revision != nil else { return false }
    out.open()
    if style.isHidden { out.word("v") }
    if let revision = style.revision { self.revision(revision) }
    return true
  }

  private mutating func embedded(_ picture: Picture, format: RTFPictureFormat?, data: [UInt8]) {
    out.open("pict")
    if picture.description != nil || picture.title != nil {
      out.openIgnorable("picprop")
      if let description = picture.description { shapeProperty("wzDescription", description) }
      if let title = picture.title { shapeProperty("wzTooltip", title) }
      out.close()
    }
    size(picture)
    format?.write(to: &out)
    out.hex(data)
    out.close()
  }

  private mutating func size(_ picture: Picture) {
    if let width = picture.width { out.word("picwgoal", width) }
    if let height = picture.height { out.word("pichgoal", height) }
  }

  /// The picture stays beside the document; its properties stand in the field's result, without data.
  private mutating func included(_ picture: Picture, path: String, mediaType: String) {
    let format = RTFPictureFormat(mediaType: mediaType)
    out.open("field")
    // See `RTFPictureField`.
    size(picture)
    (format ?? .png).write(to: &out)
    fieldContent(instruction: "INCLUDEPICTURE " + RTFField.quoted(path) + " \\d")
    embedded(picture, format: format, data: [])
    closeField()
  }

  mutating func attachment(_ file: AttachedFile) {
    guard document.resources.indices.contains(file.resource) else { return }
    let isMarked = openMarks(file.style)
    self.file(document.resources[file.resource], file)
    if isMarked { out.close() }
  }

  private mutating func file(_ resource: Resource, _ file: AttachedFile) {
    switch resource.content {
    case .bytes(let bytes):
      if let name = fileNames[file.resource] {
        return out.group(RTFDGraphic.group(name, width: file.width, height: file.height))
      }
      object(resource, bytes: bytes, Picture(resource: file.resource, width: file.width, height: file.height))
    case .file(let path):
      guard let name = resource.name, PayloadPath.attachment(fromBody: path) != nil else {
        // Starred, so that others don't show the name.
        return graphic(path, width: file.width, height: file.height, isIgnorable: true)
      }
      openField(instruction: "HYPERLINK " + RTFField.quoted(path))
      graphic(name, width: file.width, height: file.height, isIgnorable: false)
      closeField()
    }
  }

  /// A file beside the document, as Cocoa writes it in RTFD: with a character that holds its place. Where the name is
  /// shown that would be, too.
  private mutating func graphic(_ name: String, width: Int?, height: Int?, isIgnorable: Bool) {
    out.open()
    if isIgnorable { out.openIgnorable("NeXTGraphic") } else { out.open("NeXTGraphic") }
    out.fileName(name)
    out.word("width", width ?? 0)
    out.word("height", height ?? 0)
    out.close()
    if isIgnorable { out.hexByte(0xAC) }
    out.close()
  }

  /// A file that RTF has no picture format for, as an OLE package.
  private mutating func object(_ resource: Resource, bytes: [UInt8], _ picture: Picture) {
    out.open("object")
    out.word("objemb")
    if let width = picture.width { out.word("objw", width) }
    if let height = picture.height { out.word("objh", height) }
    out.openIgnorable("objclass")
    out.text("Package")
    out.close()
    if let description = picture.description {
      out.openIgnorable("objname")
      out.text(description)
      out.close()
    }
    out.openIgnorable("objdata")
    out.hex(OLEPackage.write(name: resource.name ?? "", bytes: bytes))
    out.close()
    out.close()
  }
}
