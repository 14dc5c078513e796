internal import SlipCore
internal import SlipDocument

/// Pictures, files and objects. Each is a resource of the document, and stands in the
/// text as a picture or an attachment.
extension RTFDocumentSink {
  /// Adds an embedded picture. Its data is decoded here, from its place in the file. A
  /// bitmap gets the file header that `\dibitmap` leaves out. If the file names no
  /// format, the first bytes tell the media type.
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {
    let data = RTFPictureData.decode(input, picture.range)
    let format = RTFPictureFormat(value: picture.format)
    let resource = Resource(
      content: .bytes(format?.file(of: data) ?? data),
      mediaType: format?.rawValue ?? RTFMediaType.sniffed(data) ?? RTFMediaType.unknown)
    add(
      resource, asPicture: true, width: picture.shownWidth, height: picture.shownHeight,
      description: picture.description, title: picture.title, style)
  }

  /// Adds a resource to the document, and an inline that shows it to the text.
  ///
  /// - Parameters:
  ///   - asPicture: Whether it stands where a picture stands. An image then becomes a
  ///     picture, and another file an attachment.
  ///   - width: In twips; nil if unknown.
  ///   - height: In twips; nil if unknown.
  private mutating func add(
    _ resource: Resource, asPicture: Bool, width: Int?, height: Int?, description: String?,
    title: String? = nil, _ style: RTFCharacterState
  ) {
    let held = RTFHeldResource(resource, asPicture: asPicture)
    var picture = Picture(
      resource: 0, width: width, height: height, description: RTFNormalStyles.name(description),
      style: pictureStyle(style))
    picture.title = RTFNormalStyles.name(title)
    story.inlines.add(resources.inline(picture, of: held))
  }

  /// The part of a style that matters for pictures, such as its link.
  private mutating func pictureStyle(_ style: RTFCharacterState) -> CharacterStyle {
    var styles = RTFNormalStyles(defaultFont: nil)
    return styles.pictureStyle(resolver.style(style))
  }

  /// Adds a file beside the document.
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {
    add(
      file(attachment), asPicture: attachment.isField, width: length(attachment.width),
      height: length(attachment.height), description: attachment.description,
      title: attachment.title, style)
  }

  /// A length in twips; nil for 0, which means that the file doesn't say.
  private func length(_ twips: Int32) -> Int? { twips > 0 ? Int(twips) : nil }

  /// The resource that an attachment is: a name or path, without data. A `\NeXTGraphic`
  /// inside a link to a file of the bundle is that file, and gives it its name. In this
  /// form the writer attaches files of a bundle.
  private func file(_ attachment: RTFAttachment) -> Resource {
    let path = attachment.path
    if !attachment.isField, let target = resolver.link?.target,
      PayloadPath.attachment(fromBody: target) != nil
    {
      return Resource(
        content: .file(target), mediaType: RTFMediaType.ofFile(target), name: RTFNormalStyles.name(path))
    }
    return Resource(content: .file(path), mediaType: RTFMediaType.ofFile(path))
  }

  /// Adds an embedded object. An OLE package is unpacked into the file that it holds; the
  /// data of any other object is stored as it is.
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) {
    let data = RTFPictureData.decode(input, object.range)
    let package = OLEPackage.read(data)
    // The picture of a formula says all that its data say.
    if object.isShown, OLEPackage.isEquation(data) { return }
    if package == nil, !object.isShown { lose(.objectData) }
    let resource = Resource(
      content: .bytes(package?.bytes ?? data), mediaType: RTFMediaType.unknown,
      name: RTFNormalStyles.name(package?.name))
    add(
      resource, asPicture: false, width: length(object.width), height: length(object.height),
      description: object.name, style)
  }
}
