import Foundation
@testable import SlipBase
@testable import SlipCore
import SlipTestSupport
import Testing

/// The reader of JSON, compared with Foundation's, and the writer.
@Suite struct JSONScannerTests {
  private func read(_ text: String) throws -> JSONValue { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> JSONValue {
    try bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer)
      let value = try scanner.value()
      try scanner.end()
      return value
    }
  }

  /// Whether a scanner gets over the bytes.
  private func isSkipped(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) -> Bool in
      var scanner = JSONScanner(buffer)
      guard (try? scanner.skip()) != nil else { return false }
      return (try? scanner.end()) != nil
    }
  }

  /// A random value.
  private func value(_ generator: inout SeededGenerator, _ depth: Int = 0) -> JSONValue {
    let texts = ["", "a", "ä\"\\/\u{8}\n\u{1F41D}", "\u{0}\u{1F}\u{7F}", "x y"]
    switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .int(Int64.random(in: .min ... .max, using: &generator))
    case 3: return .double(Double.random(in: -1e9...1e9, using: &generator))
    case 4, 5: return .string(texts.randomElement(using: &generator) ?? "")
    case 6:
      return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(&generator, depth + 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        members[texts.randomElement(using: &generator) ?? ""] = value(&generator, depth + 1)
      }
      return .object(members)
    }
  }

  @Test(arguments: LawSize.seeds("SLIPBOX_JSON_SEEDS", 300))
  func whatIsWrittenReadsTheSame(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let value = value(&generator)
    #expect(try read(value.bytes) == value)
    #expect(try read(JSONText.document(value)) == value)
    _ = try JSONSerialization.jsonObject(with: Data(value.bytes), options: .fragmentsAllowed)
    try value.bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer)
      let range = try scanner.skip()
      #expect(range == 0..<buffer.count)
    }
  }

  /// One byte is changed, inserted or deleted: both readers accept the text, or neither does.
  @Test(arguments: LawSize.seeds("SLIPBOX_JSON_SEEDS", 300))
  func readersAgreeOnDamage(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) + 7)
    for _ in 0..<20 {
      var bytes = value(&generator).bytes
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let new = Array("{}[]\",:0-.eE1tnf\\u ".utf8).randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[place] = new
      case 1: bytes.insert(new, at: place)
      default: bytes.remove(at: place)
      }
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let ours = try? read(bytes)
      let isSkipped = isSkipped(bytes)
      // Foundation takes half surrogate pairs and huge numbers otherwise than we do.
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\\u") || text.contains("e") || text.contains("E") { continue }
      #expect((ours == nil) == (theirs == nil), "\(text)")
      if ours != nil { #expect(isSkipped, "\(text)") }
    }
  }

  @Test(arguments: [
    ("{\"a\": [1, 2", 11), ("{\"a\" 1}", 5), ("[1,]", 3), ("{\"a\":01}", 5), ("\"a", 0), ("[1] 2", 4),
    ("[\"\\x\"]", 2), ("{1:2}", 1), ("", 0), ("nul", 0), ("[\"a\u{1}\"]", 3),
  ])
  func errorsHaveTheirPlace(text: String, offset: Int) throws {
    let error = try #require(slipError { _ = try read(text) })
    #expect(error.code == JSONCode.malformed)
    #expect(error.location?.place == .byte(offset), "\(text)")
  }

  @Test func wrongTypesAreNamedByPathAndPlace() throws {
    let text = "{\n \"notes\": [\n  {\"title\": \"a\"},\n  {\"title\": 7}]}"
    let bytes = Array(text.utf8)
    let error = try #require(
      slipError {
        for (index, note) in try JSONFields(try read(text)).objects("notes").enumerated() {
          #expect(index < 2)
          _ = try note.required("title")
        }
      })
    #expect(error.message == "`notes[1].title` must be a string.")
    let placed = bytes.withUnsafeBytes { JSONScanner.placed(error, in: $0, file: "x.json") }
    #expect(placed.location == SourceLocation(file: "x.json", .position(line: 4, column: 13, offset: 44)))
  }

  @Test func nestingHasALimitAndNoStack() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try read(deep).array.count == 1)
    #expect(slipError { _ = try read("[" + deep + "]") } != nil)
    #expect(slipError { _ = try read(String(repeating: "[", count: 1_000_000)) } != nil)
  }
}
