import SlipBase
import SlipBundle

enum ManifestFuzzer {
  /// A bundle of nothing but a manifest, and maybe a part of it.
  private struct ManifestOnly: BundleStorage, @unchecked Sendable {
    var manifest: UnsafeRawBufferPointer
    var part: (path: String, bytes: UnsafeRawBufferPointer)?
    var displayPath: String { "fuzz" }
    private func bytes(_ path: String) -> UnsafeRawBufferPointer {
      if let part, part.path == path { part.bytes } else { manifest }
    }
    func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {}
    func length(of path: String) throws(SlipError) -> Int? {
      path == BundleLayout.manifestPath || path == part?.path ? bytes(path).count : nil
    }
    func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
      try body(bytes(path))
    }
    func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      try body(bytes(path))
    }
  }

  /// Any bytes as a part: what is read of it is written and read again unchanged.
  private static func runPart(_ bytes: UnsafeRawBufferPointer) {
    let start = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard let id = start.firstMatch(of: /<part [^>]*id="([0-9a-f]{2})"/)?.1 else { return }
    let fact = FileFact(of: bytes)
    let root = Array(
      """
      <slipbox xmlns="urn:slipbox:manifest" version="8"><history/><origins/><folders/><keywords/><parts>\
      <part id="\(id)" length="\(fact.length)" sha256="\(fact.digest.hex)"/></parts></slipbox>
      """.utf8)
    root.withUnsafeBytes { root in
      let storage = ManifestOnly(manifest: root, part: ("manifest/\(id).xml", bytes))
      do {
        let report = try Validator(storage: storage).run()
        claim(report.diagnostics.allSatisfy { RuleTable.rule(code: $0.code) != nil })
        let (box, _) = try ManifestReader.readMending(storage: storage)
        let written = try ManifestWriter.bytes(box)
        let again = try written.withUnsafeBytes { try ManifestReader.read($0) }
        claim(again == box)
      } catch {
        claim((error as? SlipError)?.code != nil)
      }
    }
  }

  /// Any bytes as a manifest: an error with a code; or a box that is written and read again unchanged.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    runPart(bytes)
    do {
      let report = try Validator(storage: ManifestOnly(manifest: bytes)).run()
      claim(report.diagnostics.allSatisfy { RuleTable.rule(code: $0.code) != nil })
    } catch {
      claim(error.code != nil)
    }
    do {
      let (box, _) = try ManifestReader.readMending(bytes)
      let written = try ManifestWriter.bytes(box)
      let again = try written.withUnsafeBytes { try ManifestReader.read($0) }
      claim(again == box)
    } catch {
      claim((error as? SlipError)?.code != nil)
    }
  }
}
