internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

/// Reads a document of CherryTree: each node is a note, and one with nodes below it a folder as well.
///
/// ```
/// Garden.ctd                XML
/// Garden.ctb                SQLite
/// Garden/subnodes.lst       a folder: the ids of the nodes at the top
/// Garden/1/node.xml         a node, with the files that it shows beside it
/// Garden.ctz, Garden.ctx    the first two, packed with a password: refused
/// ```
struct CherryTreeSource: NoteSource {
  /// The nodes.
  private let library: CherryTreeLibrary
  /// The next node.
  private var position = 0
  /// What comes next, the last one first.
  private var pending: [SourceItem]

  /// What 7-Zip files begin with.
  private static let packed: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]

  /// Whether a container is a document of CherryTree.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    if tree.form == .file {
      guard let bytes = tree.soundBytes(at: 0) else { return nil }
      if ["ctx", "ctz"].contains(tree.name.suffixName), bytes.withBytes({ $0.starts(with: packed) }) {
        return .certain
      }
      return bytes.withBytes { isDocument($0) } ? .certain : nil
    }
    let mayBeStore = tree.files.contains { $0.path.suffixName == "ctb" }
    if mayBeStore, let store = StoreTree(tree), store.kind == .cherryTree { return .certain }
    return CherryTreeFolder.isOne(tree) ? .certain : nil
  }

  /// Whether the root element is that of a document.
  private static func isDocument(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(4_096))
    guard LooseXML.find("<cherrytree", in: start, from: 0) != nil else { return false }
    var scanner = LooseXML()
    while let token = scanner.next(in: start) {
      if case .start(let tag, _) = token { return tag.name == "cherrytree" }
    }
    return false
  }

  /// Lists the nodes.
  ///
  /// - Throws: `SlipError` where the document can't be read, or is protected by a password.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    var strangers: [SourceItem] = []
    if tree.form == .file {
      let bytes = try tree.bytes(at: 0).array
      guard !bytes.starts(with: CherryTreeSource.packed) else {
        throw SlipError(
          .badInput, code: ExchangeCode.encryptedPart,
          "The document is protected by a password; save it in CherryTree without one (.ctd or .ctb).")
      }
      library = CherryTreeLibrary(xml: bytes, context)
    } else if let store = StoreTree(tree), store.kind == .cherryTree {
      library = try CherryTreeLibrary(store: store.open())
    } else {
      let folder = CherryTreeFolder(tree)
      library = try CherryTreeLibrary(folder: folder, context)
      strangers = try folder.strangers()
    }
    pending = (library.findings.map { .finding($0) } + strangers).reversed()
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    guard position < library.nodes.count else { return nil }
    let (place, library) = (position, library)
    position += 1
    let node = library.nodes[place]
    let shown = library.shown(place)
    let folder = library.folders(to: node.hasChildren ? place : node.parent)
    let item = SourceItem.note(
      SourceEntry(id: node.id, place: node.id, names: [shown.name], length: shown.length) {
        context throws(SlipError) in
        var note = try library.note(place, context)
        note.folder = folder
        return note
      })
    guard node.hasChildren else {
      // A node without a name and a text is nothing.
      return shown.isEmpty && shown.name.isEmpty ? try next() : item
    }
    if !shown.isEmpty || library.hasMarks(place) { pending.append(item) }
    return .folder(folder)
  }
}
