import SlipBase
import SlipBundle
import SlipNotes
import Testing

/// The history's files: what is written comes back, and what isn't a transaction is refused.
@Suite struct TransactionTests {
  private func read(_ bytes: [UInt8]) throws -> TransactionFile {
    try bytes.withUnsafeBytes { try TransactionFile($0, file: "t") }
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
    #expect(try again.bytes() == bytes)
    // Taking it back leads to the old facts again.
    var box = new
    try box.apply(try #require(again.transaction.changes?.inverse))
    box.history = old.history
    #expect(box == old)
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
    #expect(throws: SlipError.self) { try read(Array(text.replacing(old, with: new).utf8)) }
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
