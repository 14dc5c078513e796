internal import SlipBase
package import SlipBundle
package import SlipNotes

/// Adds what was done to a box's history.
package enum HistoryRecord {
  /// Writes a file of the bundle, and returns its length and digest.
  package typealias Write = (String, [UInt8]) throws(SlipError) -> FileFact

  /// Writes the transaction's file, and keeps the payload that it replaced where it can be taken back.
  ///
  /// - Parameters:
  ///   - transaction: What was done; counts and changes are filled in here.
  ///   - original: The facts before it.
  ///   - box: The facts after it; gets the history's new files.
  ///   - old: The bundle as it was; nil for a new one.
  ///   - output: Where files are written.
  /// - Throws: `SlipError` where a file can't be read or written.
  package static func add(
    _ transaction: BoxTransaction, from original: SlipBox, to box: inout SlipBox, old: (any BundleStorage)?,
    in output: some BundleOutput
  ) throws(SlipError) {
    var transaction = transaction
    transaction.record(from: original, to: box)
    if let changes = transaction.changes, let old {
      try keepReplaced(changes, in: &box, old) { path, bytes throws(SlipError) in
        try output.write(path, bytes)
      }
    }
    let file = TransactionFile(after: box.history, transaction)
    let (fact, bytes) = try file.content()
    let entry = BoxHistory.Entry(file.number, fact)
    if let bytes {
      try output.write(entry.path, bytes, fact: fact)
    } else {
      try slipErrors { try output.write(entry.path, fact: fact) { try file.write(to: $0) } }
    }
    box.history.add(entry)
  }

  /// Keeps each file that the changes replace or delete.
  ///
  /// A body that another program has saved in the meantime is gone already.
  package static func keepReplaced(
    _ changes: BoxChanges, in box: inout SlipBox, _ old: any BundleStorage, _ write: Write
  ) throws(SlipError) {
    let before = changes.payloadBefore
    guard !before.isEmpty else { return }
    let stays = Set(changes.payloadAfter)
    for file in before where !stays.contains(file) {
      guard try old.length(of: file.path) == file.fact.length else { continue }
      let bytes = try old.read(file.path)
      guard FileFact(of: bytes) == file.fact, let suffix = PayloadPath(file.path)?.fileExtension else {
        continue
      }
      let replaced = BoxHistory.Replaced(file.fact, suffix)
      guard !box.history.replaced.contains(replaced) else { continue }
      _ = try write(PayloadPath.replaced(file.fact.digest, suffix), bytes)
      box.history.keep(replaced)
    }
  }
}
