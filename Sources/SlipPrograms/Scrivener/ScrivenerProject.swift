internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// The binder of a Scrivener project, as its `.scrivx` file has it.
///
/// ```
/// Version   by                          key of an item   files of an item
/// 1.0       Windows 1, Mac to 2.5       ID               Files/Docs/<ID>.rtf, <ID>_synopsis.txt, <ID>_notes.rtf
/// 1.5       Mac 2.6 to 2.8              ID and UUID      the same; links use the UUID
/// 2.0       Mac 3, Windows 3            UUID             Files/Data/<UUID>/content.rtf, synopsis.txt, notes.rtf
/// ```
///
/// Any item may have items below it and a text of its own, a `Text` as well as a `Folder`. Many have no file at all,
/// because nothing was typed yet. `StatusID` -1 means none, while 0 is a status like others.
struct ScrivenerProject: Sendable {
  /// An item of the binder.
  struct Item: Sendable {
    /// The key of its files: the UUID in format 2.0, else the number.
    var file: String
    /// The UUID, or the number in format 1.0.
    var id: String
    /// `Text`, `Folder`, `Image`, `TrashFolder` and so on.
    var type: String
    /// The title; may be empty.
    var title: String
    /// When it was created and last changed; nil for a date that can't be read.
    var created, modified: SourceDate?
    /// The items that it lies in, from the top, by their places in `items`.
    var path: [Int] = []
    /// Its place among its siblings.
    var order = 0
    /// Whether items lie in it.
    var hasChildren = false
    /// Whether it lies in the trash.
    var isTrashed = false
    /// The extension of a media file; empty for none.
    var fileExtension = ""
    /// Numbers of its keywords.
    var keywords: [String] = []
    /// Facts about it: names and values.
    var facts: [(name: String, value: String)] = []
    /// The number of its status; nil for none.
    var status: String?
    /// Internal references: the ids of items. A number that no item has stays as it is.
    var references: [String] = []
    /// External references, with their titles.
    var addresses: [(title: String, target: String)] = []
    /// The places of items that are files of this one, as this program writes them.
    var attachments: [Int] = []
    /// The saved search of a folder that this program exported, as JSON; nil for none.
    var search: String?
    /// Whether it is a file of the item that it lies in.
    var isAttachment: Bool {
      facts.contains { $0.name == NoteFacts.key && $0.value == ScrivenerProject.attachmentMark }
    }
  }

  /// What a field says of an item that is a file of the item above it.
  static let attachmentMark = "attachment"
  /// The custom field of a folder that says what its saved search is, as JSON: `{"search":"bees"}`.
  static let searchField = "slipbox-search"

  /// The id of the collection that lists what the saved search of a folder finds.
  ///
  /// - Parameter id: The UUID of the folder's item.
  static func searchCollection(of id: String) -> String? {
    UniqueID(id.lowercased()).map {
      UniqueID(namespace: $0, name: "scrivener-collection").description.uppercased()
    }
  }

  /// The items in the order of the binder, each before what lies in it.
  private(set) var items: [Item] = []
  /// Keywords by number.
  private(set) var keywords: [String: SourceKeyword] = [:]
  /// The numbers of keywords in the order of the project.
  private(set) var keywordOrder: [String] = []
  /// Names and colours of labels by number.
  private(set) var labels: [String: (name: String, color: String)] = [:]
  /// Names of the types of sections by their ids.
  private var sectionTypes: [String: String] = [:]
  /// Names of statuses by number.
  private(set) var statuses: [String: String] = [:]
  /// Names of collections that items are in, by UUID or number.
  private(set) var collections: [String: [String]] = [:]
  /// Whether files lie by UUID in `Files/Data`.
  private(set) var isFormat2 = false
  /// When the project was last changed: as it says itself, else the newest date of an item. Nil when unknown.
  private(set) var modified: Timestamp?
  /// Whether an item came twice, or the binder is deeper than a limit.
  private(set) var hasFaults = false
  /// Whether its markup is whole.
  private(set) var isWhole = true

  /// How many items may lie in each other.
  private static let deepest = 1_000

