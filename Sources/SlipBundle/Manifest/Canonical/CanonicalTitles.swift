package import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The titles of notes and the names of their properties, read from manifests of canonical form without making a box of them.
///
/// Nothing else is looked at, so that this takes a small part of the time. Nothing is checked either: it is for names that are offered while
/// a command line is typed.
package struct CanonicalTitles: Sendable {
  /// The UUIDs, in the order of the documents.
  package private(set) var ids: [UniqueID] = []
  /// The titles of the same notes.
  package private(set) var titles: [String] = []
  /// The names of properties.
  package private(set) var properties: Set<String> = []

  /// Reads a bundle.
  ///
  /// - Returns: Nil where a document has another form.
  /// - Throws: `SlipError` where a document can't be read.
  package init?(of storage: some BundleStorage) throws(SlipError) {
    var parts: [UInt8] = []
    guard try read(BundleLayout.manifestPath, of: storage, &parts) else { return nil }
    for key in parts {
      var none: [UInt8] = []
      guard try read(ManifestPart.path(key), of: storage, &none) else { return nil }
    }
  }

  /// Reads a document.
  ///
  /// - Parameter parts: Takes the keys of parts that it lists.
  /// - Returns: Whether it has the form.
  private mutating func read(
    _ path: String, of storage: some BundleStorage, _ parts: inout [UInt8]
  ) throws(SlipError) -> Bool {
    var (found, keys) = (self, [UInt8]())
    let isRead = try slipErrors {
      try storage.withBytes(of: path) { bytes in
        do throws(Deviation) {
          try found.read(bytes, &keys)
          return true
        } catch {
          return false
        }
      }
    }
    (self, parts) = (found, keys)
    return isRead
  }

  /// Reads the sections of parts and notes.
  private mutating func read(_ bytes: UnsafeRawBufferPointer, _ parts: inout [UInt8]) throws(Deviation) {
    let places = CanonicalPlaces(bytes: bytes)
    if let start = try places.line(of: .parts, .start) {
      var cursor = CanonicalCursor(bytes, at: start, releases: false)
      if cursor.skip("  <parts/>\n") { return }
      try cursor.expect("  <parts>\n")
      while cursor.skip("    <part id=\"") {
        parts.append(try cursor.partKey())
        try CanonicalTitles.endLine(&cursor)
      }
      return try cursor.expect("  </parts>\n")
    }
    guard let start = try places.line(of: .notes, .start) else { throw Deviation() }
    var cursor = CanonicalCursor(bytes, at: start, releases: false)
    if cursor.skip("  <notes/>\n") { return }
    try cursor.expect("  <notes>\n")
    while !cursor.isNext("  </notes>\n") {
      if cursor.skip("    <note id=\"") {
        ids.append(try cursor.id())
        try cursor.expect(" title=\"")
        titles.append(try cursor.text())
      } else if cursor.skip("      <property name=\"") {
        properties.insert(try cursor.text())
      } else {
        // Children of notes, and what is in them, stand further in.
        guard cursor.isNext("      ") || cursor.isNext("    </note>") else { throw Deviation() }
      }
      try CanonicalTitles.endLine(&cursor)
    }
  }

  /// Goes to the beginning of the next line.
  private static func endLine(_ cursor: inout CanonicalCursor) throws(Deviation) {
    guard let base = cursor.bytes.baseAddress, cursor.position < cursor.bytes.count,
      let end = memchr(base + cursor.position, 0x0A, cursor.bytes.count - cursor.position)
    else { throw Deviation() }
    cursor.move(to: UnsafeRawPointer(end) - base + 1)
  }
}
