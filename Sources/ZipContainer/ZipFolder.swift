package import SlipBase

/// A folder as a ZIP file in memory, its files stored as they are: the same folder gives the same bytes.
package enum ZipFolder {
  package struct Entry {
    /// Relative, `/` between components and none at the end.
    package var path: String
    /// Nil for a folder.
    package var bytes: [UInt8]?

    package init(path: String, bytes: [UInt8]?) { (self.path, self.bytes) = (path, bytes) }
  }

  package static func write(_ entries: [Entry]) throws(SlipError) -> [UInt8] {
    if entries.isEmpty { return empty }
    guard let memory = ZipMemory() else { throw SlipError(.cannotDo, "Memory is short.") }
    let writer = try ZipWriter(memory)
    for entry in entries {
      if let bytes = entry.bytes {
        try writer.add(entry.path, .made(length: bytes.count) { bytes }, isStored: true)
      } else {
        try writer.add(folder: entry.path)
      }
    }
    try writer.finish()
    guard let bytes = memory.bytes() else { throw SlipError(.cannotDo, "Memory is short.") }
    return bytes
  }

  /// The record that ends a directory without entries (APPNOTE 4.3.16), for which libzip would write no file.
  private static let empty: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)

  /// What lies in a ZIP file of stored files, in its order. Paths stay inside; whether one comes twice is for the caller to see.
  ///
  /// - Parameter limits: `packageFiles` and `packageBytes` count.
  /// - Throws: `SlipError` for what is no sound ZIP file, or too much.
  package static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(SlipError) -> [Entry] {
    let archive = try ZipArchive(bytes)
    var limits = limits
    // What is stored isn't larger than its ZIP file.
    (limits.files, limits.zipBytes) = (limits.packageFiles, min(limits.packageBytes, bytes.count))
    let listed = try ZipEntryRules.entries(of: archive, fileLength: bytes.count, limits: limits)
    return try slipErrors {
      try listed.enumerated().map { index, entry in
        if entry.name.utf8.last == 0x2F {
          return Entry(path: String(decoding: entry.name.utf8.dropLast(), as: UTF8.self), bytes: nil)
        }
        return Entry(path: entry.name, bytes: try archive.read(index, name: entry.name, size: entry.size))
      }
    }
  }
}
