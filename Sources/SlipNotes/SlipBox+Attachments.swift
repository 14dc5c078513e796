public import SlipBase

extension SlipBox {
  /// Puts an attachment in. Until a note or a source refers to it, nothing deletes it.
  public mutating func insert(_ attachment: Attachment) throws(SlipError) {
    guard attachmentTable.insert(attachment) != nil else { throw .duplicate(.attachment(attachment.id)) }
  }

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

  /// Puts a source in; the attachments that it was lifted into must be there already.
  public mutating func insert(_ source: Source) throws(SlipError) {
    guard !sourceTable.contains(source.id) else { throw .duplicate(.source(source.id)) }
    try check(source)
    guard let slot = sourceTable.insert(source) else { throw .duplicate(.source(source.id)) }
    connect(source, slot)
  }

  /// Changes a source. An attachment that loses its last use by this is deleted.
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

  /// Deletes attachments and sources that nothing uses, as a damaged manifest may have them.
  ///
  /// Gives what was deleted, sorted.
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

  /// Whether a note or a source refers to it.
  public func isUsed(attachment id: Attachment.ID) -> Bool {
    guard let slot = attachmentTable.slot(of: id) else { return false }
    return !notesByAttachment[slot].isEmpty || !sourcesByAttachment[slot].isEmpty
  }

  mutating func collect(attachment id: Attachment.ID) {
    guard let slot = attachmentTable.slot(of: id), !isUsed(attachment: id) else { return }
    attachmentTable.remove(slot)
  }

  /// Only for sources without notes.
  mutating func remove(sourceAt slot: UInt32) {
    guard let source = sourceTable[slot] else { return }
    disconnect(source, slot)
    sourceTable.remove(slot)
    for data in source.lifted { collect(attachment: data.attachment) }
  }

  func check(_ source: Source) throws(SlipError) {
    for data in source.lifted where !attachmentTable.contains(data.attachment) {
      throw .unknown(.attachment(data.attachment))
    }
  }

  mutating func connect(_ source: Source, _ slot: UInt32) {
    for target in attachmentTable.slots(of: source.lifted.map(\.attachment)) {
      sourcesByAttachment.link(slot, to: target)
    }
  }

  mutating func disconnect(_ source: Source, _ slot: UInt32) {
    for target in attachmentTable.slots(of: source.lifted.map(\.attachment)) {
      sourcesByAttachment.unlink(slot, from: target)
    }
  }
}
