internal import SlipboxKit
internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// Folders and keywords of a feed.
extension SyncWork {
  /// The object of a folder or keyword: that of the feed's array, with what notes said of it below.
  private func object(
    _ id: String, _ section: BoxJSON.Section, over known: JSONValue?
  ) throws(SlipError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    if !changes.isWhole, case .object(let before) = known { members = before }
    if case .object(let inner) = nested[section]?[id] {
      members.merge(inner) { $1 }
    }
    guard case .object(let all) = try changes.object(id, section, over: .object(members)) else {
      return .null
    }
    return .object(all)
  }

  /// The ids of all folders or keywords that the feed has something about, sorted.
  private func ids(_ section: BoxJSON.Section) -> [String] {
    Set(changes.ids(section)).union((nested[section] ?? [:]).keys).sorted()
  }

  /// Reads an object of the feed; an error gets its place.
  private func read<Value>(
    _ id: String, _ section: BoxJSON.Section, _ body: () throws(SlipError) -> Value
  ) throws(SlipError) -> Value {
    do throws(SlipError) { return try body() } catch { throw changes.placed(error, id, section) }
  }

  // MARK: Folders

  /// Gives folders the feed's values. All of them change at once, so that they may come in any order.
  mutating func mergeFolders() throws(SlipError) {
    var (before, after) = (BoxChanges(), BoxChanges())
    var objects: [String: JSONValue] = [:]
    let old = state.folders
    for id in ids(.folders) {
      let object = try object(id, .folders, over: state.folders[id]?.object)
      if object == state.folders[id]?.object, ours.folder(state.folders[id]?.id ?? .zero) != nil { continue }
      objects[id] = object
      let known = state.folders[id]?.id ?? UniqueID(id)
      state.folders[id] = FeedState.Known(
        id: known
          ?? UniqueID(namespace: IdentityNamespace.folder, name: "\(origin.name)//folder/\(id)"),
        object: object)
    }
    // Those that the user deleted come back where a note is in them.
    for (id, known) in old.sorted(by: { $0.key < $1.key }) where ours.folder(known.id) == nil {
      var folder = try read(id, .folders) { () throws(SlipError) in
        try self.folder(known.object, known.id, over: nil, old)
      }
      if let parent = folder.parent, ours.folder(parent) == nil,
        !old.values.contains(where: { $0.id == parent })
      {
        folder.parent = nil
      }
      before.folders.append(contentsOf: [EntityChange(from: nil, to: folder)].compactMap { $0 })
      if objects[id] == nil {
        after.folders.append(contentsOf: [EntityChange(from: nil, to: folder)].compactMap { $0 })
      }
    }
    for (id, object) in objects.sorted(by: { $0.key < $1.key }) {
      guard let entity = state.folders[id]?.id else { continue }
      let mine = ours.folder(entity)
      let new = try read(id, .folders) { () throws(SlipError) in
        try folder(object, entity, over: mine, state.folders)
      }
      if let change = EntityChange(from: mine, to: new) { after.folders.append(change) }
      guard let mine, let known = old[id] else { continue }
      let last = try read(id, .folders) { () throws(SlipError) in
        try folder(known.object, entity, over: mine, old)
      }
      if let change = EntityChange(from: mine, to: last) { before.folders.append(change) }
    }
    do throws(SlipError) {
      try theirs.apply(after)
    } catch {
      let id = objects.keys.sorted().first { id in
        state.folders[id].map { EntityID.folder($0.id).location } == error.location
      }
      if let id { throw changes.placed(error, id, .folders) }
      var error = error
      error.location = SourceLocation(file: connection.root.display, error.location?.place ?? .wholeFile)
      throw error
    }
    // What the feed said last may no longer fit to what is there; then the feed's value counts as new.
    try? base.apply(before)
  }

