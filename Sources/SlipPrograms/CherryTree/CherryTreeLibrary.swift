internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

/// The nodes of a document of CherryTree, from whichever storage.
struct CherryTreeLibrary: Sendable {
  /// A node.
  struct Node: Sendable {
    /// Its number in the document.
    var id: String
    /// The number of the node whose text it shares; nil for none.
    var master: String?
    var name = ""
    /// `custom-colors` for rich text, `plain-text`, or the language of code.
    var syntax = "custom-colors"
    var tags = ""
    var created, modified: Double?
    var isBookmarked = false
    /// The node that it lies below; -1 for none.
    var parent = -1
    /// How many nodes it lies below.
    var depth = 0
    var hasChildren = false
    /// Whether it has no text and nothing in it.
    var isEmpty = true
    /// About how long its text is.
    var length = 0
  }

  /// The nodes in the order of the document.
  private(set) var nodes: [Node] = []
  /// What was damaged.
  private(set) var findings: [Diagnostic] = []
  /// The places of nodes by number.
  private var places: [String: Int] = [:]
  /// The text of a node.
  private let content: @Sendable (Int) throws(SlipError) -> CherryTreeContent

  /// How many nodes may lie below each other; what lies deeper is put beside.
  private static let deepest = SourcePath.deepest

  // MARK: Storages

  /// Reads a document in XML.
  init(xml bytes: [UInt8], _ context: SourceContext) {
    let text = SourceXML.joiningSurrogates(SourceXML.utf8(bytes, context))
    let xml = LooseTree(text)
    let root = xml.root
    var elements: [Int] = []
    var nodes: [Node] = []
    var open = (root.map { xml.children(of: $0, "node") } ?? []).reversed().map { (element: $0, parent: -1) }
    while let (element, parent) = open.popLast() {
      var node = Node(xml, element)
      node.isEmpty = CherryTreeContent(xml, element).isEmpty
      let place = nodes.count
      CherryTreeLibrary.append(node, below: parent, to: &nodes)
      elements.append(element)
      open += xml.children(of: element, "node").reversed().map { ($0, place) }
    }
    let marks = xml.find(root, "bookmarks").flatMap { xml.attribute($0, "list") } ?? ""
    let all = elements
    content = { place in
      var content = CherryTreeContent(xml, all[place])
      content.isCut = content.isCut || !xml.isWhole(all[place], except: "node")
      return content
    }
    finish(nodes, bookmarks: marks.split(separator: ",").map(String.init))
    if let place = text.firstIndex(where: {
      $0 < 0x20 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t")
    }) {
      let position = text.withUnsafeBytes { SourceLocation.position(of: place, in: $0) }
      findings.append(
        SourceFault.damaged("The document has control characters; they were left out.", position))
    }
    if !xml.isWhole {
      findings.append(SourceFault.cut("The document is damaged or cut off; what is there was read."))
    }
  }

  /// Reads a folder.
  ///
  /// - Throws: `SlipError` where a node can't be read.
  init(folder: CherryTreeFolder, _ context: SourceContext) throws(SlipError) {
    let (paths, missing) = try folder.nodes()
    for path in missing {
      findings.append(SourceFault.cut("The node \(path), which a list names, isn't there."))
    }
    var nodes: [Node] = []
    var above: [Int] = []
    for (depth, path) in paths {
      let xml = LooseTree(SourceXML.joiningSurrogates(SourceXML.utf8(try folder.node(path), context)))
      above = Array(above.prefix(depth))
      let element = xml.find(xml.root, "node") ?? xml.root
      var node = element.map { Node(xml, $0) } ?? Node(id: "")
      if node.id.isEmpty { node.id = String(path.lastName) }
      node.isEmpty = element.map { CherryTreeContent(xml, $0).isEmpty } ?? true
      // A node of which nothing is left has no note that could say so.
      if node.isEmpty, node.name.isEmpty, !xml.isWhole || element == nil {
        findings.append(SourceFault.cut("The file of the node \(path) is empty or cut off."))
      }
      let place = nodes.count
      CherryTreeLibrary.append(node, below: above.last ?? -1, to: &nodes)
      above.append(place)
    }
    content = { place throws(SlipError) in
      let path = paths[place].path
      let xml = LooseTree(SourceXML.joiningSurrogates(SourceXML.utf8(try folder.node(path), context)))
      guard let element = xml.find(xml.root, "node") ?? xml.root else {
        var content = CherryTreeContent()
        content.isCut = true
        return content
      }
      var content = CherryTreeContent(xml, element) { folder.file($0, path) }
      content.isCut = content.isCut || !xml.isWhole
      return content
    }
    finish(nodes, bookmarks: try folder.bookmarks())
  }

