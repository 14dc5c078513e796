internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// Bounds on titles and names, which lists, indexes and file systems have to hold.
enum NameLimits {
  /// Checks the titles and names that a change brings. What was long before stays as it is.
  ///
  /// - Throws: `SlipError` with code `KitCode.nameTooLong`.
  static func check(from old: SlipBox, to new: SlipBox, _ limits: Limits) throws(SlipError) {
    let changes = BoxChanges(from: old, to: new)
    for change in changes.notes {
      guard let note = change.after else { continue }
      let place = EntityID.note(note.id)
      try check(note.title, limits, before: change.before?.title, at: place)
      let known = Set(change.before?.attachments.map(\.name) ?? [])
      for file in note.attachments where !known.contains(file.name) {
        try check(file.name, limits, at: place)
      }
    }
    for change in changes.folders {
      guard let folder = change.after else { continue }
      try check(folder.name, limits, before: change.before?.name, at: .folder(folder.id))
    }
    for change in changes.keywords {
      guard let keyword = change.after else { continue }
      try check(keyword.name, limits, before: change.before?.name, at: .keyword(keyword.id))
    }
  }

  /// Checks one name.
  static func check(
    _ name: String, _ limits: Limits, before: String? = nil, at place: EntityID? = nil
  ) throws(SlipError) {
    guard name.utf8.count > limits.nameBytes, name != before else { return }
    throw SlipError(
      .badInput, code: KitCode.nameTooLong, "A title or name has more than \(limits.nameBytes) bytes.",
      at: place?.location)
  }
}

extension ImportedNote {
  /// Cuts a title that is too long, and reports it.
  ///
  /// - Throws: `SlipError` with code `KitCode.nameTooLong` for another name that is: it can't be cut, because it has to be found
  ///   again.
  mutating func limitNames(_ limits: Limits) throws(SlipError) {
    for attachment in attachments { try NameLimits.check(attachment.name, limits) }
    for keyword in keywords + (item?.keywords.flatMap(\.path) ?? []) { try NameLimits.check(keyword, limits) }
    for folder in item?.folder ?? [] { try NameLimits.check(folder.name, limits) }
    guard title.utf8.count > limits.nameBytes else { return }
    title =
      String(decoding: title.utf8.prefix(limits.nameBytes - 4), as: UTF8.self)
      .trimmingCharacters(of: "\u{FFFD}") + "…"
    diagnostics.append(
      Diagnostic(
        code: ExchangeCode.titleCut, severity: .warning,
        message: "The title has more than \(limits.nameBytes) bytes; it was cut.",
        location: SourceLocation(file: key.path)))
  }
}

extension String {
  /// The text without a character at its end, however often it is there.
  fileprivate func trimmingCharacters(of character: Character) -> String {
    var text = self[...]
    while text.last == character { text.removeLast() }
    return String(text)
  }
}
