public import SlipBase
public import SlipBundle
internal import SlipFiles
internal import SlipNotes

extension EditSession {
  /// Takes transactions back, the newest first. That is an edit of its own, which can be taken back, too.
  ///
  /// - Parameters:
  ///   - numbers: The transactions; repairs, migrations and the import that made the bundle record no changes and can't be
  ///     taken back.
  ///   - names: Titles or UUIDs of notes, or the beginnings of UUIDs, as they are or were. Only what the transactions did to these
  ///     is taken back; empty: everything.
  /// - Throws: `SlipError` with code `KitCode.cannotUndo` where there is no such transaction, where it records
  ///   no changes or none of such a note, or where something has been changed since; then nothing is changed.
  public mutating func undo(_ numbers: [Int], notes names: [String] = []) throws(SlipError) {
    for number in Set(numbers).sorted(by: >) {
      let file = try transaction(number)
      guard let changes = file.transaction.changes else {
        let isFirst = file.transaction.kind == .import && number == 1
        throw EditSession.cannotUndo(
          number,
          isFirst
            ? "it made the bundle, which can be deleted instead"
            : "it is \(file.transaction.kind.article) and records no changes")
      }
      try reach(
        deleting: changes.notes.filter { $0.before == nil }.map(\.id),
        new: changes.notes.filter { $0.after == nil }.map(\.id))
      if let partial, !EditSession.lies(changes, in: partial) { throw EditSession.partOnly() }
      var notes: [Note.ID] = []
      for name in names { notes.append(try changedNote(name, in: changes, number)) }
      do throws(SlipError) {
        try edit { (box) throws(SlipError) in
          if notes.isEmpty, file.transaction.kind == .import {
            try box.takeBack(import: changes)
          } else if notes.isEmpty {
            try box.apply(changes.inverse)
          } else {
            try box.takeBack(changes, of: Set(notes))
          }
        }
      } catch {
        if let later = try laterUndo(of: number) {
          throw EditSession.cannotUndo(
            number, "transaction \(later) has taken it back already", error.location)
        }
        throw EditSession.cannotUndo(
          number, "what it changed has been changed again since; take that back first", error.location)
      }
    }
  }

  /// Whether changes are of notes alone of which a part of the box has everything.
  private static func lies(_ changes: BoxChanges, in partial: PartialBox) -> Bool {
    changes.folders.isEmpty && changes.keywords.isEmpty && changes.attachments.isEmpty
      && changes.sources.isEmpty
      && changes.origins == nil && changes.foreign == nil
      && changes.notes.allSatisfy { change in
        change.isPlain && partial.keys.contains(ManifestPart.key(ofNote: change.id))
      }
  }

  /// The notes that taking transactions back changes, where it changes nothing but facts and texts of these: see
  /// `EditRequest.notes`.
  ///
  /// - Parameters:
  ///   - numbers: The transactions; nil: the last one.
  ///   - argument: The bundle: see `BundleLocator.locate`.
  /// - Returns: The numbers of the transactions, and the notes; nil in the place of notes where more is changed, or
  ///   the transactions can't be read, which taking them back says better.
  /// - Throws: `SlipError` where the bundle can't be read.
  public static func notes(
    ofTransactions numbers: [Int]?, in argument: String
  ) throws(SlipError) -> (numbers: [Int], notes: [Note.ID]?) {
    try retryingWhenReplaced { () throws(SlipError) in
      let location = try BundleLocator.locate(argument)
      guard let storage = try location.storage() else { throw OpenBundle.tooOld(location.path) }
      guard let box = try ManifestReader.read(ManifestExcerpt(), of: storage) else {
        let bundle = try OpenBundle(argument)
        return (numbers ?? [last(of: bundle)], nil)
      }
      let bundle = OpenBundle(path: location.path, storage: storage, box: box)
      let wanted = numbers ?? [last(of: bundle)]
      var notes: Set<Note.ID> = []
      for number in wanted {
        guard (1...max(1, box.history.transactions.count)).contains(number),
          let changes = try? bundle.transactions(number...number).first?.transaction.changes
        else { return (wanted, nil) }
        for change in changes.notes {
          guard change.isPlain else { return (wanted, nil) }
          // What the transaction deleted isn't there.
          if change.after != nil { notes.insert(change.id) }
        }
      }
      try bundle.expectCurrent()
      return (wanted, notes.sorted())
    }
  }

