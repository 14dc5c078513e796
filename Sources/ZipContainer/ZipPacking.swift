package import SlipBase

/// A small ZIP file in memory, with the same bytes each time.
package enum ZipPacking {
  /// A file in it.
  package struct Entry: Sendable {
    /// The path, with `/` between names.
    package var path: String
    /// The content.
    package var bytes: [UInt8]
    /// Whether the content is stored rather than deflated.
    package var isStored: Bool

    /// Creates a file.
    package init(_ path: String, _ bytes: [UInt8], isStored: Bool = false) {
      (self.path, self.bytes, self.isStored) = (path, bytes, isStored)
    }
  }

  /// The archive with these files, in this order.
  ///
  /// - Throws: `SlipError` where memory is short, or two files have the same path.
  package static func bytes(of entries: [Entry]) throws(SlipError) -> [UInt8] {
    guard let memory = ZipMemory() else { throw SlipError(.cannotDo, "Out of memory.") }
    let writer = try ZipWriter(memory)
    for entry in entries {
      let bytes = entry.bytes
      try writer.add(
        entry.path, .made(length: bytes.count) { () throws(SlipError) in bytes }, length: bytes.count,
        isStored: entry.isStored)
    }
    try writer.finish()
    guard let bytes = memory.bytes() else { throw SlipError(.cannotDo, "Out of memory.") }
    return bytes
  }
}
