public import SlipBase

extension SlipBox {
  /// Inserts an attachment. It may stay unused: only the loss of a last use deletes an attachment.
  ///
  /// - Throws: `NotesCode.duplicateID` when the box has an attachment with this digest.
  public mutating func insert(_ attachment: Attachment) throws(SlipError) {
    guard attachmentTable.insert(attachment) != nil else { throw .duplicate(.attachment(attachment.id)) }
  }

  /// Changes an attachment.
  ///
  /// - Throws: `NotesCode.unknownEntity`; or `NotesCode.identityChanged`, in which case nothing
  ///   changes.
  public mutating func update(
    attachment id: Attachment.ID, _ change: (inout Attachment) -> Void
  ) throws(SlipError) {
    guard let slot = attachmentTable.slot(of: id), var attachment = attachmentTable[slot] else {
      throw .unknown(.attachment(id))
    }
    change(&attachment)
    guard attachment.id == id else { throw .identityChanged(.attachment(id)) }
    attachmentTable.replace(slot, with: attachment)
  }

  /// Inserts a source. The attachments with its extracted pictures must be there already.
  ///
  /// - Throws: `NotesCode.duplicateID` or `NotesCode.unknownEntity`.
  public mutating func insert(_ source: Source) throws(SlipError) {
    guard !sourceTable.contains(source.id) else { throw .duplicate(.source(source.id)) }
    try check(source)
    guard let slot = sourceTable.insert(source) else { throw .duplicate(.source(source.id)) }
    connect(source, slot)
  }

  /// Changes a source. Attachments that thereby lose their last use are deleted.
  ///
  /// - Throws: `NotesCode.unknownEntity` or `NotesCode.identityChanged`; in both cases nothing
  ///   changes.
  public mutating func update(source id: Source.ID, _ change: (inout Source) -> Void) throws(SlipError) {
    guard let slot = sourceTable.slot(of: id), let old = sourceTable[slot] else {
      throw .unknown(.source(id))
    }
    var new = old
    change(&new)
    guard new.id == id else { throw .identityChanged(.source(id)) }
    if new.lifted != old.lifted { try check(new) }
    disconnect(old, slot)
    sourceTable.replace(slot, with: new)
    connect(new, slot)
    for data in old.lifted { collect(attachment: data.attachment) }
  }

  /// Deletes the attachments and sources that nothing uses, which damaged manifests may have.
  ///
  /// - Returns: What was deleted: first the sources, then the attachments, each sorted.
  @discardableResult
  public mutating func removeUnused() -> [EntityID] {
    var removed: [EntityID] = []
    for slot in sourceTable.sortedSlots() where notesBySource[slot].isEmpty {
      if let source = sourceTable[slot] { removed.append(.source(source.id)) }
      remove(sourceAt: slot)
    }
    for id in attachmentTable.sortedIDs() where !isUsed(attachment: id) {
      collect(attachment: id)
      removed.append(.attachment(id))
    }
    return removed
  }

  /// Whether a note or a source uses the attachment.
  public func isUsed(attachment id: Attachment.ID) -> Bool {
    guard let slot = attachmentTable.slot(of: id) else { return false }
    return !notesByAttachment[slot].isEmpty || !sourcesByAttachment[slot].isEmpty
  }

  /// Deletes an attachment unless something uses it.
  mutating func collect(attachment id: Attachment.ID) {
    guard let slot = attachmentTable.slot(of: id), !isUsed(attachment: id) else { return }
    attachmentTable.remove(slot)
  }

  /// Deletes a source, and the attachments that only it used. The source must not have notes.
  mutating func remove(sourceAt slot: UInt32) {
    guard let source = sourceTable[slot] else { return }
    disconnect(source, slot)
    sourceTable.remove(slot)
    for data in source.lifted { collect(attachment: data.attachment) }
  }

  /// Throws `NotesCode.unknownEntity` unless the box has all attachments that the source was
  /// extracted into.
  func check(_ source: Source) throws(SlipError) {
    for data in source.lifted where !attachmentTable.contains(data.attachment) {
      throw .unknown(.attachment(data.attachment))
    }
  }

  /// Enters a source into the inverses.
  mutating func connect(_ source: Source, _ slot: UInt32) {
    for target in attachmentTable.slots(of: source.lifted.map(\.attachment)) {
      sourcesByAttachment.link(slot, to: target)
    }
  }

  /// Removes a source from the inverses.
  mutating func disconnect(_ source: Source, _ slot: UInt32) {
    for target in attachmentTable.slots(of: source.lifted.map(\.attachment)) {
      sourcesByAttachment.unlink(slot, from: target)
    }
  }
}
