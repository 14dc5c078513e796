import SlipBase
import SlipNotes
import Testing

@testable import SlipBundle

/// The history's files: what is written comes back, and what isn't a transaction is refused.
@Suite struct TransactionTests {
  private func read(_ bytes: [UInt8]) throws -> TransactionFile {
    try bytes.withUnsafeBytes { try TransactionFile($0, file: "t") }
  }

  /// Reads without keeping the changes.
  private func check(_ bytes: [UInt8]) throws -> TransactionFile {
    try bytes.withUnsafeBytes { try TransactionFile.checked($0, file: "t", limits: Limits()) }
  }

  @Test(arguments: 0..<40) func whatIsWrittenComesBack(seed: UInt64) throws {
    var generator = BoxGenerator(seed: seed)
    let (old, new) = (try generator.box(), try generator.box())
    var transaction = BoxTransaction(
      .edit, tool: generator.text(), date: generator.date(), author: generator.text())
    transaction.from = generator.text()
    transaction.record(from: old, to: new)
    let file = TransactionFile(number: 7, previous: generator.digest(), transaction)
    let bytes = try file.bytes()
    let again = try read(bytes)
    #expect(again == file)
    let checked = try check(bytes)
    #expect(checked.number == 7 && checked.previous == file.previous && checked.transaction.changes == nil)
    #expect(try again.bytes() == bytes)
    // Taking it back leads to the old facts again.
    var box = new
    try box.apply(try #require(again.transaction.changes?.inverse))
    box.history = old.history
    // How sources were read isn't in it.
    #expect(BoxChanges(from: box, to: old).recorded.isEmpty)
  }

  @Test func importsRecordCountsOnly() throws {
    var generator = BoxGenerator(seed: 3)
    var transaction = BoxTransaction(.import, tool: "t")
    transaction.record(from: SlipBox(), to: try generator.box())
    #expect(transaction.changes == nil)
    #expect(transaction.counts.first?.entity == .note)
    let file = TransactionFile(after: BoxHistory(), transaction)
    #expect(file.number == 1 && file.previous == nil)
    #expect(try read(try file.bytes()) == file)
  }

  @Test(arguments: [
    ("kind=\"edit\"", "kind=\"sing\""), ("number=\"1\"", "number=\"-1\""), (" tool=\"t\"", ""),
    ("<transaction", "<slipbox"), ("</transaction>", "<x/></transaction>"), ("</transaction>", ""),
    ("</transaction>", "<after/></transaction>"), ("version=\"6\"", "version=\"5\""),
    (
      "</transaction>",
      "<before/><after><folders><folder id=\"00000000-0000-0000-0000-000000000001\" name=\"a\"/><folder id=\"00000000-0000-0000-0000-000000000001\" name=\"b\"/></folders></after></transaction>"
    ),
  ]) func othersAreRefused(old: String, new: String) throws {
    let counts = BoxTransaction.Counts(.note, inserted: 1, updated: 0, deleted: 0)
    var transaction = BoxTransaction(.edit, tool: "t")
    transaction.counts = [counts]
    let text = String(decoding: try TransactionFile(after: BoxHistory(), transaction).bytes(), as: UTF8.self)
    #expect(text.contains(old))
    let other = Array(text.replacing(old, with: new).utf8)
    #expect(throws: SlipError.self) { try read(other) }
    #expect(throws: SlipError.self) { try check(other) }
  }

  @Test(arguments: 0..<20) func checkingRefusesWhatReadingRefuses(seed: UInt64) throws {
    var generator = BoxGenerator(seed: seed)
    var transaction = BoxTransaction(.edit, tool: "t")
    transaction.record(from: try generator.box(), to: try generator.box())
    let lines = try TransactionFile(number: 1, previous: nil, transaction).bytes().split(
      separator: 0x0A, omittingEmptySubsequences: false)
    // Each line is left out, or is there twice.
    for index in lines.indices {
      for copies in [0, 2] {
        let changed = lines[..<index] + [ArraySlice<UInt8>](repeating: lines[index], count: copies)
        let bytes = Array((changed + lines[(index + 1)...]).joined(separator: [0x0A]))
        let isRead = (try? read(bytes)) != nil
        #expect(((try? check(bytes)) != nil) == isRead, "line \(index + 1), \(copies) times")
      }
    }
  }

  @Test func replacedFilesAreKeptOnce() {
    var history = BoxHistory()
    let files = [3, 1, 2, 1, 3].map { BoxHistory.Replaced(FileFact(of: [$0]), "rtf") }
    for file in files { history.keep(file) }
    #expect(history.replaced == Set(files).sorted())
    history.prune { $0 == files[0] }
    #expect(history.replaced == [files[0]])
  }
}
