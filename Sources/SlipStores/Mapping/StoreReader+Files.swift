internal import SlipBase
internal import SlipNotes

/// What lies beside notes: files, and objects that become properties.
extension StoreReader {
  /// Takes files.
  ///
  /// Of an object with several values of bytes, the first one that isn't empty is the file. Empty files are
  /// left out.
  ///
  /// - Throws: `SlipError` where the row of a file can't be read.
  func files(_ files: StorePlan.Files, _ row: StoreRows.Row, _ note: inout StoreNote)
    throws(SlipError)
  {
    switch files {
    case .own(let field):
      if case .bytes(let bytes) = value(row, field, &note), !bytes.isEmpty {
        note.files.append(StoreNote.File(name: nil, bytes: bytes))
      }
    case .objects(let reach, let finder, let data, let name, let caption):
      for key in reach.keys(row) {
        guard let other = try finder.row(key) else {
          try dangling(&note, key, "file of the mapping", in: finder.rows.table)
          continue
        }
        for part in data {
          guard let bytes = try content(of: part, other, &note), !bytes.isEmpty else { continue }
          note.files.append(
            StoreNote.File(
              name: name.flatMap { other[$0].text }, bytes: bytes, caption: caption.flatMap { other[$0].text }
            ))
          note.length += bytes.count
          break
        }
      }
    }
  }

  /// The bytes of a file: those of its row, or of an object beside it; nil where there are none.
  ///
  /// - Throws: `SlipError` where the row of the object beside can't be read.
  private func content(
    of part: StorePlan.Part, _ row: StoreRows.Row, _ note: inout StoreNote
  ) throws(SlipError) -> [UInt8]? {
    switch part {
    case .own(let field):
      if case .bytes(let bytes) = value(row, field, &note) { return bytes }
    case .beside(let reach, let finder, let field):
      for key in reach.keys(row) {
        guard let other = try finder.row(key) else {
          try dangling(&note, key, "file of the mapping", in: finder.rows.table)
          continue
        }
        if case .bytes(let bytes) = value(other, field, &note) { return bytes }
      }
    }
    return nil
  }

  /// Takes properties that are objects. What isn't valid for its type stays as a text.
  ///
  /// - Throws: `SlipError` where the row of a property can't be read.
  func facts(_ row: StoreRows.Row, _ note: inout StoreNote) throws(SlipError) {
    guard let facts = plan.facts else { return }
    for key in facts.reach.keys(row) {
      guard let other = try facts.finder.row(key) else {
        try dangling(&note, key, "property of the mapping", in: facts.finder.rows.table)
        continue
      }
      guard let name = other[facts.name].text, !name.isEmpty, let text = other[facts.value].text else {
        unnamed[facts.value.name, default: 0] += 1
        continue
      }
      let kind = facts.kind.flatMap { other[$0].text }.flatMap { Property.Kind(rawValue: $0) } ?? .text
      let property = Property(name, kind, text)
      note.properties.append(property.isValid ? property : Property(name, .text, text))
    }
  }
}