  /// The folder that an object describes.
  private func folder(
    _ object: JSONValue, _ id: Folder.ID, over mine: Folder?, _ known: [String: FeedState.Known]
  ) throws(SlipError) -> Folder {
    let fields = try JSONFields(object)
    var folder = mine ?? Folder(id: id, name: "")
    folder.name = try fields.string("name") ?? mine?.name ?? "Untitled"
    if folder.name.isEmpty { folder.name = "Untitled" }
    folder.order = try fields.int("order") ?? 0
    folder.created = try fields.date("created")
    folder.properties = try BoxJSON.properties(fields)
    folder.foreign = try fields.strings("foreign")
    folder.parent = nil
    if let parent = try fields.id("parent") {
      guard let target = known[parent]?.id else {
        throw fields.fault("parent", "names no folder of the feed")
      }
      folder.parent = target
    }
    return folder
  }

  /// Deletes folders that the feed doesn't have any more. What the user put into them moves up.
  mutating func deleteFolders() throws(SlipError) {
    var gone = changes.deleted[.folders] ?? []
    if isFull, changes.tellsAll(.folders) { gone.formUnion(state.folders.keys) }
    gone.subtract(ids(.folders))
    for id in gone.sorted() {
      guard let known = state.folders.removeValue(forKey: id), let folder = theirs.folder(known.id) else {
        continue
      }
      if request.policy == .feed, let mine = ours.folder(known.id) {
        try base.update(folder: known.id) { $0 = mine }
      }
      for note in theirs.notes(in: known.id) {
        try theirs.update(note: note.id) { $0.folder = folder.parent }
      }
      for child in theirs.children(of: known.id) {
        try theirs.update(folder: child.id) { $0.parent = folder.parent }
      }
      _ = try theirs.remove(folder: known.id, notes: .nullify)
    }
  }

  // MARK: Keywords

  /// Gives keywords the feed's values; those above others come first.
  mutating func mergeKeywords() throws(SlipError) {
    var left = ids(.keywords)
    let leaving = Set(goneKeywords.compactMap { state.keywords[$0]?.id })
    // Names may have changed hands, so all that change are free at first.
    for id in left {
      guard let known = state.keywords[id], theirs.keyword(known.id) != nil,
        try object(id, .keywords, over: known.object) != known.object
      else { continue }
      try theirs.update(keyword: known.id) { $0.name = SyncWork.passingName(known.id) }
    }
    while !left.isEmpty {
      var later: [String] = []
      for id in left {
        let object = try object(id, .keywords, over: state.keywords[id]?.object)
        let isDone = try read(id, .keywords) { () throws(SlipError) in
          try mergeKeyword(id, object, leaving: leaving, canWait: left.contains)
        }
        if !isDone { later.append(id) }
      }
      guard later.count < left.count else {
        throw changes.placed(
          SlipError(.badInput, code: KitCode.badFeed, "Keywords of the feed lie below themselves."), later[0],
          .keywords)
      }
      left = later
    }
  }

  /// A name that no keyword has.
  private static func passingName(_ id: Keyword.ID) -> String { "\u{FFFC}\(id)" }

