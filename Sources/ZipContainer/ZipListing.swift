package import SlipBase
package import SlipFiles

/// The files of a ZIP that another program made.
///
/// Names need to be safe on this system only, and may differ in case only, unlike those of a bundle.
///
/// Sizes, ratios and paths that lead out are checked as for bundles; symbolic links are left out. What desktops add, such as `__MACOSX`, is
/// listed like all files.
package final class ZipListing: Sendable {
  /// A file.
  package struct Entry: Sendable {
    /// Its path, with `/` between components. It never leads out of the ZIP.
    package var path: String
    /// Its unpacked length in bytes.
    package var length: Int
    /// When it was changed, by a clock of which no zone is known, as if that showed UTC; nil where none is given.
    package var modified: Timestamp?
    /// Its place in the ZIP's directory.
    fileprivate var index: Int
  }

  private let archive: ZipArchive
  /// The files, in bytewise order of their paths. Of several with one path, the first counts.
  package let entries: [Entry]

  /// The paths of symbolic links, sorted. They are no files, and are never followed.
  package let links: [String]

  /// The number of the code page by which names that aren't UTF-8 were decoded; nil where all of them are UTF-8.
  package let codePage: Int?

  /// Lists a ZIP file on disk.
  ///
  /// - Throws: `SlipError` for what is no sound ZIP, and at the first entry that is unsafe or beyond a limit.
  package convenience init(_ file: InputFile, limits: Limits) throws(SlipError) {
    try self.init(try ZipArchive(file, checksEntries: false), length: file.length, limits)
  }

  /// Lists a ZIP in memory; otherwise as for one on disk.
  package convenience init(_ bytes: [UInt8], limits: Limits) throws(SlipError) {
    try self.init(try ZipArchive(bytes, checksEntries: false), length: bytes.count, limits)
  }

  private init(_ archive: ZipArchive, length: Int, _ limits: Limits) throws(SlipError) {
    self.archive = archive
    let (listed, codePage) = try ZipEntryRules.entries(
      of: archive, fileLength: length, limits: limits, decodesNames: true)
    self.codePage = codePage
    links = listed.filter(\.isLink).map(\.name).sorted()
    var entries = listed.enumerated().filter {
      $0.element.name.utf8.last != UInt8(ascii: "/") && !$0.element.isLink
    }.map {
      Entry(
        path: $0.element.name, length: $0.element.size, modified: $0.element.modified, index: $0.offset)
    }
    entries.sort { a, b in
      a.path == b.path ? a.index < b.index : a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
    var last: String?
    self.entries = entries.filter { entry in
      defer { last = entry.path }
      return last.map { !$0.utf8.elementsEqual(entry.path.utf8) } ?? true
    }
  }

  /// The content of a file.
  ///
  /// - Throws: `SlipError` where it is damaged.
  package func read(_ place: Int) throws(SlipError) -> [UInt8] {
    let entry = entries[place]
    return try archive.read(entry.index, name: entry.path, size: entry.length)
  }
}