  /// Reads a database.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(store: StoreFile) throws(SlipError) {
    let tables = try ForeignTables(store)
    var rows: [Int64: (node: Node, content: CherryTreeContent)] = [:]
    let list = try tables.rows(
      "node", ["node_id", "name", "txt", "syntax", "tags", "is_richtxt", "ts_creation", "ts_lastsave"])
    while try list.step() {
      var node = Node(id: String(list.integer(0)), name: list.text(1))
      (node.syntax, node.tags) = (list.text(3), list.text(4))
      (node.created, node.modified) = (list.double(6), list.double(7))
      let isRich = list.integer(5) & 1 == 1
      rows[list.integer(0)] = (node, CherryTreeContent(stored: list.text(2), isRich: isRich))
    }
    let codes = try tables.rows("codebox", ["node_id", "offset", "txt", "syntax"])
    while try codes.step() {
      rows[codes.integer(0)]?.content.add(Int(codes.integer(1)), .code(codes.text(2), codes.text(3)))
    }
    let grids = try tables.rows("grid", ["node_id", "offset", "txt"])
    while try grids.step() {
      let xml = LooseTree(Array(grids.text(2).utf8))
      let table = xml.root.map { CherryTreeContent.table(xml, $0) } ?? []
      rows[grids.integer(0)]?.content.add(Int(grids.integer(1)), .table(table))
      if !xml.isWhole, !grids.text(2).isEmpty { rows[grids.integer(0)]?.content.isCut = true }
    }
    let images = try tables.rows("image", ["node_id", "offset", "png", "filename", "link"])
    while try images.step() {
      let widget = CherryTreeContent.Widget(images.blob(2), images.text(3), images.text(4))
      rows[images.integer(0)]?.content.add(Int(images.integer(1)), widget)
    }
    var children: [Int64: [(id: Int64, master: Int64)]] = [:]
    let tree = try tables.rows(
      "children", ["node_id", "father_id", "sequence", "master_id"], order: [2, 3, 1])
    while try tree.step() {
      children[tree.integer(1), default: []].append((tree.integer(0), tree.integer(3)))
    }
    var bookmarks: [String] = []
    let marks = try tables.rows("bookmark", ["node_id"])
    while try marks.step() { bookmarks.append(String(marks.integer(0))) }

