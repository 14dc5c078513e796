internal import SlipDocument

/// Writes pictures and attached files.
///
/// A resource is reached by a relative path or, if the options ask for it, by a `data:` URL with its bytes.
/// Nothing else is ever written as a source, so that no page loads anything from elsewhere.
extension HTMLDocumentWriter {
  /// Writes a picture with its source, size, description and title.
  ///
  /// Sizes are stated in CSS pixels as `width` and `height`, and their exact ratio as
  /// `aspect-ratio`. The name of the resource is kept as `data-name`, from which
  /// `HTMLReader` restores it.
  mutating func picture(_ picture: Picture) {
    guard document.resources.indices.contains(picture.resource) else { return }
    sink.markup("<img")
    source("src", picture.resource, onlyPictures: true)
    if let width = picture.width, width > 0 { sink.attribute("width", pixels(width)) }
    if let height = picture.height, height > 0 { sink.attribute("height", pixels(height)) }
    if let width = picture.width, let height = picture.height, width > 0, height > 0 {
      // The style sheet lets the height follow the width. Without this, the ratio of the
      // picture itself would count.
      sink.declaration("aspect-ratio")
      sink.number(width)
      sink.markup("/")
      sink.number(height)
      sink.endDeclarations()
    }
    sink.attribute("alt", alternative(picture))
    if let title = picture.title { sink.attribute("title", title) }
    if let name = document.resources[picture.resource].name { sink.attribute("data-name", name) }
    sink.endVoid()
  }

  /// The text that replaces a picture for people who can't see it.
  ///
  /// Without a description it is empty, which tells reading programs to pass the picture
  /// over (WCAG 2.2, 1.1.1). A picture that is a link needs a name, though, or the link
  /// couldn't be announced.
  private func alternative(_ picture: Picture) -> String {
    if let description = picture.description, !description.isEmpty { return description }
    guard picture.style.link != nil else { return "" }
    return document.resources[picture.resource].name ?? "Picture"
  }

  /// A length in CSS pixels of 1/96 inch, which are 15 twips. Rounded, and at least 1.
  private func pixels(_ twips: Int) -> Int { max(1, twips / 15 + (twips % 15 >= 8 ? 1 : 0)) }

  /// Writes an attached file: as a link that downloads it or, without a path, as its
  /// name. A `data:` URL isn't an option here, because links to such URLs are never live.
  mutating func attachment(_ index: Int) {
    guard document.resources.indices.contains(index) else { return }
    let resource = document.resources[index]
    let path = path(of: index)
    sink.markup(path == nil ? "<span class=\"attachment\"" : "<a class=\"attachment\" download=\"\"")
    if let path { sink.attribute("href", path) }
    sink.attribute("data-type", resource.mediaType)
    sink.markup(">")
    sink.text(resource.name ?? document.fileName(of: index))
    sink.markup(path == nil ? "</span>" : "</a>")
  }

  /// Writes the source of a resource as an attribute: its path, or its bytes as a `data:`
  /// URL if the options ask for it.
  private mutating func source(_ attribute: StaticString, _ index: Int, onlyPictures: Bool) {
    if let path = path(of: index) {
      sink.attribute(attribute, path)
      return
    }
    let resource = document.resources[index]
    guard case .inline = options.resources, case .bytes(let bytes) = resource.content else { return }
    guard !onlyPictures || resource.mediaType.hasPrefix("image/") else { return }
    sink.beginAttribute(attribute)
    sink.markup("data:")
    sink.attributeText(DataURL.mediaType(resource.mediaType))
    sink.markup(";base64,")
    sink.base64(bytes)
    sink.endAttribute()
  }

  /// The URL reference of a resource that is a file.
  private func path(of index: Int) -> String? { options.path(of: index, in: document) }
}

/// Paths of resources, as HTML and Markdown refer to them.
extension WriteOptions {
  /// The URL reference of a resource that is a file beside the written one. Nil for other
  /// resources, and for paths that would lead anywhere else.
  func path(of index: Int, in document: Document) -> String? {
    let path: String?
    switch resources {
    case .path(let path_): path = path_(index)
    case .inline:
      if case .file(let file) = document.resources[index].content { path = file } else { path = nil }
    }
    guard let path, !path.isEmpty else { return nil }
    let reference = RelativeURL.encoded(path: path)
    return LinkPolicy.isRelativePath(reference) ? reference : nil
  }
}

/// Names of resources, as HTML and Markdown show them.
extension Document {
  /// The file name of a resource: the last component of its path, or `attachment` for
  /// bytes without a name.
  func fileName(of index: Int) -> String {
    guard case .file(let path) = resources[index].content, let name = path.split(separator: "/").last else {
      return "attachment"
    }
    return String(name)
  }
}
