internal import SlipCore
internal import SlipDocument

/// Pictures and attached files (RTF 1.9.1, "Pictures" and "Objects").
extension RTFBuilder {
  /// Writes a picture. There are four forms:
  ///
  /// - a field that links to it, when it is a file beside the document;
  /// - a graphic of an RTFD package, when it has a name in `fileNames`;
  /// - an embedded picture, when RTF can contain its format;
  /// - an OLE object otherwise, so that its bytes are not lost.
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

  /// Opens a group for a picture or file that is hidden or a tracked change.
  ///
  /// - Returns: whether a group was opened, which the caller then closes.
  private mutating func openMarks(_ style: CharacterStyle) -> Bool {
    guard style.isHidden || style.revision != nil else { return false }
    out.open()
    if style.isHidden { out.word("v") }
    if let revision = style.revision { self.revision(revision) }
    return true
  }

  /// Writes a `\pict` group. Description and title are properties of the picture (`\picprop`).
  ///
  /// ```
  /// {\pict{\*\picprop{\sp{\sn wzDescription}{\sv A rose}}}\picwgoal1440\pichgoal720\pngblip
  /// 89504e47…}
  /// ```
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - format: the format; nil leaves it out.
  ///   - data: the data; none for the result of a field.
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

  /// Writes the size of a picture in twips.
  private mutating func size(_ picture: Picture) {
    if let width = picture.width { out.word("picwgoal", width) }
    if let height = picture.height { out.word("pichgoal", height) }
  }

  /// Writes a picture that stays a file beside the document. The result of the field contains its
  /// properties without data.
  ///
  /// ```
  /// {\field\picwgoal1440\pngblip{\*\fldinst INCLUDEPICTURE "PATH" \\d}{\fldrslt{\pict\picwgoal1440\pngblip
  /// }}}
  /// ```
  private mutating func included(_ picture: Picture, path: String, mediaType: String) {
    let format = RTFPictureFormat(mediaType: mediaType)
    out.open("field")
    // LibreOffice needs size and format here, see `RTFPictureField`.
    size(picture)
    (format ?? .png).write(to: &out)
    fieldContent(instruction: "INCLUDEPICTURE " + RTFField.quoted(path) + " \\d")
    embedded(picture, format: format, data: [])
    closeField()
  }

  /// Writes an attached file.
  mutating func attachment(_ file: AttachedFile) {
    guard document.resources.indices.contains(file.resource) else { return }
    let isMarked = openMarks(file.style)
    self.file(document.resources[file.resource], file)
    if isMarked { out.close() }
  }

  /// Writes an attached file: as a graphic of an RTFD package when it has a name in `fileNames`, as an
  /// object when the document contains its bytes, else as a reference to a file beside the document. A
  /// file of the bundle is linked, so that word processors can open it; the link shows its name.
  private mutating func file(_ resource: Resource, _ file: AttachedFile) {
    switch resource.content {
    case .bytes(let bytes):
      if let name = fileNames[file.resource] {
        return out.group(RTFDGraphic.group(name, width: file.width, height: file.height))
      }
      object(resource, bytes: bytes, Picture(resource: file.resource, width: file.width, height: file.height))
    case .file(let path):
      guard let name = resource.name, PayloadPath.attachment(fromBody: path) != nil else {
        // As an ignorable destination, so that other readers don't show the name.
        return graphic(path, width: file.width, height: file.height, isIgnorable: true)
      }
      openField(instruction: "HYPERLINK " + RTFField.quoted(path))
      graphic(name, width: file.width, height: file.height, isIgnorable: false)
      closeField()
    }
  }

  /// Writes a reference to a file beside the document in the form of RTFD: `{{\*\NeXTGraphic
  /// NAME\width0\height0}\'ac}`. The byte 0xAC is a placeholder for the file.
  ///
  /// - Parameters:
  ///   - name: the name or path of the file.
  ///   - width: in twips; nil when it is unknown.
  ///   - height: in twips; nil when it is unknown.
  ///   - isIgnorable: whether other readers skip the name. If they show it, a placeholder would be
  ///     shown as well, so there is none.
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

  /// Whether the data of an object is written with the picture that shows it: the document contains it, and it isn't a file
  /// of an RTFD package.
  func holds(_ object: AttachedFile) -> Bool {
    guard document.resources.indices.contains(object.resource), fileNames[object.resource] == nil,
      case .bytes = document.resources[object.resource].content
    else { return false }
    return true
  }

  /// Writes an object with the picture that shows it, as its result.
  ///
  /// ```
  /// {\object\objemb{\*\objclass Excel.Sheet.8}{\*\objdata 0105…}{\result {\pict…}}}
  /// ```
  mutating func shownObject(_ inline: Inline, _ file: AttachedFile) {
    guard case .picture(var picture) = inline,
      case .bytes(let bytes) = document.resources[file.resource].content
    else { return }
    var style = CharacterStyle()
    style.revision = picture.style.revision
    picture.style = CharacterStyle()
    let isMarked = openMarks(style)
    let sizes = Picture(resource: file.resource, width: file.width, height: file.height)
    object(document.resources[file.resource], bytes: bytes, sizes, result: picture)
    if isMarked { out.close() }
  }

  /// Writes a file for which RTF has no picture format, as an OLE package: `{\object\objemb{\*\objclass
  /// Package}{\*\objdata …}}`. The data of an OLE object stays as it is.
  private mutating func object(
    _ resource: Resource, bytes: [UInt8], _ picture: Picture, result: Picture? = nil
  ) {
    let className = result == nil ? nil : OLEPackage.className(bytes)
    out.open("object")
    out.word("objemb")
    if let width = picture.width { out.word("objw", width) }
    if let height = picture.height { out.word("objh", height) }
    out.openIgnorable("objclass")
    out.text(className ?? "Package")
    out.close()
    if let description = picture.description {
      out.openIgnorable("objname")
      out.text(description)
      out.close()
    }
    out.openIgnorable("objdata")
    out.hex(className == nil ? OLEPackage.write(name: resource.name ?? "", bytes: bytes) : bytes)
    out.close()
    if let result {
      out.open("result")
      self.picture(result)
      out.close()
    }
    out.close()
  }
}
