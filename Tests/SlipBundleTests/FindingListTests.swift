import SlipBase
import Testing

@testable import SlipBundle

@Suite struct FindingListTests {
  /// However many findings of a code there are, a bounded number is listed, and all are counted.
  @Test func countsWhatItDoesNotList() {
    let most = FindingList.mostOfOneCode
    var part = FindingList()
    for offset in 0..<(most + 5) { part.report(.payloadNotListed, at: .offset(offset)) }
    var list = FindingList()
    list.report(.payloadNotListed, at: .offset(0))
    list.report(.fileWithoutOwner, file: "notes/a.rtf")
    list.append(part)
    let diagnostics = list.diagnostics(manifest: nil, name: "manifest.xml") { $0 }
    let counts = Dictionary(grouping: diagnostics, by: \.code).mapValues { $0.reduce(0) { $0 + $1.count } }
    #expect(counts == ["SBXF008": most + 6, ValidationRule.fileWithoutOwner.code: 1])
    #expect(diagnostics.count == most + 2)
    #expect(diagnostics.last?.count == 6)
    #expect(diagnostics.last?.severity == .error)
  }
}
