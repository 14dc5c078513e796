internal import SlipBase
internal import SlipExchange

/// The text of a node: its runs, and what stands at places in it.
struct CherryTreeContent: Sendable {
  /// A part of the text with one formatting.
  struct Run: Sendable {
    var text: String
    /// The formatting, by the names of the file.
    var attributes: [String: String] = [:]
  }

  /// Something in the text, which counts as one character.
  enum Widget: Sendable {
    case picture([UInt8], link: String)
    case file([UInt8], name: String)
    /// Source of TeX.
    case formula(String)
    /// Rows, the header first.
    case table([[String]])
    /// Code and its language.
    case code(String, String)
    /// A file that isn't there.
    case missing(String)
    /// A target of links.
    case anchor

    /// What stands in a picture's element or row: a picture, a file, the source of a formula, or a target of links.
    init(_ bytes: [UInt8], _ name: String, _ link: String) {
      if bytes.isEmpty {
        self = .anchor
      } else if name == Widget.tex {
        self = .formula(String(decoding: bytes, as: UTF8.self))
      } else {
        self = name.isEmpty ? .picture(bytes, link: link) : .file(bytes, name: name)
      }
    }

    /// The name of files with the source of a formula, which is no Base64.
    fileprivate static let tex = "__ct_special.tex"
  }

  /// The runs in order.
  private(set) var runs: [Run] = []
  /// What stands at places, counted in characters of Unicode.
  private(set) var widgets: [(offset: Int, widget: Widget)] = []
  /// Whether its markup is damaged, so that words may be missing.
  var isCut = false

  /// Nothing.
  init() {}

  /// Whether nothing can be seen.
  var isEmpty: Bool { widgets.isEmpty && runs.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }

  /// How long the text is, in bytes.
  var length: Int { runs.reduce(0) { $0 + $1.text.utf8.count } }

  /// Adds something at a place.
  mutating func add(_ offset: Int, _ widget: Widget) { widgets.append((offset, widget)) }

  /// Takes the text of a node in XML.
  ///
  /// - Parameter file: Gives the bytes of a file by its digest, where files lie beside the node.
  init(_ xml: LooseTree, _ element: Int, file: (String) -> [UInt8]? = { _ in nil }) {
    for child in xml.children(of: element) {
      let node = xml.nodes[child]
      let offset = node.tag["char_offset"].flatMap { Int($0) } ?? 0
      switch node.name {
      case "rich_text":
        let text = xml.text(child)
        guard !text.isEmpty else { continue }
        let attributes = Dictionary(
          node.tag.attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        runs.append(Run(text: text, attributes: attributes))
      case "encoded_png":
        let digest = node.tag["sha256sum"] ?? ""
        let name = node.tag["filename"] ?? ""
        let isPlain = name == Widget.tex
        let stored = isPlain ? Array(xml.text(child).utf8) : Base64.decode(xml.text(child).utf8)
        let bytes = digest.isEmpty ? stored : file(digest) ?? []
        let isLost = bytes.isEmpty && (!digest.isEmpty || !name.isEmpty)
        if !isPlain, digest.isEmpty, !Base64.isWhole(xml.text(child).utf8) { isCut = true }
        add(offset, isLost ? .missing(name) : Widget(bytes, name, node.tag["link"] ?? ""))
      case "table": add(offset, .table(CherryTreeContent.table(xml, child)))
      case "codebox": add(offset, .code(xml.text(child), node.tag["syntax_highlighting"] ?? ""))
      default: break
      }
    }
  }

  /// Takes the text of a row of a database: XML, or plain text.
  init(stored text: String, isRich: Bool) {
    let xml = LooseTree(isRich ? SourceXML.joiningSurrogates(Array(text.utf8)) : [])
    if isRich, let root = xml.root { self.init(xml, root) } else { self.init() }
    isCut = isCut || isRich && !text.isEmpty && !xml.isWhole
    if !isRich, !text.isEmpty { runs = [Run(text: text)] }
  }

  /// The cells of a table. The header is stored last.
  static func table(_ xml: LooseTree, _ element: Int) -> [[String]] {
    var rows = xml.children(of: element, "row").map { row in
      xml.children(of: row, "cell").map { cell in
        // Cells may have texts with formatting, too.
        let texts = xml.children(of: cell, "rich_text")
        return texts.isEmpty ? xml.text(cell) : texts.map { xml.text($0) }.joined()
      }
    }
    if let header = rows.popLast() { rows.insert(header, at: 0) }
    return rows
  }
}
