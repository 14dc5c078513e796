internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// What all notes of a file share: its structure, its pictures, and the ids of its nodes.
struct KeyNoteLibrary: Sendable {
  /// The file.
  let file: KeyNoteFile
  /// The name of the file.
  let name: String
  /// Its pictures.
  let pictures: KeyNotePictures
  /// Gives a file beside it.
  ///
  /// The path is relative to the folder of the source. Nil where there is no such file, or it may not
  /// be read.
  let neighbour: @Sendable (String) -> [UInt8]?
  /// The ids of the nodes: `gi:5`, or `FOLDER/NODE` in old files.
  private(set) var ids: [String] = []
  /// For each node the one that it lies below; -1 for none.
  private var parents: [Int] = []
  /// The folders of nodes with nodes below them.
  private var steps: [Int: SourceFolder] = [:]
  /// Nodes by their number in the file; by the numbers of folder and node; by their names.
  /// Of several with one key the first counts.
  private var byNumber: [String: Int] = [:], byPlace: [String: Int] = [:], byName: [String: Int] = [:]

  /// Prepares a file.
  /// A link may name a node by its number, by the numbers of folder and node, or by their names,
  /// depending on the version that wrote it. All three are prepared here, so that each link is one
  /// look-up.
  ///
  /// - Parameters:
  ///   - file: The structure that was read.
  ///   - tree: The container of the file, which also gives the files beside it.
  ///   - limits: Bounds on pictures.
  init(_ file: KeyNoteFile, _ tree: SourceTree, _ limits: Limits) {
    self.file = file
    name = tree.name
    neighbour = tree.neighbour
    pictures = KeyNotePictures(file, tree, limits)
    ids.reserveCapacity(file.nodes.count)
    findParents()
    var taken: Set<String> = []
    var repeated: [String: Int] = [:]
    for (place, node) in file.nodes.enumerated() {
      let folder = file.folders[node.folder]
      let folderID = folder.id.isEmpty ? "0" : folder.id
      let nodeID = node.id.isEmpty ? "0" : node.id
      var id = node.globalID.isEmpty ? folderID + "/" + nodeID : "gi:" + node.globalID
      if folder.isNote, parents[place] < 0, node.globalID.isEmpty { id = folderID }
      // A number that comes twice is a fault of the file; the notes are different ones all the same.
      let first = id
      while !taken.insert(id).inserted {
        repeated[first, default: 1] += 1
        id = first + "#\(repeated[first] ?? 2)"
      }
      ids.append(id)
      add(place, node, folder, folderID)
    }
    for (place, node) in file.nodes.enumerated() where !node.noteID.isEmpty {
      // A link to a note leads to the first node that shows it.
      byNumber[node.noteID] = byNumber[node.noteID] ?? place
    }
  }

  /// Adds a node to what links are looked up in.
  ///
  /// - Parameters:
  ///   - place: The place of the node in the file.
  ///   - node: The node.
  ///   - folder: Its folder. An old folder that is a single note can be named without a node.
  ///   - folderID: The number of the folder, `0` where it has none.
  private mutating func add(
    _ place: Int, _ node: KeyNoteFile.Node, _ folder: KeyNoteFile.Folder, _ folderID: String
  ) {
    if !node.globalID.isEmpty { byNumber[node.globalID] = byNumber[node.globalID] ?? place }
    if !node.id.isEmpty {
      let key = folderID + "/" + node.id
      byPlace[key] = byPlace[key] ?? place
    }
    let isWhole = folder.isNote && parents[place] < 0
    if isWhole { byPlace[folderID + "/0"] = byPlace[folderID + "/0"] ?? place }
    let key = KeyNoteLibrary.key(file.string(folder.name), isWhole ? "" : title(of: place))
    byName[key] = byName[key] ?? place
  }

  /// Finds the node that each node lies below.
  ///
  /// The levels say it: a node lies below the last node before it with a smaller level. Folders begin
  /// anew.
  private mutating func findParents() {
    var open: [Int] = []
    for (place, node) in file.nodes.enumerated() {
      if place > 0, file.nodes[place - 1].folder != node.folder { open = [] }
      open.removeLast(max(0, open.count - node.level))
      parents.append(open.last ?? -1)
      if let parent = open.last, steps[parent] == nil {
        let title = title(of: parent)
        steps[parent] = SourceFolder(
          title.isEmpty ? "Untitled" : title, order: parent)
      }
      open.append(place)
    }
  }

