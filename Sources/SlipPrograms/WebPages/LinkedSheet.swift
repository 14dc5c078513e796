internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// A style sheet that a page links to or imports, rather than has in it.
enum LinkedSheet {
  /// How many sheets are read for one link or element.
  private static let most = 64

  /// The element that stands for a link to a style sheet; nil where it is something else, or isn't for screens.
  ///
  /// - Parameters:
  ///   - tag: An element `link`.
  ///   - content: Gives the content of a sheet by its address; nil where it isn't there.
  static func element(_ tag: LooseXML.Tag, _ content: (String) -> [UInt8]?) -> MarkupFilter.Change {
    let names = (tag["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    guard names.contains("stylesheet"), !names.contains("alternate"),
      CSSMedia.isForScreens(tag["media"] ?? ""),
      let address = tag["href"]
    else { return .keep }
    let rules = rules(at: [address], content)
    return rules.isEmpty ? .keep : .replace("<style>\(rules)</style>")
  }

  /// A page with the sheets that it links to, and those that it imports, in it.
  static func inlined(_ page: [UInt8], _ content: (String) -> [UInt8]?) -> [UInt8] {
    guard has("stylesheet", page) else { return imported(page, content) }
    return imported(MarkupFilter.filter(page) { $0.name == "link" ? element($0, content) : .keep }, content)
  }

  /// Whether a word stands anywhere in a page.
  private static func has(_ word: StaticString, _ page: [UInt8]) -> Bool {
    page.withUnsafeBytes { LooseXML.find(word, in: $0, from: 0) } != nil
  }

  /// A page in which the sheets that its elements `style` import stand before these.
  static func imported(_ page: [UInt8], _ content: (String) -> [UInt8]?) -> [UInt8] {
    guard has("@import", page) else { return page }
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
          let rules = self.rules(at: addresses, content)
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

  /// The rules of sheets, each behind those of the sheets that it imports; empty where none is there.
  private static func rules(at addresses: [String], _ content: (String) -> [UInt8]?) -> String {
    // Each sheet counts once: many may import many.
    var seen: Set<String> = []
    var rules: [String] = []
    /// Adds a sheet.
    func add(_ address: String) {
      guard seen.count < most, seen.insert(address).inserted,
        let sheet = content(address).map({ CSSImports(String(decoding: $0, as: UTF8.self)) }),
        !sheet.rules.contains("</")
      else { return }
      for other in sheet.addresses { add(resolve(other, from: address)) }
      rules.append(sheet.rules)
    }
    for address in addresses { add(address) }
    return rules.joined(separator: "\n")
  }

  /// An address in a sheet as the page would write it.
  private static func resolve(_ address: String, from sheet: String) -> String {
    if Vault.hasScheme(sheet) { return WebAddress.resolve(address, from: sheet) }
    let folder = sheet.prefix { $0 != "?" && $0 != "#" }.parentPath
    return Vault.hasScheme(address) || address.hasPrefix("/") || folder.isEmpty
      ? address : folder + "/" + address
  }
}
