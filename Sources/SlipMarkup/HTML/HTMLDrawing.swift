internal import SlipCore
internal import SlipDocument
internal import XMLSyntax

/// A drawing in a page: an `<svg>` element, which becomes a picture.
struct HTMLDrawing {
  /// The drawing as a file.
  let bytes: [UInt8]
  /// What it shows, by its title or label.
  let title: String?
  /// Its size in twips, where it states one in absolute units.
  let (width, height): (Int?, Int?)

  /// Makes a file of an element.
  ///
  /// - Parameters:
  ///   - tag: its start tag.
  ///   - source: the element as it stands in the page.
  ///   - title: the text of its `<title>`.
  /// - Returns: nil if the element isn't well-formed XML, or shows parts of other drawings of the page, and so is no
  ///   picture by itself.
  init?(_ tag: HTMLTag, source: ArraySlice<UInt8>, title: String) {
    var bytes = Array(source)
    func insert(_ name: String, _ value: String) {
      if tag[name] == nil { bytes.insert(contentsOf: " \(name)=\"\(value)\"".utf8, at: 4) }
    }
    guard bytes.count > 4 else { return nil }
    insert("xmlns:xlink", "http://www.w3.org/1999/xlink")
    insert("xmlns", "http://www.w3.org/2000/svg")
    let check = Check()
    guard HTMLDrawing.isWellFormed(bytes, check), check.shows, check.uses.isSubset(of: check.identifiers)
    else { return nil }
    self.bytes = bytes
    let label = title.isEmpty ? tag["aria-label"]?.trimmingSpaces() ?? "" : title
    self.title = label.isEmpty ? nil : label
    width = HTMLLength.twips(tag, "width")
    height = HTMLLength.twips(tag, "height")
  }

  /// Whether a drawing is XML.
  private static func isWellFormed(_ bytes: [UInt8], _ check: Check) -> Bool {
    do {
      return try bytes.withUnsafeBytes { try XMLParser.parse($0, handler: check) } == nil
    } catch {
      return false
    }
  }

  /// Whether a drawing is shown to nobody: it defines parts for others, or is decoration.
  static func isDecoration(_ tag: HTMLTag) -> Bool {
    tag["aria-hidden"]?.lowercased() == "true" || tag["width"] == "0" || tag["height"] == "0"
      || HTMLPageReader.isHidden(tag)
  }

  /// Whether the drawing is well-formed, shows something, and what it takes from elsewhere.
  private final class Check: XMLHandler {
    /// Whether there is an element that draws.
    var shows = false
    /// The identifiers of its elements.
    var identifiers: Set<String> = []
    /// The identifiers that `<use>` refers to.
    var uses: Set<String> = []

    func startElement(_ element: XMLElement) {
      if let identifier = element.string("id") { identifiers.insert(identifier) }
      switch element.localName {
      case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image",
        "foreignObject":
        shows = true
      case "use":
        shows = true
        for index in 0..<element.attributeCount {
          let attribute = element.attribute(at: index)
          if attribute.localName == "href" {
            uses.insert(
              attribute.value.hasPrefix("#") ? String(attribute.value.dropFirst()) : attribute.value)
          }
        }
      default: break
      }
    }
  }
}

/// Lengths of elements.
enum HTMLLength {
  /// The width or height that an element states, in twips: by `style`, which wins, or by the attribute in CSS pixels,
  /// which are 1/96 inch. Nil for percentages, whose whole isn't known, and for what is no length from 1 to 100,000
  /// pixels.
  static func twips(_ tag: HTMLTag, _ name: String) -> Int? {
    if let style = tag["style"], style.contains(name) {
      let css = CSSDeclarations(style)
      if let twips = css.twips(name) { return held(twips) }
      if css.keyword(name) != nil { return nil }
    }
    guard let text = tag[name]?.trimmingSpaces() else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[digits.endIndex...].lowercased()
    if unit.hasPrefix("%") || unit.hasPrefix("*") { return nil }
    if ["pt", "in", "cm", "mm", "pc", "em", "rem"].contains(unit) {
      return CSSDeclarations.twips(text).flatMap(held)
    }
    guard let pixels = Double(digits), pixels.isFinite, pixels < 1_000_000 else { return nil }
    return held(Int((pixels * 15).rounded()))
  }

  /// A length within the bounds.
  private static func held(_ twips: Int) -> Int? { (1...1_500_000).contains(twips) ? twips : nil }
}
