public import SlipBase
internal import SlipNotes

/// Folders of files and of containers.
///
/// 1. A folder that the source created is found by its UUID, even when the user has renamed or moved it.
/// 2. Otherwise it is the folder at the same path, unless it has an id in its container.
/// 3. Otherwise it is created.
extension ImportMerger {
  /// The folder that steps lead to; what is missing is created.
  ///
  /// The order, the date and the properties in a container count for a folder that this import creates. Of a folder that was there,
  /// what the container changed since the last import is followed, unless the user changed it as well.
  ///
  /// - Parameters:
  ///   - steps: The folders from the top of the source.
  ///   - source: The source, whose own folders come before them.
  /// - Returns: The innermost folder; nil for no steps.
  mutating func folder(
    _ steps: [SourceFolder], of source: SourceMerge
  ) throws(SlipError) -> Folder.ID? {
    var parent: Folder.ID?
    for step in source.chain(steps) {
      if let known = folders[step.key] {
        // A note in the folder may have come before what is known of the folder.
        if createdFolders.contains(known) { try give(step.step, to: known) }
        parent = known
        continue
      }
      if let found = find(step, in: parent) {
        folders[step.key] = found
        try follow(step, found, in: parent, of: source)
        parent = found
      } else {
        parent = try create(step, in: parent)
        folders[step.key] = parent
      }
    }
    return parent
  }

  /// The folder that steps lead to, if it is there: nil inside for the top.
  ///
  /// Nothing is created. It is the folder that `folder` would give.
  func existingFolder(_ steps: [SourceFolder], of source: SourceMerge) -> Folder.ID?? {
    var parent: Folder.ID?
    for step in source.chain(steps) {
      guard let found = folders[step.key] ?? find(step, in: parent) else { return nil }
      parent = found
    }
    return .some(parent)
  }

  /// Lets folders that are there follow the container; none is created.
  mutating func followFolders(_ steps: [SourceFolder], of source: SourceMerge) throws(SlipError) {
    var parent: Folder.ID?
    for step in source.chain(steps) {
      let known = folders[step.key]
      guard let found = known ?? find(step, in: parent) else { return }
      if known == nil {
        folders[step.key] = found
        try follow(step, found, in: parent, of: source)
      }
      parent = found
    }
  }

  /// The folder of a step in a parent; nil where it would be created.
  private func find(_ step: SourceMerge.FolderStep, in parent: Folder.ID?) -> Folder.ID? {
    let id = UniqueID(namespace: IdentityNamespace.folder, name: step.key)
    if box.folder(id) != nil { return id }
    if step.step.id == nil, let child = box.child(named: step.step.name, of: parent) { return child }
    // The user may have moved the parent down. A folder that would lie too deep is not created.
    if let parent, box.path(of: parent).count >= Limits().folderDepth { return parent }
    return nil
  }

  /// Creates the folder of a step.
  private mutating func create(
    _ step: SourceMerge.FolderStep, in parent: Folder.ID?
  ) throws(SlipError) -> Folder.ID {
    let id = UniqueID(namespace: IdentityNamespace.folder, name: step.key)
    var folder = Folder(id: id, name: step.step.name)
    folder.parent = parent
    folder.order = step.step.order ?? 0
    try box.insert(folder)
    if step.step.order == nil { newFolders.append(id) }
    createdFolders.insert(id)
    try give(step.step, to: id)
    return id
  }

  /// Gives a folder the date and the properties that it has in the container.
  private mutating func give(_ step: SourceFolder, to folder: Folder.ID) throws(SlipError) {
    guard step.created != nil || !step.properties.isEmpty else { return }
    try box.update(folder: folder) {
      $0.created = step.created ?? $0.created
      if !step.properties.isEmpty { $0.properties = step.properties }
    }
  }

  /// Lets a folder that was there follow what the container changed since the last import.
  ///
  /// A name and a parent can change only where the folder has an id in the container.
  private mutating func follow(
    _ step: SourceMerge.FolderStep, _ id: Folder.ID, in parent: Folder.ID?, of source: SourceMerge
  ) throws(SlipError) {
    guard let before = source.oldFolders[step.key], let folder = box.folder(id),
      id == UniqueID(namespace: IdentityNamespace.folder, name: step.key)
    else { return }
    var merge = FactsMerge(options.onConflict)
    var merged = folder
    let (base, theirs) = (before.step, step.step)
    merged.name = merge.value(.title, base: base.name, ours: folder.name, theirs: theirs.name)
    merged.order = merge.value(
      .order, base: base.order ?? folder.order, ours: folder.order, theirs: theirs.order ?? folder.order)
    merged.created = merge.value(.created, base: base.created, ours: folder.created, theirs: theirs.created)
    merged.properties = merge.list(
      .properties, base: base.properties, ours: folder.properties, theirs: theirs.properties
    ) { $0 }
    if merge.takesTheirs(
      .folder, theirsChanged: before.parent != step.parent,
      oursChanged: folder.parent != self.parent(of: before, in: source), isSame: folder.parent == parent),
      canLie(id, in: parent)
    {
      merged.parent = parent
    }
    guard merged != folder else { return }
    let path = box.path(of: id)
    try box.update(folder: id) { $0 = merged }
    report.folders.append(ImportReport.FolderChange(before: path, after: box.path(of: id)))
  }

