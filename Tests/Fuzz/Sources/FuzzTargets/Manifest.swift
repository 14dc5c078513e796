import SlipBase
import SlipBundle

enum ManifestFuzzer {
  /// A bundle of nothing but a manifest.
  private struct ManifestOnly: BundleStorage, @unchecked Sendable {
    var manifest: UnsafeRawBufferPointer
    var displayPath: String { "fuzz" }
    func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {}
    func length(of path: String) throws(SlipError) -> Int? {
      path == BundleLayout.manifestPath ? manifest.count : nil
    }
    func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
      try body(manifest)
    }
    func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      try body(manifest)
    }
  }

  /// Any bytes as a manifest: an error with a code; or a box that is written and read again unchanged.
  static func run(_ bytes: UnsafeRawBufferPointer) {
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
