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

    /// The name in its address; empty for none.
    var name: String {
      RelativePath.withoutEncoding(String(address.prefix { $0 != "?" && $0 != "#" }.lastName))
    }

    /// Gives a note the file in place of a page, and its address.
    ///
    /// - Parameter stem: The name of a file without address.
    func fill(_ note: inout SourceNote, named stem: String) {
      note.body = .document(Document(showing: bytes, named: name.isEmpty ? stem : name))
      SavedPage.take(address, &note)
    }

    /// The file of the note, by the name in its address.
    fileprivate var source: SourceFile { SourceFile(name: name, bytes: bytes) }
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
    /// The file of the page at an address.
    func file(at address: String) -> SourceFile? {
      let address = SavedPage.clean(address)
      let wanted = SavedPage.isPart(address) ? address : WebAddress.resolve(address, from: base)
      let place = places[SavedPage.bare(wanted)] ?? places[SavedPage.bare(address)]
      return place.map { files[$0].source }
    }
    /// The tag of a film, a sound or another file with its whole address.
    func media(_ tag: LooseXML.Tag, _ name: String) -> MarkupFilter.Change {
      guard let address = tag[name], !SavedPage.clean(address).isEmpty else { return .keep }
      let wanted = WebAddress.resolve(SavedPage.clean(address), from: base)
      let file = file(at: address)
      if let file { shown[file.address] = file }
      let others = ["title", "type", "alt", "poster"].compactMap { name in
        tag[name].map { " \(name)=\"\(MarkupFilter.escaped($0))\"" }
      }
      return .replace(
        "<\(tag.name) \(name)=\"\(MarkupFilter.escaped(file?.address ?? wanted))\"\(others.joined())>")
    }
    /// The pictures that the `source` elements of a `picture` name.
    var sources: [String] = []
    /// How many pictures neither the file has nor the text names.
    var remote = 0
    let filtered = MarkupFilter.filter(html) { tag in
      switch tag.name {
      case "base":
        if let address = tag["href"], !address.isEmpty {
          base = WebAddress.resolve(address, from: self.address)
        }
        return .replace("")
      case "link":
        return LinkedSheet.element(tag) { file(at: $0)?.bytes }
      case "iframe", "frame": return tag.name == "frame" ? .replace("") : .drop
      // The shadow of an element, which Chrome writes where it is shown.
      case "template" where tag["shadowmode"] != nil || tag["shadowrootmode"] != nil:
        return .replace("<div>")
      case "picture":
        sources = []
        return .keep
      case "source" where tag["srcset"] != nil:
        sources += SavedPage.candidates(tag["srcset"])
        return .replace("")
      case "img":
        let named = ["src", "data-src", "data-original"].compactMap { tag[$0] }
        let all =
          named + SavedPage.candidates(tag["srcset"]) + SavedPage.candidates(tag["data-srcset"]) + sources
        sources = []
        guard let first = all.first(where: { !SavedPage.clean($0).isEmpty }) else { return .keep }
        for address in all {
          guard let file = file(at: address) else { continue }
          shown[file.address] = file
          return .replace(SavedPage.image(tag, file.address))
        }
        let address = SavedPage.clean(first)
        if !SavedPage.isPart(address), (tag["alt"] ?? "").isEmpty, !address.hasPrefix("data:") { remote += 1 }
        let wanted = SavedPage.isPart(address) ? address : WebAddress.resolve(address, from: base)
        return .replace(SavedPage.image(tag, wanted))
      case "video", "audio", "embed", "source": return media(tag, "src")
      case "object": return media(tag, "data")
      case "a":
        guard let target = tag["href"], !target.hasPrefix("#"), !target.isEmpty else { return .keep }
        return .replace(
          "<\(tag.name) href=\"\(MarkupFilter.escaped(WebAddress.resolve(target, from: base)))\">")
      default: return .keep
      }
    }
    if remote > 0 {
      note.diagnostics.append(
        SourceFault.dropped(
          "Pictures of the web aren't in the file (\(remote)); their addresses are in the original."))
    }
    let markup = LinkedSheet.imported(filtered) { file(at: $0)?.bytes }
    let result = markup.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .page) }
    let title = result.document.info.title?.trimmingBlanks() ?? ""
    note.title = title.isEmpty ? fallback : title
    SavedPage.take(address, &note)
    if frames > 0 {
      // Where all is in frames, nothing is left.
      let isEmpty = result.document.blocks.allSatisfy(\.isBlank)
      note.diagnostics.append(
        isEmpty
          ? SourceFault.damaged(
            "All that the page shows is in \(frames) frames, which are in the original only.")
          : SourceFault.dropped("The page has \(frames) frames; their originals are kept."))
    }
    note.diagnostics += result.diagnostics.filter { $0.severity > .info }
    var body = MarkdownBody(result.document, context) { target, _ in
      shown[target].map { .file(name: $0.name, bytes: $0.bytes) } ?? .elsewhere
    }
    _ = body.dropRemotePictures()
    body.fill(&note)
  }

  /// Gives a note the address that it comes from, where that is known.
  static func take(_ address: String, _ note: inout SourceNote) {
    if !address.isEmpty { note.properties.append(Property(Property.WellKnown.sourceURL, .uri, address)) }
  }

  /// An address without percent-encoding, fragment and what makes no difference in a host, as files are looked up by it.
  private static func bare(_ address: String) -> String {
    let bare = RelativePath.withoutEncoding(String(clean(address).prefix { $0 != "#" }))
    guard let mark = bare.firstRange(ofASCII: "://") else {
      return isPart(bare) ? "cid:" + bare.dropFirst(4) : bare
    }
    let rest = bare[mark.upperBound...]
    var host = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
    let scheme = bare[..<mark.lowerBound].lowercased()
    for (name, port) in [("http", ":80"), ("https", ":443")] where scheme == name && host.hasSuffix(port) {
      host.removeLast(port.count)
    }
    return scheme + "://" + host + rest.drop { $0 != "/" && $0 != "?" }
  }

  /// An address without blanks around it and line ends in it, and with slashes, as browsers take it.
  private static func clean(_ address: String) -> String {
    let text = String(address.trimmingBlanks().filter { !$0.isNewline && $0 != "\t" })
    return text.hasPrefix("data:") ? text : text.replacing("\\", with: "/")
  }

  /// Whether an address is the id of a part.
  private static func isPart(_ address: String) -> Bool { address.prefix(4).lowercased() == "cid:" }

  /// The addresses of a `srcset`: `a.png 1x, b.png 2x`.
  private static func candidates(_ set: String?) -> [String] {
    guard let set, set.utf8.count < 65_536 else { return [] }
    return set.split(whereSeparator: \.isWhitespace).filter { word in
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      let isSize = bare.dropLast().allSatisfy { $0.isNumber || $0 == "." } && "wxh".contains(bare.last ?? " ")
      return !bare.isEmpty && !isSize
    }.map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
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