  /// The folder that a folder of the last import was in; nil for the top, and where it is gone.
  private func parent(of step: SourceMerge.FolderStep, in source: SourceMerge) -> Folder.ID? {
    let key = step.parent ?? source.chain([]).last?.key
    return key.flatMap { folders[$0] ?? known(folderKey: $0) }
  }

  /// The folder that was made of a key, if it is there.
  private func known(folderKey: String) -> Folder.ID? {
    let id = UniqueID(namespace: IdentityNamespace.folder, name: folderKey)
    return box.folder(id) == nil ? nil : id
  }

  /// Whether a folder can lie in another one: not in itself, and not too deep.
  private func canLie(_ folder: Folder.ID, in parent: Folder.ID?) -> Bool {
    var (next, depth) = (parent, 0)
    while let id = next {
      if id == folder { return false }
      depth += 1
      next = box.folder(id)?.parent
    }
    return depth + box.height(of: folder) <= Limits().folderDepth
  }

  /// Deletes the folders that the container made and has no longer, where nothing is in them any more.
  ///
  /// A folder that the user renamed stays.
  mutating func removeEmptied(_ source: SourceMerge) throws(SlipError) {
    guard source.baseline?.isComplete == true, !source.isIncomplete else { return }
    var gone = source.oldFolders.values.filter { !source.currentFolders.contains($0.key) }
    var isDone = false
    while !isDone {
      isDone = true
      gone.sort { $0.key < $1.key }
      for step in gone {
        guard let id = known(folderKey: step.key), let folder = box.folder(id), folder.name == step.step.name,
          box.children(of: id).isEmpty, box.notes(in: id).isEmpty
        else { continue }
        report.folders.append(ImportReport.FolderChange(before: box.path(of: id), after: nil))
        try box.remove(folder: id, notes: .nullify)
        isDone = false
      }
    }
  }

  /// Puts new notes of files, and new folders, behind those that were there, in the natural order of their titles
  /// and names.
  ///
  /// - Throws: An error of the box.
  public mutating func giveOrder() throws(SlipError) {
    let isNewFolder = Set(newFolders)
    for parent in Set(newFolders.map { box.folder($0)?.parent }).sorted(by: Self.precedes) {
      let children = box.children(of: parent)
      var order = box.orderAtEnd(ofFoldersIn: parent) { !isNewFolder.contains($0) }
      for folder in Self.natural(children.filter { isNewFolder.contains($0.id) }, \.name) {
        try box.update(folder: folder) { $0.order = order }
        order += 1
      }
    }
    let isNewNote = Set(newNotes)
    let byFolder = Dictionary(grouping: newNotes.compactMap { box.note($0) }, by: \.folder)
    for folder in byFolder.keys.sorted(by: Self.precedes) {
      var order = box.orderAtEnd(ofNotesIn: folder) { !isNewNote.contains($0) }
      for note in Self.natural(byFolder[folder] ?? [], \.title) {
        try box.update(note: note) { $0.order = order }
        order += 1
      }
    }
    (newFolders, newNotes) = ([], [])
  }

  /// The ids of the entities in the natural order of their names.
  private static func natural<Entity: Identifiable>(
    _ entities: [Entity], _ name: KeyPath<Entity, String>
  ) -> [UniqueID] where Entity.ID == UniqueID {
    let keyed = entities.map { (key: NaturalKey($0[keyPath: name]), id: $0.id) }
    return keyed.sorted { ($0.key, $0.id) < ($1.key, $1.id) }.map(\.id)
  }

  /// Whether one parent comes before another; the top comes first.
  static func precedes(_ a: UniqueID?, _ b: UniqueID?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a < b
  }
}

extension SlipBox {
  /// How many levels of folders a folder is, itself included.
  fileprivate func height(of folder: Folder.ID) -> Int {
    var (level, height) = ([folder], 0)
    while !level.isEmpty {
      height += 1
      level = level.flatMap { children(of: $0).map(\.id) }
    }
    return height
  }
}