  /// The transaction that is meant where none is named: the last one.
  ///
  /// A synchronization has one for each side, which both lead to the same state. That of this side came from the other one.
  private static func last(of bundle: OpenBundle) -> Int {
    let count = bundle.box.history.transactions.count
    /// A transaction; nil where it can't be read, which taking it back says better.
    func transaction(_ number: Int) -> BoxTransaction? {
      try? bundle.transactions(number...number).first?.transaction
    }
    guard count > 1, let last = transaction(count), last.kind == .sync, let state = last.to else {
      return count
    }
    let names = [bundle.path, String(PathText.withoutSlashes(bundle.path).lastName.stem)]
    /// Whether a transaction is what came to this side.
    func isOwn(_ transaction: BoxTransaction) -> Bool {
      guard let from = transaction.from else { return true }
      return !names.contains(from) && FileSystem.realPath(from) != FileSystem.realPath(bundle.path)
    }
    if isOwn(last) { return count }
    let twin = (max(1, count - mostTwins)..<count).reversed().first { number in
      guard let other = transaction(number), other.kind == .sync, other.to == state else { return false }
      return isOwn(other)
    }
    return twin ?? count
  }

  /// How many transactions are read for that of the other side of a synchronization.
  private static let mostTwins = 10_000

  /// The one note of a transaction that a name means.
  ///
  /// - Throws: `SlipError` with code `KitCode.cannotUndo` where the transaction changed no such note, or several. Those of its notes that
  ///   a part of a title may mean are the error's choices.
  private borrowing func changedNote(
    _ name: String, in changes: BoxChanges, _ number: Int
  ) throws(SlipError) -> Note.ID {
    let folded = TextFolding.caseFolded(name)
    let found = changes.notes.filter { change in
      let titles = [change.before, change.after].compactMap { $0.map { TextFolding.caseFolded($0.title) } }
      return titles.contains(folded) || name.count >= 4 && change.id.description.hasPrefix(name.lowercased())
    }
    if let first = found.first, found.count == 1 { return first.id }
    var error = EditSession.cannotUndo(
      number, found.isEmpty ? "it didn't change a note of this name" : "it changed several notes of this name"
    )
    error.subject = name
    let ids = Set(changes.notes.map(\.id))
    let meant = found.isEmpty ? NoteGuess(name, in: box).notes.filter(ids.contains) : found.map(\.id)
    error.choices = meant.map(\.description)
    error.candidates = meant.map { "\(box.note($0)?.title ?? "(deleted)")  \($0)" }
    throw error
  }

  /// The last transaction that took another one back; nil where none did.
  private func laterUndo(of number: Int) throws(SlipError) -> Int? {
    let count = original.history.transactions.count
    for later in stride(from: count, to: number, by: -1) {
      let transaction = try transaction(later).transaction
      let taken = transaction.from?.split { !$0.isNumber }.compactMap { Int($0) } ?? []
      if transaction.kind == .undo, taken.contains(number) { return later }
    }
    return nil
  }

  /// A transaction of the bundle's history.
  ///
  /// - Parameter number: From 1 on.
  /// - Throws: `SlipError` with code `KitCode.cannotUndo` where there is none, and for a file that can't be
  ///   read.
  public borrowing func transaction(_ number: Int) throws(SlipError) -> TransactionFile {
    guard (1...max(1, original.history.transactions.count)).contains(number),
      !original.history.transactions.isEmpty
    else { throw EditSession.cannotUndo(number, "there is no such transaction") }
    let (path, limits) = (original.history.transactions[number - 1].path, limits)
    let bytes = try old.read(path)
    return try slipErrors {
      try bytes.withUnsafeBytes {
        try TransactionFile($0, file: old.displayPath(of: path), limits: limits)
      }
    }
  }

  /// The error that a transaction can't be taken back.
  ///
  /// - Parameters:
  ///   - number: The transaction, from 1 on.
  ///   - why: The reason, as a part of a sentence.
  ///   - place: What stands in the way; nil where that is no single entity.
  private static func cannotUndo(
    _ number: Int, _ why: String, _ place: SourceLocation? = nil
  ) -> SlipError {
    SlipError(
      .cannotDo, code: KitCode.cannotUndo,
      "Transaction \(number) can't be taken back: \(why). Nothing was changed.", at: place)
  }
}

extension BoxTransaction.Kind {
  /// The kind with its article, as in "it is an import".
  fileprivate var article: String {
    switch self {
    case .import, .edit, .undo: "an \(rawValue)"
    case .sync, .merge, .refresh, .repair, .migration: "a \(rawValue)"
    }
  }
}

extension EntityChange<Note> {
  /// Whether the note stays, with the same links, attachments and source, or comes or goes without any.
  fileprivate var isPlain: Bool {
    if let before, let after {
      return before.links == after.links && before.attachments == after.attachments
        && before.source == after.source
    }
    guard let note = before ?? after else { return true }
    return note.links.isEmpty && note.attachments.isEmpty && note.source == nil
  }
}
