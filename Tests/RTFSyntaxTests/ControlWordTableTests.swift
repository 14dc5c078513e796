import Testing

@testable import RTFSyntax

@Suite struct ControlWordTableTests {
  @Test func noNameTwice() {
    var seen: Set<String> = []
    for row in ControlWordTable.rows { #expect(seen.insert("\(row.name)").inserted, "\(row.name)") }
    #expect(seen.count > 1_600)
  }

  @Test func everyRowIsFound() {
    for (word, row) in ControlWordTable.rows.enumerated().dropFirst() {
      #expect(ControlWordTable.row(named: row.name)?.action == row.action)
      let letters = Array("\(row.name)".utf8)
      #expect(letters.withUnsafeBytes { ControlWordTable.word($0) } == UInt16(word))
      let rtf = Array("\\\(row.name) ".utf8)
      rtf.withUnsafeBytes { bytes in
        var tokenizer = Tokenizer(bytes)
        let token = tokenizer.next()
        #expect(token?.word == UInt16(word))
      }
    }
  }

  @Test func unknownWordsAreNotFound() {
    for name in ["xyzzy", "Par", "parr", "pa", "listoverridestartatt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
      #expect(Array(name.utf8).withUnsafeBytes { ControlWordTable.word($0) } == 0)
    }
  }

  @Test func namesAreLetters() {
    for row in ControlWordTable.rows.dropFirst() {
      #expect("\(row.name)".utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }, "\(row.name)")
    }
  }

  @Test func wordsWithoutEffectAreSorted() {
    for kind in [ControlWord.Kind.flag, .value] {
      let names = ControlWordTable.ignoredRows.filter { $0.kind == kind }.map { "\($0.name)" }
      #expect(names == names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }
  }

  @Test func rowsReadBackwards() {
    #expect(ControlWordTable.name(of: .character, value: 0x2014).map { "\($0)" } == "emdash")
    #expect(ControlWordTable.name(of: .bold).map { "\($0)" } == "b")
    #expect(ControlWordTable.name(of: .underline, value: ControlValue.wave).map { "\($0)" } == "ulwave")
    #expect(ControlWordTable.name(of: .alignment, value: ControlValue.center).map { "\($0)" } == "qc")
    #expect(ControlWordTable.name(of: .header, value: ControlValue.footerLeft).map { "\($0)" } == "footerl")
    #expect(ControlWordTable.name(of: .fontSize).map { "\($0)" } == "fs")
  }
}
