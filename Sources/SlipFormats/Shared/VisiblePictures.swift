internal import SlipRTF
internal import ImageCodec
public import SlipBase
public import SlipDocument

/// Who is to see the pictures of a document.
public enum PictureViewer: Sendable, Hashable {
  /// Browsers, and whatever shows Markdown.
  case browser
  /// Word processors, which show of RTF what `\pict` holds, and other pictures as icons.
  case wordProcessor
}

/// Pictures in forms that are seen.
extension Document {
  /// Puts PNG or SVG in the place of pictures that the viewer doesn't show. For browsers, what can't be turned into one
  /// becomes an attached file, which has a name and maybe a link, rather than a broken icon.
  ///
  /// - Parameter limits: bounds on what is decoded.
  /// - Returns: a warning for each picture that can't be shown.
  public mutating func makePicturesVisible(
    to viewer: PictureViewer = .browser, limits: Limits = Limits()
  ) -> [Diagnostic] {
    let resources = resources
    let shown = picturedResources
    if shown.isEmpty { return [] }
    let results = Parallel.map(count: shown.count, workers: Parallel.cores) { index in
      VisiblePicture(resources[shown[index]], to: viewer, limits)
    }
    var visible: [Int: Int] = [:]
    var unseen: [Int: SlipError] = [:]
    let attached = attachedResources
    for (index, result) in zip(shown, results) {
      switch result {
      case .unchanged: break
      case .unseen(let error): unseen[index] = error
      case .rendered(let resource):
        // A file that is attached, too, stays what it is.
        visible[index] = attached.contains(index) ? self.resources.count : index
        if attached.contains(index) {
          self.resources.append(resource)
        } else {
          self.resources[index] = resource
        }
      }
    }
    if visible.contains(where: { $0.key != $0.value }) || !unseen.isEmpty {
      editInlines { Document.visible($0, visible, unseen, resources) }
    }
    return shown.compactMap { unseen[$0].map(MarkupCode.unseenPicture) }
  }

  private static func visible(
    _ inline: Inline, _ visible: [Int: Int], _ unseen: [Int: SlipError], _ resources: [Resource]
  ) -> [Inline] {
    guard case .picture(var picture) = inline else { return [inline] }
    if let other = visible[picture.resource] {
      picture.resource = other
      return [.picture(picture)]
    }
    guard unseen[picture.resource] != nil else { return [inline] }
    var style = CharacterStyle()
    (style.revision, style.isHidden) = (picture.style.revision, picture.style.isHidden)
    // What a reader would hear stands for what isn't seen; a picture without data has no file.
    var inlines: [Inline] = []
    if let description = picture.description { inlines.append(.run(Run(description + " ", style: style))) }
    if resources[picture.resource].content != .bytes([]) {
      inlines.append(
        .attachment(
          AttachedFile(
            resource: picture.resource, width: picture.width, height: picture.height, style: style)))
    }
    return inlines
  }
}

/// What becomes of a picture that is to be seen.
enum VisiblePicture: Sendable {
  case unchanged
  case rendered(Resource)
  case unseen(SlipError)

  init(_ resource: Resource, to viewer: PictureViewer, _ limits: Limits) {
    switch viewer {
    case .browser: self.init(forBrowsers: resource, limits)
    case .wordProcessor: self.init(forWordProcessors: resource, limits)
    }
  }

  /// What isn't decoded goes into RTF as a file.
  private init(forWordProcessors resource: Resource, _ limits: Limits) {
    self = .unchanged
    guard case .bytes(let bytes) = resource.content, !RTFPictureFormat.holds(resource) else { return }
    let picture = try? bytes.withUnsafeBytes { try WebPicture.png(of: $0, limits: limits) }
    if let picture { self = .rendered(VisiblePicture.resource(picture, resource)) }
  }

  private init(forBrowsers resource: Resource, _ limits: Limits) {
    guard case .bytes(let bytes) = resource.content else {
      self = VisiblePicture.isShown(resource) ? .unchanged : .unseen(PictureFault.notShown.error())
      return
    }
    do throws(SlipError) {
      let picture = try slipErrors {
        try bytes.withUnsafeBytes {
          try WebPicture.render($0, claimed: MediaType.named(resource.mediaType) ?? .binary, limits: limits)
        }
      }
      self = picture.map { .rendered(VisiblePicture.resource($0, resource)) } ?? .unchanged
    } catch {
      self = .unseen(error)
    }
  }

  /// Whether browsers show a file elsewhere, as far as its type tells.
  private static func isShown(_ file: Resource) -> Bool {
    MediaType.named(file.mediaType).map { !$0.isImage || WebPicture.isShown($0) } ?? true
  }

  /// Under the same name, but for its suffix.
  private static func resource(_ picture: WebPicture, _ old: Resource) -> Resource {
    let name = old.name.map { name in
      let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
      return stem + "." + picture.mediaType.fileExtension
    }
    return Resource(content: .bytes(picture.bytes), mediaType: picture.mediaType.name, name: name)
  }
}
