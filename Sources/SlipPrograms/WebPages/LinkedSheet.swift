internal import SlipBase
internal import SlipExchange

/// A style sheet that a page links to, rather than has in it.
enum LinkedSheet {
  /// The element that stands for a link to a style sheet; nil where it is something else, or isn't for screens.
  ///
  /// - Parameters:
  ///   - tag: An element `link`.
  ///   - content: Gives the content of a sheet by its address; nil where it isn't there.
  static func element(_ tag: LooseXML.Tag, _ content: (String) -> [UInt8]?) -> MarkupFilter.Change {
    let names = (tag["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    let media = tag["media"]?.lowercased() ?? ""
    guard names.contains("stylesheet"), !names.contains("alternate"),
      media.isEmpty || media.contains("all") || media.contains("screen"),
      let rules = tag["href"].flatMap(content).map({ String(decoding: $0, as: UTF8.self) }),
      !rules.contains("</")
    else { return .keep }
    return .replace("<style>\(rules)</style>")
  }

  /// A page with the sheets that it links to in it.
  static func inlined(_ page: [UInt8], _ content: (String) -> [UInt8]?) -> [UInt8] {
    guard page.firstRange(of: Array("stylesheet".utf8)) != nil else { return page }
    return MarkupFilter.filter(page) { $0.name == "link" ? element($0, content) : .keep }
  }
}
