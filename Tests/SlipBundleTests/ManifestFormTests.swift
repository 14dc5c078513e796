import SlipBase
@testable import SlipBundle
import Testing
import XMLSyntax

/// The quick check of form must never pass what the schema refuses.
@Suite struct ManifestFormTests {
  private final class Ignoring: ManifestConsumer {
    func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {}
  }

  private func needsSchemaCheck(_ bytes: [UInt8]) throws -> Bool? {
    let walker = ManifestWalker(Ignoring())
    let fault = try bytes.withUnsafeBytes { try XMLParser.parse($0, handler: walker) }
    return fault == nil ? walker.form.needsSchemaCheck : nil
  }

  private func isValid(_ bytes: [UInt8]) throws -> Bool {
    var findings = FindingList()
    return try bytes.withUnsafeBytes { try !SchemaCheck.run($0, Limits(), &findings) }
  }

  @Test(arguments: 0..<60) func noDoubtAboutWhatWeWrite(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed))
    let box = try generator.box()
    // Foreign elements may raise a doubt; nothing else does.
    let text = String(decoding: try ManifestWriter.bytes(box), as: UTF8.self)
    #expect(
      try needsSchemaCheck(Array(text.utf8)) == false || text.contains("s:note")
        || text.contains("9223372036854775"))
  }

  @Test(arguments: 0..<60) func whatLeavesNoDoubtIsValid(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed))
    let original = try ManifestWriter.bytes(try generator.box())
    for _ in 0..<20 {
      let bytes = generator.mutated(original)
      if try needsSchemaCheck(bytes) == false {
        #expect(try isValid(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: [
    ("00:00:00Z", true), ("2024-02-29T00:00:00Z", true), ("2023-02-29T00:00:00Z", false),
    ("2024-13-01T00:00:00Z", false),
    ("2024-01-01T24:00:00Z", false), ("2024-01-01T00:00:00.Z", false),
    ("2024-01-01T00:00:00.1234567Z", false),
    ("2024-01-01T00:00:00+00:00", false), ("0000-01-01T00:00:00Z", false), ("2024-04-31T00:00:00.5Z", false),
  ]) func dates(text: String, isDate: Bool) throws {
    let value = text.count < 12 ? "2024-01-01T" + text : text
    let accepted = Array(value.utf8).withUnsafeBytes { ManifestType.date.accepts($0) }
    #expect(accepted == isDate)
  }
}

extension BoxGenerator {
  /// A manifest with lines taken out, doubled or swapped, values changed, or attributes renamed.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { Array($0.utf8) }
    for _ in 0...number(2) {
      let index = 1 + number(lines.count - 1)
      switch number(6) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: 1 + number(lines.count - 1))
      case 2: lines.swapAt(index, 1 + number(lines.count - 1))
      default:
        guard !lines[index].isEmpty else { continue }
        let replacements = Array("0a-5 x.+Z:eE\"'/<>".utf8)
        lines[index][number(lines[index].count)] = replacements[number(replacements.count)]
      }
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}