    var nodes: [Node] = []
    var contents: [CherryTreeContent] = []
    var open = (children.removeValue(forKey: 0) ?? []).reversed().map { (child: $0, parent: -1) }
    var rest = rows.keys.sorted()[...]
    var shown: Set<Int64> = []
    var lostNodes = 0
    while true {
      // What the tree doesn't show comes in at the top, with what lies below it.
      while open.isEmpty, let next = rest.popFirst() {
        if shown.contains(next) { continue }
        open = [((next, 0), -1)]
        lostNodes += 1
      }
      guard let (child, parent) = open.popLast() else { break }
      // A node that would lie in itself.
      guard shown.insert(child.id).inserted else { continue }
      var (node, content) = rows[child.id] ?? (Node(id: String(child.id)), CherryTreeContent())
      if child.master != 0 { node.master = String(child.master) }
      node.isEmpty = content.isEmpty
      node.length = content.length
      let place = nodes.count
      CherryTreeLibrary.append(node, below: parent, to: &nodes)
      contents.append(content)
      open += (children.removeValue(forKey: child.id) ?? []).reversed().map { ($0, place) }
    }
    if lostNodes > 0 {
      findings.append(
        SourceFault.damaged("The tree doesn't show some nodes (\(lostNodes)); they came in at the top."))
    }
    let all = contents
    content = { place in all[place] }
    finish(nodes, bookmarks: bookmarks)
  }

  /// Adds a node to a list.
  private static func append(_ node: Node, below parent: Int, to nodes: inout [Node]) {
    var (node, parent) = (node, parent)
    if parent >= 0, nodes[parent].depth >= deepest { parent = nodes[parent].parent }
    node.parent = parent
    node.depth = parent < 0 ? 0 : nodes[parent].depth + 1
    if parent >= 0 { nodes[parent].hasChildren = true }
    nodes.append(node)
  }

  /// Takes the nodes of a storage.
  private mutating func finish(_ nodes: [Node], bookmarks: [String]) {
    let bookmarks = Set(bookmarks)
    var ids = RepeatedIDs()
    self.nodes = nodes
    for place in nodes.indices {
      let id = nodes[place].id
      self.nodes[place].isBookmarked = bookmarks.contains(id)
      if places[id] == nil { places[id] = place }
      self.nodes[place].id = ids.next(id.isEmpty ? "#" : id)
    }
  }

  // MARK: Notes

  /// The node whose name and text a node shows: its own, or those of the one that it shares them with.
  private func master(of place: Int) -> Int {
    guard let master = nodes[place].master, let other = places[master], nodes[other].master == nil else {
      return place
    }
    return other
  }

  /// The node whose name and text a node shows.
  func shown(_ place: Int) -> Node { nodes[master(of: place)] }

  /// Whether a node has keywords or a bookmark, which only a note can have.
  func hasMarks(_ place: Int) -> Bool {
    nodes[place].isBookmarked || !shown(place).tags.allSatisfy(\.isWhitespace)
  }

  /// The folders down to a node, with its own.
  func folders(to place: Int) -> [SourceFolder] {
    var path: [SourceFolder] = []
    var place = place
    while place >= 0 {
      let name = shown(place).name
      path.append(SourceFolder(name.isEmpty ? "Untitled" : name, id: nodes[place].id, order: place))
      place = nodes[place].parent
    }
    return path.reversed()
  }

  /// Makes a note of a node.
  ///
  /// - Throws: `SlipError` where it can't be read.
  func note(_ place: Int, _ context: SourceContext) throws(SlipError) -> SourceNote {
    let master = master(of: place)
    let node = nodes[master]
    let name = node.name.trimmingBlanks()
    var note = SourceNote(title: name.isEmpty ? nil : name, body: .document(Document()))
    note.created = CherryTreeLibrary.date(node.created)
    note.modified = CherryTreeLibrary.date(node.modified)
    note.isFavorite = nodes[place].isBookmarked
    note.keywords = CherryTreeLibrary.words(node.tags).map { SourceKeyword(path: [$0]) }
    if let shared = nodes[place].master {
      note.properties.append(Property("cherrytree:shared-with", .text, shared))
    }
    var text = CherryTreeText(context, own: context.note(nodes[place].id)) { id in
      places[id].flatMap { context.note(nodes[$0].id) }
    }
    let content = try content(master)
    text.read(content, node.syntax)
    text.fill(&note)
    if content.isCut {
      note.diagnostics.append(SourceFault.cut("The markup of the text is damaged; what is there was read."))
    }
    return note
  }

  /// The tags of a node. CherryTree has blanks between them; people write commas as well.
  private static func words(_ tags: String) -> [String] {
    tags.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
  }

  /// The moment that a count of seconds stands for; nil for 0.
  private static func date(_ seconds: Double?) -> Timestamp? {
    guard let seconds, seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    return SourceDate(Int64((seconds * 1_000_000).rounded()), perSecond: 1_000_000)?.time
  }
}

extension CherryTreeLibrary.Node {
  /// Takes the attributes of a node.
  init(_ xml: LooseTree, _ element: Int) {
    self.init(id: xml.attribute(element, "unique_id") ?? "")
    if let master = xml.attribute(element, "master_id"), master != "0", !master.isEmpty {
      self.master = master
    }
    name = xml.attribute(element, "name") ?? ""
    syntax = xml.attribute(element, "prog_lang") ?? syntax
    tags = xml.attribute(element, "tags") ?? ""
    created = xml.attribute(element, "ts_creation").flatMap { Double($0) }
    modified = xml.attribute(element, "ts_lastsave").flatMap { Double($0) }
    length = xml.children(of: element, "rich_text").reduce(0) { $0 + xml.text($1).utf8.count }
  }
}
