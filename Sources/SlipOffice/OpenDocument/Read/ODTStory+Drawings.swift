internal import SlipBase
internal import SlipDocument

/// Frames with pictures, text boxes and objects (ODF 1.3, 10).
extension ODTStory {
  /// Shapes that may have text in them.
  private static let shapes: Set<String> = [
    "draw:text-box", "draw:custom-shape", "draw:rect", "draw:ellipse", "draw:circle", "draw:polygon",
    "draw:path",
    "draw:regular-polygon", "draw:line", "draw:polyline", "draw:connector", "draw:caption", "draw:measure",
  ]

  /// Begins an element of a drawing.
  ///
  /// - Returns: Whether what stands in it is read.
  func beginDrawing(_ node: OfficeNode) -> Bool {
    switch node.name {
    case "draw:frame":
      for inline in reading.anchors.frame(node["draw:name"]) { append(inline) }
      var frame = Frame(isOpen: true)
      frame.width = ODTValue.twips(node["svg:width"])
      frame.height = ODTValue.twips(node["svg:height"])
      frame.title = node.child("svg:title").map(\.fullText).flatMap { $0.isEmpty ? nil : $0 }
      frame.description = node.child("svg:desc").map(\.fullText).flatMap { $0.isEmpty ? nil : $0 }
      level.frame = frame
      return true
    case "draw:image":
      image(node)
      return false
    case "draw:object", "draw:object-ole":
      object(node)
      return false
    case "draw:plugin", "draw:applet", "draw:floating-frame":
      reading.findings.note(.embeddedObject, in: "content.xml")
      return false
    case let name where ODTStory.shapes.contains(name):
      guard levels.count <= reading.limits.tableDepth else {
        reading.findings.note(.tooDeep, in: "content.xml")
        return true
      }
      level.frame.hasShown = true
      beginLevel(node)
      return true
    case let name where name.hasPrefix("math:"): return false
    default: return true
    }
  }

  /// Ends an element of a drawing.
  func endDrawing(_ node: OfficeNode) {
    if node.name == "draw:frame" {
      let frame = level.frame
      level.frame.isOpen = false
      // What a picture shows that isn't there.
      if let object = frame.object {
        var kept = CharacterStyle()
        let style = style
        // Its picture stands for it.
        kept.edit { ($0.revision, $0.isHidden) = (style.revision, style.isHidden || frame.hasShown) }
        append(.attachment(AttachedFile(resource: object, style: kept)))
      }
      if frame.hasMissed, !frame.hasShown, let text = frame.description ?? frame.title { append(text) }
      return
    }
    guard ODTStory.shapes.contains(node.name), level.owner == node.index else { return }
    let blocks = endLevel()
    guard !blocks.isEmpty else { return }
    let isShown = node.name == "draw:text-box" || blocks.contains { ODTStory.shows($0) }
    guard isShown else { return }
    if level.paragraph == nil {
      level.carriedBoxes.append(TextBox(blocks: blocks))
    } else {
      flushText()
      level.paragraph?.boxes.append(TextBox(blocks: blocks))
    }
  }

  private static func shows(_ block: Block) -> Bool {
    switch block {
    case .paragraph(let paragraph):
      paragraph.inlines.contains(where: \.isVisible) || !paragraph.textBoxes.isEmpty
    case .table: true
    case .break: false
    }
  }

  /// Adds a picture. Of several in one frame the first that is there counts.
  private func image(_ node: OfficeNode) {
    guard !level.frame.hasShown || !level.frame.isOpen else { return }
    var resource: Int?
    if let path = node["xlink:href"], !path.isEmpty {
      guard let file = ODTStory.path(path) else {
        reading.findings.note(.remotePicture, in: "content.xml")
        if let text = level.frame.description ?? level.frame.title { append(text) }
        level.frame.hasShown = true
        return
      }
      resource = reading.resource(file: file)
    } else if let data = node.child("office:binary-data") {
      resource = Base64Text.decoded(data.fullText).map { reading.add($0) }
    }
    guard let resource else {
      level.frame.hasMissed = true
      return
    }
    level.frame.hasShown = true
    let frame = level.frame
    var kept = CharacterStyle()
    let style = style
    kept.edit { ($0.link, $0.revision, $0.isHidden) = (style.link, style.revision, style.isHidden) }
    var picture = Picture(
      resource: resource, width: frame.width, height: frame.height,
      description: frame.description ?? frame.title,
      style: kept)
    if frame.description != nil { picture.title = frame.title }
    if level.paragraph == nil { level.carried.append(.picture(picture)) } else { append(.picture(picture)) }
  }

