internal import SlipDocument

/// Pictures and attached files.
extension HTMLDocumentWriter {
  mutating func picture(_ picture: Picture) {
    guard document.resources.indices.contains(picture.resource) else { return }
    sink.markup("<img")
    source("src", picture.resource, onlyPictures: true)
    if let width = picture.width, width > 0 { sink.attribute("width", pixels(width)) }
    if let height = picture.height, height > 0 { sink.attribute("height", pixels(height)) }
    if let width = picture.width, let height = picture.height, width > 0, height > 0 {
      // Else the picture's own counts, as its height goes with the width of the page.
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

  /// A link needs a name; any other picture without a description may be passed over.
  private func alternative(_ picture: Picture) -> String {
    if let description = picture.description, !description.isEmpty { return description }
    guard picture.style.link != nil else { return "" }
    return document.resources[picture.resource].name ?? "Picture"
  }

  /// CSS pixels are 1/96 inch, 15 twips.
  private func pixels(_ twips: Int) -> Int { max(1, twips / 15 + (twips % 15 >= 8 ? 1 : 0)) }

  /// A link to the file where it has a path; a `data:` link never is live.
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

  private func path(of index: Int) -> String? { options.path(of: index, in: document) }
}

extension WriteOptions {
  /// The URL reference of a resource that is a file beside what is written.
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

extension Document {
  /// The last component of a file resource's path; `attachment` for bytes without a name.
  func fileName(of index: Int) -> String {
    guard case .file(let path) = resources[index].content, let name = path.split(separator: "/").last else {
      return "attachment"
    }
    return String(name)
  }
}
