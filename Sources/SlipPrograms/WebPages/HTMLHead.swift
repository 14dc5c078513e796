internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// What a page says of itself in its head, and the sounds and films in its body.
///
/// ```html
/// <meta name="created" content="2020-06-03T10:00:00Z">
/// <meta name="keywords" content="soil, spring work">
/// <meta itemprop="created" content="20240506T070809Z">                 Evernote
/// <div class="pageHeader">Saturday, December 16, 2023</div>           Journal of Apple
/// ```
struct HTMLHead {
  /// The keywords.
  private(set) var keywords: [String] = []
  /// When it was created and last changed; nil when it doesn't say so.
  private(set) var created, modified: SourceDate?
  /// Facts that a slip-box has no field for.
  private(set) var properties: [Property] = []
  /// The addresses of sounds, films and embedded files, which are no pictures.
  private(set) var media: [String] = []

  /// Looks through a page.
  ///
  /// Only tags are looked at. What stands in scripts and style sheets is skipped, because it may look like tags.
  init(_ bytes: UnsafeRawBufferPointer) {
    var scanner = LooseXML()
    var isDay = false
    while let token = scanner.next(in: bytes) {
      if isDay, case .text(let range) = token {
        let text = String(decoding: bytes[range], as: UTF8.self).trimmingBlanks()
        if text.isEmpty { continue }
        created = created ?? NotionFacts.date(text)
        isDay = false
      }
      guard case .start(let tag, _) = token else { continue }
      // Apple's Journal writes the day above an entry.
      isDay = isDay || tag["class"]?.split(separator: " ").contains("pageHeader") == true
      switch tag.name.lowercased() {
      case "meta": take(tag)
      case "audio", "video", "source", "embed":
        if let source = tag["src"], !source.isEmpty { media.append(source) }
      case "object": if let source = tag["data"], !source.isEmpty { media.append(source) }
      case "script":
        scanner.position = LooseXML.find("</script", in: bytes, from: scanner.position) ?? bytes.count
      case "style":
        scanner.position = LooseXML.find("</style", in: bytes, from: scanner.position) ?? bytes.count
      default: break
      }
    }
    media.removeAll { $0.lowercased().hasPrefix("data:") }
  }

  /// Takes what a `meta` element says.
  private mutating func take(_ tag: LooseXML.Tag) {
    guard let name = (tag["name"] ?? tag["property"] ?? tag["itemprop"])?.lowercased(),
      let value = tag["content"],
      !value.isEmpty
    else { return }
    switch name {
    case "keywords": keywords = ImportKeywords.split([value])
    case "created", "dcterms.created", "article:published_time", "dc.date", "date":
      created = created ?? SourceDate(value)
    case "modified", "updated", "dcterms.modified", "article:modified_time", "last-modified":
      modified = modified ?? SourceDate(value)
    case "author": properties.append(Property(Property.WellKnown.author, .text, value))
    case "description": properties.append(Property(Property.WellKnown.summary, .text, value))
    default: break
    }
  }
}