  /// Reads a project file; nil where it isn't one.
  init?(_ bytes: [UInt8]) {
    let tree = LooseTree(bytes)
    guard let root = tree.root, tree.nodes[root].name == "ScrivenerProject" else { return nil }
    isWhole = tree.isWhole
    isFormat2 = tree.attribute(root, "Version").map { $0.hasPrefix("2") } ?? false
    readKeywords(tree, tree.child(of: root, "Keywords"))
    for label in tree.children(of: tree.find(root, "LabelSettings", "Labels") ?? 0, "Label") {
      guard let id = tree.attribute(label, "ID") else { continue }
      labels[id] = (tree.text(label).trimmingBlanks(), tree.attribute(label, "Color") ?? "")
    }
    for name in ["StatusItems", "Statuses"] {
      for status in tree.children(of: tree.find(root, "StatusSettings", name) ?? 0, "Status") {
        if let id = tree.attribute(status, "ID") { statuses[id] = tree.text(status).trimmingBlanks() }
      }
    }
    for type in tree.children(of: tree.find(root, "SectionTypes", "TypeDefinitions") ?? 0, "Type") {
      if let id = tree.attribute(type, "ID") { sectionTypes[id] = tree.text(type).trimmingBlanks() }
    }
    readBinder(tree, tree.child(of: root, "Binder"))
    modified =
      tree.attribute(root, "Modified").flatMap { SourceDate($0)?.time }
      ?? items.compactMap { $0.modified?.time }.max()
    readCollections(tree, tree.child(of: root, "Collections"))
  }

  // MARK: Keywords and collections

  /// Reads the keywords with those below them.
  ///
  /// ```
  /// <Keywords><Keyword ID="1"><Title>Places</Title><Color>0.1 0.2 0.9</Color>
  ///   <Children><Keyword ID="2"><Title>Harbour</Title></Keyword></Children></Keyword></Keywords>
  /// ```
  private mutating func readKeywords(_ tree: LooseTree, _ node: Int?) {
    guard let node else { return }
    var open = tree.children(of: node, "Keyword").reversed().map { (node: $0, path: [String]()) }
    while let (node, above) = open.popLast() {
      let path = above + [tree.value(node, "Title") ?? "Untitled"]
      if let id = tree.attribute(node, "ID"), keywords[id] == nil {
        keywords[id] = SourceKeyword(path: path, color: Self.color(tree.value(node, "Color")))
        keywordOrder.append(id)
      }
      guard path.count < Self.deepest, let below = tree.child(of: node, "Children") else { continue }
      open += tree.children(of: below, "Keyword").reversed().map { ($0, path) }
    }
  }

  /// Three numbers from 0 to 1 with blanks between them.
  static func color(_ text: String?) -> [Double]? {
    let numbers = (text ?? "").split(separator: " ").compactMap { Double($0) }
    return numbers.count >= 3 && numbers.allSatisfy { (0...1).contains($0) } ? Array(numbers.prefix(3)) : nil
  }

  /// Reads which collections items are in. Format 1.5 lists them as elements, 2.0 as one text with commas. Collections
  /// that a search makes are left out, be it one of Scrivener or a saved search that this program exported.
  private mutating func readCollections(_ tree: LooseTree, _ node: Int?) {
    guard let node else { return }
    let own = Set(items.filter { $0.search != nil }.compactMap { Self.searchCollection(of: $0.id) })
    for collection in tree.children(of: node, "Collection")
    where tree.attribute(collection, "Type") == "Arbitrary" {
      if let id = tree.attribute(collection, "ID"), own.contains(id.uppercased()) { continue }
      let name = tree.value(collection, "Title") ?? ""
      var ids = tree.value(collection, "BinderUUIDs")?.split(separator: ",").map { String($0) } ?? []
      if let list = tree.child(of: collection, "BinderIDs") {
        ids += tree.children(of: list, "BinderID").map { tree.text($0) }
      }
      for id in ids where !name.isEmpty {
        collections[id.trimmingBlanks().uppercased(), default: []].append(name)
      }
    }
  }

  // MARK: Items

