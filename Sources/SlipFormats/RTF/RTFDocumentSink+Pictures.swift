internal import SlipBase
internal import SlipDocument

/// Pictures, files and objects: each is a resource of the document.
extension RTFDocumentSink {
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {
    unpaused &+= picture.range.count
    let data = RTFPictureData.decode(input, picture.range)
    let format = RTFPictureFormat(value: picture.format)
    let sniffed = RTFMediaType.sniffed(data)
    let bytes = format?.file(of: data) ?? data
    let mediaType = format?.rawValue ?? sniffed ?? RTFMediaType.unknown
    let shown = Picture(
      resource: 0, width: picture.shownWidth, height: picture.shownHeight,
      description: RTFNormalStyles.name(picture.description), style: pictureStyle(style))
    if !mediaType.hasPrefix("image/"), !resolver.style(style).isVisible {
      return lose(.hiddenAttachment)
    }
    story.inlines.add(
      resources.inline(picture: shown, of: Resource(content: .bytes(bytes), mediaType: mediaType)))
  }

  private mutating func pictureStyle(_ style: RTFCharacterState) -> CharacterStyle {
    var styles = RTFNormalStyles(defaultFont: nil)
    return styles.pictureStyle(resolver.style(style))
  }

  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {
    let resource = file(attachment)
    let width = attachment.width > 0 ? Int(attachment.width) : nil
    let height = attachment.height > 0 ? Int(attachment.height) : nil
    guard attachment.isField || RTFResources.isListedPicture(resource) else {
      guard resolver.style(style).isVisible else { return lose(.hiddenAttachment) }
      let file = AttachedFile(resource: 0, width: width, height: height)
      return story.inlines.add(resources.inline(file, of: resource))
    }
    let picture = Picture(
      resource: 0, width: width, height: height,
      description: RTFNormalStyles.name(attachment.description), style: pictureStyle(style))
    story.inlines.add(resources.inline(picture: picture, of: resource))
  }

  /// A `\NeXTGraphic` that links to a file of the bundle is that file, and has its name.
  private func file(_ attachment: RTFAttachment) -> Resource {
    let path = attachment.path
    if !attachment.isField, let target = resolver.link?.target, RTFAttachmentPath.isListed(target) {
      return Resource(
        content: .file(target), mediaType: RTFMediaType.ofFile(target), name: RTFNormalStyles.name(path))
    }
    return Resource(content: .file(path), mediaType: RTFMediaType.ofFile(path))
  }

  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) {
    let data = RTFPictureData.decode(input, object.range)
    let resource: Resource
    if let package = OLEPackage.read(data) {
      let mediaType = RTFMediaType.sniffed(package.bytes) ?? RTFMediaType.ofFile(package.name)
      resource = Resource(
        content: .bytes(package.bytes), mediaType: mediaType, name: RTFNormalStyles.name(package.name))
    } else {
      lose(.objectData)
      resource = Resource(content: .bytes(data), mediaType: RTFMediaType.unknown)
    }
    guard RTFMediaType.isPackaged(resource.mediaType) else {
      guard resolver.style(style).isVisible else { return lose(.hiddenAttachment) }
      let file = AttachedFile(
        resource: 0, width: object.width > 0 ? Int(object.width) : nil,
        height: object.height > 0 ? Int(object.height) : nil)
      return story.inlines.add(resources.inline(file, of: resource))
    }
    let picture = Picture(
      resource: 0, width: object.width > 0 ? Int(object.width) : nil,
      height: object.height > 0 ? Int(object.height) : nil,
      description: RTFNormalStyles.name(object.name), style: pictureStyle(style))
    story.inlines.add(resources.inline(picture: picture, of: resource))
  }
}
