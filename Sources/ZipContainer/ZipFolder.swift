package import SlipBase

/// A folder as a ZIP file in memory, with its files stored rather than deflated.
///
/// A folder that is attached to a text, such as an RTFD, becomes a single blob in this way, which
/// every system can open. The same entries always give the same bytes.
package enum ZipFolder {
  /// A file or folder.
  package struct Entry {
    /// The relative path, with `/` between components and none at the end.
    package var path: String
    /// The file's contents; nil for a folder.
    package var bytes: [UInt8]?

    /// Creates an entry.
    package init(path: String, bytes: [UInt8]?) { (self.path, self.bytes) = (path, bytes) }
  }

  /// Packs entries, in their order.
  ///
  /// - Throws: `SlipError` where memory is short.
  package static func write(_ entries: [Entry]) throws(SlipError) -> [UInt8] {
    if entries.isEmpty { return empty }
    guard let memory = ZipMemory() else { throw SlipError(.cannotDo, "Out of memory.") }
    let writer = try ZipWriter(memory)
    for entry in entries {
      if let bytes = entry.bytes {
        try writer.add(entry.path, .made(length: bytes.count) { bytes }, isStored: true)
      } else {
        try writer.add(folder: entry.path)
      }
    }
    try writer.finish()
    guard let bytes = memory.bytes() else { throw SlipError(.cannotDo, "Out of memory.") }
    return bytes
  }

  /// A ZIP file without entries: the record that ends a directory (APPNOTE 4.3.16). libzip writes
  /// no file at all in this case.
  private static let empty: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)

  /// Unpacks a ZIP file. The entries come in the file's order.
  ///
  /// The paths are safe to be used beneath a folder. Whether a path occurs twice is for the caller
  /// to check.
  ///
  /// - Parameter limits: `packageFiles` and `packageBytes` apply.
  /// - Throws: `SlipError` for what is no sound ZIP file, or exceeds a limit.
  package static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(SlipError) -> [Entry] {
    let archive = try ZipArchive(bytes)
    var limits = limits
    // Stored entries together can't be larger than their ZIP file.
    (limits.files, limits.zipBytes) = (limits.packageFiles, min(limits.packageBytes, bytes.count))
    let listed = try ZipEntryRules.entries(of: archive, fileLength: bytes.count, limits: limits).entries
    return try slipErrors {
      try listed.enumerated().map { index, entry in
        if entry.name.utf8.last == UInt8(ascii: "/") {
          return Entry(path: String(decoding: entry.name.utf8.dropLast(), as: UTF8.self), bytes: nil)
        }
        return Entry(path: entry.name, bytes: try archive.read(index, name: entry.name, size: entry.size))
      }
    }
  }
}