  /// The key of a pair of names.
  ///
  /// The line end between them can stand in neither, so different pairs have different keys. Case
  /// doesn't count.
  private static func key(_ folder: String, _ node: String) -> String {
    TextFolding.caseFolded(folder + "\n" + node)
  }

  // MARK: Structure

  /// The number of the note that a node shows.
  ///
  /// Both are empty in a damaged file only.
  func noteID(of node: KeyNoteFile.Node) -> String { node.noteID.isEmpty ? node.globalID : node.noteID }

  /// The title of a node's note; empty for none.
  ///
  /// A folder of an old file that is a single note gives its own name. A node without a note has no
  /// title.
  func title(of place: Int) -> String {
    let node = file.nodes[place]
    if file.folders[node.folder].isNote, parents[place] < 0 {
      return file.string(file.folders[node.folder].name)
    }
    guard let note = node.note ?? file.notePlaces[noteID(of: node)] else { return "" }
    return file.string(file.notes[note].title)
  }

  /// The step of a folder.
  ///
  /// - Parameter place: The place of the folder in the file, which also gives its order and its id.
  func step(ofFolder place: Int) -> SourceFolder {
    let name = file.string(file.folders[place].name)
    return SourceFolder(name.isEmpty ? "Untitled" : name, id: "folder:\(place)", order: place)
  }

  /// The step of a node; nil where no nodes lie below it.
  ///
  /// Such a node is a folder of the box as well as a note.
  func step(ofNode place: Int) -> SourceFolder? {
    steps[place].map { step in
      var step = step
      // The id is known only when all nodes are.
      step.id = ids[place]
      return step
    }
  }

  /// The folders that a node lies in.
  ///
  /// - Returns: The steps from the top down. They end with the step of the node above this one.
  func folders(of place: Int) -> [SourceFolder] {
    let folder = file.nodes[place].folder
    var steps: [SourceFolder] = []
    var parent = parents[place]
    while parent >= 0 {
      if let step = step(ofNode: parent) { steps.append(step) }
      parent = parents[parent]
    }
    // An old folder without a tree is a note, so it lies at the top.
    if !file.folders[folder].isNote { steps.append(step(ofFolder: folder)) }
    return steps.reversed()
  }

  /// The keyword of a tag; nil for a number that no tag has.
  func keyword(_ number: String) -> SourceKeyword? {
    guard let range = file.tags[number] else { return nil }
    let name = file.string(range).trimmingBlanks()
    return name.isEmpty ? nil : SourceKeyword(path: [name])
  }

  // MARK: Links

  /// The id of the node that a link leads to; nil where there is none, or where it leads to another file.
  ///
  /// Links may name their file by any path of any computer. Only the last part of it is compared,
  /// without case.
  func id(of link: KeyNoteLink) -> String? {
    if !link.file.isEmpty {
      let other = String(link.file.map { $0 == "\\" ? "/" : $0 }).lastName
      guard TextFolding.caseFolded(String(other)) == TextFolding.caseFolded(name) else { return nil }
    }
    return place(of: link.target).map { ids[$0] }
  }

  /// The node that a link leads to.
  private func place(of target: KeyNoteLink.Target) -> Int? {
    switch target {
    case .node(let number): byNumber[number]
    case .place(let folder, let node): byPlace[folder + "/" + node]
    case .names(let folder, let node): byName[KeyNoteLibrary.key(folder, node)]
    }
  }

  /// The node whose note a node of an old file shows: `FOLDER|NODE`, or a number. Nil for its own.
  ///
  /// - Returns: The place of the node in the file; nil also for one that the file doesn't have.
  func mirrored(_ node: KeyNoteFile.Node) -> Int? {
    let parts = node.mirror.split(separator: "|")
    switch parts.count {
    case 1: return byNumber[String(parts[0])]
    case 2...: return byPlace[parts[0] + "/" + parts[1]]
    default: return nil
    }
  }
}
