import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

/// Reader and validator judge alike.
@Suite struct ManifestAgreementTests {
  /// The tree's matter.
  private static let ofPayload: Set<String> = [
    ValidationRule.missingFile.code, ValidationRule.mimetypeMissing.code,
  ]

  private func errors(_ manifest: [UInt8]) throws -> [Diagnostic] {
    var options = ValidationOptions()
    options.isQuick = true
    let storage = MemoryStorage(files: ["manifest.xml": manifest])
    return try Validator(storage: storage, options: options).run().diagnostics.filter {
      $0.severity == .error && !Self.ofPayload.contains($0.code)
    }
  }

  @Test(arguments: 0..<60) func readableIsValid(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed) + 1_000)
    let original = try ManifestWriter.bytes(try generator.box())
    for _ in 0..<20 {
      let bytes = generator.mutated(original)
      let errors = try errors(bytes)
      let box: SlipBox
      do {
        box = try bytes.withUnsafeBytes { try ManifestReader.read($0) }
      } catch {
        let isPayload = (error as? SlipError)?.code == ManifestCode.unlistedPayload
        #expect(!errors.isEmpty || isPayload, "\(error): \(String(decoding: bytes, as: UTF8.self))")
        continue
      }
      // An order that saving makes anew may pass, and a file that isn't what its name says costs only what needs it.
      #expect(
        errors.filter {
          $0.code != ValidationRule.filesOutOfOrder.code && $0.code != ValidationRule.fileNameNotDigest.code
        } == [],
        "\(String(decoding: bytes, as: UTF8.self))")
      // What can be read can be written, and means the same.
      let again = try ManifestWriter.bytes(box)
      #expect(try again.withUnsafeBytes { try ManifestReader.read($0) } == box)
    }
  }
}

/// Manifests that want to hurt. `HostileXMLTests` has more of the syntax alone.
@Suite(.serialized) struct HostileManifestTests {
  private static let head = "<slipbox xmlns=\"urn:slipbox:manifest\" version=\"8\">"

  private static let cases: [(String, [UInt8], String)] = {
    func entities(_ text: String) -> [UInt8] { Array((text + head + "</slipbox>").utf8) }
    let deep = head + String(repeating: "<notes>", count: 100_000)
    let long =
      head + "<history/><origins><origin token=\"\" name=\"" + String(repeating: "x", count: 20_000_000)
      + "\"/>"
    let laughs = (1...40).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);'>" }.joined()
    let parameters = (1...40).map { "<!ENTITY % p\($0) '&#37;p\($0 - 1);&#37;p\($0 - 1);'>" }.joined()
    return [
      ("DOCTYPE", entities("<!DOCTYPE slipbox>"), ValidationRule.doctypePresent.code),
      (
        "external subset", entities("<!DOCTYPE slipbox SYSTEM 'file:///dev/zero'>"),
        ValidationRule.doctypePresent.code
      ),
      (
        "external entity", entities("<!DOCTYPE s [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>"),
        ValidationRule.doctypePresent.code
      ),
      (
        "billion laughs", entities("<!DOCTYPE s [<!ENTITY a0 'ha'>\(laughs)]>"),
        ValidationRule.doctypePresent.code
      ),
      (
        "parameter entities", entities("<!DOCTYPE s [<!ENTITY % p0 'x'>\(parameters)%p40;]>"),
        ValidationRule.doctypePresent.code
      ),
      ("depth", Array(deep.utf8), ValidationRule.limitExceeded.code),
      ("long value", Array(long.utf8), ValidationRule.limitExceeded.code),
      ("not UTF-8", Array(head.utf8) + [0xFF, 0xFE], ValidationRule.encodingNotUTF8.code),
      ("NUL", Array(head.utf8) + [0], ValidationRule.encodingNotUTF8.code),
      (
        "UTF-16", [0xFF, 0xFE] + Array(head.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ValidationRule.encodingNotUTF8.code
      ),
      ("empty", [], ValidationRule.notWellFormed.code),
      ("cut off", Array(head.utf8), ValidationRule.notWellFormed.code),
      ("binary", [0x7F, 0x45, 0x4C, 0x46], ValidationRule.notWellFormed.code),
    ]
  }()

  @Test(arguments: cases.indices) func isRefusedAtOnce(index: Int) throws {
    let (name, bytes, code) = Self.cases[index]
    let time = try CPUTime.measure {
      let storage = MemoryStorage(files: ["manifest.xml": bytes])
      let report = try Validator(storage: storage).run().diagnostics.filter { $0.severity == .error }
      #expect(report.map(\.code) == [code], "\(name)")
      #expect(throws: SlipError.self, "\(name)") { try ManifestReader.read(storage: storage) }
    }
    #expect(time < .seconds(3), "\(name)")
  }

  @Test func manyFaultsTakeLinearTime() throws {
    func seconds(_ count: Int) throws -> Double {
      let notes = (0..<count).map { "<note id=\"\($0)\" title=\"\"/>\n" }.joined()
      let text =
        Self.head
        + "<history/><origins/><folders/><keywords/><attachments/><sources/><notes>\(notes)</notes></slipbox>"
      let storage = MemoryStorage(files: ["manifest.xml": Array(text.utf8)])
      let time = try CPUTime.measure {
        let report = try Validator(storage: storage).run()
        let faults = report.diagnostics.filter { $0.code == ValidationRule.schemaViolation.code }
        #expect(faults.count == Limits().schemaFaults + 1)
        #expect(faults.last?.message.contains("more than 1000 faults") == true)
      }
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
    let small = try seconds(2_000)
    let large = try seconds(16_000)
    #expect(large < small * 8 * 4 + 1)
  }

  /// The way to each folder is walked over once, and the paths that are shown are bounded.
  @Test func deeplyNestedFoldersAreRefusedAtOnce() throws {
    let folders = (0..<30_000).map { number in
      let parent = number > 0 ? " parent=\"\(UniqueID(high: 1, low: UInt64(number - 1)))\"" : ""
      return "<folder id=\"\(UniqueID(high: 1, low: UInt64(number)))\" name=\"f\"\(parent)/>"
    }
    let text =
      Self.head + "<history/><origins/><folders>\(folders.joined())</folders>"
      + "<keywords/><attachments/><sources/><notes/></slipbox>"
    let storage = MemoryStorage(files: ["manifest.xml": Array(text.utf8)])
    let time = try CPUTime.measure {
      let codes = try Validator(storage: storage).run().diagnostics.filter { $0.severity == .error }.map(
        \.code)
      #expect(
        codes.first == ValidationRule.folderTooDeep.code
          && codes.count { $0 == ValidationRule.folderTooDeep.code } == 1)
      #expect(throws: SlipError.self) { try ManifestReader.read(storage: storage) }
    }
    #expect(time < .seconds(20))
  }

  @Test func validManifestPast65535Lines() throws {
    let text =
      Self.head + String(repeating: "\n", count: 70_000)
      + "<history><event kind=\"x\" tool=\"\"/></history><origins/><folders/><keywords/><attachments/><sources/><notes/></slipbox>"
    let storage = MemoryStorage(files: ["manifest.xml": Array(text.utf8)])
    let finding = try Validator(storage: storage).run().diagnostics.first { $0.severity == .error }
    #expect(finding?.location.description == "memory/manifest.xml:70001:10")
  }
}
