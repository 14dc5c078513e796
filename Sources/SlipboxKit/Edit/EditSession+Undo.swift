public import SlipBase
public import SlipBundle
internal import SlipNotes

extension EditSession {
  /// Takes transactions back, the newest first. That is an edit of its own, which can be taken back, too.
  ///
  /// - Parameter numbers: The transactions; imports, repairs and migrations record no changes and can't be
  ///   taken back.
  /// - Throws: `SlipError` with code `KitCode.cannotUndo` where there is no such transaction, where it records
  ///   no changes, or where something has been changed since; then nothing is changed.
  public mutating func undo(_ numbers: [Int]) throws(SlipError) {
    for number in Set(numbers).sorted(by: >) {
      let file = try transaction(number)
      guard let changes = file.transaction.changes else {
        throw EditSession.cannotUndo(number, "it is \(file.transaction.kind.article) and records no changes")
      }
      do throws(SlipError) {
        try edit { (box) throws(SlipError) in try box.apply(changes.inverse) }
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

extension Transaction.Kind {
  /// The kind with its article, as in "it is an import".
  fileprivate var article: String {
    switch self {
    case .import, .edit, .undo: "an \(rawValue)"
    case .sync, .merge, .refresh, .repair, .migration: "a \(rawValue)"
    }
  }
}
