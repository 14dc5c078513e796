internal import SlipOffice
internal import SlipRTF
internal import ImageCodec
public import SlipBase
public import SlipDocument

/// Who displays the pictures of a written document.
public enum PictureViewer: Sendable, Hashable {
  /// Browsers, and programs that show Markdown. They show PNG, JPEG, GIF, SVG and other
  /// types of the web.
  case browser
  /// Word processors. They show what RTF's `\pict` holds, and any other picture only as
  /// an icon.
  case wordProcessor
  /// Word processors that show a document in a ZIP file, with pictures of the types that these hold.
  case office
  /// Programs that show EPUB publications.
  case book
}

/// Conversion of pictures to types that the reader's program shows.
extension Document {
  /// Converts pictures that the viewer doesn't show to PNG or SVG.
  ///
  /// For browsers, a picture that can't be converted becomes its description and an
  /// attached file, which has a name and perhaps a link, instead of a broken icon. For
  /// word processors it stays as it is. Pictures are decoded on several cores.
  ///
  /// - Parameters:
  ///   - viewer: who displays the document.
  ///   - limits: bounds on what is decoded, and on pictures that a file holds again.
  ///   - arePartOfFile: whether the file holds the pictures, so that those shown several times are there several times
  ///     if the format is of that kind.
  /// - Returns: a warning for each picture that can't be shown, and an error for each that would be there too often.
  public mutating func makePicturesVisible(
    to viewer: PictureViewer = .browser, limits: Limits = Limits(), arePartOfFile: Bool = true
  ) -> [Diagnostic] {
    let unseen = makeTypesVisible(to: viewer, limits)
    return arePartOfFile && viewer.hasRepeatedPictures ? unseen + limitRepeatedPictures(limits) : unseen
  }

  /// Converts pictures that the viewer doesn't show.
  private mutating func makeTypesVisible(to viewer: PictureViewer, _ limits: Limits) -> [Diagnostic] {
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
        // A resource that is also attached as a file must not change.
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

  /// The inlines that replace an inline once pictures were converted.
  ///
  /// - Parameters:
  ///   - visible: the resources of converted pictures, by the old ones.
  ///   - unseen: why pictures can't be shown, by their resources.
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
    // The description replaces the picture. A picture without data has no file to attach.
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

/// What becomes of a picture that is to be displayed.
///
/// `Document.makePicturesVisible` applies it, and `ExportLosses` asks for it to report
/// what would become of a picture.
enum VisiblePicture: Sendable {
  /// The viewer shows the picture as it is.
  case unchanged
  /// The picture was converted; the resource holds the result.
  case rendered(Resource)
  /// The picture can't be shown, for this reason.
  case unseen(SlipError)

  /// Decides about a resource, and converts it if necessary.
  init(_ resource: Resource, to viewer: PictureViewer, _ limits: Limits) {
    switch viewer {
    case .browser: self.init(forBrowsers: resource, limits)
    case .wordProcessor: self.init(forWordProcessors: resource, limits)
    case .office: self.init(forOffice: resource, limits)
    case .book: self.init(forBooks: resource, limits)
    }
  }

  /// Converts types that `\pict` can't hold to PNG. A picture that can't be decoded stays
  /// as it is, and the writer of RTF attaches it as a file.
  private init(forWordProcessors resource: Resource, _ limits: Limits) {
    self = .unchanged
    guard case .bytes(let bytes) = resource.content, !RTFPictureFormat.holds(resource) else { return }
    let picture = try? bytes.withUnsafeBytes { try WebPicture.png(of: $0, limits: limits) }
    if let picture { self = .rendered(VisiblePicture.resource(picture, resource)) }
  }

  /// Converts types that programs for books don't show to those of the web, and these to PNG.
  private init(forBooks resource: Resource, _ limits: Limits) {
    self.init(forBrowsers: resource, limits)
    guard case .unchanged = self else { return }
    guard case .bytes(let bytes) = resource.content, !bytes.isEmpty else {
      self = .unseen(PictureFault.notShown.error())
      return
    }
    let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
    let type = sniffed.isImage ? sniffed : MediaType.named(resource.mediaType) ?? sniffed
    if type == .svg, PassiveDrawing.passive(BookDrawing.withoutRemoteParts(bytes)) == nil {
      self = .unseen(PictureFault.notShown.error())
      return
    }
    guard !EPUBWriter.shows(type.name) else { return }
    do throws(SlipError) {
      let picture = try slipErrors {
        try bytes.withUnsafeBytes { try WebPicture.png(of: $0, limits: limits) }
      }
      self =
        picture.map { .rendered(VisiblePicture.resource($0, resource)) }
        ?? .unseen(PictureFault.notShown.error())
    } catch {
      self = .unseen(error)
    }
  }

  /// Converts types that Word doesn't show to PNG or SVG.
  private init(forOffice resource: Resource, _ limits: Limits) {
    self = .unchanged
    guard case .bytes(let bytes) = resource.content, !bytes.isEmpty else { return }
    // What is no picture, whatever it is called, is shown by no program.
    let isPicture = bytes.withUnsafeBytes { MediaType.sniff($0) }.isImage
    if isPicture, VisiblePicture.wordShows(resource) { return }
    do throws(SlipError) {
      let claimed = MediaType.named(resource.mediaType) ?? .binary
      let picture = try slipErrors {
        try bytes.withUnsafeBytes {
          try WebPicture.png(of: $0, limits: limits)
            ?? WebPicture.render($0, claimed: claimed, limits: limits)
        }
      }
      self =
        picture.map { .rendered(VisiblePicture.resource($0, resource)) }
        ?? .unseen(PictureFault.notShown.error())
    } catch {
      self = .unseen(error)
    }
  }

  /// Whether Word shows pictures of a resource's type, which its content decides where that is known.
  static func wordShows(_ resource: Resource) -> Bool {
    var type = MediaType.named(resource.mediaType) ?? .binary
    if case .bytes(let bytes) = resource.content {
      let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
      if sniffed.isImage { type = sniffed }
    }
    return DOCXWriter.shows(type)
  }

  /// Converts types that browsers don't show. Of a file beside the document only the type
  /// is known, so it can't be converted here.
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

  /// Whether browsers show a file beside the document, judged by its type. Unknown types
  /// are given the benefit of the doubt.
  private static func isShown(_ file: Resource) -> Bool {
    MediaType.named(file.mediaType).map { !$0.isImage || WebPicture.isShown($0) } ?? true
  }

  /// The resource for a converted picture. It keeps the name of the old one, with the
  /// suffix of its new type.
  private static func resource(_ picture: WebPicture, _ old: Resource) -> Resource {
    let name = old.name.map { name in
      let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
      return stem + "." + picture.mediaType.fileExtension
    }
    return Resource(content: .bytes(picture.bytes), mediaType: picture.mediaType.name, name: name)
  }
}