  /// The file of the package that an address means; nil for a place outside.
  private static func path(_ address: String) -> String? {
    guard !address.contains(":"), !address.hasPrefix("/"), !address.hasPrefix("../") else { return nil }
    let decoded = String(decoding: RelativeURL.decodedBytes(address.utf8), as: UTF8.self)
    return decoded.hasPrefix("./") ? String(decoded.dropFirst(2)) : decoded
  }

  /// Adds an object: a formula as text. Another one is shown by the picture beside it.
  private func object(_ node: OfficeNode) {
    if let math = node.child("math:math") {
      formula(math)
      return
    }
    guard let address = node["xlink:href"], let path = ODTStory.path(address) else {
      reading.findings.note(.embeddedObject, in: "content.xml")
      return
    }
    if node.name == "draw:object-ole" {
      guard let resource = reading.resource(file: path) else { return }
      reading.document.resources[resource].name = path.split(separator: "/").last.map(String.init)
      level.frame.object = resource
      return
    }
    if let root = reading.object(path + "/content.xml"), root.name == "math:math" {
      formula(root)
    } else {
      reading.findings.note(.embeddedObject, in: "content.xml")
    }
  }

  private func formula(_ math: OfficeNode) {
    level.frame.hasShown = true
    let text = ODTMath.text(math)
    if !text.isEmpty { append(text) }
  }
}

/// Formulas of MathML as a line of text, as those of RTF are: `(a+b)/c`.
enum ODTMath {
  private static let deepest = 64

  /// The text of a formula.
  static func text(_ node: OfficeNode) -> String { text(node, depth: 0) }

  private static func text(_ node: OfficeNode, depth: Int) -> String {
    guard depth < deepest else { return node.fullText.trimmedBlanks }
    let parts = node.children.filter { $0.name.hasPrefix("math:") }
    func part(_ index: Int) -> String { index < parts.count ? text(parts[index], depth: depth + 1) : "" }
    func held(_ index: Int) -> String {
      let text = part(index)
      return text.count <= 1 || text.allSatisfy { $0.isLetter || $0.isNumber } ? text : "(" + text + ")"
    }
    switch node.name {
    case "math:mi", "math:mn", "math:mo", "math:mtext", "math:ms": return node.fullText.trimmedBlanks
    case "math:annotation", "math:annotation-xml": return ""
    case "math:mfrac": return held(0) + "/" + held(1)
    case "math:msup", "math:mover": return part(0) + "^" + held(1)
    case "math:msub", "math:munder": return part(0) + "_" + held(1)
    case "math:msubsup", "math:munderover": return part(0) + "_" + held(1) + "^" + held(2)
    case "math:msqrt": return "√(" + row(parts, depth) + ")"
    case "math:mroot": return "√(" + part(1) + "&" + part(0) + ")"
    case "math:mtable": return parts.map { text($0, depth: depth + 1) }.joined(separator: ";")
    case "math:mtr": return parts.map { text($0, depth: depth + 1) }.joined(separator: ",")
    default: return row(parts, depth)
    }
  }

  /// Parts beside each other. A blank stands where two letters or digits would become one word.
  private static func row(_ parts: [OfficeNode], _ depth: Int) -> String {
    var line = ""
    for part in parts {
      let text = text(part, depth: depth + 1)
      if isWord(line.unicodeScalars.last), isWord(text.unicodeScalars.first) { line += " " }
      line += text
    }
    return line
  }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
  }
}

/// Data in Base64 (RFC 4648).
enum Base64Text {
  /// The bytes; nil for text that is none.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (value, bits): (UInt32, Int) = (0, 0)
    for byte in text.utf8 {
      let digit: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = UInt32(byte - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = UInt32(byte - UInt8(ascii: "a") + 26)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(byte - UInt8(ascii: "0") + 52)
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="), 0x20, 0x09, 0x0A, 0x0D: continue
      default: return nil
      }
      value = value << 6 | digit
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
      }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