  /// Gives one keyword the feed's values; false where the one above it must come first.
  ///
  /// - Parameters:
  ///   - id: The feed's id.
  ///   - object: What the feed says of it.
  ///   - leaving: Keywords that the feed doesn't have any more.
  ///   - canWait: Whether a keyword of the feed is still to come.
  private mutating func mergeKeyword(
    _ id: String, _ object: JSONValue, leaving: Set<Keyword.ID>, canWait: (String) -> Bool
  ) throws(SlipError) -> Bool {
    let known = state.keywords[id]
    let fields = try JSONFields(object)
    let name = try fields.required("name")
    var parent: Keyword.ID?
    if let above = try fields.id("parent") {
      if done.contains(above) || !canWait(above) {
        guard let target = state.keywords[above]?.id else {
          throw fields.fault("parent", "names no keyword of the feed")
        }
        parent = target
      } else {
        return false
      }
    }
    done.insert(id)
    if known?.object == object, known.map({ ours.keyword($0.id) != nil }) == true { return true }
    let color = try BoxJSON.color(fields)
    let same = theirs.keyword(named: name, in: parent)?.id
    if let known, theirs.keyword(known.id) != nil {
      state.keywords[id]?.object = object
      try? setBase(known)
      if let same, same != known.id, leaving.contains(same) {
        try theirs.update(keyword: same) { $0.name = SyncWork.passingName(same) }
      }
      let free = freeName(name, in: parent, for: known.id)
      try theirs.update(keyword: known.id) { keyword in
        (keyword.name, keyword.parent) = (free, parent)
        keyword.color = color ?? keyword.color
      }
      return true
    }
    if let same {
      state.keywords[id] = FeedState.Known(id: same, object: object)
      return true
    }
    let own = UniqueID(id).flatMap { theirs.keyword($0) == nil ? $0 : nil }
    var keyword = Keyword(
      id: own
        ?? UniqueID.unused(in: IdentityNamespace.keyword, for: "\(origin.name)//keyword/\(id)") {
          theirs.keyword($0) == nil
        }, name: TextFolding.nfc(name), color: color ?? Keyword.Color(forName: name))
    keyword.parent = parent
    try theirs.insert(keyword)
    state.keywords[id] = FeedState.Known(id: keyword.id, object: object)
    return true
  }

  /// The name itself, or one with a number where another keyword is called so already.
  private func freeName(_ name: String, in parent: Keyword.ID?, for id: Keyword.ID) -> String {
    var free = name
    var number = 2
    while let other = theirs.keyword(named: free, in: parent), other.id != id {
      free = "\(name) \(number)"
      number += 1
    }
    return free
  }

  /// Gives a keyword of `base` the values that the feed gave it last.
  private mutating func setBase(_ known: FeedState.Known) throws(SlipError) {
    let fields = try JSONFields(known.object)
    let parent = try fields.id("parent").flatMap { state.keywords[$0]?.id }
    let (name, color) = (try fields.required("name"), try BoxJSON.color(fields))
    try base.update(keyword: known.id) { keyword in
      (keyword.name, keyword.parent) = (name, parent)
      keyword.color = color ?? keyword.color
    }
  }

  /// The feed's ids of keywords that it doesn't have any more.
  private var goneKeywords: Set<String> {
    var gone = changes.deleted[.keywords] ?? []
    if isFull, changes.tellsAll(.keywords) { gone.formUnion(state.keywords.keys) }
    return gone.subtracting(ids(.keywords))
  }

  /// Deletes keywords that the feed doesn't have any more, unless a note has them.
  mutating func deleteKeywords() throws(SlipError) {
    for id in goneKeywords.sorted() {
      guard let known = state.keywords.removeValue(forKey: id) else { continue }
      // One that is in use, or above others that would meet one of their name, stays.
      try? theirs.remove(keyword: known.id)
      guard let stays = theirs.keyword(known.id), stays.name == SyncWork.passingName(known.id),
        let name = ours.keyword(known.id)?.name
      else { continue }
      let free = freeName(name, in: stays.parent, for: known.id)
      try theirs.update(keyword: known.id) { $0.name = free }
    }
  }

  /// The keyword that a note names: by its id in the feed, or by its path.
  mutating func keyword(_ name: String) throws(SlipError) -> Keyword.ID {
    if let known = state.keywords[name], theirs.keyword(known.id) != nil { return known.id }
    guard UniqueID(name) == nil else {
      throw SlipError(.badInput, code: KitCode.badFeed, "A note has a keyword that the feed doesn't have.")
    }
    return try theirs.findOrCreateKeyword(at: TextFolding.nfc(name))
  }
}

extension UniqueID {
  /// The UUID of zeros, which nothing has.
  fileprivate static let zero = UniqueID(high: 0, low: 0)
}
