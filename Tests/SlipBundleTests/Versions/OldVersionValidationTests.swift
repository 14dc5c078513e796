import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBundle

/// Old versions are found by declaration and by structure, and checked by their own rules.
@Suite struct OldVersionValidationTests {
  private func codes(_ edit: (inout String) -> Void, version: Int) throws -> [String] {
    var text = String(decoding: try Fixtures.bytes("versions/tour-\(version).slipbox.xml"), as: UTF8.self)
    edit(&text)
    return try SingleFileValidator.check(Array(text.utf8), name: "x", limits: Limits()).diagnostics.map(
      \.code)
  }

  private func detected(_ text: String) throws -> VersionTable.Detection {
    try Array(text.utf8).withUnsafeBytes { try VersionTable.detect($0) }
  }

  @Test(arguments: [1, 2, 3]) func fixturesAreValid(version: Int) throws {
    #expect(try codes({ _ in }, version: version) == [ValidationRule.versionOlder.code])
  }

  @Test(arguments: [1, 2, 3]) func withoutADeclarationTheStructureTells(version: Int) throws {
    let codes = try codes({ $0.replace(" version=\"\(version)\"", with: "") }, version: version)
    #expect(codes == [ValidationRule.versionOlder.code])
  }

  @Test func fingerprints() throws {
    let containers = ["notes", "keywords", "folders", "attachments", "sources"]
    for (number, container) in containers.enumerated() {
      let text = "<slipbox xmlns='urn:slipbox:manifest'><\(container)/><notes/></slipbox>"
      #expect(try detected(text) == .init(declared: nil, structure: number + 1))
    }
    #expect(
      try detected("<slipbox xmlns='urn:slipbox:manifest' version='7'/>")
        == .init(declared: 7, structure: nil))
    #expect(throws: SlipError.self) { try detected("<note/>") }
  }

  @Test func declarationAndStructureMustAgree() throws {
    #expect(
      try codes({ $0.replace("version=\"3\"", with: "version=\"2\"") }, version: 3) == [
        ValidationRule.versionContradicted.code
      ])
    #expect(
      try codes({ $0.replace("version=\"3\"", with: "version=\"9\"") }, version: 3) == [
        ValidationRule.versionUnknown.code
      ])
  }

  @Test func faultsAreFoundAtTheirPlace() throws {
    let note = "00000002-0000-4000-8000-000000000002"
    let cases: [(Int, String, String, String)] = [
      (2, "colorHex=\"FFCC00\"", "colorHex=\"red\"", ValidationRule.schemaViolation.code),
      (2, "status=\"Review\"", "status=\"review\"", ValidationRule.schemaViolation.code),
      (
        2, "00000012-0000-4000-8000-000000000012", "00000011-0000-4000-8000-000000000011",
        ValidationRule.duplicateID.code
      ),
      (2, "{\\rtf1\\ansi X}", "X", ValidationRule.bodyNotRTF.code),
      (
        3, "link to=\"\(note)\"", "link to=\"\(note.replacing("2", with: "7"))\"",
        ValidationRule.danglingLink.code
      ),
      (3, "</notes>", "", ValidationRule.notWellFormed.code),
    ]
    for (version, old, new, code) in cases {
      let codes = try codes({ $0.replace(old, with: new) }, version: version)
      #expect(codes == [ValidationRule.versionOlder.code, code], "\(new)")
    }
  }
}

extension String {
  /// The first place only; it must be there.
  fileprivate mutating func replace(_ old: String, with new: String) {
    if let range = range(of: old) { replaceSubrange(range, with: new) }
  }

  private func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
