internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// A web page with the files that it shows, as browsers save it in one file.
struct SavedPage {
  /// A file of the page.
  struct File {
    /// Its address; empty where it has none.
    var address: String
    /// The id by which pages in messages show it.
    var id: String?
    /// Its content.
    var bytes: [UInt8]

    /// The file of the note, by the name in its address.
    fileprivate var source: SourceFile {
      let path = address.prefix { $0 != "?" && $0 != "#" }
      return SourceFile(name: RelativePath.withoutEncoding(String(path.lastName)), bytes: bytes)
    }
  }

  /// The page, with a byte order mark where its encoding is known.
  var html: [UInt8]
  /// Its address; empty where that isn't known.
  var address: String
  /// Its files.
  var files: [File] = []
  /// How many frames it has, which are pages of their own.
  var frames = 0

  /// Gives a note the text of the page and the pictures that it shows.
  ///
  /// - Parameter fallback: The title of a page without one.
  func fill(_ note: inout SourceNote, fallback: String, _ context: SourceContext) {
    var base = address
    var places: [String: Int] = [:]
    for (place, file) in files.enumerated().reversed() {
      if !file.address.isEmpty { places[SavedPage.bare(file.address)] = place }
      if let id = file.id { places["cid:" + id] = place }
    }
    var shown: [String: SourceFile] = [:]
    let markup = MarkupFilter.filter(html) { tag in
      switch tag.name {
      case "base":
        if let address = tag["href"], !address.isEmpty {
          base = WebAddress.resolve(address, from: self.address)
        }
        return .replace("")
      case "link":
        return LinkedSheet.element(tag) { target in
          let wanted = target.hasPrefix("cid:") ? target : WebAddress.resolve(target, from: base)
          return (places[SavedPage.bare(wanted)] ?? places[SavedPage.bare(target)]).map { files[$0].bytes }
        }
      case "iframe", "frame": return tag.name == "frame" ? .replace("") : .drop
      case "img":
        guard let source = tag["src"] else { return .keep }
        let wanted = source.hasPrefix("cid:") ? source : WebAddress.resolve(source, from: base)
        let picture = places[SavedPage.bare(wanted)] ?? places[SavedPage.bare(source)]
        guard let picture else { return .replace(SavedPage.image(tag, wanted)) }
        let file = files[picture].source
        shown[file.address] = file
        return .replace(SavedPage.image(tag, file.address))
      case "a":
        guard let target = tag["href"], !target.hasPrefix("#"), !target.isEmpty else { return .keep }
        return .replace("<a href=\"\(MarkupFilter.escaped(WebAddress.resolve(target, from: base)))\">")
      default: return .keep
      }
    }
    let result = markup.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .page) }
    let title = result.document.info.title?.trimmingBlanks() ?? ""
    note.title = title.isEmpty ? fallback : title
    if !address.isEmpty { note.properties.append(Property(Property.WellKnown.sourceURL, .uri, address)) }
    if frames > 0 {
      note.diagnostics.append(
        SourceFault.dropped("The page has \(frames) frames; their originals are kept."))
    }
    note.diagnostics += result.diagnostics.filter { $0.severity > .info }
    var body = MarkdownBody(result.document, context) { target, _ in
      shown[target].map { .file(name: $0.name, bytes: $0.bytes) } ?? .elsewhere
    }
    _ = body.dropRemotePictures()
    body.fill(&note)
  }

  /// An address without percent-encoding and fragment, as files are looked up by it.
  private static func bare(_ address: String) -> String {
    RelativePath.withoutEncoding(String(address.prefix { $0 != "#" }))
  }

  /// The tag of a picture with another address.
  private static func image(_ tag: LooseXML.Tag, _ source: String) -> String {
    var markup = "<img src=\"\(MarkupFilter.escaped(source))\""
    for name in ["alt", "width", "height", "title", "style"] {
      if let value = tag[name] { markup += " \(name)=\"\(MarkupFilter.escaped(value))\"" }
    }
    return markup + ">"
  }
}

/// Addresses of the web.
enum WebAddress {
  /// A reference made absolute (RFC 3986, 5.2), as far as pages need it.
  static func resolve(_ reference: String, from base: String) -> String {
    if reference.isEmpty || Vault.hasScheme(reference) || !Vault.hasScheme(base) { return reference }
    guard let colon = base.firstIndex(of: ":") else { return reference }
    let scheme = base[...colon]
    if reference.hasPrefix("//") { return scheme + reference }
    let rest = base[base.index(after: colon)...]
    let host =
      rest.hasPrefix("//") ? rest.prefix(2 + rest.dropFirst(2).prefix { !"/?#".contains($0) }.count) : ""
    let path = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }
    if reference.hasPrefix("?") { return scheme + host + path + reference }
    let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
    let wanted =
      reference.hasPrefix("/") ? String(reference[..<end]) : path.parentPath + "/" + reference[..<end]
    var parts: [Substring] = []
    for part in wanted.split(separator: "/", omittingEmptySubsequences: false).dropFirst(
      wanted.hasPrefix("/") ? 1 : 0)
    {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(part)
      }
    }
    return scheme + host + "/" + parts.joined(separator: "/") + reference[end...]
  }
}
