internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// A style sheet that a page links to or imports, rather than has in it.
enum LinkedSheet {
  /// How many sheets may import one another in a row.
  private static let mostNested = 8

  /// The element that stands for a link to a style sheet; nil where it is something else, or isn't for screens.
  ///
  /// - Parameters:
  ///   - tag: An element `link`.
  ///   - content: Gives the content of a sheet by its address; nil where it isn't there.
  static func element(_ tag: LooseXML.Tag, _ content: (String) -> [UInt8]?) -> MarkupFilter.Change {
    let names = (tag["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    guard names.contains("stylesheet"), !names.contains("alternate"),
      CSSMedia.isForScreens(tag["media"] ?? ""),
      let rules = tag["href"].flatMap({ self.rules(at: $0, content) })
    else { return .keep }
    return .replace("<style>\(rules)</style>")
  }

  /// A page with the sheets that it links to, and those that it imports, in it.
  static func inlined(_ page: [UInt8], _ content: (String) -> [UInt8]?) -> [UInt8] {
    guard page.firstRange(of: Array("stylesheet".utf8)) != nil else { return imported(page, content) }
    return imported(MarkupFilter.filter(page) { $0.name == "link" ? element($0, content) : .keep }, content)
  }

  /// A page in which the sheets that its elements `style` import stand before these.
  static func imported(_ page: [UInt8], _ content: (String) -> [UInt8]?) -> [UInt8] {
    guard page.firstRange(of: Array("@import".utf8)) != nil else { return page }
    return page.withUnsafeBytes { bytes in
      var output: [UInt8] = []
      var copied = 0
      var scanner = LooseXML()
      // The element that is open, and where its sheet begins.
      var open: (tag: LooseXML.Tag, sheet: Int)?
      var start = 0
      while let token = scanner.next(in: bytes) {
        switch token {
        case .start(let tag, false) where tag.name.lowercased() == "style":
          open = CSSMedia.isForScreens(tag["media"] ?? "") ? (tag, scanner.position) : nil
        case .end(let name) where name.lowercased() == "style":
          guard let (tag, sheet) = open else { break }
          open = nil
          let addresses = CSSImports(String(decoding: bytes[sheet..<start], as: UTF8.self)).addresses
          let rules = addresses.compactMap { self.rules(at: $0, content) }.joined(separator: "\n")
          if rules.isEmpty { break }
          output += bytes[copied..<tag.position]
          output += "<style>\(rules)</style>".utf8
          copied = tag.position
        default: break
        }
        start = scanner.position
      }
      return output + bytes[copied...]
    }
  }

  /// The rules of a sheet, behind those of the sheets that it imports; nil where it isn't there.
  ///
  /// - Parameter open: The addresses of the sheets that import it.
  private static func rules(
    at address: String, _ content: (String) -> [UInt8]?, within open: [String] = []
  ) -> String? {
    guard open.count < mostNested, !open.contains(address),
      let sheet = content(address).map({ CSSImports(String(decoding: $0, as: UTF8.self)) }),
      !sheet.rules.contains("</")
    else { return nil }
    let imported = sheet.addresses.compactMap { other in
      rules(at: resolve(other, from: address), content, within: open + [address])
    }
    return (imported + [sheet.rules]).joined(separator: "\n")
  }

  /// An address in a sheet as the page would write it.
  private static func resolve(_ address: String, from sheet: String) -> String {
    if Vault.hasScheme(sheet) { return WebAddress.resolve(address, from: sheet) }
    let folder = sheet.prefix { $0 != "?" && $0 != "#" }.parentPath
    return Vault.hasScheme(address) || address.hasPrefix("/") || folder.isEmpty
      ? address : folder + "/" + address
  }
}