  /// Reads the items in the order of the binder. An item that occurs again, as in a circle that somebody made by hand, is
  /// left out with those below it.
  private mutating func readBinder(_ tree: LooseTree, _ binder: Int?) {
    guard let binder else { return }
    var open = Array(tree.children(of: binder, "BinderItem").enumerated()).reversed().map {
      (node: $0.element, order: $0.offset, path: [Int](), isTrashed: false)
    }
    var seen: Set<String> = []
    var ids: [String: String] = [:]
    while let (node, order, path, isTrashed) = open.popLast() {
      guard let key = tree.attribute(node, "UUID") ?? tree.attribute(node, "ID") else { continue }
      guard seen.insert(key).inserted, path.count < Self.deepest else {
        hasFaults = true
        continue
      }
      if let number = tree.attribute(node, "ID") { ids[number] = key }
      var item = Item(
        file: (isFormat2 ? nil : tree.attribute(node, "ID")) ?? key, id: key,
        type: tree.attribute(node, "Type") ?? "Text", title: tree.value(node, "Title") ?? "",
        created: tree.attribute(node, "Created").flatMap { SourceDate($0) },
        modified: tree.attribute(node, "Modified").flatMap { SourceDate($0) })
      (item.path, item.order) = (path, order)
      item.isTrashed = isTrashed || item.type == "TrashFolder"
      readFacts(tree, node, &item)
      let below = tree.child(of: node, "Children").map { tree.children(of: $0, "BinderItem") } ?? []
      let isAttachment = item.isAttachment && !path.isEmpty
      let place = items.count
      items.append(item)
      if let parent = path.last {
        if isAttachment { items[parent].attachments.append(place) } else { items[parent].hasChildren = true }
      }
      open += Array(below.enumerated()).reversed().map {
        ($0.element, $0.offset, path + [place], item.isTrashed)
      }
    }
    // Format 1.5 refers to items by number, although they have UUIDs, and may do so before the item comes.
    for place in items.indices { items[place].references = items[place].references.map { ids[$0] ?? $0 } }
  }

  /// Reads what an item says about itself.
  private func readFacts(_ tree: LooseTree, _ node: Int, _ item: inout Item) {
    if let list = tree.child(of: node, "Keywords") {
      item.keywords = tree.children(of: list, "KeywordID").map { tree.text($0).trimmingBlanks() }
    }
    for list in ["References", "Bookmarks"] {
      guard let list = tree.child(of: node, list) else { continue }
      for reference in tree.children(of: list) {
        let title = tree.text(reference).trimmingBlanks()
        if let id = tree.attribute(reference, "BinderUUID") ?? tree.attribute(reference, "BinderID") {
          item.references.append(id)
        } else if let target = tree.attribute(reference, "Destination") {
          item.addresses.append((title, target))
        }
      }
    }
    guard let data = tree.child(of: node, "MetaData") else { return }
    item.fileExtension = tree.value(data, "FileExtension")?.lowercased() ?? ""
    if let label = tree.value(data, "LabelID").flatMap({ labels[$0] }), !label.name.isEmpty,
      label.name != "No Label"
    {
      item.facts.append(("label", label.name))
      if !label.color.isEmpty { item.facts.append(("label-color", label.color)) }
    }
    item.status = tree.value(data, "StatusID")
    if let section = tree.value(data, "SectionType"), section != "ChildDefault" {
      item.facts.append(("section-type", sectionTypes[section] ?? section))
    }
    if tree.value(data, "IncludeInCompile") == "Yes" { item.facts.append(("in-compile", "true")) }
    guard let custom = tree.child(of: data, "CustomMetaData") else { return }
    for field in tree.children(of: custom, "MetaDataItem") {
      guard let name = tree.value(field, "FieldID"), let value = tree.value(field, "Value") else { continue }
      if name == Self.searchField { item.search = value } else { item.facts.append((name, value)) }
    }
  }

  // MARK: Status

  /// The status that a name stands for; `draft` for one that the table doesn't have.
  ///
  /// Names are the user's and in any language, so the table has those that Scrivener brings along; the name itself is
  /// kept as the property `scrivener:status`.
  static func status(_ name: String) -> Note.Status { statusNames[name.lowercased()] ?? .draft }

  /// The statuses that Scrivener's templates bring along and that are more than drafts, and that of this program's exports.
  private static let statusNames: [String: Note.Status] = [
    "archived": .archived, "final draft": .review, "done": .review, "complete": .review, "completed": .review,
    "final": .review,
    "terminé": .review, "version finale": .review, "fertig": .review, "endfassung": .review,
  ]
}
