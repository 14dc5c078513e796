package import SlipBase
internal import XMLSyntax

/// Drawings (SVG) without what could run: a drawing that a browser opens by itself may run scripts in the name of the page that
/// it comes from, and a book with scripts has to say so.
///
/// A drawing without anything of that kind stays as it is, byte for byte. Any other one is read by the XML reader and written
/// anew, without
///
/// - elements that run or load programs, in any namespace, with all that is in them: `script`, `iframe`, `foreignObject` …
/// - attributes whose names begin with `on`;
/// - addresses that could run (`javascript:`), and animations that set one or an `on…` attribute;
/// - its document type, comments and processing instructions.
package enum PassiveDrawing {
  /// Elements that go with all that is in them, in lower case.
  private static let unwanted: Set<String> = [
    "script", "handler", "listener", "iframe", "frame", "frameset", "object", "embed", "applet",
    "foreignobject", "link",
    "meta", "base", "form",
  ]
  /// Elements that change an attribute, in lower case.
  private static let animations: Set<String> = [
    "set", "animate", "animatemotion", "animatetransform", "animatecolor",
  ]
  /// How much larger a drawing may get where entities of its document type are put in their places.
  private static let longest = 64 << 20

  /// A drawing without what could run.
  ///
  /// - Returns: The drawing; nil for one that can't be read, of which nothing can be said.
  package static func passive(_ bytes: [UInt8], limits: Limits = Limits()) -> [UInt8]? {
    guard let text = withoutDocumentType(bytes) else { return nil }
    let cleaner = Cleaner()
    let fault: XMLFault?
    do throws(SlipError) {
      fault = try slipErrors {
        try text.withUnsafeBytes {
          try XMLParser.parse($0, limits: limits, done: { _ in }, handler: cleaner)
        }
      }
    } catch {
      return nil
    }
    if fault != nil { return nil }
    let hasDeclarations = hasActiveProlog(bytes)
    if !cleaner.isChanged, !hasDeclarations { return bytes }
    return Array(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + cleaner.text + "\n").utf8)
  }

  /// Whether a style sheet or entities stand before the drawing, which the reader doesn't pass on.
  private static func hasActiveProlog(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("<?xml-stylesheet") || text.contains("<!ENTITY") || text.contains("<!ATTLIST")
  }

  // MARK: The document type

  /// The drawing without its document type, which the reader refuses; entities of it stand for what they mean.
  ///
  /// - Returns: Nil for a document type in an unusual form.
  private static func withoutDocumentType(_ bytes: [UInt8]) -> [UInt8]? {
    guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    guard let start = text.firstRange(of: "<!DOCTYPE") else { return Array(text.utf8) }
    var entities: [(name: String, value: String)] = []
    var index = start.upperBound
    var quote: Character?
    var subset: String.Index?
    while index < text.endIndex {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "[", subset == nil {
        subset = text.index(after: index)
      } else if character == "]", let begin = subset {
        guard let found = self.entities(in: text[begin..<index]) else { return nil }
        entities = found
        subset = nil
      } else if character == ">", subset == nil {
        break
      }
      index = text.index(after: index)
    }
    guard index < text.endIndex else { return nil }
    text.removeSubrange(start.lowerBound...index)
    for (name, value) in entities {
      text = text.replacing("&\(name);", with: value)
      if text.utf8.count > longest { return nil }
    }
    return Array(text.utf8)
  }

  /// The entities that a document type declares; nil where one is more than a plain text.
  private static func entities(in subset: Substring) -> [(name: String, value: String)]? {
    var found: [(name: String, value: String)] = []
    for part in subset.split(separator: "<!ENTITY").dropFirst(subset.hasPrefix("<!ENTITY") ? 0 : 1) {
      let words = part.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard words.count == 2, let quote = words[1].first, quote == "\"" || quote == "'" else { return nil }
      let value = words[1].dropFirst().prefix { $0 != quote }
      guard !value.contains(where: { "&<%".contains($0) }) else { return nil }
      found.append((String(words[0]), String(value)))
    }
    return found
  }

  // MARK: Elements

  /// Writes what is harmless of a drawing.
  private final class Cleaner: XMLHandler {
    private var output = XMLFragment()
    /// How many open elements are left out, from the outermost one that is.
    private var depth = 0
    /// Whether anything was left out.
    private(set) var isChanged = false

    /// The drawing so far.
    var text: String { output.text }

    func startElement(_ element: XMLElement) throws(SlipError) {
      if depth > 0 || PassiveDrawing.isUnwanted(element) {
        (depth, isChanged) = (depth + 1, true)
        return
      }
      output.start(element) { attribute in
        let goes = PassiveDrawing.isActive(attribute)
        if goes { isChanged = true }
        return !goes
      }
    }

    func endElement() throws(SlipError) {
      if depth > 0 { depth -= 1 } else { _ = output.end() }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
      if depth == 0 { output.characters(bytes) }
    }
  }

  /// Whether an element goes.
  private static func isUnwanted(_ element: XMLElement) -> Bool {
    let name = element.localName.lowercased()
    if unwanted.contains(name) { return true }
    guard animations.contains(name) else { return false }
    let target = (element.string("attributeName") ?? "").lowercased()
    let bare = target.split(separator: ":").last ?? ""
    return bare == "href" || bare.hasPrefix("on")
  }

  /// Whether an attribute could run something.
  private static func isActive(_ attribute: XMLElement.Attribute) -> Bool {
    let name = attribute.localName.lowercased()
    if name.hasPrefix("on") { return true }
    guard ["href", "src", "action", "formaction", "data", "srcdoc"].contains(name) else { return false }
    if name == "srcdoc" { return true }
    let value = attribute.value.unicodeScalars.filter { $0.value > 0x20 }
    let address = String(String.UnicodeScalarView(value)).lowercased()
    guard let colon = address.firstIndex(of: ":") else { return false }
    switch address[..<colon] {
    case "javascript", "vbscript", "livescript": return true
    case "data":
      let type = address[colon...].dropFirst().prefix { $0 != ";" && $0 != "," }
      return !["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"].contains(String(type))
        && !type.hasPrefix("font/") && !type.hasPrefix("application/font")
        && !type.hasPrefix("application/x-font")
    default: return false
    }
  }
}
