internal import SlipCore
internal import SlipDocument

/// What an element embeds: a video, a sound, a frame or the file of another program.
///
/// A document has none of these, so a link to the file stands in its place. Its text is the element's own fallback
/// content, or else its title, or else the address.
///
/// ```
/// <video title="Bees"><source src="bees.mp4"></video>     [Bees](bees.mp4)
/// <object data="plan.pdf">The plan</object>              [The plan](plan.pdf)
/// <embed src="plan.pdf">                                 [plan.pdf](plan.pdf)
/// ```
struct HTMLEmbed {
  /// A file that the element embeds.
  private struct File {
    var address: String
    var title: String?
  }

  /// The files. Those behind the first one are the same in other formats, or subtitles.
  private var files: [File] = []
  /// The title of the element.
  let title: String?
  /// The content of the builder where the element begins.
  private let content: Int

  /// Begins an element.
  ///
  /// - Parameters:
  ///   - content: the builder's `contentCount`.
  ///   - base: what its addresses are relative to.
  init(_ tag: HTMLTag, content: Int, base: HTMLBase) {
    self.content = content
    title = ["title", "aria-label", "alt"].lazy.compactMap { tag[$0]?.trimmingSpaces() }.first { !$0.isEmpty }
    add(tag[tag.name == "object" ? "data" : "src"], title, base)
  }

  /// The address of the first file.
  var address: String? { files.first?.address }

  /// Whether the element's type or address says that it is a picture.
  static func isPicture(_ tag: HTMLTag, _ address: String) -> Bool {
    if let type = tag["type"]?.lowercased().trimmingSpaces(), !type.isEmpty {
      return type.hasPrefix("image/")
    }
    if let data = DataURL.read(address) { return data.mediaType.hasPrefix("image/") }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    return MarkupFile.mediaType(String(path)).hasPrefix("image/")
  }

  /// Reads `<source>`, `<track>` or `<param>` within the element.
  mutating func add(_ tag: HTMLTag, base: HTMLBase) {
    switch tag.name {
    case "source": add(tag["src"], files.isEmpty ? title : nil, base)
    case "track": add(tag["src"], tag["label"], base)
    case "param":
      let names = ["movie", "src", "filename", "url", "data"]
      if files.isEmpty, names.contains(tag["name"]?.lowercased() ?? "") { add(tag["value"], title, base) }
    default: break
    }
  }

  /// Adds a file, unless the address leads nowhere.
  private mutating func add(_ address: String?, _ title: String?, _ base: HTMLBase) {
    guard let address = address.map(base.resolved), !address.isEmpty, address.lowercased() != "about:blank",
      !files.contains(where: { $0.address == address })
    else { return }
    files.append(File(address: address, title: title.flatMap { $0.isEmpty ? nil : $0 }))
  }

  /// The link for text in the element; nil if there is nothing that a link may lead to.
  var link: Hyperlink? {
    address.flatMap { LinkPolicy.isActive($0) ? nil : Hyperlink(target: $0, tip: title) }
  }

  /// Ends the element: adds the links that its content doesn't show.
  func finish(_ builder: inout MarkupBuilder, _ context: HTMLContext, _ diagnostics: inout DiagnosticSink) {
    if !files.isEmpty { diagnostics.report(MarkupCode.embeddedFound) }
    let hasContent = builder.contentCount != content
    if files.isEmpty, let title, !hasContent { builder.text(Array(title.utf8), context) }
    for (index, file) in files.enumerated() {
      if index == 0, hasContent, link != nil { continue }
      if index > 0 || hasContent { builder.text([0x20], context) }
      if let data = DataURL.read(file.address) {
        let suffix = MediaType.named(data.mediaType)?.fileExtension ?? "bin"
        let name = file.title ?? "embedded.\(suffix)"
        let resource = builder.resource(bytes: data.bytes, mediaType: data.mediaType, name: name)
        var style = CharacterStyle()
        style.isHidden = context.character.isHidden
        builder.object(.attachment(AttachedFile(resource: resource, style: style)), context.paragraph)
        continue
      }
      var linked = context
      if LinkPolicy.isActive(file.address) {
        diagnostics.report(MarkupCode.activeLinkFound)
      } else if context.character.link == nil {
        linked.character.link = Hyperlink(target: file.address)
      }
      builder.text(Array((file.title ?? file.address).utf8), linked)
    }
  }

  /// The text of a page within an attribute (`srcdoc`), on one line.
  static func text(ofPage source: String) -> String {
    var tokenizer = HTMLTokenizer(Array(source.utf8))
    var text: [UInt8] = []
    while let token = tokenizer.next() {
      if case .text(let bytes) = token { text += bytes } else { text.append(UInt8(ascii: " ")) }
    }
    return HTMLPageReader.line(text)
  }
}
