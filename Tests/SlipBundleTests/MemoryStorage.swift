import SlipBase
import SlipBundle

/// A tree in memory.
struct MemoryStorage: BundleStorage {
  var files: [String: [UInt8]]

  var displayPath: String { "memory" }

  func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    for (path, bytes) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try body(StorageEntry(path: path, length: bytes.count, kind: .file))
    }
  }

  func length(of path: String) throws(SlipError) -> Int? { files[path]?.count }

  func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard let bytes = files[path] else { throw SlipError(.cannotDo, "no such file") }
    return try bytes.withUnsafeBytes(body)
  }

  func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }
}
